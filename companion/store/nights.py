"""The nights of clubs in a database. A night has a key of its own, which does not open its club."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial

from sqlalchemy import Column, Text, column, func, table, type_coerce
from sqlalchemy import select as rows
from sqlmodel import Field, Session, col, select

from companion import budget
from companion.nights.night import MAX_NIGHTS, Night, merged
from companion.questions import Refused
from companion.store.keyed import Keyed
from companion.store.models import Checked, Json, NotFound

JSON = Json(Night)
KEY = table("clubs", column("key")).c.key
COST = 200
"""Rows of a journal that take as long as a night."""


class NightRow(Checked, table=True):
    """A night of tables."""

    __tablename__ = "nights"

    key: str = Field(max_length=64, primary_key=True)
    """The secret of its address. Anyone with the key sees the night and may enter scores."""
    club: str = Field(foreign_key="clubs.key", ondelete="CASCADE", index=True, max_length=64)
    night: Night = Field(sa_column=Column("night", JSON, nullable=False))


class NoSuchNight(NotFound):
    """No night has that key."""


@lru_cache(512)
def _read(text: str) -> Night:
    """A stored night, with its ranking once it was computed: a season needs many."""
    budget.expect(COST)
    night: Night = JSON.adapter.validate_json(text)
    return night


class Nights(Keyed[Night]):
    """The nights in one database."""

    row, column, json = NightRow, "night", JSON
    missing = NoSuchNight("there is no such night: it was deleted")

    def read(self, session: Session, key: str, text: str) -> Night:
        return _read(text)

    def found(self, club: str, night: Night, form: str = "") -> str:
        """Stores a new night of a club and returns its key. Refused for a club with too many."""
        own = night if night.id else replace(night, id=secrets.token_urlsafe(9))
        return self.create(own, form, club=club)

    def checked(self, session: Session, *, club: str = "", **more: str) -> None:
        if session.execute(rows(KEY).where(KEY.in_([club])).with_for_update()).first() is None:
            raise NoSuchNight("there is no such club: it was deleted")
        count = select(func.count()).select_from(NightRow).where(col(NightRow.club) == club)
        if session.exec(count).one() >= MAX_NIGHTS:
            raise Refused(f"A club keeps at most {MAX_NIGHTS} nights: delete an old one first.")

    def take_in(self, club: str, nights: Iterable[Night], codes: Mapping[str, str]) -> None:
        """Stores nights of an export, or brings those that are here up to date. `codes` has the
        code here of each table by the one it had there."""
        known = {night.id: key for key, night in self.of(club).items()}
        for night in nights:
            tables = {at: codes[code] for at, code in night.tables.items() if code in codes}
            came = replace(night, tables=tables)
            if night.id in known:
                self.change(known[night.id], partial(merged, came=came))
            else:
                known[night.id] = self.found(club, came)

    def get(self, key: str) -> tuple[str, Night]:
        """The key of the club and the night with this key; NoSuchNight if there is none."""
        with self._store.reading() as session:
            night = self.read(session, key, self.text(session, key))
            club = session.exec(select(NightRow.club).where(col(NightRow.key) == key)).one()
            return club, night

    def of(self, club: str) -> dict[str, Night]:
        """The nights of a club by key, the latest first."""
        wanted = select(NightRow.key, type_coerce(col(NightRow.night), Text))
        with self._store.reading() as session:
            rows = session.exec(wanted.where(col(NightRow.club) == club)).all()
        nights = [(key, _read(text)) for key, text in rows]
        return dict(sorted(nights, key=lambda each: (each[1].day, each[0]), reverse=True))
