"""Journals that are imported or rewritten in portions: other entries wait for one of them.

Until the last transaction of an import its tables have the status `ARRIVING`, so nothing shows
them: an import that is stopped leaves no part of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import bindparam, delete, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlmodel import Session, col, select

from companion import clock
from companion.store.engine import Trouble
from companion.store.inserting import UNITS, insert_table, journal_rows
from companion.store.keeping import MANY
from companion.store.made import made, make
from companion.store.models import ARRIVING, JournalRow, Stored, TableRow, metadata
from companion.store.rows import COLUMNS, Ready, insert, run
from companion.store.saved import Saved

if TYPE_CHECKING:
    from companion.store.store import Store

STOPPED = timedelta(hours=1)
"""An import that has not ended after this time was stopped."""
BYTES, TABLE = 1000, 100
"""A portion has at most `UNITS` units: a row is one, and one more for so many bytes; a table is as
many as `TABLE` says."""

_TABLES = metadata.tables["tables"]
SHOWN = (
    update(_TABLES)
    .where(_TABLES.c.id == bindparam("row"))
    .values(status=bindparam("was"), touched=bindparam("at"))
)


class Dropped(Exception):
    """Another import took this one for one that was stopped, because the clock was changed."""


Item: TypeAlias = tuple[int, Ready | None]
"""A row of the table at that place; None for the table's own row, which comes first."""


def import_tables(store: Store, saved: Iterable[Saved], forms: Sequence[str] = ()) -> list[Stored]:
    """Imports tables with their journals, all or none, under new codes. A form of `forms`, one for
    each, makes one table."""
    given = list(saved)
    ids = forms or [""] * len(given)
    journals = [journal_rows(store.writer.dialect, map(dict, each.rows)) for each in given]
    with store.reading() as session:
        arriving = select(TableRow.id).where(TableRow.status == ARRIVING)
        stopped = session.exec(arriving.where(TableRow.touched < clock.now() - STOPPED)).all()
    _drop(store, stopped)
    while True:
        with store.reading() as session:
            codes = [made(session, form) for form in ids]
        new = {place: journals[place] for place, code in enumerate(codes) if not code}
        rows: dict[int, TableRow] = {}
        try:
            for part in portions(new):
                store.creating(partial(_add, part, given, rows, store.code_length))
            with store.writing() as session:
                _show(session, {row.id: given[place] for place, row in rows.items()})
                for place, row in rows.items():
                    make(session, ids[place], row.code)
            final_codes = (
                rows[place].code if place in rows else code for place, code in enumerate(codes)
            )
            return [store.table(code) for code in final_codes]
        except BaseException as error:
            with suppress(SQLAlchemyError, Trouble):
                _drop(store, [row.id for row in rows.values()])
            # One of the forms was sent at the same time, or the import has to begin again.
            if not isinstance(error, (IntegrityError, Dropped)):
                raise


def _add(
    part: Sequence[Item], given: Sequence[Saved], rows: dict[int, TableRow], letters: int,
    session: Session,
) -> None:  # fmt: skip
    """Stores a portion, and adds the rows of its tables to `rows`."""
    hidden = {"status": ARRIVING, "touched": clock.now()}
    place, begun = part[0]
    if begun and not session.get(TableRow, rows[place].id, with_for_update=True):
        raise Dropped
    for place in (place for place, row in part if row is None):
        rows[place] = insert_table(session, given[place], letters, **hidden)
    for place, items in groupby(part, key=itemgetter(0)):
        insert(session, rows[place].id or 0, [row for _, row in items if row is not None])


def _show(session: Session, arrived: Mapping[int | None, Saved]) -> None:
    """Gives imported tables the status and the time of their last entry that they had."""
    ids, here = list(arrived), 0
    for place in range(0, len(ids), MANY):
        mine = select(TableRow.id).where(col(TableRow.id).in_(ids[place : place + MANY]))
        here += len(session.exec(mine.with_for_update()).all())
    if here < len(ids):
        raise Dropped
    values = [{"row": id, "was": each.status, "at": each.touched} for id, each in arrived.items()]
    if values:
        session.connection().execute(SHOWN, values)


def _drop(store: Store, tables: Iterable[int | None]) -> None:
    """Deletes tables that have not arrived."""
    for table in tables:
        with store.writing() as session:
            session.exec(delete(JournalRow).where(col(JournalRow.table_id) == table))
            session.exec(delete(TableRow).where(col(TableRow.id) == table))


def size(row: Ready) -> int:
    """The bytes of a row."""
    return sum(len(value.encode()) for value in row if isinstance(value, str))


def portions(journals: Mapping[int, Sequence[Ready]]) -> Iterator[list[Item]]:
    """The tables and rows of these journals, in portions that take a transaction each."""
    part: list[Item] = []
    units = 0
    for place, rows in journals.items():
        for row in (None, *rows):
            more = TABLE if row is None else 1 + size(row) // BYTES
            if part and units + more > UNITS:
                yield part
                part, units = [], 0
            part.append((place, row))
            units += more
    if part:
        yield part


def rewrite(session: Session, table: int | None, rows: Iterable[Ready]) -> None:
    """Replaces the texts of rows of a table: answers, those replaced, and the reason."""
    *texts, seq = map(COLUMNS.index, ("answers", "replaced", "why", "seq"))
    run(session, "UPDATE journal SET answers = ?, replaced = ?, why = ? "
        "WHERE table_id = ? AND seq = ?",
        [(*(row[place] for place in texts), table, row[seq]) for row in rows])  # fmt: skip
