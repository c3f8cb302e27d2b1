"""Work under the write lock: data are converted before, in portions, without trial and error."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from companion import clock
from companion.engine.record import Act, Record
from companion.store import JournalRow, NotFound, inserting, keeping, portions
from companion.store.erasing import erase_name
from companion.store.listing import Listing, Scope
from companion.store.models import ARRIVING, ERASE, TableRow
from companion.store.portions import import_tables
from companion.store.rows import MAX_ACTS
from companion.store.saved import Saved
from tests.locked import LIMIT, locked

ROWS = MAX_ACTS - 1


def journal(record: Record, rows: int, text: str = "7") -> Saved:
    """A table with this number of acts, on as many hands as possible."""
    saved = Saved.beginning(record, 1, "Nell")
    saved.row.code = "MKTRWX"
    for seq in range(1, rows + 1):
        saved.rows.append(
            JournalRow(
                table_id=0, submission="", seq=seq, at=clock.now(), who="Nell", kind="answer",
                hand=min(seq, 500), answers={"@note": text}, replaced={}, why="", form=seq,
            )
        )  # fmt: skip
    return saved


@pytest.fixture
def long(store, record):
    """A table with one row less than the limit, each with its note."""
    (stored,) = import_tables(store, [journal(record, ROWS, "Nell " + "x" * 150)])
    return stored.code


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize(
    "change",
    [
        lambda store, code: store.mark_as(code, "abandon", "abandoned"),
        lambda store, code: erase_name(store, code, "Nell"),
        lambda store, code: keeping.discard(store, code),
        lambda store, code: store.forget(code),
        lambda store, code: store.act(code, Act("answer", 1, {"a": ""}), seen=ROWS, submission="x"),
        lambda store, code: import_tables(store, [store.saved(code)] * 4),
        lambda store, code: store.append(
            store.begin(store.table(code).state.start).code, store.journal(code), seen=0
        ),
        lambda store, code: store.act(
            store.begin(store.table(code).state.start).code,
            *(Act("answer", 1, {"a": "1"}) for _ in range(3000)), seen=0, submission="x",
        ),
    ],
    ids=["abandon", "erase", "discard", "forget", "act", "restore", "append", "many acts"],
)  # fmt: skip
def test_lock_is_short_for_the_longest_journal(store, long, change):
    with locked(store) as spent:
        change(store, long)
    assert spent
    assert max(spent) < LIMIT


def test_taken_code_repeats_one_row(store, record):
    """With 361 codes, each import of 60 tables meets some that are taken."""
    store.code_length = 2
    inserts = []

    def count(connection, cursor, statement, *_):
        if statement.startswith("INSERT INTO tables"):
            inserts.append(statement)

    event.listen(store.writer, "before_cursor_execute", count)
    found = [
        each.code for _ in range(2) for each in import_tables(store, [journal(record, 1)] * 60)
    ]
    assert len({*found}) == len(inserts) == 120


def test_stopped_import_leaves_nothing(store, record, monkeypatch):
    """Of three tables the second cannot be stored."""
    before = store.begin(record).code
    kept, add = [], inserting.insert_table

    def stopped(*args, **more):
        kept.append(add(*args, **more))
        if len(kept) == 2:
            raise KeyboardInterrupt
        return kept[-1]

    monkeypatch.setattr(portions, "insert_table", stopped)
    monkeypatch.setattr("companion.store.portions.UNITS", 1)
    with pytest.raises(KeyboardInterrupt):
        import_tables(store, [journal(record, 3)] * 3, ["a", "b", "c"])
    monkeypatch.undo()
    assert [each.code for each in store.tables()] == [before]
    assert store.made("a") == ""
    with store.reading() as session:
        assert session.get(TableRow, kept[0].id) is None
    assert len(import_tables(store, [journal(record, 3)] * 3, ["a", "b", "c"])) == 3


def test_stopped_import_is_hidden_and_later_removed(store, record, monkeypatch):
    """As after a kill, without any cleanup."""
    monkeypatch.setattr(portions, "_drop", lambda *_: None)
    monkeypatch.setattr(portions, "make", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        import_tables(store, [journal(record, 3)], ["a"])
    monkeypatch.undo()
    with store.reading() as session:
        (row,) = session.exec(select(TableRow))
    assert (row.status, row.seq) == (ARRIVING, 3)
    assert store.tables() == keeping.begun_at(store, [row.begun]) == []
    assert Listing(store).listed(Scope(unplayed=True)) == store.summaries.missing(9) == []
    assert store.summaries.left() == 0
    with pytest.raises(NotFound):
        store.table(row.code)
    import_tables(store, [journal(record, 1)])
    later = clock.now() + timedelta(hours=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    import_tables(store, [journal(record, 1)])
    with store.reading() as session:
        assert session.get(TableRow, row.id) is None
    assert len(store.tables()) == 2


@pytest.mark.parametrize("rows", [3, 40], ids=["between tables", "within a table"])
def test_import_is_whole_after_the_clock_jumps(store, another, record, monkeypatch, rows):
    """To another import it looks like one that was stopped hours ago."""
    monkeypatch.setattr(portions, "UNITS", 110)
    later, calls = clock.now() + timedelta(days=366), []
    create = store.creating

    def jumps(work):
        calls.append(work)
        if len(calls) == 2:
            monkeypatch.setattr(clock, "now", lambda: later)
            import_tables(another, [journal(record, 1)])
        return create(work)

    monkeypatch.setattr(store, "creating", jumps)
    imported = import_tables(store, [journal(record, rows)] * 3, ["a", "b", "c"])
    assert [(each.status, each.seq) for each in imported] == [("playing", rows)] * 3
    assert [each.code for each in imported] == [store.made(form) for form in "abc"]
    assert len(store.tables()) == 4


def test_entry_during_an_erasure_is_rewritten_too(store, another, record, monkeypatch):
    (stored,) = import_tables(store, [journal(record, 3, "Nell won")])
    saved = store.saved

    def late(code):
        found = saved(code)
        if found.seq == 3:
            act = Act("answer", 1, {"@note": "Nell again"})
            another.act(code, act, seen=3, submission="x")
        return found

    monkeypatch.setattr(store, "saved", late)
    assert erase_name(store, stored.code, "Nell")
    rows = another.journal(stored.code)
    assert [row.kind for row in rows] == ["answer"] * 4 + [ERASE]
    assert "Nell" not in str([row.answers for row in rows])
