"""The tables of one database and their journals: begin, act, settle, forget."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, col, select

from companion.record import MAX_NAME, MAX_TEXT, Act, BadRecord, Record, clean
from companion.store.engine import WAIT, Trouble, sqlite_file
from companion.store.exchange import MAX_ROWS, Saved
from companion.store.models import CameTo, JournalRow, Marks, TableRow
from companion.store.reading import Reading
from companion.store.sets import RuleSets
from companion.store.state import State, cleaned
from companion.store.stored import Stale, Stored

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
"""Of a watch code: none that looks like another, no vowels and so no words."""
CODE_LENGTH, HOSTED_LENGTH = 6, 8
"""At home, and where anybody may come by and guess."""
MAX_SUBMISSION = 64
MAX_ACTS = MAX_ROWS - 100
"""Rows after which nothing more is entered at a table; what is left over is for settling it."""


Entry: TypeAlias = tuple[Act, dict[str, str]]
"""An act, and the answers that stood before where it writes."""


class Store(Reading):
    """The tables of one database. One object serves all threads of a process."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._sqlite = sqlite_file(url) is not None
        # Writers queue here in the order they come; left to SQLite they would sleep and retry.
        self._turn = threading.Lock()
        self.code_length = CODE_LENGTH
        self.sets = RuleSets(self)

    def ready(self) -> None:
        """Trouble when the database cannot be read, or takes no entries."""
        with self._writing() as session:
            # A file that may only be read lets a transaction begin, but not this.
            session.exec(delete(TableRow).where(col(TableRow.id) == -1))

    # -- beginning ------------------------------------------------------------------------------

    def begin(
        self, record: Record, edition: int = 1, who: str = "", *, submission: str = ""
    ) -> Stored:
        """A new table that begins with this record; the same submission again begins no other."""
        if len(submission) > MAX_SUBMISSION:
            raise BadRecord(f"a submission id has 1 to {MAX_SUBMISSION} letters")
        form, begun = clean(submission) or None, Saved.beginning(record, edition, who)
        while True:
            try:
                with self._writing() as session:
                    same = select(TableRow).where(TableRow.submission == form)
                    row = session.exec(same).first() if form else None
                    row = row or _restored(session, begun, self.code_length, form)
                    return self._stored(session, row)
            except IntegrityError:
                continue  # the code is taken, or the same form came in just now

    def restore(self, saved: Iterable[Saved]) -> list[Stored]:
        """Tables from a file, with their journals: all of them or none. They get new codes."""
        saved = list(saved)
        while True:
            try:
                with self._writing() as session:
                    rows = [_restored(session, each, self.code_length) for each in saved]
                return [self.table(row.code) for row in rows]
            except IntegrityError:
                continue  # a code is taken

    # -- entering -------------------------------------------------------------------------------

    def act(
        self,
        code: str,
        act: Act,
        *,
        seen: int,
        submission: str,
        who: str = "",
        why: str = "",
        marks: Marks | None = None,
        known: Stored | None = None,
    ) -> Stored:
        """Enters one act by somebody who has seen the journal up to row `seen`.

        Stale when it has moved on since. A submission that was entered before is not entered
        again. An act on a finished or abandoned table makes it one that is played. `marks` are what
        the totals by hand come to with it, kept at once; `known` is the table as in `table`.
        """
        return self.acts(
            code, [act], seen=seen, submission=submission, who=who, why=why, marks=marks,
            known=known,
        )  # fmt: skip

    def acts(
        self,
        code: str,
        acts: Sequence[Act],
        *,
        seen: int,
        submission: str,
        who: str = "",
        why: str = "",
        marks: Marks | None = None,
        known: Stored | None = None,
    ) -> Stored:
        """Enters acts as `act` does, a row for each: all of them or none, and once.

        The first row has the submission's id, the others one that follows from it.
        """
        _enterable(acts, seen, submission)
        wanted, form = [*map(cleaned, acts)], clean(submission) or "-"
        with self._reading() as session:
            row = self._row(session, code)
            # Whoever comes too late is told so here, and waits for no writer.
            if row.seq != seen:
                return self._late(session, row, seen, form)
            before = self._stored(session, row, known)
        try:
            after, entries = _planned(before.state, wanted)
        except _Nothing:
            return before
        try:
            with self._writing() as session:
                session.add(row)
                row.status, row.came_to, row.marks = "playing", None, marks or row.marks
                enter(session, row, entries, who, why, form)
        except StaleDataError:
            with self._reading() as session:
                return self._late(session, self._row(session, code), seen, form)
        except IntegrityError:
            return self.table(code)  # this very submission was entered as row `seen` or before
        return Stored(row, after)

    def append(
        self, code: str, rows: Sequence[JournalRow], as_of: TableRow, *, seen: int
    ) -> Stored:
        """Adds rows that were entered elsewhere, with who and when; the table then stands as it
        does there. Stale when the journal here has moved on since row `seen`."""
        with self._reading() as session:
            row = self._row(session, code)
            if row.seq != seen:
                return self._late(session, row, seen, "-")
        try:
            with self._writing() as session:
                session.add(row)
                row.seq, row.touched = seen + len(rows), datetime.now(UTC)
                row.status, row.came_to, row.marks = as_of.status, as_of.came_to, None
                session.flush()  # StaleDataError where the journal has moved on
                for place, each in enumerate(rows, seen + 1):
                    values: dict[str, Any] = each.model_dump()
                    fresh = {"table_id": row.id, "seq": place}
                    session.add(
                        JournalRow(**values | fresh | {"submission": secrets.token_urlsafe(12)})
                    )
        except StaleDataError:
            with self._reading() as session:
                return self._late(session, self._row(session, code), seen, "-")
        return self.table(code)

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
        """The game is over: what it came to is kept as an assertion.

        `seen` is the row up to which it was replayed; Stale when the journal has moved on since.
        """
        came_to = CameTo(dict(totals), tuple(winners))
        answers: dict[str, str | None] = {f"total {k}": str(v) for k, v in totals.items()}
        answers["winners"] = " ".join(came_to.winners) or "none"
        return self.mark_as(code, "settle", "finished", who, answers, came_to, seen)

    def mark(self, stored: Stored, edition: int, hands: Mapping[int, Mapping[str, int]]) -> None:
        """Keeps what the totals were after each hand, unless the journal has moved on since."""
        with self._writing() as session:
            row = self._row(session, stored.code, lock=True)
            if row.seq == stored.seq:
                row.marks = Marks(edition, stored.seq, hands)

    def reopen(self, code: str, *, who: str = "") -> Stored:
        """The game goes on after all; the assertion stays in the journal only."""
        return self.mark_as(code, "reopen", "playing", who)

    def abandon(self, code: str, *, who: str = "") -> Stored:
        """The table stops where it is."""
        return self.mark_as(code, "abandon", "abandoned", who)

    def resume(self, code: str, *, who: str = "") -> Stored:
        """An abandoned table goes on."""
        return self.mark_as(code, "resume", "playing", who)

    def mark_as(
        self,
        code: str,
        kind: str,
        status: str,
        who: str,
        answers: Mapping[str, str | None] | None = None,
        came_to: CameTo | None = None,
        seen: int | None = None,
    ) -> Stored:
        """Enters a row that changes the table's status, unless that is what it is already."""
        with self._writing() as session:
            row = self._row(session, code, lock=True)
            stored = self._stored(session, row)
            if seen is not None and seen != row.seq:
                raise Stale(stored, self._rows(session, row, seen))
            if (row.status, row.came_to) != (status, came_to):
                row.status, row.came_to = status, came_to
                enter(session, row, [(Act(kind, 0, answers or {}), {})], who)
            return stored

    # -- keys, and forgetting -------------------------------------------------------------------

    def rekey(self, code: str, *, who: str = "") -> Stored:
        """Gives the table a new scorer key: whoever has the old one only watches from now on."""
        with self._writing() as session:
            row = self._row(session, code, lock=True)
            row.key, touched = new_key(), row.touched
            enter(session, row, [(Act("rekey"), {})], who)
            row.touched = touched
            return self._stored(session, row)

    def forget(self, code: str) -> None:
        """Deletes a table and everything entered at it, for good."""
        with self._writing() as session:
            row = self._row(session, code, lock=True)
            session.exec(delete(JournalRow).where(col(JournalRow.table_id) == row.id))
            session.delete(row)
        if self._sqlite:
            with self._reader.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """A transaction that writes. Nobody waits for it without end."""
        if self._sqlite and not self._turn.acquire(timeout=WAIT):
            raise Trouble("database is locked: other entries are waiting", "locked")
        try:
            with (
                Session(self._writer, expire_on_commit=False) as session,
                session.begin(),
            ):
                yield session
        except NoConnection as error:
            raise Trouble("every connection to the database is in use", "locked") from error
        finally:
            if self._sqlite:
                self._turn.release()


