"""Commands over all tables take the same memory for few tables and for many."""

from __future__ import annotations

import gc
import json
import tracemalloc
from contextlib import closing
from datetime import UTC, datetime

import pytest

from companion import games
from companion.clubs.club import Club
from companion.engine.transcript import Transcript
from companion.store import JournalRow, Store, default_url
from companion.store.exchange import dump, parts
from companion.store.migrate import copy, upgrade
from companion.store.portions import import_tables
from companion.store.saved import Saved
from tests.daily import daily
from tests.databases import cluster, postgres, prepared

__all__ = ["cluster"]

FEW, LIMIT = 30, 2.0
"""Tables; growth for four times as many. Garbage that is not collected yet varies."""
AT = datetime(2026, 1, 1, 20, tzinfo=UTC)
pytestmark = pytest.mark.slow


def evening(rows: int = 130) -> Saved:
    """A Kaiser evening in play, with notes up to so many rows."""
    record = Transcript.read(games.find("kaiser").file("evening.txt"), "kaiser").record
    hands, record.hands = record.hands[:4], []
    saved = Saved.beginning(record, games.find("kaiser").edition, "Nell", AT)
    given = [(n, each) for n, hand in enumerate(hands, 1) for each in hand.items()]
    given += [(1, ("@note", f"note {n}")) for n in range(rows - len(given))]
    saved.rows.extend(
        JournalRow(table_id=0, seq=seq, at=AT, who="Nell", kind="answer", hand=hand,
                   answers=dict([each]), replaced={}, why="", submission="", form=seq)
        for seq, (hand, each) in enumerate(given, 1)
    )  # fmt: skip
    return saved


def club_of(url: str, many: int) -> str:
    prepared(url)
    with closing(Store(url)) as store:
        import_tables(store, [evening()] * many)
    return url


def peak(work) -> int:
    """The peak number of bytes of a call."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


WORDS = ["check", "backup {}/b.db", "export -o {}/e.json", "export --text -o {}/e.txt"]


@daily("words", WORDS, WORDS[2:3])
def test_a_command_over_all_tables_has_constant_memory(run, tmp_path, words):
    def done(many: int) -> int:
        folder = tmp_path / str(many)
        folder.mkdir()
        club_of(default_url(folder), many)

        def command() -> None:
            found = run(*words.format(folder).split(), "--data", folder)
            assert found.exit_code == 0, found.output

        return peak(command)

    done(1)  # imports, and permanent caches
    few, many = done(FEW), done(4 * FEW)
    assert many < LIMIT * few, (few, many)


@pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])]
)
@pytest.mark.long
def test_a_database_is_copied_in_constant_memory(kind, tmp_path, request):
    def done(many: int) -> int:
        source = club_of(f"sqlite:///{tmp_path / str(many)}.db", many)
        target = f"sqlite:///{tmp_path / str(many)}-copy.db"
        if kind == "postgres":
            target = postgres(request.getfixturevalue("cluster"))
        upgrade(target)
        return peak(lambda: copy(source, target))

    done(1)
    few, many = done(FEW), done(4 * FEW)
    assert many < LIMIT * few, (few, many)


def test_an_export_in_parts_is_the_same_text(tmp_path):
    clubs = [Club("Thursday", ("Nell", "Omar")), Club("“Freitag”", ("Ana",))]
    for tables in [], [evening(10)], [evening(10), evening(20)]:
        for some in [], clubs[:1], clubs:
            whole = json.dumps(dump(tables, some), ensure_ascii=False, indent=2) + "\n"
            assert "".join(parts(tables, some)) == whole
