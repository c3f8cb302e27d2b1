"""The rows of the database: read, and added by entering acts and importing tables."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from hmac import compare_digest
from sys import intern
from typing import Any, TypeAlias

from sqlalchemy import Dialect, bindparam
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from companion import budget, clock
from companion.engine.record import MAX_NAME, MAX_TEXT, RECORD_ACTS, Act, BadRecord, Record, clean
from companion.store.engine import connect
from companion.store.models import (
    ACCESS,
    ARRIVING,
    ERASE,
    JournalRow,
    NotFound,
    StaleWrite,
    State,
    Stored,
    TableRow,
    metadata,
    normalised,
    standing_texts,
)
from companion.store.saved import EVENING, Saved
from companion.store.summaries import carry_on

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
"""Letters of watch codes: none easily confused, and no vowels, so no words."""
CODE_LENGTH, HOSTED_LENGTH = 6, 8
"""Length of watch codes at home, and on a public server, where an attacker could guess them."""
MAX_SUBMISSION = 64
MAX_ACTS = EVENING - 100
"""Limit of journal rows for acts; the rest is reserved for status changes."""


Ready: TypeAlias = tuple[Any, ...]
"""The values of a journal row as the driver takes them; the table's id is left out."""
Entry: TypeAlias = tuple[Act, dict[str, str]]
"""(act, the answers it replaces)."""
COLUMNS = [name for name in JournalRow.model_fields if name != "table_id"]


class NothingToDo(Exception):
    """Raised if there is nothing to undo or redo."""


def enterable(acts: Sequence[Act], seen: int, submission: str) -> None:
    """BadRecord for a bad submission id, no acts, or a full journal."""
    if not 0 < len(submission) <= MAX_SUBMISSION:
        raise BadRecord(f"a submission id has 1 to {MAX_SUBMISSION} letters")
    if not acts:
        raise BadRecord("nothing was to be entered")
    if seen >= MAX_ACTS:
        raise BadRecord(
            f"this table has {MAX_ACTS} entries and corrections, and takes no more: "
            "begin another table; this one stays as it is"
        )


def planned(state: State, acts: Sequence[Act]) -> tuple[State, list[Entry]]:
    entries: list[Entry] = []
    for act in acts:
        after = state.after(act)
        if after is state:
            raise NothingToDo
        target = state.target(act) or act
        written = Act(act.kind, target.hand, act.answers, act.form)
        entries.append((written, standing_texts(state.record, act, target)))
        state = after
    return state, entries


def enter(
    session: Session, row: TableRow, entries: Sequence[Entry],
    who: str = "", why: str = "", submission: str = "",
) -> None:  # fmt: skip
    """Appends rows that leave the record as it is to a table's journal, or rows without a summary.
    StaleDataError if it was changed concurrently."""
    dialect, now, before = session.get_bind().dialect, clock.now(), row.seq
    enter_ready(session, row, entry_rows(dialect, row, entries, now, who, why, submission), now)
    carry_on(session, row, before, (act.kind for act, _ in entries))


def entry_rows(
    dialect: Dialect, row: TableRow, entries: Sequence[Entry], at: datetime,
    who: str = "", why: str = "", submission: str = "",
) -> list[Ready]:  # fmt: skip
    """The rows of entries that come next in a table's journal."""
    first, form = row.seq + 1, submission or secrets.token_urlsafe(12)
    every = {"at": at, "who": clean(who)[:MAX_NAME], "why": clean(why)[:MAX_TEXT]}
    return ready(dialect, (
        {**every, "seq": first + place, "kind": act.kind, "hand": act.hand,
         "answers": dict(act.answers), "replaced": replaced, "form": act.form or first,
         "submission": secrets.token_urlsafe(12) if place else form}
        for place, (act, replaced) in enumerate(entries)
    ))  # fmt: skip


def ready(dialect: Dialect, rows: Iterable[Mapping[str, Any]]) -> list[Ready]:
    """Journal rows with the values that SQLAlchemy would convert one by one while others wait."""
    types = ((name, metadata.tables["journal"].columns[name].type) for name in COLUMNS)
    binders = [(name, each.dialect_impl(dialect).bind_processor(dialect)) for name, each in types]
    return [
        tuple([convert(row[name]) if convert else row[name] for name, convert in binders])
        for row in rows
    ]


def insert(session: Session, table: int, rows: Sequence[Ready]) -> None:
    """Inserts rows of a table."""
    marks = ", ".join("?" * len(COLUMNS))
    columns = f"table_id, {', '.join(COLUMNS)}"
    run(session, f"INSERT INTO journal ({columns}) VALUES ({table:d}, {marks})", rows)


def run(session: Session, statement: str, rows: Sequence[Ready]) -> None:
    """Runs a statement of the driver for each row."""
    connection = session.connection()
    if connection.dialect.paramstyle != "qmark":
        statement = statement.replace("?", "%s")
    if rows:
        connection.exec_driver_sql(statement, list(rows))


def enter_ready(session: Session, row: TableRow, rows: Sequence[Ready], at: datetime) -> None:
    """Appends rows that are ready to a table's journal, as `enter`."""
    row.seq, row.touched = row.seq + len(rows), at
    session.flush()  # raises StaleDataError before anything is added
    insert(session, row.id or 0, rows)


