"""The tables of the database: who plays what, everything that was done, named house rules.

Their rows are what the store returns and works with. A value is checked where it is set, when a row
is made and later; one that is lacking is refused by the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import (
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from companion.record import Act

# Set before the first model, so that every constraint has a name a migration can use.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
metadata: MetaData = SQLModel.metadata


class Json(TypeDecorator[Any]):
    """A value of one type, kept as JSON.

    It is a text column: a record keeps its answers in the order they were given, which a binary
    JSON column of PostgreSQL would not.
    """

    impl = Text
    cache_ok = True

    def __init__(self, of: Any) -> None:
        super().__init__()
        self.of = of
        self._adapter = TypeAdapter[Any](of)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else self._adapter.dump_json(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self._adapter.validate_json(value)


@dataclass(frozen=True)
class CameTo:
    """What a finished table came to: an assertion about any later replay."""

    totals: dict[str, int]
    """By side."""
    winners: tuple[str, ...] = ()
    """The sides that won; none is a draw."""


@dataclass(frozen=True)
class Marks:
    """The totals after each hand of a table that is played: an assertion about any later replay."""

    edition: int
    """The edition of the game that came to it."""
    seq: int
    """The row of the journal up to which it was replayed."""
    hands: Mapping[int, Mapping[str, int]]
    """Totals by side, by the number of the hand."""


class Checked(SQLModel):
    """A model whose values are validated as they are set; SQLModel leaves that out for tables."""

    model_config = {"validate_assignment": True}


_SEQ = Column("seq", Integer, nullable=False)


class TableRow(Checked, table=True):
    """One table of players: how it began, and where its journal stands."""

    __tablename__ = "tables"
    # Numbers are never used again, not even of a table that was forgotten.
    __table_args__ = (
        Index("ix_tables_submission", "submission", unique=True),
        {"sqlite_autoincrement": True},
    )
    # A change is written only where the journal still stands where it was read: the UPDATE says so.
    __mapper_args__ = {"version_id_col": _SEQ, "version_id_generator": False}

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=12, unique=True)
    """For watchers: short, read out across a room."""
    key: str = Field(max_length=64, unique=True)
    """For scorers: long, passed on as a link."""
    game: str = Field(max_length=40)
    edition: int = Field(ge=0, le=999_999)
    start: dict[str, Any] = Field(sa_column=Column(Json(dict[str, Any]), nullable=False))
    """The record the table began with."""
    who: str = Field(max_length=40)
    begun: datetime
    touched: datetime
    seq: int = Field(sa_column=_SEQ)
    """The number of the last row of the journal; 0 when nothing was done yet."""
    status: str = Field(max_length=12)
    """"playing", "finished", "abandoned" or "deleted"."""
    came_to: CameTo | None = Field(default=None, sa_column=Column("totals", Json(CameTo)))
    submission: str | None = Field(default=None, max_length=64)
    """The client's own id of the form that began the table: the same one again begins no other."""
    marks: Marks | None = Field(default=None, sa_column=Column(Json(Marks)))


class JournalRow(Checked, table=True):
    """One thing somebody did at a table. Rows are added; only erasing a name changes one."""

    __tablename__ = "journal"
    # Rows lie in the order of the key, those of a table together, and an entry dirties few pages.
    __table_args__ = (
        UniqueConstraint("table_id", "submission"),
        {"sqlite_with_rowid": False},
    )

    table_id: int = Field(
        sa_column=Column(
            Integer,
            ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        )
    )
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """Counted from 1 within the table."""
    at: datetime
    who: str = Field(max_length=40)
    kind: str = Field(max_length=12)
    hand: int
    answers: dict[str, str | None] = Field(
        sa_column=Column(Json(dict[str, str | None]), nullable=False)
    )
    replaced: dict[str, str] = Field(sa_column=Column(Json(dict[str, str]), nullable=False))
    """What stood before, by key; a key that had no answer is not in it."""
    why: str = Field(max_length=500)
    submission: str = Field(max_length=64)
    """The client's own id of what it sent: the same one again is the same act."""

    @property
    def act(self) -> Act:
        return Act(self.kind, self.hand, self.answers)


class RuleSetRow(Checked, table=True):
    """One edition of a named set of house rules. Rows are added, and never changed."""

    __tablename__ = "rule_sets"

    code: str = Field(max_length=12, primary_key=True)
    """Short, in its address and read out: who has it may use the set."""
    edition: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """Counted from 1 within the set."""
    key: str = Field(max_length=64)
    """For those who may change it; the same in every edition."""
    game: str = Field(max_length=40)
    name: str = Field(max_length=80)
    source: str = Field(max_length=200)
    note: str = Field(max_length=500)
    rules: dict[str, str] = Field(sa_column=Column(Json(dict[str, str]), nullable=False))
    """Values by the key of the house rule."""
    who: str = Field(max_length=40)
    at: datetime


class PhoneRow(Checked, table=True):
    """A phone that its scorer has let in at a table, and how it answered the last time it was asked
    who is to have the pencil."""

    __tablename__ = "phones"
    __table_args__ = (UniqueConstraint("table_id", "phone"), UniqueConstraint("table_id", "seat"))

    table_id: int = Field(
        sa_column=Column(
            Integer,
            ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        )
    )
    place: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """Counted from 1 within the table: a code that lets a phone in is for one place, and so for
    one phone."""
    phone: str = Field(max_length=64)
    """A digest of what its cookie has."""
    seat: str | None = Field(default=None, max_length=3)
    """Whose it is; nobody has two phones at a table."""
    who: str = Field(max_length=40)
    """What the journal calls it."""
    since: datetime
    asking: int
    """The number of the request it has answered last."""
    agrees: bool


class PencilRow(Checked, table=True):
    """Who asks for the right to write at a table, and how it can be had without asking."""

    __tablename__ = "pencils"

    table_id: int = Field(
        sa_column=Column(
            Integer,
            ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        )
    )
    heard: datetime | None = Field(default=None)
    """When a phone that writes was heard of last."""
    phone: str = Field(max_length=64)
    """That phone, as a digest."""
    rescue: str | None = Field(default=None, max_length=255)
    """A salted digest of the rescue code."""
    rescues: int
    """How many rescue codes there have been."""
    asking: int
    """The number of the request made last, counted from 1."""
    asker: str = Field(max_length=64)
    """The phone that makes it, as a digest."""
    seat: str = Field(max_length=3)
    who: str = Field(max_length=40)
    asked: datetime | None = Field(default=None)
    status: str = Field(max_length=12)
    """"" when nobody has asked; "open", "granted" by the scorer, "passed", "refused" or "over"."""
    key: str = Field(max_length=64)
    """A digest of the scorer's key that was made for it."""
    quiet: datetime | None = Field(default=None)
    """Until when requests of phones that were not let in are not taken."""
