"""Read access to tables and their journals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from companion.engine.record import Act, Record
from companion.store.engine import connect
from companion.store.exchange import Saved
from companion.store.models import JournalRow, TableRow
from companion.store.stored import (
    ACCESS,
    ERASE,
    RECORD_ACTS,
    NotFound,
    StaleWrite,
    State,
    Stored,
    normalised,
)

SEQ = select(TableRow.seq).where(TableRow.code == bindparam("code"))
"""Prebuilt and run without a session, which would double its cost: every poll asks it."""


class StoreReader:
    """Read access to the tables of one database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._reader, self._writer = connect(url)

    def close(self) -> None:
        """Closes every connection."""
        self._reader.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def looking(self, code: str) -> Iterator[tuple[Session, TableRow]]:
        """A read session and a table's row; NotFound if there is none."""
        with self._reading() as session:
            yield session, self._row(session, code)

    def table(self, code: str, known: Stored | None = None) -> Stored:
        """The table with that watch code; NotFound if there is none.

        With an earlier version (`known`) only later journal rows are read.
        """
        with self._reading() as session:
            return self._stored(session, self._row(session, code), known)

    def tables(self, status: str | None = None, limit: int = 50) -> list[Stored]:
        """Tables by last change, newest first; all, or those of one status."""
        wanted = select(TableRow).order_by(col(TableRow.touched).desc(), col(TableRow.id).desc())
        if status:
            wanted = wanted.where(TableRow.status == status)
        with self._reading() as session:
            return [self._stored(session, row) for row in session.exec(wanted.limit(limit)).all()]

    def seq(self, code: str) -> int:
        """The number of the last row of a table's journal; NotFound if there is no such table."""
        with self._reader.connect() as connection:
            found: int | None = connection.scalar(SEQ, {"code": normalised(code)})
        if found is None:
            raise NotFound(f"there is no table {normalised(code)}")
        return found

    def caught_up(self, code: str, seen: int, now: int) -> int:
        """`now` if only access-control rows came after `seen`; otherwise `seen`."""
        if not seen < now:
            return seen
        with self._reading() as session:
            row = self._row(session, code)
            wanted = select(JournalRow.kind).where(
                JournalRow.table_id == row.id, JournalRow.seq > seen, JournalRow.seq <= now
            )
            return now if all(kind in ACCESS for kind in session.exec(wanted)) else seen

    def journal(self, code: str) -> list[JournalRow]:
        """All journal rows of a table, in order."""
        with self._reading() as session:
            return self._rows(session, self._row(session, code))

    def saved(self, code: str) -> Saved:
        """A table with its whole journal, for an export."""
        with self._reading() as session:
            row = self._row(session, code)
            return Saved(row, self._rows(session, row))

    # -- inside ---------------------------------------------------------------------------------

    def _row(self, session: Session, code: str, *, lock: bool = False) -> TableRow:
        wanted = select(TableRow).where(TableRow.code == normalised(code))
        row = session.exec(wanted.with_for_update() if lock else wanted).first()
        if row is None:
            raise NotFound(f"there is no table {normalised(code)}")
        return row

    def _rows(self, session: Session, row: TableRow, since: int = 0) -> list[JournalRow]:
        wanted = (
            select(JournalRow)
            .where(JournalRow.table_id == row.id)
            .where(JournalRow.seq > since, JournalRow.seq <= row.seq)
            .order_by(col(JournalRow.seq))
        )
        return list(session.exec(wanted))

    def _stored(self, session: Session, row: TableRow, known: Stored | None = None) -> Stored:
        """The table at the position of `row`, even if rows were added since."""
        return Stored(row, self._state(session, row, known))

    def _state(self, session: Session, row: TableRow, known: Stored | None) -> State:
        use = known if known and known.id == row.id and known.seq <= row.seq else None
        if use and use.seq == row.seq:
            return use.state
        wanted = (
            select(JournalRow.kind, JournalRow.hand, JournalRow.answers, JournalRow.form)
            .where(JournalRow.table_id == row.id)
            .where(JournalRow.seq > (use.seq if use else 0), JournalRow.seq <= row.seq)
            .order_by(col(JournalRow.seq))
        )
        acts = [Act(*each) for each in session.exec(wanted)]
        if use is None:
            return State.of(Record.from_json(row.start), acts)
        if any(act.kind == ERASE for act in acts):
            return self._state(session, row, None)  # `known` still has the erased name
        state = use.state
        for act in acts:
            state = state.after(act) if act.kind in RECORD_ACTS else state
        return state

    def _late(self, session: Session, row: TableRow, seen: int, submission: str) -> Stored:
        """For an act at an old position: the table if it was entered before; else StaleWrite."""
        stored = self._stored(session, row)
        wanted = select(JournalRow.seq).where(
            JournalRow.table_id == row.id, JournalRow.submission == submission
        )
        if session.exec(wanted).first() is not None:
            return stored
        raise StaleWrite(stored, self._rows(session, row, seen))
