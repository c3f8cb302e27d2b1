"""The database models, and the result of a journal: the record with its undo and redo stacks.

Values are validated when they are set; missing ones are refused by the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from sqlalchemy import (
    Column,
    Dialect,
    Index,
    Integer,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from companion.engine.record import (
    MAX_KEY,
    MAX_TEXT,
    RECORD_ACTS,
    Act,
    BadRecord,
    Record,
    clean,
    derive,
    last_form,
    standing_acts,
)

# Set before the first model, so that migrations can refer to every constraint by name.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
metadata: MetaData = SQLModel.metadata


class Json(TypeDecorator[Any]):
    """A column for values of one type, stored as JSON text.

    Text, because PostgreSQL's binary JSON would lose the order of a record's answers.
    """

    impl = Text
    cache_ok = True

    def __init__(self, of: Any) -> None:
        super().__init__()
        self.of = of
        self.adapter = TypeAdapter[Any](of)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else self.adapter.dump_json(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self.adapter.validate_json(value)


@dataclass(frozen=True)
class CameTo:
    """The final result of a table: an assertion about every later replay."""

    totals: dict[str, int]
    """By side code."""
    winners: tuple[str, ...] = ()
    """Codes of the sides that won; none for a draw."""


@dataclass(frozen=True)
class Invitation:
    """A short-lived invitation: a phone that knows the code or the digits is let in."""

    code: str
    """A long random code, shown as a QR code."""
    digits: str
    """Four digits, to be read out and typed."""
    until: datetime
    wrong: int = 0
    """Number of failed attempts with wrong digits."""


class Checked(SQLModel):
    """A model that validates values on assignment, which SQLModel does not do for tables."""

    model_config = {"validate_assignment": True}


DELETED = "deleted"
"""The status of a table that is in no list but can be restored."""
DEMO = "demo"
"""Head key of a demo table."""
ARRIVING = "arriving"
"""The status of a table while an import stores it, in portions: nothing shows it."""
GIVEN = {"autoincrement": False}
"""Of a part of a key that the database does not count on."""
_SEQ = Column("seq", Integer, nullable=False)


class TableRow(Checked, table=True):
    """One table: its start record, status, and position of the journal."""

    __tablename__ = "tables"
    # Ids are never reused, not even after a permanent deletion.
    __table_args__ = (
        Index("ix_tables_touched", "touched", "id"),
        Index("ix_tables_status_touched", "status", "touched", "id"),
        {"sqlite_autoincrement": True},
    )
    # Optimistic locking: an UPDATE requires that `seq` is unchanged since it was read.
    __mapper_args__ = {"version_id_col": _SEQ, "version_id_generator": False}

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=12, unique=True)
    """The watch code: short, to be read out; gives read access only."""
    key: str = Field(max_length=64, unique=True)
    """The secret of the scorer's link. A phone with the key may take over scoring."""
    game: str = Field(max_length=40)
    edition: int = Field(ge=0, le=999_999)
    """`Game.edition` when the table began."""
    start: dict[str, Any] = Field(sa_column=Column(Json(dict[str, Any]), nullable=False))
    """The record the table began with."""
    who: str = Field(max_length=40)
    begun: datetime
    touched: datetime
    seq: int = Field(sa_column=_SEQ)
    """The number of the last journal row; 0 for none."""
    status: str = Field(max_length=12)
    """"playing", "finished", "abandoned" or "deleted"."""
    came_to: CameTo | None = Field(default=None, sa_column=Column("totals", Json(CameTo)))
    scorer: str | None = Field(default=None, max_length=64, sa_column_kwargs={"name": "pencil"})
    """Digest of the scorer's phone. None: the browsers with the key may score."""
    invitation: Invitation | None = Field(default=None, sa_column=Column("door", Json(Invitation)))


class JournalRow(Checked, table=True):
    """One act at a table. Rows are only appended; only erasing a name changes one."""

    __tablename__ = "journal"
    # WITHOUT ROWID clusters the rows of a table, so that an entry writes few pages.
    __table_args__ = (UniqueConstraint("table_id", "submission"), {"sqlite_with_rowid": False})

    table_id: int = Field(
        foreign_key="tables.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs=GIVEN
    )
    seq: int = Field(primary_key=True, sa_column_kwargs=GIVEN)
    """From 1 within the table."""
    at: datetime
    who: str = Field(max_length=40)
    kind: str = Field(max_length=12)
    hand: int
    answers: dict[str, str | None] = Field(
        sa_column=Column(Json(dict[str, str | None]), nullable=False)
    )
    replaced: dict[str, str] = Field(sa_column=Column(Json(dict[str, str]), nullable=False))
    """The answers replaced, by key; keys that had none are left out."""
    why: str = Field(max_length=500)
    submission: str = Field(max_length=64)
    """The client's submission id, which makes the act idempotent."""
    form: int = Field(ge=1, sa_column=Column(Integer, nullable=False, server_default="0"))
    """`seq` of the first row of the same submission."""

    @property
    def act(self) -> Act:
        return Act(self.kind, self.hand, self.answers, self.form)


class PhoneRow(Checked, table=True):
    """A phone that was admitted at a table and may take over scoring."""

    __tablename__ = "phones"

    table_id: int = Field(
        foreign_key="tables.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs=GIVEN
    )
    phone: str = Field(max_length=64, primary_key=True)
    """Digest of the secret in its cookie."""
    seat: str = Field(max_length=3)
    """Seat code of its owner; "" if unknown."""
    who: str = Field(max_length=40)
    """The name used for it in the journal."""
    since: datetime


