"""Looking at tables and their journals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from companion.record import Act, Record
from companion.store.engine import connect
from companion.store.exchange import Saved
from companion.store.models import JournalRow, TableRow
from companion.store.state import ACCESS, ERASE, RECORD_ACTS, State
from companion.store.stored import NotFound, Stale, Stored, normalised

SEQ = select(TableRow.seq).where(TableRow.code == bindparam("code"))
"""Made once and run without a session: every poll asks it, and a session doubles what it takes."""


class Reading:
    """The tables of one database, to be looked at."""

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

    def table(self, code: str, known: Stored | None = None) -> Stored:
        """The table of that watch code; NotFound when there is none.

        Of a table that is `known` from before, only what was entered since is read.
        """
        with self._reading() as session:
            return self._stored(session, self._row(session, code), known)

    def tables(self, status: str | None = None, limit: int = 50) -> list[Stored]:
        """The tables played at last, newest first; all of them or those of one status."""
        wanted = select(TableRow).order_by(col(TableRow.touched).desc(), col(TableRow.id).desc())
        if status:
            wanted = wanted.where(TableRow.status == status)
        with self._reading() as session:
            return [self._stored(session, row) for row in session.exec(wanted.limit(limit)).all()]

    def seq(self, code: str) -> int:
        """Where the journal of a table stands; NotFound when there is no such table."""
        with self._reader.connect() as connection:
            found: int | None = connection.scalar(SEQ, {"code": normalised(code)})
        if found is None:
            raise NotFound(f"there is no table {normalised(code)}")
        return found

    def caught_up(self, code: str, seen: int, now: int) -> int:
        """`now` for somebody who has seen all that was entered up to there: rows that only tell who
        may write pass nobody by. Otherwise `seen`."""
        if not seen < now:
            return seen
        with self._reading() as session:
            row = self._row(session, code)
            wanted = select(JournalRow.kind).where(
                JournalRow.table_id == row.id, JournalRow.seq > seen, JournalRow.seq <= now
            )
            return now if all(kind in ACCESS for kind in session.exec(wanted)) else seen

    def journal(self, code: str) -> list[JournalRow]:
        """Everything that was done at a table, in order."""
        with self._reading() as session:
            return self._rows(session, self._row(session, code))

    def saved(self, code: str) -> Saved:
        """A table with its whole journal, for a file."""
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
        """The table as that row of it says, even where more has been entered meanwhile."""
        return Stored(row, self._state(session, row, known))

    def _state(self, session: Session, row: TableRow, known: Stored | None) -> State:
        use = known if known and known.id == row.id and known.seq <= row.seq else None
        if use and use.seq == row.seq:
            return use.state
        wanted = (
            select(JournalRow.kind, JournalRow.hand, JournalRow.answers)
            .where(JournalRow.table_id == row.id)
            .where(JournalRow.seq > (use.seq if use else 0), JournalRow.seq <= row.seq)
            .order_by(col(JournalRow.seq))
        )
        acts = [Act(*each) for each in session.exec(wanted)]
        if use is None:
            return State.of(Record.from_json(row.start), acts)
        if any(act.kind == ERASE for act in acts):
            return self._state(session, row, None)  # what is known has the name that was erased
        state = use.state
        for act in acts:
            state = state.after(act) if act.kind in RECORD_ACTS else state
        return state

    def _late(self, session: Session, row: TableRow, seen: int, submission: str) -> Stored:
        """What to say to an act that came after another one: the same one again, or Stale."""
        stored = self._stored(session, row)
        wanted = select(JournalRow.seq).where(
            JournalRow.table_id == row.id, JournalRow.submission == submission
        )
        if session.exec(wanted).first() is not None:
            return stored
        raise Stale(stored, self._rows(session, row, seen))
