"""Tables and their journals: begin, act, look, settle, forget."""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from companion.late import Late
from companion.record import MAX_NAME, MAX_TEXT, Act, BadRecord, Record, clean
from companion.store.engine import MEMORY, WAIT, Engines, Glance, Trouble, moment, sqlite_file
from companion.store.exchange import MAX_ROWS, Saved
from companion.store.sets import RuleSets
from companion.store.state import RECORD_ACTS, Row, State, cleaned

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy import Row as SqlRow

    from companion.store import sql
else:
    sql = Late("companion.store.sql")

Found: TypeAlias = "Head | SqlRow[*tuple[Any, ...]]"

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
"""Of a watch code: none that looks like another, no vowels and so no words."""
CODE_LENGTH = 6
MAX_SUBMISSION = 64
CACHED = 64
"""Tables whose latest state is kept in memory."""
MAX_ACTS = MAX_ROWS - 100
"""Rows after which nothing more is entered at a table; what is left over is for settling it."""


class NotFound(LookupError):
    """There is no table with that code."""


@dataclass(frozen=True)
class Marks:
    """What the totals were after each hand: an assertion about any later replay."""

    edition: int
    """The edition of the game that came to it."""
    seq: int
    """The row of the journal up to which it was replayed."""
    hands: Mapping[int, Mapping[str, int]]
    """Totals by side, by the number of the hand."""


@dataclass(frozen=True)
class Stored:
    """A table as it stands after row `seq` of its journal."""

    id: int
    code: str
    """For watchers: short, read out across a room."""
    key: str
    """For scorers: long, passed on as a link."""
    game: str
    edition: int
    record: Record
    seq: int
    status: str
    """"playing", "finished" or "abandoned"."""
    begun: datetime
    touched: datetime
    undoable: Act | None
    redoable: Act | None
    totals: dict[str, int] | None
    """What a finished table came to, by side, as an assertion about any later replay."""
    winners: tuple[str, ...] = field(default=())
    """The sides that won a finished table; none is a draw."""
    marks: Marks | None = None
    state: State | None = field(default=None, compare=False, repr=False)
    """What the record is a copy of: the same object until something is entered, and never changed.
    Another process, or a memory that was full, may bring another one of the same content."""


class Stale(Exception):
    """The journal has moved on: the table as it stands now, and the rows not seen."""

    def __init__(self, stored: Stored, rows: list[Row]) -> None:
        super().__init__(stored.code, stored.seq)
        self.stored = stored
        self.rows = rows


class Head(NamedTuple):
    """A table's row, as it is read: all of it that anybody looks at."""

    id: int
    code: str
    key: str
    game: str
    edition: int
    start: str
    seq: int
    status: str
    begun: datetime
    touched: datetime
    totals: str | None
    marks: str | None


# What SQLite is asked without the way through the pool.
_SEQ_IN_SQLITE = "select seq from tables where code = ?"
_HEAD_IN_SQLITE = f"select {', '.join(Head._fields)} from tables where code = ?"
_ACTS_IN_SQLITE = (
    "select kind, hand, answers from journal"
    " where table_id = ? and seq > ? and seq <= ? order by seq"
)