class FormRow(Checked, table=True):
    """A submitted form that has made something: submitted again, it makes nothing more."""

    __tablename__ = "forms"

    form: str = Field(max_length=64, primary_key=True)
    thing: str = Field(max_length=64, index=True)
    """Watch code of a table, id of a set, or key of a club."""


# -- a table after its journal ---------------------------------------------------------------------


ACCESS = ("link", "rekey", "pencil", "kept")
"""The access-control acts: the scorer's link was opened, its key changed, another phone took over
scoring, the scorer kept scoring. They do not change the record."""
ERASE = "erase"
"""The act of erasing a name, which has rewritten the rows before it."""


@dataclass(frozen=True)
class State:
    """A record with the acts that led to it. Immutable: `after` returns a new one."""

    start: Record
    done: tuple[Act, ...]
    undone: tuple[Act, ...]
    """Acts that can be redone; the next one is last."""
    record: Record

    @classmethod
    def of(cls, start: Record, acts: Iterable[Act] = ()) -> State:
        """The state after a whole journal."""
        done, undone = standing_acts(acts)
        return cls(start, tuple(done), tuple(undone), derive(start, done))

    def after(self, act: Act) -> State:
        """The state after one more act; itself if there is nothing to undo or redo.

        BadRecord if the act is illegal in any game.
        """
        if act.kind == "undo":
            if not self.done:
                return self
            done = self.done[:-1]
            return State(self.start, done, (*self.undone, self.done[-1]), derive(self.start, done))
        if act.kind == "redo":
            if not self.undone:
                return self
            act, undone = self.undone[-1], self.undone[:-1]
        elif act.kind in RECORD_ACTS:
            undone = ()
        else:
            raise BadRecord(f"“{act.kind}” is not something that can be done to a record")
        return State(self.start, (*self.done, act), undone, applied(self.record, act))

    def target(self, act: Act) -> Act | None:
        """The act that an undo or redo refers to, None if there is none; otherwise the act."""
        if act.kind == "undo":
            return self.done[-1] if self.done else None
        if act.kind == "redo":
            return self.undone[-1] if self.undone else None
        return act


def applied(record: Record, act: Act) -> Record:
    """The record after an act; both share the hands that it does not change. BadRecord if it is
    illegal."""
    after = Record(record.game, dict(record.head), list(record.hands))
    if act.kind not in ("insert", "remove") and 0 < act.hand <= len(after.hands):
        after.hands[act.hand - 1] = dict(after.hands[act.hand - 1])
    after.apply(act)
    return after.limited() if act.hand == 0 else after


BYTES = 200
"""Most bytes of a table's texts for each row that it may have."""


def written(*texts: Mapping[str, str | None]) -> int:
    """The bytes of these answers."""
    return sum(len(f"{key}{text}".encode()) for each in texts for key, text in each.items())


def standing_texts(record: Record, act: Act, target: Act | None) -> dict[str, str]:
    """The answers that an act overwrites or removes; `target` is what an undo or redo refers to."""
    if target is None:
        return {}
    texts = record.answers(target.hand)
    if target.kind in ("insert", "remove"):
        goes = (target.kind == "insert") == (act.kind == "undo")
        return dict(texts) if goes else {}
    return {key: texts[key] for key in target.answers if key in texts}


def cleaned(act: Act) -> Act:
    """The act in canonical form, truncated to the limits; BadRecord for an illegal key."""
    answers: dict[str, str | None] = {}
    for key, text in act.answers.items():
        key = clean(key)
        if not key or len(key) > MAX_KEY:
            raise BadRecord(f"“{key[:MAX_KEY]}” is not the key of an answer")
        answers[key] = None if text is None else clean(text)[:MAX_TEXT]
    return Act(act.kind, act.hand, answers, act.form)


class NotFound(LookupError):
    """No table has that code, no club that key, no set of house rules that id."""


class OfTable:
    """Base of classes with a table's row; they have its columns."""

    row: TableRow
    id: int
    code: str
    key: str
    game: str
    edition: int
    seq: int
    status: str
    who: str
    begun: datetime
    touched: datetime

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in OfTable.__annotations__ or name == "row":
                raise AttributeError(name)
            return getattr(self.row, name)

    @property
    def totals(self) -> dict[str, int] | None:
        return self.row.came_to.totals if self.row.came_to else None

    @property
    def winners(self) -> tuple[str, ...]:
        """Codes of the winning sides of a finished table; none for a draw."""
        return self.row.came_to.winners if self.row.came_to else ()


@dataclass(frozen=True)
class Stored(OfTable):
    """A table after row `seq` of its journal."""

    row: TableRow
    state: State

    @cached_property
    def record(self) -> Record:
        """A copy of the record."""
        return self.state.record.copy()

    @property
    def before(self) -> Record:
        """The record before the last submission."""
        done = self.state.done
        return derive(self.state.start, done[: len(done) - len(self.undoable)])

    @property
    def undoable(self) -> list[Act]:
        """The acts an undo would take back: those of the last submission."""
        return last_form(self.state.done)

    @property
    def redoable(self) -> list[Act]:
        """The acts a redo would bring back, in their original order."""
        return last_form(self.state.undone)[::-1]


@dataclass(eq=False)
class StaleWrite(Exception):
    """The client's position is out of date; has the current table, and the rows not seen."""

    stored: Stored
    rows: list[JournalRow]


def normalised(code: str) -> str:
    """Normalises a typed watch code: "mkt rwx" is MKTRWX."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:12]
