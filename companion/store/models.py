"""The database models: tables, journals, rule sets, phones, clubs.

Values are validated when they are set; missing ones are refused by the database.
"""

from __future__ import annotations

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

from companion.engine.record import Act
from companion.results.club import Club

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
        self._adapter = TypeAdapter[Any](of)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else self._adapter.dump_json(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self._adapter.validate_json(value)


@dataclass(frozen=True)
class CameTo:
    """The final result of a table: an assertion about every later replay."""

    totals: dict[str, int]
    """By side code."""
    winners: tuple[str, ...] = ()
    """Codes of the sides that won; none for a draw."""


@dataclass(frozen=True)
class Door:
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


_SEQ = Column("seq", Integer, nullable=False)


class TableRow(Checked, table=True):
    """One table: its start record, status, and position of the journal."""

    __tablename__ = "tables"
    # Ids are never reused, not even after a permanent deletion.
    __table_args__ = (
        Index("ix_tables_submission", "submission", unique=True),
        {"sqlite_autoincrement": True},
    )
    # Optimistic locking: an UPDATE requires that `seq` is unchanged since it was read.
    __mapper_args__ = {"version_id_col": _SEQ, "version_id_generator": False}

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=12, unique=True)
    """The watch code: short, to be read out; gives read access only."""
    key: str = Field(max_length=64, unique=True)
    """The secret of the scorer's link: whoever has it may take the pencil."""
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
    submission: str | None = Field(default=None, max_length=64)
    """The submission id that began the table, which makes that idempotent."""
    pencil: str | None = Field(default=None, max_length=64)
    """Digest of the phone that has the pencil; None for whoever has the key."""
    door: Door | None = Field(default=None, sa_column=Column(Json(Door)))


class JournalRow(Checked, table=True):
    """One act at a table. Rows are only appended; only erasing a name changes one."""

    __tablename__ = "journal"
    # WITHOUT ROWID clusters the rows of a table, so that an entry writes few pages.
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


class RuleSetRow(Checked, table=True):
    """A set of house rules under a name."""

    __tablename__ = "sets"

    id: str = Field(max_length=12, primary_key=True)
    """For sets of earlier releases their code, for old links."""
    game: str = Field(max_length=40)
    name: str = Field(max_length=80)
    note: str = Field(default="", max_length=702)
    """Source and note of a set of earlier releases."""
    rules: dict[str, str] = Field(sa_column=Column(Json(dict[str, str]), nullable=False))
    """Values by the key of the house rule."""


class PhoneRow(Checked, table=True):
    """A phone that was let in at a table and may take the pencil."""

    __tablename__ = "phones"

    table_id: int = Field(
        sa_column=Column(
            Integer,
            ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        )
    )
    phone: str = Field(max_length=64, primary_key=True)
    """Digest of the secret in its cookie."""
    seat: str = Field(max_length=3)
    """Seat code of its owner; "" if unknown."""
    who: str = Field(max_length=40)
    """The name used for it in the journal."""
    since: datetime


class ClubRow(Checked, table=True):
    """A club."""

    __tablename__ = "clubs"

    key: str = Field(max_length=64, primary_key=True)
    """The secret of its address: whoever has it sees the club and may change it."""
    club: Club = Field(sa_column=Column("club", Json(Club), nullable=False))
