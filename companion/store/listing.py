"""Lists of tables, read from the stored summaries."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Text, func, or_, select, type_coerce
from sqlmodel import col

from companion import clock
from companion.questions import fold
from companion.results.summary import GameSummary, HomeCard, SummaryEntry, somebody
from companion.store.clubs import ClubTableRow
from companion.store.copies import uncounted
from companion.store.models import ARRIVING, DELETED, TableRow
from companion.store.summaries import (
    CARD,
    SUMMARY,
    SitterRow,
    SummaryRow,
    day_words,
    plain,
    read,
)

if TYPE_CHECKING:
    from companion.store.rows import StoreReader


@dataclass(frozen=True)
class Listed:
    """A table in a list, without its record. One whose summary is missing has no results."""

    id: int
    code: str
    game: str
    status: str
    seq: int
    begun: datetime
    touched: datetime
    _summary: str | None
    _card: str | None

    # Read when asked for: most lists need only one of the two.
    @cached_property
    def summary(self) -> GameSummary | None:
        return read(SUMMARY, self._summary)

    @cached_property
    def card(self) -> HomeCard | None:
        return read(CARD, self._card)

    @property
    def entry(self) -> SummaryEntry | None:
        return SummaryEntry(self.code, self.touched, self.summary) if self.summary else None

    @property
    def names(self) -> str:
        """Everybody with a name who sits or sat at the table, each once."""
        sat = self.summary.sitters if self.summary else ()
        return ", ".join(dict.fromkeys(each.name for each in sat if somebody(each.name)))


@dataclass(frozen=True)
class Scope:
    """The filter of tables: every given condition must be true."""

    codes: Collection[str] | None = None
    """Watch codes; None for every table."""
    club: str = ""
    """Key of the club that played there."""
    game: str = ""
    """Key of a game, without a name that a table gave it."""
    people: tuple[str, ...] = ()
    """Names of people who all sit or sat there."""
    words: tuple[str, ...] = ()
    """Each is in a name, the title or the code, or begins a word of the day."""
    evening: str = ""
    """Begun on the evening of this day, as 2026-11-05."""
    status: str = ""
    since: datetime | None = None
    """Entered at this moment or later."""
    before: datetime | None = None
    """Begun before this moment."""
    deleted: bool = False
    demo: bool = False
    unplayed: bool = False
    """With tables at which nothing was ever entered."""

    def later(self, time: datetime) -> Scope:
        """Those of these tables that were entered at this moment or later."""
        return replace(self, since=max(time, self.since) if self.since else time)

    def only(self, *codes: str) -> Scope:
        """Those of these tables that have one of these codes."""
        here = codes if self.codes is None else [code for code in codes if code in self.codes]
        return replace(self, codes=here)


class Listing:
    """The tables of one database as lists show them."""

    def __init__(self, store: StoreReader) -> None:
        self._store = store

    # -- lists ----------------------------------------------------------------------------------

    def listed(self, scope: Scope, limit: int | None = None, offset: int = 0) -> list[Listed]:
        """These tables, the one entered last first."""
        wanted = (
            _of(select(*map(col, (
                TableRow.id, TableRow.code, TableRow.game, TableRow.status, TableRow.seq,
                TableRow.begun, TableRow.touched,
            )), *(type_coerce(col(text), Text) for text in (SummaryRow.summary, SummaryRow.card))),
            scope)
            .order_by(col(TableRow.touched).desc(), col(TableRow.id).desc())
            .limit(limit).offset(offset)
        )  # fmt: skip
        with self._store.reading() as session:
            return [Listed(*row) for row in session.execute(wanted)]

    def copies(self, scope: Scope) -> set[int]:
        """The ids of copies that do not count among the tables that the scope names by code or
        club, whenever these were entered."""
        return uncounted(self._store, tables_of(Scope(codes=scope.codes, club=scope.club)))

    def entries(self, scope: Scope) -> list[SummaryEntry]:
        """The results of these tables that count, the one entered last first."""
        rows, copies = self.listed(scope), self.copies(scope)
        return [entry for each in rows if each.id not in copies and (entry := each.entry)]

    def entered(self, scope: Scope) -> list[datetime]:
        """When something was entered last at these tables, in no order."""
        with self._store.reading() as session:
            return list(session.execute(_of(select(col(TableRow.touched)), scope)).scalars())

    def count(self, scope: Scope) -> int:
        """The number of these tables."""
        with self._store.reading() as session:
            total: int = session.execute(_of(select(func.count()), scope)).scalar_one()
        return total


# -- conditions --------------------------------------------------------------------------------


def _of(wanted: Any, scope: Scope) -> Any:
    """The query, from tables with the summaries that they have, of this scope."""
    joined = wanted.select_from(TableRow).outerjoin(
        SummaryRow, col(SummaryRow.table_id) == col(TableRow.id)
    )
    played = func.coalesce(SummaryRow.played, col(TableRow.seq) > 0)
    demo = func.coalesce(SummaryRow.demo, False)
    status = col(TableRow.status)
    there = status == DELETED if scope.deleted else status.not_in((DELETED, ARRIVING))
    conditions = [there, demo == scope.demo, *tables_of(scope)]
    if not scope.unplayed:
        conditions.append(played)
    if scope.status:
        conditions.append(status == scope.status)
    if scope.evening:
        conditions.append(col(SummaryRow.evening) == scope.evening)
    if scope.game:
        conditions.append(col(TableRow.game) == scope.game)
    if scope.before:
        conditions.append(col(TableRow.begun) < scope.before)
    for name in scope.people:
        sat = select(col(SitterRow.table_id)).where(col(SitterRow.key) == fold(name))
        conditions.append(col(TableRow.id).in_(sat))
    for word in scope.words:
        there = col(SummaryRow.words).contains(plain(word), autoescape=True)
        when = day_words(clock.now()) if fold(word) == "today" else f" {fold(word)}"
        day = col(SummaryRow.day).contains(when, autoescape=True)
        conditions.append(or_(there, day))
    return joined.where(*conditions)


def tables_of(scope: Scope) -> list[ColumnElement[bool]]:
    """The conditions of code and time."""
    conditions: list[ColumnElement[bool]] = []
    if scope.codes is not None:
        conditions.append(col(TableRow.code).in_(list(scope.codes)))
    if scope.club:
        mine = select(col(ClubTableRow.table_id)).where(col(ClubTableRow.club) == scope.club)
        conditions.append(col(TableRow.id).in_(mine))
    if scope.since:
        conditions.append(col(TableRow.touched) >= scope.since)
    return conditions
