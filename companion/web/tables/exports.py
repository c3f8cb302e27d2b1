"""What people take along: tables as JSON and CSV, back in again, and a game as one page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from companion import report
from companion.questions import Refused
from companion.record import BadRecord
from companion.store.exchange import Saved, dump, schema
from companion.store.keeping import TableHead
from companion.tables import Snapshot
from companion.tables.files import tables_of
from companion.web.paper import keepsake
from companion.web.people.history import title_of
from companion.web.people.visible import visible
from companion.web.platform import browser, heavy
from companion.web.platform.pages import shown
from companion.web.tables import carry
from companion.words import with_minus

pages = Blueprint("exports", __name__)
MAX_BYTES = 4 << 20
"""The largest file that is taken in by a page; the command line takes more."""
MAX_TABLES = 40
"""Tables that one file may bring: as many as a browser remembers."""
IMPORT_SECONDS = 10.0
"""What one file may spend on replays."""
COLUMNS = (
    "table", "game", "begun", "hand", "dealer", "side", "name", "points", "total", "rule", "column",
    "why",
)  # fmt: skip


def download(body: str, kind: str, name: str) -> Response:
    """A file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, content_type=f"{kind}; charset=utf-8", headers=headers)


# -- out -----------------------------------------------------------------------------------------


def mine() -> list[TableHead]:
    """The tables this browser may write to: those are its own to take along."""
    known = browser.known()
    return [head for head in visible() if known.get(head.code)]


@pages.get("/t/<code>/export.json")
def table_json(code: str) -> ResponseReturnValue:
    """A table with its whole journal. Covered answers are in it, so only for its scorers."""
    table = browser.writable(code)
    text = report.as_json(dump(browser.tables().export([table.code]))) + "\n"
    return download(text, "application/json", f"{table.record.game}-{table.code}.json")


@pages.get("/export.json")
def all_json() -> ResponseReturnValue:
    """Every table this browser may write to, with its journal, oldest first."""
    saved = browser.tables().export(head.code for head in reversed(mine()))
    return download(report.as_json(dump(saved)) + "\n", "application/json", "companion-export.json")


@pages.get("/export.schema.json")
def as_schema() -> ResponseReturnValue:
    return Response(schema(), content_type="application/schema+json; charset=utf-8")


@pages.get("/t/<code>/ledger.csv")
def table_csv(code: str) -> ResponseReturnValue:
    """A table’s score lines."""
    table = browser.table(code)
    return download(ledger([table]), "text/csv", f"{table.record.game}-{table.code}.csv")


@pages.get("/export.csv")
def all_csv() -> ResponseReturnValue:
    """The score lines of every table this browser may write to."""
    found = (browser.tables().get(head.code, keep=False) for head in reversed(mine()))
    with heavy.replaying():
        return download(ledger(found), "text/csv", "companion-ledger.csv")


def ledger(found: Iterable[Snapshot]) -> str:
    """Score lines as CSV: a line for each side a score line moves, with its total after it.

    It begins with a byte order mark, without which spreadsheets misread the suits.
    """
    out = io.StringIO()
    out.write("\ufeff")
    # Where semicolons part columns, a cell that is not quoted would be cut at its own.
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    for table in found:
        try:
            every = list(rows(table))
        except (KeyError, Refused):
            continue
        for row in every:
            writer.writerow([safe(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def rows(table: Snapshot) -> Iterable[tuple[str | int, ...]]:
    """The ledger, side by side: who pays stands in it as well as who is paid."""
    replay = table.replay
    totals = dict.fromkeys(replay.table.sides, replay.ledger.opening)
    dealers = {hand.number: hand.dealer.name for hand in replay.hands}
    head = (table.code, title_of(table.record.game), f"{table.stored.begun:%Y-%m-%d}")
    for entry in replay.ledger.entries:
        line = entry.line
        for side in dict.fromkeys([line.side, *line.by]):
            totals[side] += line.change(side)
            yield (
                *head, entry.hand, dealers.get(entry.hand, ""), side.code, side.name,
                line.change(side), totals[side], line.rule, line.column, line.why,
            )  # fmt: skip


def safe(text: str) -> str:
    """Text a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


# -- in ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Imported:
    """A table that was taken in, and whether it still comes to what it came to."""

    code: str
    title: str
    names: str
    totals: str
    same: bool | None
    """None where the file does not say what it came to."""


@pages.get("/import")
def bring() -> ResponseReturnValue:
    """Where a file is chosen."""
    return shown("tables/import.html", found=(), problem="", text="", own=len(mine()))


@pages.post("/import")
def take_in() -> ResponseReturnValue:
    """Stores the tables of a file, all of them or none."""
    request.max_content_length = MAX_BYTES
    request.max_form_memory_size = MAX_BYTES
    file = request.files.get("file")
    text = request.form.get("text", "")
    if file and file.filename:
        with file.stream as upload:
            text = upload.read().decode("utf-8-sig", errors="replace")
    if not text.strip():
        return refused("No file was chosen, and no record was written.", "")
    try:
        saved = tables_of(text, browser.who(), MAX_TABLES)
        if not saved:
            return refused("There is no table in that file.", text)
        # A record as text has no table that it came from: it begins one, however often it comes.
        came = saved[0].row.code if len(saved) == 1 else ""
        if came and carry.recognised(saved[0])[0]:
            with heavy.replaying(IMPORT_SECONDS):
                return carry.choice(saved[0], "")
        with heavy.replaying(IMPORT_SECONDS) as in_time:
            taken = browser.tables().take_in(saved, in_time)
    except KeyError as error:
        return refused(str(error.args[0]).capitalize() + ".", text)
    except (BadRecord, Refused, ValueError) as error:
        words = error.message if isinstance(error, Refused) else str(error)
        return refused(f"That cannot be read: {words}", text)
    for each in taken:
        browser.remember(each, each.stored.key)
    found = [imported(*each) for each in zip(taken, saved, strict=True)]
    return shown("tables/import.html", found=found, problem="", text="", own=len(mine()))


def refused(words: str, text: str) -> ResponseReturnValue:
    """The page again, with why nothing was taken in; what was written is still there."""
    kept = text if len(text) < 20_000 else ""
    return shown("tables/import.html", 422, found=(), problem=words, text=kept, own=len(mine()))


def imported(table: Snapshot, saved: Saved) -> Imported:
    """What the page says of a table that was taken in."""
    replay = table.replay
    totals = {side.code: total for side, total in replay.ledger.totals.items()}
    said = saved.totals
    shown = ", ".join(f"{side} {total}" for side, total in replay.ledger.totals.items())
    return Imported(
        table.code, title_of(table.record.game), ", ".join(table.record.players),
        with_minus(shown), None if said is None else said == totals,
    )  # fmt: skip


# -- a page to pass on ---------------------------------------------------------------------------


@pages.get("/t/<code>/game.html")
def page(code: str) -> ResponseReturnValue:
    """A finished game as one file that needs nothing else."""
    table = browser.table(code)
    if not table.replay.over:
        abort(404, "The game is not over yet; then it can be passed on as a page.")
    text, policy = keepsake.page(table)
    response = Response(text, content_type="text/html; charset=utf-8")
    name = f"{table.record.game}-{table.stored.begun:%Y-%m-%d}-{table.code}.html"
    kind = "inline" if "look" in request.args else "attachment"
    response.headers["Content-Disposition"] = f'{kind}; filename="{name}"'
    response.headers["Content-Security-Policy"] = policy
    return response
