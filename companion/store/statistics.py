"""Statistics over many tables, counted by the database from the stored summaries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, case, distinct, func, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from companion.clubs.season import ClubEvening, Finisher
from companion.results.tally import GamePlayed, Pair, PersonTally
from companion.store.clubs import ClubTableRow
from companion.store.listing import Listing, Scope, tables_of
from companion.store.models import ARRIVING, DELETED, TableRow
from companion.store.summaries import SitterRow, SummaryRow

if TYPE_CHECKING:
    from companion.store.rows import StoreReader


class Statistics:
    """The figures of people, pairs and games in one database. Of a scope, codes and time count."""

    def __init__(self, store: StoreReader) -> None:
        self._store = store
        self._copies: dict[tuple[Any, str], set[int]] = {}

    def _within(self, scope: Scope, column: Any) -> list[ColumnElement[bool]]:
        """The conditions that the table with the id in `column` counts in the scope, by code and
        time."""
        clauses: list[ColumnElement[bool]] = []
        if conditions := tables_of(scope):
            clauses.append(col(column).in_(select(col(TableRow.id)).where(*conditions)))
        key = (scope.codes if scope.codes is None else tuple(scope.codes), scope.club)
        if key not in self._copies:
            self._copies[key] = Listing(self._store).copies(scope)
        copies = self._copies[key]
        return [*clauses, col(column).not_in(copies)] if copies else clauses

    def people(self, scope: Scope, limit: int) -> list[PersonTally]:
        """Everybody at these tables, by descending number of games."""
        key = col(SitterRow.key)
        played = _times("won", "lost", "level")
        wanted = (
            select(key, played, _times("won"), _times("lost"), _times("open"),
                   func.max(col(SitterRow.table_id)))
            .where(*self._within(scope, SitterRow.table_id))
            .group_by(key).order_by(played.desc(), key).limit(limit)
        )  # fmt: skip
        with self._store.reading() as session:
            rows = session.execute(wanted).all()
            names = _names(session, {row[5] for row in rows})
        return [
            PersonTally(played, won, lost, name=names[table, key], open=unfinished)
            for key, played, won, lost, unfinished, table in rows
        ]

    def pairs(self, scope: Scope, limit: int) -> list[Pair]:
        """All partners at these tables, by descending number of games together."""
        one, two = aliased(SitterRow), aliased(SitterRow)
        first = case((col(one.key) < col(two.key), col(one.key)), else_=col(two.key))
        second = case((col(one.key) < col(two.key), col(two.key)), else_=col(one.key))
        ended = ("won", "lost", "level")
        both = and_(
            col(two.table_id) == col(one.table_id), col(two.side) == col(one.side),
            col(two.seat) > col(one.seat), col(two.came).in_(ended),
        )  # fmt: skip
        won, lost = (
            func.sum(case((col(one.came) == came, 1), else_=0)) for came in ("won", "lost")
        )
        wanted = (
            select(first, second, func.count(), won, lost, func.max(one.table_id))
            .join(two, both)
            .where(col(one.came).in_(ended), *self._within(scope, one.table_id))
            .group_by(first, second)
            .order_by(func.count().desc(), first, second)
            .limit(limit)
        )
        with self._store.reading() as session:
            rows = session.execute(wanted).all()
            names = _names(session, {row[5] for row in rows})
        return [
            Pair(played, won, lost, (names[table, one], names[table, two]))
            for one, two, played, won, lost, table in rows
        ]

    def evening_count(self, club: str) -> int:
        """The number of evenings at which something was entered at a table of the club."""
        wanted = (
            select(func.count(distinct(col(SummaryRow.evening))))
            .join(ClubTableRow, col(ClubTableRow.table_id) == col(SummaryRow.table_id))
            .where(col(ClubTableRow.club) == club, col(SummaryRow.played))
        )
        with self._store.reading() as session:
            total: int = session.execute(wanted).scalar_one()
        return total

    def codes(self, club: str) -> list[str]:
        """The watch codes of the club's tables, in the order in which they were begun."""
        wanted = (
            select(col(TableRow.code))
            .join(ClubTableRow, col(ClubTableRow.table_id) == col(TableRow.id))
            .where(col(ClubTableRow.club) == club)
            .where(col(TableRow.status).not_in((DELETED, ARRIVING)))
            .order_by(col(TableRow.begun), col(TableRow.id))
        )
        with self._store.reading() as session:
            return list(session.execute(wanted).scalars())

    def evenings(self, club: str, points: Sequence[int]) -> list[ClubEvening]:
        """The evenings of the club with this key, the earliest first."""
        table, came = col(SummaryRow.table_id), col(SitterRow.came)
        sat = and_(col(SitterRow.table_id) == table, came != "")
        wanted = (
            select(col(SummaryRow.evening), table, col(SummaryRow.ended),
                   col(SitterRow.key), col(SitterRow.name), came)
            .join(ClubTableRow, col(ClubTableRow.table_id) == table)
            .outerjoin(SitterRow, sat)
            .where(col(ClubTableRow.club) == club, col(SummaryRow.played), ~col(SummaryRow.demo))
            .where(table.not_in(select(col(TableRow.id)).where(col(TableRow.status) == DELETED)),
                   *self._within(Scope(club=club), SummaryRow.table_id))
            .order_by(col(ClubTableRow.table_id), col(SitterRow.seat))
        )  # fmt: skip
        days: dict[str, dict[int, list[Finisher] | None]] = {}
        with self._store.reading() as session:
            for day, id, ended, key, name, result in session.connection().execute(wanted):
                games = days.setdefault(day, {})
                game = games.setdefault(id, [] if ended else None)
                if game is not None and key:
                    game.append(Finisher(key, name, result == "won"))
        return [
            ClubEvening(day, [game for game in games.values() if game is not None], len(games),
                        points)
            for day, games in sorted(days.items())
        ]  # fmt: skip

    def games(self, scope: Scope) -> list[GamePlayed]:
        """Every game with a hand at these tables, by descending number of finished ones."""
        ended = func.sum(case((col(SummaryRow.ended), 1), else_=0))
        hands = func.sum(SummaryRow.hands)
        wanted = (
            select(col(SummaryRow.game), ended, hands)
            .where(
                col(SummaryRow.hands) > 0,
                ~col(SummaryRow.demo),
                *self._within(scope, SummaryRow.table_id),
            )
            .group_by(col(SummaryRow.game))
            .order_by(ended.desc(), hands.desc(), SummaryRow.game)
        )
        with self._store.reading() as session:
            return [GamePlayed(*row) for row in session.execute(wanted)]


def _times(*came: str) -> ColumnElement[int]:
    return func.sum(case((col(SitterRow.came).in_(came), 1), else_=0))


def _names(session: Session, tables: Collection[int]) -> dict[tuple[int, str], str]:
    """The spelling of people's names at these tables, by table and folded name."""
    wanted = select(col(SitterRow.table_id), col(SitterRow.key), col(SitterRow.name))
    rows = session.execute(wanted.where(col(SitterRow.table_id).in_(tables)))
    return {(table, key): name for table, key, name in rows}
