"""The tables of the database: who plays what, everything that was done, named house rules.

Texts named `answers`, `replaced`, `start` and `totals` hold JSON. They are plain text columns
because a record keeps its answers in the order they were given, which a binary JSON column of
PostgreSQL would not.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

# Set before the first model, so that every constraint has a name a migration can use.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class TableRow(SQLModel, table=True):
    """One table of players: how it began, and where its journal stands."""

    __tablename__ = "tables"
    # Numbers are never used again, not even of a table that was forgotten.
    __table_args__ = (
        Index("ix_tables_submission", "submission", unique=True),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=12, unique=True)
    key: str = Field(max_length=64, unique=True)
    game: str = Field(max_length=40)
    edition: int
    start: str = Field(sa_type=Text)
    """The record the table began with."""
    who: str = Field(max_length=40)
    begun: datetime
    touched: datetime
    seq: int
    """The number of the last row of the journal; 0 when nothing was done yet."""
    status: str = Field(max_length=12)
    totals: str | None = Field(default=None, sa_type=Text)
    """What a finished table came to, as an assertion about a later replay."""
    submission: str | None = Field(default=None, max_length=64)
    """The client's own id of the form that began the table: the same one again begins no other."""
    marks: str | None = Field(default=None, sa_type=Text)
    """What the totals were after each hand, under which edition, and up to which row: an assertion
    about a later replay, like `totals`, but of a table that is being played."""


class JournalRow(SQLModel, table=True):
    """One thing somebody did at a table. Rows are added, and never changed."""

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
    answers: str = Field(sa_type=Text)
    replaced: str = Field(sa_type=Text)
    """What stood before, by key; a key that had no answer is not in it."""
    why: str = Field(max_length=500)
    submission: str = Field(max_length=64)
    """The client's own id of what it sent: the same one again is the same act."""


class RuleSetRow(SQLModel, table=True):
    """One edition of a named set of house rules. Rows are added, and never changed."""

    __tablename__ = "rule_sets"

    code: str = Field(max_length=12, primary_key=True)
    edition: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """Counted from 1 within the set."""
    key: str = Field(max_length=64)
    """For those who may change it; the same in every edition."""
    game: str = Field(max_length=40)
    name: str = Field(max_length=80)
    source: str = Field(max_length=200)
    note: str = Field(max_length=500)
    rules: str = Field(sa_type=Text)
    """JSON, by the key of the house rule."""
    who: str = Field(max_length=40)
    at: datetime


metadata: MetaData = SQLModel.metadata
tables: Table = metadata.tables["tables"]
journal: Table = metadata.tables["journal"]
rule_sets: Table = metadata.tables["rule_sets"]
