"""Summaries of tables: stored with each entry, so that lists and statistics replay nothing.

A summary is a cache of the replay, which `companion check` verifies. A change of the record without
a new summary removes the old one; `Summaries.missing` names the tables without one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Column, Index, Text, and_, delete, func, insert, or_, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Field, Session, col, select

from companion.questions import fold
from companion.results.summary import GameSummary, HomeCard, day_of, somebody
from companion.store.models import ACCESS, ARRIVING, DELETED, GIVEN, Checked, Json, TableRow

if TYPE_CHECKING:
    from companion.store.store import Store

T = TypeVar("T")
SAME_RECORD = (*ACCESS, "settle", "abandon", "resume", "delete")
"""Kinds of acts after which the summary before them still holds."""


class SummaryRow(Checked, table=True):
    """The result of a table, from its last replay."""

    __tablename__ = "summaries"
    __table_args__ = (
        Index("ix_summaries_game", "game", "demo", "ended", "hands"),
        Index("ix_summaries_stamp", "stamp"),
    )

    table_id: int = Field(
        foreign_key="tables.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs=GIVEN
    )
    seq: int
    """The journal row after which it was made."""
    stamp: str = Field(max_length=60)
    game: str = Field(max_length=160)
    """`GameSummary.game`."""
    played: bool
    demo: bool
    ended: bool
    hands: int
    evening: str = Field(max_length=10)
    """The day of the evening on which the table began, as 2026-11-05."""
    words: str = Field(sa_column=Column(Text, nullable=False))
    """Names, title and code, as `plain` text."""
    day: str = Field(max_length=60)
    """Folded: weekday, day, month and year of the last entry, each after a space."""
    card: HomeCard | None = Field(sa_column=Column(Json(HomeCard)))
    summary: GameSummary | None = Field(sa_column=Column(Json(GameSummary)))


class SitterRow(Checked, table=True):
    """A person at a table that counts in the statistics."""

    __tablename__ = "sitters"
    __table_args__ = (Index("ix_sitters_key", "key", "came"), {"sqlite_with_rowid": False})

    table_id: int = Field(
        foreign_key="tables.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs=GIVEN
    )
    seat: int = Field(primary_key=True, sa_column_kwargs=GIVEN)
    first: int = Field(primary_key=True, sa_column_kwargs=GIVEN)
    """The first hand that they played in this seat."""
    key: str = Field(max_length=120)
    """The folded name."""
    name: str = Field(max_length=40)
    side: str = Field(max_length=4)
    came: str = Field(max_length=5)
    """"won", "lost", "level" or "open"; "" for who left, and for a second seat of the same name."""


def read(adapter: TypeAdapter[T], text: str | None) -> T | None:
    """A stored card or summary; None for one that another release wrote, which is replaced soon."""
    with suppress(ValidationError):
        return adapter.validate_json(text) if text else None
    return None


CARD, SUMMARY = TypeAdapter[HomeCard](HomeCard), TypeAdapter[GameSummary](GameSummary)


@dataclass(frozen=True)
class Summarised:
    """The summary of a table with its index terms. `summary` and `card` are None for a record that
    cannot be replayed."""

    stamp: str
    """Release, edition of the game, and version of the summary; one with another is replaced."""
    title: str
    names: tuple[str, ...]
    """Players of now and of before, and sides with a name."""
    played: bool
    """False for a table at which nothing was ever entered."""
    demo: bool
    summary: GameSummary | None
    card: HomeCard | None


def write(session: Session, summaries: Sequence[tuple[TableRow, Summarised]]) -> None:
    """Stores summaries of tables, in the transaction of the entries that led to them."""
    if not summaries:
        return
    remove(session, *(row for row, _ in summaries))
    session.execute(insert(SummaryRow), [_values(row, each) for row, each in summaries])
    if sitters := [sitter for row, each in summaries for sitter in _sitters(row, each)]:
        session.execute(insert(SitterRow), sitters)


def _values(row: TableRow, summary: Summarised) -> dict[str, Any]:
    game = summary.summary
    return {
        "table_id": row.id, "seq": row.seq, "stamp": summary.stamp,
        "game": game.game if game else row.game, "played": summary.played, "demo": summary.demo,
        "ended": bool(game and game.ended), "hands": game.hands if game else 0,
        "evening": day_of(row.begun), "day": day_words(row.touched),
        "words": plain(" ".join((*summary.names, summary.title, row.code))),
        "card": summary.card, "summary": game,
    }  # fmt: skip


def plain(text: str) -> str:
    """Folded text without accents and apostrophes, for searches: "Zoë O'Neill" as "zoe oneill"."""
    letters = unicodedata.normalize("NFD", fold(text).replace("'", ""))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def day_words(time: datetime) -> str:
    here = time.astimezone()
    return " " + fold(f"{here:%A} {here.day} {here:%B} {here.year}")


def _sitters(row: TableRow, summary: Summarised) -> Iterator[dict[str, Any]]:
    game = summary.summary
    if game is None or not summary.played or summary.demo or row.status == DELETED:
        return
    counted = set[str]()
    for sitter in game.sitters:
        if not somebody(sitter.name):
            continue
        key, came = fold(sitter.name), ""
        if sitter.last is None and key not in counted:
            counted.add(key)
            won, draw = sitter.side in game.winners, not game.winners
            came = "open" if not game.ended else "won" if won else "level" if draw else "lost"
        yield {"table_id": row.id, "seat": sitter.seat, "first": sitter.first, "key": key,
               "name": sitter.name, "side": sitter.side, "came": came}  # fmt: skip


def remove(session: Session, *rows: TableRow, people: bool = False) -> None:
    """Removes the summaries of tables; with `people`, only those who count in the statistics."""
    ids = [row.id for row in rows]
    session.execute(delete(SitterRow).where(col(SitterRow.table_id).in_(ids)))
    if not people:
        session.execute(delete(SummaryRow).where(col(SummaryRow.table_id).in_(ids)))


def carry_on(session: Session, row: TableRow, before: int, kinds: Iterable[str]) -> None:
    """After acts that came without a summary: keeps the one of row `before` if it still holds."""
    every = set(kinds)
    if "delete" in every or not every <= {*SAME_RECORD}:
        remove(session, row, people=every <= {*SAME_RECORD})
    here = and_(col(SummaryRow.table_id) == row.id, col(SummaryRow.seq) == before)
    session.execute(update(SummaryRow).where(here).values(seq=row.seq))


class Summaries:
    """The summaries in one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, code: str, stamp: str = "") -> SummaryRow | None:
        """The stored summary of a table, perhaps only one with this stamp; None if it is missing.
        One with another stamp may be unreadable."""
        with self._store.looking(code) as (session, row):
            wanted = select(SummaryRow).where(SummaryRow.table_id == row.id)
            if stamp:
                wanted = wanted.where(SummaryRow.stamp == stamp)
            return session.exec(wanted).first()

    def drop(self, code: str) -> None:
        """Removes a table's summary; a reader of the lists makes another."""
        with self._store.changing(code) as (session, row):
            remove(session, row)

    def missing(self, limit: int) -> list[str]:
        """Watch codes of tables without a summary, the one entered last first."""
        wanted = (
            select(TableRow.code)
            .outerjoin(SummaryRow, col(SummaryRow.table_id) == col(TableRow.id))
            .where(col(SummaryRow.table_id).is_(None), col(TableRow.status) != ARRIVING)
            .order_by(col(TableRow.touched).desc()).limit(limit)
        )  # fmt: skip
        with self._store.reading() as session:
            return list(session.exec(wanted))

    def left(self) -> int:
        """The number of tables without a summary."""
        tables, kept = (select(func.count()).select_from(each) for each in (TableRow, SummaryRow))
        tables = tables.where(col(TableRow.status) != ARRIVING)
        with self._store.reading() as session:
            return session.exec(tables).one() - session.exec(kept).one()

    def add(self, summaries: Iterable[tuple[int, int, Summarised]]) -> None:
        """Stores summaries, each of a table (its id) after a journal row; one that has gone on
        since keeps what it has."""
        given = {table: (seq, each) for table, seq, each in summaries}
        wanted = select(TableRow).where(col(TableRow.id).in_(given)).order_by(col(TableRow.id))
        # Another process that makes the same ones may be first.
        with suppress(IntegrityError), self._store.writing() as session:
            rows = session.exec(wanted.with_for_update()).all()
            candidates = ((row, *given[row.id or 0]) for row in rows)
            write(session, [(row, each) for row, seq, each in candidates if row.seq == seq])

    def remove_other(self, stamps: Mapping[str, str]) -> None:
        """Removes the summaries that another release made: those of a game in `stamps`, by key,
        with another stamp than that."""
        game, stamp = col(TableRow.game), col(SummaryRow.stamp)
        other = or_(*(and_(game == key, stamp != own) for key, own in stamps.items()))
        wanted = select(TableRow.id).join(SummaryRow, col(SummaryRow.table_id) == TableRow.id)
        with self._store.reading() as session:
            if not session.exec(wanted.where(other).limit(1)).first():
                return
        with self._store.writing() as session:
            session.exec(
                delete(SummaryRow).where(col(SummaryRow.table_id).in_(wanted.where(other)))
            )