class _Nothing(Exception):
    """There is nothing to undo or to redo."""


def _enterable(acts: Sequence[Act], seen: int, submission: str) -> None:
    """BadRecord for what no table takes."""
    if not 0 < len(submission) <= MAX_SUBMISSION:
        raise BadRecord(f"a submission id has 1 to {MAX_SUBMISSION} letters")
    if not acts:
        raise BadRecord("nothing was to be entered")
    if seen >= MAX_ACTS:
        raise BadRecord(
            f"this table has {MAX_ACTS} entries and corrections, and takes no more: "
            "begin another table; this one stays as it is"
        )


def _planned(state: State, acts: Sequence[Act]) -> tuple[State, list[Entry]]:
    entries: list[Entry] = []
    for act in acts:
        after = state.after(act)
        if after is state:
            raise _Nothing
        target = state.target(act) or act
        written = Act(act.kind, target.hand, act.answers)
        entries.append((written, state.standing(act)))
        state = after
    return state, entries


def enter(
    session: Session,
    row: TableRow,
    entries: Sequence[Entry],
    who: str = "",
    why: str = "",
    submission: str = "",
) -> None:
    """Adds rows to the journal of a table, which moves on."""
    before, now = row.seq, datetime.now(UTC)
    row.seq, row.touched = before + len(entries), now
    session.flush()  # StaleDataError where the journal has moved on, before anything is added
    form = submission or secrets.token_urlsafe(12)
    for place, (act, replaced) in enumerate(entries):
        session.add(
            JournalRow(
                table_id=row.id or 0,
                seq=before + place + 1,
                at=now,
                who=clean(who)[:MAX_NAME],
                kind=act.kind,
                hand=act.hand,
                answers=dict(act.answers),
                replaced=replaced,
                why=clean(why)[:MAX_TEXT],
                submission=f"{form[: MAX_SUBMISSION - 6]}.{place}" if place else form,
            )
        )


def _restored(
    session: Session, saved: Saved, letters: int, submission: str | None = None
) -> TableRow:
    """A row for a table from a file, and its journal; under a code and a key of its own."""
    given: dict[str, Any] = saved.row.model_dump(exclude={"id", "code", "key", "seq", "submission"})
    code = "".join(secrets.choice(LETTERS) for _ in range(letters))
    row = TableRow(code=code, key=new_key(), submission=submission, seq=len(saved.rows), **given)
    session.add(row)
    session.flush()
    for each in saved.rows:
        values: dict[str, Any] = each.model_dump()
        fresh = {"table_id": row.id, "submission": secrets.token_urlsafe(12)}
        session.add(JournalRow(**values | fresh))
    return row


def new_key() -> str:
    """A scorer's key that nobody guesses."""
    return secrets.token_urlsafe(24)
