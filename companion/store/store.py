"""Store: read and write access to the tables of one database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, col

from companion import budget, clock
from companion.engine.record import Act, BadRecord, Record, clean
from companion.store.engine import WAIT, Trouble
from companion.store.inserting import UNITS, insert_table, journal_rows
from companion.store.made import made, make, unmake
from companion.store.models import (
    CameTo,
    FormRow,
    JournalRow,
    StaleWrite,
    Stored,
    TableRow,
    cleaned,
)
from companion.store.rows import (
    CODE_LENGTH,
    MAX_SUBMISSION,
    NothingToDo,
    Ready,
    StoreReader,
    enter,
    enter_ready,
    enterable,
    entry_rows,
    planned,
)
from companion.store.saved import Saved
from companion.store.summaries import Summaries, Summarised, remove, write

if TYPE_CHECKING:
    from companion.store.onefile import OneFile

T = TypeVar("T")


class Store(StoreReader):
    """The tables of one database. Thread-safe: one object serves a whole process."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._sqlite = self.reader.dialect.name == "sqlite"
        # Writers queue here; SQLite would make them sleep and retry.
        self._turn = threading.Lock()
        self.code_length = CODE_LENGTH
        self.summaries = Summaries(self)
        self.file: OneFile | None = None
        """The served file. The store checks it before and after every change."""

    def ready(self) -> None:
        """Trouble if the database cannot be read or written."""
        with self.writing() as session:
            # A read-only file lets a transaction begin, but refuses this.
            session.exec(delete(TableRow).where(col(TableRow.id) == -1))

    # -- beginning ------------------------------------------------------------------------------

    def begin(
        self,
        record: Record,
        edition: int = 1,
        who: str = "",
        *,
        submission: str = "",
        instead: str = "",
        summary: Summarised | None = None,
    ) -> Stored:
        """A new table with this start record; a repeated submission returns the same one.

        `instead` is what several forms begin: they return one table as long as it is played; `made`
        is its summary.
        """
        if len(submission) > MAX_SUBMISSION:
            raise BadRecord(f"a submission id has 1 to {MAX_SUBMISSION} letters")
        form, begun = clean(submission), Saved.beginning(record, edition, who)
        code = self.creating(lambda tx: self._begun(tx, begun, form, instead, summary).code)
        return self.table(code)

    def made(self, form: str) -> str:
        """Return the watch code, or the id of the set or club, that a form created; "" if none."""
        with self.reading() as session:
            return made(session, form)

    def _begun(
        self, session: Session, begun: Saved, form: str, instead: str, summary: Summarised | None
    ) -> TableRow:
        if code := made(session, form):
            return self.row(session, code)
        if code := made(session, instead):
            row = self.row(session, code)
            if row.status == "playing":
                make(session, form, code)
                return row
        row = insert_table(session, begun, self.code_length)
        if summary:
            write(session, [(row, summary)])
        make(session, form, row.code)
        if instead:
            session.merge(FormRow(form=instead, thing=row.code))
        return row

    def creating(self, work: Callable[[Session], T]) -> T:
        """Does the work in a write transaction; again if a random code is taken, or the same form
        was submitted concurrently."""
        while True:
            try:
                with self.writing() as session:
                    return work(session)
            except IntegrityError:
                continue

    # -- entering -------------------------------------------------------------------------------

    def act(
        self,
        code: str,
        *acts: Act,
        seen: int,
        submission: str,
        who: str = "",
        why: str = "",
        known: Stored | None = None,
        apart: bool = False,
        summarise: Callable[[Record], Summarised] | None = None,
    ) -> Stored:
        """Enters acts, a row each, all or none, from a client that has seen the journal up to row
        `seen`; StaleWrite if there are later rows.

        A repeated submission is ignored. One undo takes all back, unless they are entered `apart`.
        The status of a finished or abandoned table becomes "playing". `known` is as in `table`.
        `summarise` makes the summary of the record that the acts lead to.
        """
        enterable(acts, seen, submission)
        wanted = [replace(cleaned(act), form=seen + 1 + apart * place)
                  for place, act in enumerate(acts)]  # fmt: skip
        form = clean(submission) or "-"
        with self.looking(code) as (session, row):
            # A stale submission is refused without waiting for the write lock.
            if row.seq != seen:
                return self._late(session, row, seen, form)
            before = self._stored(session, row, known)
        try:
            after, entries = planned(before.state, wanted)
        except NothingToDo:
            return before
        summary = summarise(after.record) if summarise else None
        now = clock.now()
        rows = entry_rows(self.writer.dialect, row, entries, now, who, why, form)
        try:
            self._enter(row, rows, now, summary)
        except StaleDataError:
            with self.looking(code) as (session, row):
                return self._late(session, row, seen, form)
        except IntegrityError:
            return self.table(code)  # this very submission was entered as row `seen` or before
        return Stored(row, after)

    def append(
        self, code: str, rows: Sequence[JournalRow], *, seen: int, summary: Summarised | None = None
    ) -> Stored:
        """Appends rows entered in another copy, which keep author and time; the table is then being
        played, and `made` is its summary. StaleWrite if there are rows after `seen`."""
        with self.looking(code) as (session, row):
            if row.seq != seen:
                return self._late(session, row, seen, "-")
        values = journal_rows(self.writer.dialect, (
            {**dict(each), "seq": place, "form": max(seen + 1, place - (each.seq - each.form))}
            for place, each in enumerate(rows, seen + 1)
        ))  # fmt: skip
        try:
            self._enter(row, values, clock.now(), summary)
        except StaleDataError:
            with self.looking(code) as (session, row):
                return self._late(session, row, seen, "-")
        return self.table(code)

    def _enter(
        self, row: TableRow, rows: Sequence[Ready], at: datetime, summary: Summarised | None
    ) -> None:
        with self.writing() as session:
            session.add(row)
            row.status, row.came_to = "playing", None
            enter_ready(session, row, rows, at)
            write(session, [(row, summary)]) if summary else remove(session, row)

    # -- the end of a game ----------------------------------------------------------------------

    def settle(
        self,
        code: str,
        totals: Mapping[str, int],
        winners: Iterable[str] = (),
        *,
        seen: int | None = None,
        who: str = "",
    ) -> Stored:
        """Marks a table as finished, with its totals and winners as an assertion.

        `seen` is the row up to which it was replayed; StaleWrite if there are later rows.
        """
        came_to = CameTo(dict(totals), tuple(winners))
        answers: dict[str, str | None] = {f"total {k}": str(v) for k, v in totals.items()}
        answers["winners"] = " ".join(came_to.winners) or "none"
        return self.mark_as(code, "settle", "finished", who, answers, came_to, seen)

    def mark_as(
        self,
        code: str,
        kind: str,
        status: str,
        who: str = "",
        answers: Mapping[str, str | None] | None = None,
        came_to: CameTo | None = None,
        seen: int | None = None,
    ) -> Stored:
        """Sets a table's status, with a journal row; no row if nothing changes."""
        while True:
            stored = self.table(code)
            row = stored.row
            if seen is not None and seen != row.seq:
                raise StaleWrite(stored, self.journal(code)[seen:])
            if (row.status, row.came_to) == (status, came_to):
                return stored
            try:
                with self.writing() as session:
                    session.add(row)
                    row.status, row.came_to = status, came_to
                    enter(session, row, [(Act(kind, 0, answers or {}), {})], who)
                return stored
            except StaleDataError:
                continue  # something was entered meanwhile

    # -- forgetting ------------------------------------------------------------------------------

    def forget(self, code: str) -> None:
        """Deletes a table and its journal permanently; a long journal from its end, in portions."""
        if self.file:
            self.file.fewer()
        with self.looking(code) as (_, row):
            of_table, last = delete(JournalRow).where(col(JournalRow.table_id) == row.id), row.seq
        while last > UNITS:
            with self.changing(code) as (session, row):
                row.seq = last = max(0, row.seq - UNITS)
                session.exec(of_table.where(col(JournalRow.seq) > last))
        with self.changing(code) as (session, row):
            session.exec(of_table)
            remove(session, row)
            unmake(session, row.code)
            session.delete(row)
        if self._sqlite:
            with self.reader.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def changing(self, code: str) -> Iterator[tuple[Session, TableRow]]:
        """A write transaction with a table's row, locked; its start is read when it is used."""
        with self.writing() as session:
            yield session, self.row(session, code, lock=True)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A write transaction; Trouble if the lock or a connection is not free in time.

        From here on the request is not stopped by its budget: the client must learn what was saved.
        """
        budget.begin(None)
        if self._sqlite and not self._turn.acquire(timeout=WAIT):
            raise Trouble("database is locked: other entries are waiting", "locked")
        try:
            if self.file:
                self.file.same()
            with Session(self.writer, expire_on_commit=False) as session, session.begin():
                yield session
            if self.file:
                # Nothing is acknowledged that went into a file which is not there any more.
                self.file.same(written=True)
        except NoConnection as error:
            raise Trouble("every connection to the database is in use", "locked") from error
        finally:
            if self._sqlite:
                self._turn.release()
