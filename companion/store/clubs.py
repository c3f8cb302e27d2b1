"""Clubs, and which tables they played at. A club is found by its key alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion.results.club import Club
from companion.store.exchange import SavedClub
from companion.store.models import ClubRow, ClubTableRow, TableRow
from companion.store.sets import Database


class NoSuchClub(LookupError):
    """No club has that key."""


class Clubs:
    """The clubs in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def found(self, club: Club) -> str:
        """Stores a new club; returns its key, 144 random bits."""
        key = secrets.token_urlsafe(18)
        with self._database._writing() as session:
            session.add(ClubRow(key=key, club=club))
        return key

    def take_in(self, clubs: Iterable[SavedClub], codes: Mapping[str, str]) -> list[str]:
        """Stores clubs of an export; their keys. `codes` has the new code of each table by the one
        it had there."""
        found = []
        for club, tables in clubs:
            found.append(self.found(club))
            self.add(found[-1], [codes[code] for code in tables if code in codes])
        return found

    def saved(self, keys: Iterable[str]) -> list[SavedClub]:
        """Clubs for an export, with the codes of their tables."""
        return [(self.get(key), self.tables(key)) for key in keys]

    def get(self, key: str) -> Club:
        """The club with this key; NoSuchClub if there is none."""
        with self._database._reading() as session:
            return _row(session, key).club

    def keys(self) -> list[str]:
        """Keys of all clubs, for whoever runs the machine."""
        with self._database._reading() as session:
            return list(session.exec(select(ClubRow.key).order_by(col(ClubRow.key))))

    def change(self, key: str, changed: Callable[[Club], Club]) -> Club:
        """Stores what `changed` makes of the club as it is now; NoSuchClub if there is none."""
        with self._database._writing() as session:
            row = _row(session, key, lock=True)
            row.club = changed(row.club)
            session.add(row)
            return row.club

    def forget(self, key: str) -> None:
        """Deletes a club; its tables stay."""
        with self._database._writing() as session:
            session.exec(delete(ClubTableRow).where(col(ClubTableRow.club) == key))
            session.exec(delete(ClubRow).where(col(ClubRow.key) == key))

    def tables(self, key: str) -> list[str]:
        """Watch codes of the tables of a club, the first one begun first."""
        wanted = (
            select(TableRow.code)
            .join(ClubTableRow, col(ClubTableRow.table_id) == col(TableRow.id))
            .where(col(ClubTableRow.club) == key)
            .order_by(col(TableRow.begun), col(TableRow.id))
        )
        with self._database._reading() as session:
            return list(session.exec(wanted))

    def of(self, code: str) -> list[str]:
        """Keys of the clubs that played at a table."""
        wanted = (
            select(ClubTableRow.club)
            .join(TableRow, col(ClubTableRow.table_id) == col(TableRow.id))
            .where(TableRow.code == code)
        )
        with self._database._reading() as session:
            return list(session.exec(wanted))

    def add(self, key: str, codes: Iterable[str]) -> None:
        """Adds tables to a club; those it has already stay once. NoSuchClub if there is none."""
        with self._database._writing() as session:
            _row(session, key)
            ids = select(TableRow.id).where(col(TableRow.code).in_(list(codes)))
            for id in session.exec(ids).all():
                session.merge(ClubTableRow(club=key, table_id=id or 0))

    def remove(self, key: str, code: str) -> None:
        """Takes a table out of a club; the table stays."""
        ids = select(TableRow.id).where(TableRow.code == code).scalar_subquery()
        mine = col(ClubTableRow.club) == key
        with self._database._writing() as session:
            session.exec(delete(ClubTableRow).where(mine, col(ClubTableRow.table_id) == ids))


def _row(session: Session, key: str, lock: bool = False) -> ClubRow:
    row = session.get(ClubRow, key, with_for_update=lock)
    if row is None:
        raise NoSuchClub("there is no such club")
    return row