class Store:
    """The tables of one database. One object serves all threads of a process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engines = Engines(url)
        file = sqlite_file(url)
        self._sqlite = file is not None
        self._glance = Glance(file) if file and file != MEMORY else None
        # Writers queue here in the order they come; left to SQLite they would sleep and retry.
        self._turn = threading.Lock()
        self._states: OrderedDict[int, tuple[int, str, State]] = OrderedDict()
        """By table: up to which row, from which start, and the state."""
        self._seen: OrderedDict[str, tuple[tuple[Any, ...], Stored]] = OrderedDict()
        """By code, in SQLite: the row of a table, and the table as that row says."""
        self._guard = threading.Lock()
        self.sets = RuleSets(self)

    def close(self) -> None:
        """Closes every connection."""
        if self._glance:
            self._glance.close()
        self._engines.close()

    @property
    def _reader(self) -> Engine:
        return self._engines.reader

    @property
    def _writer(self) -> Engine:
        return self._engines.writer

    # -- looking --------------------------------------------------------------------------------

    def table(self, code: str) -> Stored:
        """The table of that watch code; NotFound when there is none."""
        if self._glance is None:
            with self._reader.connect() as connection:
                return self._stored(connection, self._head(connection, code))
        now = self._glance.row(_HEAD_IN_SQLITE, plain(code))
        if now is None:
            raise NotFound(f"there is no table {plain(code)}")
        with self._guard:
            before, known = self._seen.get(plain(code), (None, None))
        if now == before and known and known.state:
            return replace(known, record=known.state.record.copy())
        found = self._stored(None, _read(now))
        with self._guard:
            self._seen[plain(code)] = now, found
            if len(self._seen) > CACHED:
                self._seen.popitem(last=False)
        # What was seen stays as it is; whoever asked may try things out on what they got.
        return replace(found, record=found.record.copy())

    def by_key(self, key: str) -> Stored:
        """The table of that scorer key; NotFound when there is none."""
        with self._reader.connect() as connection:
            head = connection.execute(sql.BY_KEY, {"key": key}).first()
            if head is None:
                raise NotFound("there is no table with that key")
            return self._stored(connection, head)

    def tables(self, status: str | None = None, limit: int = 50) -> list[Stored]:
        """The tables played at last, newest first; all of them or those of one status."""
        wanted = sql.LATEST.limit(limit)
        if status:
            wanted = wanted.where(sql.tables.c.status == status)
        with self._reader.connect() as connection:
            heads = connection.execute(wanted).all()
            return [self._stored(connection, head) for head in heads]

    def seq(self, code: str) -> int:
        """Where the journal of a table stands; NotFound when there is no such table."""
        if self._glance:
            row = self._glance.row(_SEQ_IN_SQLITE, plain(code))
            found = row[0] if row else None
        else:
            with self._reader.connect() as connection:
                found = connection.execute(sql.SEQ, {"code": plain(code)}).scalar()
        if found is None:
            raise NotFound(f"there is no table {plain(code)}")
        return int(found)

    def journal(self, code: str) -> list[Row]:
        """Everything that was done at a table, in order."""
        with self._reader.connect() as connection:
            return _rows(connection, self._head(connection, code).id)

    def saved(self, code: str) -> Saved:
        """A table with its whole journal, for a file."""
        with self._reader.connect() as connection:
            head = self._head(connection, code)
            who = connection.execute(sql.WHO, {"table": head.id}).scalar()
            rows = _rows(connection, head.id)
        rows = [row for row in rows if row.seq <= head.seq]
        start = Record.from_json(json.loads(head.start))
        return Saved(
            head.code, head.game, head.edition, str(who), head.status, head.begun, head.touched,
            start, rows, json.loads(head.totals) if head.totals else None,
            json.loads(head.marks) if head.marks else None,
        )  # fmt: skip

    def warm(self) -> None:
        """Brings in what entering needs, without entering anything."""
        with self._reader.connect() as connection:
            connection.execute(sql.SEQ, {"code": ""})

    def ready(self) -> None:
        """Trouble when the database cannot be read, or takes no entries."""
        with self._writing() as connection:
            connection.execute(sql.NOTHING)

    # -- changing -------------------------------------------------------------------------------

    def begin(
        self, record: Record, edition: int = 1, who: str = "", *, submission: str = ""
    ) -> Stored:
        """A new table that begins with this record; the same submission again begins no other."""
        if len(submission) > MAX_SUBMISSION:
            raise BadRecord(f"a submission id has 1 to {MAX_SUBMISSION} letters")
        now, form = _now(), clean(submission)
        begun = Saved("", record.game, edition, who, "playing", now, now, record, [], None)
        while True:
            try:
                with self._writing() as connection:
                    head = connection.execute(sql.BY_FORM, {"submission": form}).first()
                    if head is None or not form:
                        code = _new_code()
                        _restore(connection, code, begun, form or None)
                        head = self._head(connection, code)
                    return self._stored(connection, head)
            except sql.IntegrityError:
                continue  # the code is taken, or the same form came in just now

    def restore(self, saved: Iterable[Saved]) -> list[Stored]:
        """Tables from a file, with their journals: all of them or none. They get new codes."""
        saved = list(saved)
        while True:
            codes = [_new_code() for _ in saved]
            try:
                with self._writing() as connection:
                    for code, each in zip(codes, saved, strict=True):
                        _restore(connection, code, each)
            except sql.IntegrityError:
                continue  # a code is taken
            return [self.table(code) for code in codes]

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
    ) -> Stored:
        """Enters one act by somebody who has seen the journal up to row `seen`.

        Stale when it has moved on since. A submission that was entered before is not entered
        again. An act on a finished or abandoned table makes it one that is played. `marks` are what
        the totals by hand come to with it, kept at once.
        """
        return self.acts(
            code, [act], seen=seen, submission=submission, who=who, why=why, marks=marks
        )

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
    ) -> Stored:
        """Enters acts as `act` does, a row for each: all of them or none, and once.

        The first row has the submission's id, the others one that follows from it.
        """
        last = len(acts) - 1
        if not 0 < len(submission) <= MAX_SUBMISSION:
            raise BadRecord(f"a submission id has 1 to {MAX_SUBMISSION} letters")
        if seen >= MAX_ACTS:
            raise BadRecord(
                f"this table has {MAX_ACTS} entries and corrections, and takes no more: "
                "begin another table; this one stays as it is"
            )
        wanted, submission, code = [*map(cleaned, acts)], clean(submission) or "-", plain(code)
        head, after = None, None
        if self._glance and self.seq(code) > seen:
            # Nothing can be entered: whoever is told so waits for no writer, and none for them.
            with self._reader.connect() as connection:
                return self._late(connection, code, seen, submission)
        try:
            with self._writing() as connection:
                for place, act in enumerate(wanted):
                    noted = marks if place == last else None
                    head = _advance(connection, code, seen + place, "playing", None, noted)
                    if head is None:
                        return self._late(connection, code, seen, submission)
                    before = after or self._state(connection, head, head.seq - 1)
                    after = before.after(act)
                    if after is before:
                        connection.rollback()  # nothing to undo or redo
                        return self.table(code)
                    form = f"{submission[: MAX_SUBMISSION - 6]}.{place}" if place else submission
                    target = before.target(act) or act
                    written = Act(act.kind, target.hand, act.answers)
                    _enter(connection, head, written, before.standing(act), form, who, why)
        except sql.IntegrityError:
            return self.table(code)  # this very submission was entered as row `seen` or before
        if head is None or after is None:
            raise BadRecord("nothing was to be entered")
        self._keep(head, head.seq, after)
        return _stored(head, after)

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
        came_to = {"totals": dict(totals), "winners": list(winners)}
        answers: dict[str, str | None] = {f"total {k}": str(v) for k, v in totals.items()}
        answers["winners"] = " ".join(came_to["winners"]) or "none"
        return self._mark(code, "settle", "finished", who, answers, came_to, seen)

    def mark(self, stored: Stored, edition: int, hands: Mapping[int, Mapping[str, int]]) -> None:
        """Keeps what the totals were after each hand, unless the journal has moved on since."""
        marked = _marked(Marks(edition, stored.seq, hands))
        with self._writing() as connection:
            values = {"which": stored.code, "seen": stored.seq, "marked": marked}
            connection.execute(sql.MARK, values)

    def reopen(self, code: str, *, who: str = "") -> Stored:
        """The game goes on after all; the assertion stays in the journal only."""
        return self._mark(code, "reopen", "playing", who)

    def abandon(self, code: str, *, who: str = "") -> Stored:
        """The table stops where it is."""
        return self._mark(code, "abandon", "abandoned", who)

    def resume(self, code: str, *, who: str = "") -> Stored:
        """An abandoned table goes on."""
        return self._mark(code, "resume", "playing", who)

    def rekey(self, code: str) -> Stored:
        """Gives the table a new scorer key: whoever has the old one only watches from now on."""
        with self._writing() as connection:
            head = self._head(connection, code, lock=True)
            connection.execute(sql.REKEY, {"which": head.id, "fresh": secrets.token_urlsafe(24)})
            return self._stored(connection, self._head(connection, code))

    def forget(self, code: str) -> None:
        """Deletes a table and everything entered at it, for good."""
        with self._writing() as connection:
            table = {"table": self._head(connection, code, lock=True).id}
            connection.execute(sql.FORGET_ROWS, table)
            connection.execute(sql.FORGET, table)
        with self._guard:
            self._states.pop(table["table"], None)
            self._seen.pop(plain(code), None)
        if self._sqlite:
            with self._reader.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- inside ---------------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that writes. Nobody waits for it without end."""
        if self._sqlite and not self._turn.acquire(timeout=WAIT):
            raise Trouble("database is locked: other entries are waiting", "locked")
        try:
            with self._writer.begin() as connection:
                yield connection
        except sql.NoConnection as error:
            raise Trouble("every connection to the database is in use", "locked") from error
        finally:
            if self._sqlite:
                self._turn.release()

    def _mark(
        self,
        code: str,
        kind: str,
        status: str,
        who: str,
        answers: Mapping[str, str | None] | None = None,
        came_to: dict[str, Any] | None = None,
        seen: int | None = None,
    ) -> Stored:
        """Writes a row that changes the table's status, unless that is what it is already."""
        text = None if came_to is None else json.dumps(came_to, ensure_ascii=False)
        with self._writing() as connection:
            head = self._head(connection, code, lock=True)
            if seen is not None and seen != head.seq:
                raise Stale(self._stored(connection, head), _rows(connection, head.id, seen))
            state = self._state(connection, head, head.seq)
            if (head.status, head.totals) != (status, text):
                moved = _advance(connection, head.code, head.seq, status, text)
                assert moved is not None
                act = Act(kind, 0, answers or {})
                _enter(connection, moved, act, {}, secrets.token_urlsafe(12), who, "")
                head = moved
        self._keep(head, head.seq, state)
        return _stored(head, state)

    def _late(self, connection: Connection, code: str, seen: int, submission: str) -> Stored:
        """What to say to an act that came after another one: the same one again, or Stale."""
        head = self._head(connection, code)
        stored = self._stored(connection, head)
        if connection.execute(sql.SENT, {"code": code, "submission": submission}).first():
            return stored
        raise Stale(stored, _rows(connection, head.id, seen))

    def _head(self, connection: Connection, code: str, *, lock: bool = False) -> Found:
        head = connection.execute(
            sql.LOCKED if lock else sql.BY_CODE, {"code": plain(code)}
        ).first()
        if head is None:
            raise NotFound(f"there is no table {plain(code)}")
        return head

    def _stored(self, connection: Connection | None, head: Found) -> Stored:
        return _stored(head, self._state(connection, head, head.seq))

    def _state(self, connection: Connection | None, head: Found, seq: int) -> State:
        """The state after row `seq`. Rows never change, so what was derived once stays true.

        Without a connection they are read at a glance.

        Only erasing a name rewrites rows, by whatever process: it writes the start anew with them.
        """
        with self._guard:
            known, start, state = self._states.get(head.id, (-1, "", None))
        if state is None or known > seq or start != head.start:
            known, state = 0, State.of(Record.from_json(json.loads(head.start)))
        if known < seq:
            acts = _acts(self._entered(connection, head.id, known, seq))
            if known == 0:
                state = State.of(state.start, acts)
            else:
                for act in acts:
                    state = state.after(act) if act.kind in RECORD_ACTS else state
            self._keep(head, seq, state)
        return state

    def _entered(
        self, connection: Connection | None, table: int, since: int, until: int
    ) -> Sequence[Any]:
        """Kind, hand and answers of the rows after `since` and up to `until`."""
        if connection is None:
            assert self._glance is not None
            return self._glance.rows(_ACTS_IN_SQLITE, table, since, until)
        wanted = {"table": table, "since": since, "until": until}
        return connection.execute(sql.ACTS, wanted).all()

    def _keep(self, head: Found, seq: int, state: State) -> None:
        with self._guard:
            known, start, _ = self._states.get(head.id, (-1, "", None))
            if known < seq or start != head.start:
                self._states[head.id] = (seq, head.start, state)
            self._states.move_to_end(head.id)
            if len(self._states) > CACHED:
                self._states.popitem(last=False)