def new_key() -> str:
    """A random scorer's key, 192 bits."""
    return secrets.token_urlsafe(24)


SEQ = select(TableRow.seq).where(TableRow.code == bindparam("code"))
"""The query for a table's `seq`, run by every poll: prebuilt, and without a session, which would
double its cost."""


class StoreReader:
    """Read access to the tables of one database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.reader, self.writer = connect(url)

    def close(self) -> None:
        """Closes every connection."""
        self.reader.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with Session(self.reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def looking(self, code: str) -> Iterator[tuple[Session, TableRow]]:
        """A read session and a table's row; NotFound if there is none."""
        with self.reading() as session:
            yield session, self.row(session, code)

    def table(self, code: str, known: Stored | None = None) -> Stored:
        """The table with that watch code; NotFound if there is none.

        With an earlier version (`known`) only later journal rows are read.
        """
        with self.looking(code) as (session, row):
            return self._stored(session, row, known)

    def tables(self, status: str | None = None, limit: int = 50) -> list[Stored]:
        """Tables by last change, newest first; all, or those of one status."""
        wanted = select(TableRow).order_by(col(TableRow.touched).desc(), col(TableRow.id).desc())
        wanted = wanted.where(TableRow.status == status if status else TableRow.status != ARRIVING)
        with self.reading() as session:
            return [self._stored(session, row) for row in session.exec(wanted.limit(limit)).all()]

    def seq(self, code: str) -> int:
        """The number of the last row of a table's journal; NotFound if there is no such table."""
        with self.reader.connect() as connection:
            number: int | None = connection.scalar(SEQ, {"code": normalised(code)})
        if number is None:
            raise NotFound(f"there is no table {normalised(code)}")
        return number

    def caught_up(self, code: str, seen: int, now: int) -> int:
        """`now` if only access-control rows came after `seen`; otherwise `seen`."""
        if not seen < now:
            return seen
        with self.looking(code) as (session, row):
            wanted = select(JournalRow.kind).where(
                JournalRow.table_id == row.id, JournalRow.seq > seen, JournalRow.seq <= now
            )
            return now if all(kind in ACCESS for kind in session.exec(wanted)) else seen

    def codes(self) -> list[str]:
        """The watch codes of all tables, deleted ones included, by last change, oldest first."""
        wanted = select(TableRow.code).order_by(col(TableRow.touched), col(TableRow.id))
        with self.reading() as session:
            return list(session.exec(wanted))

    def journal(self, code: str) -> list[JournalRow]:
        """All journal rows of a table, in order."""
        with self.looking(code) as (session, row):
            return self.rows(session, row)

    def saved(self, code: str) -> Saved:
        """A table with its whole journal, for an export."""
        with self.looking(code) as (session, row):
            return Saved(row, self.rows(session, row))

    # -- inside ---------------------------------------------------------------------------------

    def row(self, session: Session, code: str, *, lock: bool = False) -> TableRow:
        """A table's row; NotFound if there is none."""
        wanted = select(TableRow).where(
            TableRow.code == normalised(code), TableRow.status != ARRIVING
        )
        if lock:
            wanted = wanted.with_for_update().options(defer(TableRow.start))  # type: ignore[arg-type]
        row = session.exec(wanted).first()
        if row is None:
            raise NotFound(f"there is no table {normalised(code)}")
        return row

    def rows(self, session: Session, row: TableRow, since: int = 0) -> list[JournalRow]:
        """The journal of a table after row `since`."""
        budget.expect(row.seq - since)
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
        budget.expect((row.seq - (use.seq if use else 0)) // 4)  # quicker than a replay
        wanted = (
            select(JournalRow.kind, JournalRow.hand, JournalRow.answers, JournalRow.form)
            .where(JournalRow.table_id == row.id)
            .where(JournalRow.seq > (use.seq if use else 0), JournalRow.seq <= row.seq)
            .order_by(col(JournalRow.seq))
        )
        # Each row has its own copy of the word for its kind.
        acts = [
            Act(intern(kind), hand, answers, form)
            for kind, hand, answers, form in session.exec(wanted)
        ]
        if use is None:
            return State.of(Record.from_json(row.start), acts)
        if any(act.kind == ERASE for act in acts):
            return self._state(session, row, None)  # `known` still has the erased name
        state = use.state
        for act in acts:
            state = state.after(act) if act.kind in RECORD_ACTS else state
        return state

    def _late(self, session: Session, row: TableRow, seen: int, submission: str) -> Stored:
        """An outdated write: the table if this submission was entered before; else StaleWrite."""
        stored = self._stored(session, row)
        wanted = select(JournalRow.seq).where(JournalRow.table_id == row.id)
        if session.exec(wanted.where(JournalRow.submission == submission)).first() is not None:
            return stored
        raise StaleWrite(stored, self.rows(session, row, seen))


def digest(secret: str) -> str:
    """The SHA-256 of a phone's secret; "" for an empty one."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


def same(one: str, other: str) -> bool:
    """True if two secrets are equal, in constant time."""
    return compare_digest(one.encode(), other.encode())


def writes(table: TableRow, phone: str, key: str) -> bool:
    """True for the phone, by its secret, that took over scoring last; if none did, for every phone
    with the key."""
    return same(digest(phone), table.scorer) if table.scorer else same(key, table.key)
