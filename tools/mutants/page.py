"""Writes docs/security-tests.md: the tests of each guarantee, and the limits in force.

Run `python -m tools.mutants.page` after a change of a guarantee, a protection or a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from companion import exact
from companion.cli import channels, common
from companion.clubs import club
from companion.engine import record, transcript
from companion.hosting import admission, limits
from companion.printing import print_queue
from companion.store import engine, exchange, rows, write_access
from companion.web.platform import security
from companion.web.tables import carry, exports
from tools.mutants.guarantees import GUARANTEES
from tools.mutants.protections import PROTECTIONS, ROOT

PAGE = ROOT / "docs" / "security-tests.md"
SERVE = import_module("companion.cli.serve")  # `serve` of the package is the command
HEAD = """\
# Security tests

After reading this page you know the tests of each guarantee in [SECURITY.md](../SECURITY.md), and
the limits of the server.

`python -m tools.mutants.page` writes this page. Do not edit it.

`python tools/mutants/protections.py` copies the program, and removes one protection after the
other from the copy. Each time, the test beside it must fail.
"""


def size(count: int) -> str:
    """Return a number of bytes as KB or MB."""
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} KB"


def limit_rows() -> Iterator[tuple[str, Any]]:
    """Yield (limit, value)."""
    wrong, tables, prints = limits.WRONG, limits.TABLES, limits.PRINTS
    stored = int(limits.STORED.split()[0])
    yield from (
        ("Wrong codes from one address", wrong),
        ("New tables from one address", tables),
        ("Documents from one address", prints),
        ("Imported journal rows from one address", f"{stored * limits.ROWS:,} per day"),
        ("Imported texts from one address", f"{stored * limits.BYTES // 1000:,} KB per day"),
        ("Connections", SERVE.CONNECTIONS),
        ("Connections from one address", channels.FROM_ONE),
        ("Idle time of a connection", f"{SERVE.IDLE} s"),
        ("Expensive requests at a time", admission.AT_ONCE),
        ("Expensive requests at a time from one address", 1),
        ("Expensive requests that wait", admission.WAITING),
        ("Wait of an expensive request", f"{admission.PATIENCE:.0f} s"),
        ("Form that makes a request expensive", size(admission.LARGE)),
        ("Processor time of a request", f"{admission.SECONDS:.0f} s"),
        ("Processor time of a page with many replays", f"{admission.SECONDS / 2:.0f} s"),
        ("Time of the solver", f"{exact.SECONDS:.0f} s"),
        ("Time to print a document", f"{print_queue.SECONDS} s"),
        ("Documents that wait, short and long each", print_queue.WAITING),
        ("Wait for a lock", f"{engine.WAIT} s"),
        ("Time of a statement in PostgreSQL", f"{engine.STATEMENT} s"),
        ("Form", "256 KB"),
        ("Form with a table in a link", size(carry.MAX_BYTES)),
        ("File to import on a page", size(exports.MAX_BYTES)),
        ("File to import on the command line", size(common.MAX_BYTES)),
        ("Query", f"{security.LONGEST} letters"),
        ("Head of a request", size(SERVE.HEADERS)),
        ("Players at a table", record.MAX_PLAYERS),
        ("Name", f"{record.MAX_NAME} letters"),
        ("Answer", f"{record.MAX_TEXT} letters"),
        ("Key of an answer", f"{record.MAX_KEY} letters"),
        ("Hands of a record", record.MAX_HANDS),
        ("Answers of a hand", record.MAX_ANSWERS),
        ("Answers of a record", record.MAX_RECORD),
        ("Line of a record", f"{transcript.MAX_LINE} letters"),
        ("Rows of a journal", rows.MAX_ACTS),
        ("Tables of an export", exchange.MAX_TABLES),
        ("Tables of an export on a page", carry.MAX_TABLES),
        ("Clubs of an export", exchange.MAX_CLUBS),
        ("Members of a club", club.MAX_PEOPLE),
        ("Games of a club", club.MAX_GAMES),
        ("House rules of a game in a club", club.MAX_RULES),
        ("Tables of a club", club.MAX_TABLES),
        ("Note of a club", f"{club.MAX_NOTE} letters"),
        ("Phones that can take over scoring at a table", write_access.MOST),
        ("Wrong digits of an invitation", write_access.TRIES),
        ("Life of an invitation after its page is closed", f"{write_access.LASTS.seconds} s"),
    )  # fmt: skip


def table(head: tuple[str, ...], lines: Iterator[tuple[Any, ...]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for line in lines:
        cells = (f"{cell:,}" if isinstance(cell, int) else cell for cell in line)
        yield f"| {' | '.join(cells)} |"


def sections() -> Iterator[str]:
    """Yield the lines of each guarantee."""
    for number, (key, guarantee) in enumerate(GUARANTEES.items(), 1):
        yield f"\n## {number}. {guarantee.sentence}\n"
        protections = [each for each in PROTECTIONS if each.guarantee == key]
        if protections:
            yield from table(
                ("protection", "file", "test"),
                ((each.promise, f"`{each.file}`", f"`{each.test.split('::')[-1]}`")
                 for each in protections),
            )  # fmt: skip
            yield ""
        names = ", ".join(f"`{name}`" for name in guarantee.tests)
        yield f"{'More tests' if protections else 'Tests'}: {names}."


def page() -> str:
    """Return the text of the page."""
    lines = [
        HEAD.rstrip(),
        *sections(),
        "\n## Limits\n",
        *table(("limit", "at most"), limit_rows()),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