def plain(code: str) -> str:
    """A watch code as it is stored, however it was typed: "mkt rwx" is MKTRWX."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:12]


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _now() -> datetime:
    return datetime.now(UTC)


def _advance(
    connection: Connection,
    code: str,
    seen: int,
    status: str,
    totals: str | None,
    marks: Marks | None = None,
) -> Found | None:
    values = {"which": code, "seen": seen, "now": _now(), "state": status, "came_to": totals,
              "marked": _marked(marks) if marks else None}  # fmt: skip
    return connection.execute(sql.ADVANCE, values).first()


def _restore(
    connection: Connection, code: str, saved: Saved, submission: str | None = None
) -> None:
    row = {
        "code": code, "key": secrets.token_urlsafe(24), "game": saved.game,
        "edition": saved.edition, "who": clean(saved.who)[:MAX_NAME], "status": saved.status,
        "begun": saved.begun, "touched": saved.touched, "seq": len(saved.rows),
        "start": json.dumps(saved.start.limited().json(), ensure_ascii=False),
        "totals": json.dumps(saved.came_to, ensure_ascii=False) if saved.came_to else None,
        "submission": submission, "marks": json.dumps(saved.marks) if saved.marks else None,
    }  # fmt: skip
    table = connection.execute(sql.BEGIN, row).scalar_one()
    rows = [
        _journal_row(table, row.seq, row.at, row.act, row.replaced, secrets.token_urlsafe(12),
                     row.who, row.why)
        for row in saved.rows
    ]  # fmt: skip
    if rows:
        connection.execute(sql.ENTER, rows)


def _enter(
    connection: Connection,
    head: Found,
    act: Act,
    replaced: Mapping[str, str],
    submission: str,
    who: str,
    why: str,
) -> None:
    row = _journal_row(head.id, head.seq, head.touched, act, replaced, submission, who, why)
    connection.execute(sql.ENTER, row)


def _journal_row(
    table: int,
    seq: int,
    at: datetime,
    act: Act,
    replaced: Mapping[str, str],
    submission: str,
    who: str,
    why: str,
) -> dict[str, Any]:
    return {
        "table_id": table, "seq": seq, "at": at, "who": clean(who)[:MAX_NAME],
        "kind": act.kind,
        "hand": act.hand, "answers": json.dumps(act.answers, ensure_ascii=False),
        "replaced": json.dumps(replaced, ensure_ascii=False), "why": clean(why)[:MAX_TEXT],
        "submission": submission,
    }  # fmt: skip


def _read(row: Sequence[Any]) -> Head:
    """A row as SQLite has it; of dates it knows nothing but their text."""
    head = Head(*row)
    return head._replace(begun=moment(str(head.begun)), touched=moment(str(head.touched)))


def _acts(rows: Sequence[Any]) -> list[Act]:
    # All answers in one text are read in a third of the time.
    answers = json.loads(f"[{','.join(row[2] for row in rows)}]")
    return [Act(row[0], row[1], each) for row, each in zip(rows, answers, strict=True)]


def _rows(connection: Connection, table: int, since: int = 0) -> list[Row]:
    found = connection.execute(sql.ROWS, {"table": table, "since": since})
    return [
        Row(
            row.seq, row.at, row.who, Act(row.kind, row.hand, json.loads(row.answers)), row.why,
            json.loads(row.replaced),
        )
        for row in found
    ]  # fmt: skip


def _stored(head: Found, state: State) -> Stored:
    came_to = json.loads(head.totals) if head.totals else {}
    return Stored(
        id=head.id,
        code=head.code,
        key=head.key,
        game=head.game,
        edition=head.edition,
        # A copy: whoever gets it may try things out on it.
        record=state.record.copy(),
        seq=head.seq,
        status=head.status,
        begun=head.begun,
        touched=head.touched,
        undoable=state.done[-1] if state.done else None,
        redoable=state.undone[-1] if state.undone else None,
        totals=came_to.get("totals"),
        winners=tuple(came_to.get("winners", ())),
        marks=_marks(head.marks),
        state=state,
    )


def _marked(marks: Marks) -> str:
    return json.dumps({"edition": marks.edition, "seq": marks.seq, "hands": marks.hands})


def _marks(text: str | None) -> Marks | None:
    if not text:
        return None
    found = json.loads(text)
    hands = {int(number): totals for number, totals in found["hands"].items()}
    return Marks(found["edition"], found["seq"], hands)
