"""Journals that are imported or rewritten in portions: other entries wait for one of them.

Until the last transaction of an import its tables have the status `ARRIVING`, so nothing shows
them: an import that is stopped leaves no part of the file.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import Dialect, delete, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlmodel import Session, col, select

from companion import clock
from companion.store.engine import Trouble
from companion.store.made import made, make
from companion.store.models import ARRIVING, JournalRow, TableRow
from companion.store.rows import COLUMNS, LETTERS, Ready, insert, new_key, ready, run
from companion.store.saved import Saved

if TYPE_CHECKING:
    from companion.store.store import Store

STOPPED = timedelta(hours=1)
"""An import that has not ended after this time was stopped."""
UNITS, BYTES, TABLE = 1000, 1000, 100
"""Most units of a portion: a row is one, and one more for so many bytes; a table is as many."""


class Dropped(Exception):
    """Another import took this one for one that was stopped, because the clock was changed."""


Item: TypeAlias = tuple[int, Ready | None]
"""A row of the table at that place; None for the table's own row, which comes first."""


def arrive(store: Store, saved: Iterable[Saved], forms: Sequence[str] = ()) -> list[str]:
    """Imports tables, all or none, and returns their codes. A form of `forms`, one for each, makes
    one table."""
    given = list(saved)
    ids = forms or [""] * len(given)
    journals = [journal_rows(store.writer.dialect, each.rows) for each in given]
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
                for place, row in rows.items():
                    was = {"status": given[place].status, "touched": given[place].touched}
                    here = col(TableRow.id) == row.id
                    if not session.exec(update(TableRow).where(here).values(was)).rowcount:
                        raise Dropped
                    make(session, ids[place], row.code)
            return [rows[place].code if place in rows else code for place, code in enumerate(codes)]
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
    insert(session, ((rows[place].id, *row) for place, row in part if row is not None))


def _drop(store: Store, tables: Iterable[int | None]) -> None:
    """Deletes tables that have not arrived."""
    for table in tables:
        with store.writing() as session:
            session.exec(delete(JournalRow).where(col(JournalRow.table_id) == table))
            session.exec(delete(TableRow).where(col(TableRow.id) == table))


def insert_table(session: Session, saved: Saved, letters: int, **given: Any) -> TableRow:
    """Inserts the row of an imported table, with a new code and key, and these values."""
    own = {"id", "code", "key", "seq", "pencil", "door"}
    values: dict[str, Any] = saved.row.model_dump(exclude=own)
    code = free_code(session, letters)
    row = TableRow(code=code, key=new_key(), seq=len(saved.rows), **values | given)
    session.add(row)
    session.flush()
    return row


def free_code(session: Session, letters: int) -> str:
    """A random code that no table has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(letters))
        if session.exec(select(TableRow.id).where(TableRow.code == code)).first() is None:
            return code


def journal_rows(dialect: Dialect, rows: Iterable[JournalRow]) -> list[Ready]:
    """The rows of an imported journal."""
    fresh = ({**dict(each), "submission": secrets.token_urlsafe(12)} for each in rows)
    return ready(dialect, fresh)


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
        ((*(row[place] for place in texts), table, row[seq]) for row in rows))  # fmt: skip
