"""Sets of house rules under a name, and clubs, in a database."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, and_, delete, insert
from sqlmodel import Field, Session, col, select

from companion.clubs.club import Club, club_here, merged
from companion.store.keyed import Keyed
from companion.store.made import made, make, unmake
from companion.store.models import GIVEN, Checked, Json, NotFound, TableRow
from companion.store.nights import Nights

if TYPE_CHECKING:
    from companion.store.store import Store


class RuleSetRow(Checked, table=True):
    """A set of house rules under a name."""

    __tablename__ = "sets"

    id: str = Field(max_length=12, primary_key=True)
    """Random; sets of earlier releases keep their code, so that old links work."""
    game: str = Field(max_length=40)
    name: str = Field(max_length=80)
    note: str = Field(default="", max_length=702)
    """Source and note of a set of earlier releases."""
    rules: dict[str, str] = Field(sa_column=Column(Json(dict[str, str]), nullable=False))
    """Values by the key of the house rule."""


JSON = Json(Club)


class ClubRow(Checked, table=True):
    """A club."""

    __tablename__ = "clubs"

    key: str = Field(max_length=64, primary_key=True)
    """The secret of its address. Anyone with the key sees the club and may change it."""
    club: Club = Field(sa_column=Column("club", JSON, nullable=False))
    """Without its tables and nights, which are `ClubTableRow`s and `NightRow`s."""


class ClubTableRow(Checked, table=True):
    """A table at which a club played."""

    __tablename__ = "club_tables"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 (so SQLModel reads it)

    club: str = Field(foreign_key="clubs.key", ondelete="CASCADE", primary_key=True, max_length=64)
    table_id: int = Field(
        foreign_key="tables.id", ondelete="CASCADE", primary_key=True, index=True,
        sa_column_kwargs=GIVEN,
    )  # fmt: skip


class NoSuchSet(NotFound):
    """No set of house rules has that id."""


class RuleSets:
    """The sets of house rules in one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self, game: str = "") -> list[RuleSetRow]:
        """Every set, or every set for one game, by name."""
        wanted = select(RuleSetRow).order_by(
            col(RuleSetRow.game), col(RuleSetRow.name), col(RuleSetRow.id)
        )
        if game:
            wanted = wanted.where(RuleSetRow.game == game)
        with self._store.reading() as session:
            return list(session.exec(wanted))

    def get(self, id: str) -> RuleSetRow:
        """A set by id; NoSuchSet if there is none."""
        with self._store.reading() as session:
            row = session.get(RuleSetRow, id) or session.get(RuleSetRow, id.upper())
        if row is None:
            raise NoSuchSet(f"there is no set {id}")
        return row

    def keep(
        self, game: str, name: str, rules: Mapping[str, str], id: str = "", form: str = ""
    ) -> RuleSetRow:
        """Stores a set; with `id`, or if the form has made one before, overwrites that one."""

        def keep(session: Session) -> RuleSetRow:
            before = made(session, form)
            own = id or before or secrets.token_hex(6)
            if not before:
                make(session, form, own)
            return session.merge(RuleSetRow(id=own, game=game, name=name, rules=dict(rules)))

        return self._store.creating(keep)

    def forget(self, id: str) -> None:
        """Deletes a set; tables begun with it keep their rules."""
        with self._store.writing() as session:
            session.exec(delete(RuleSetRow).where(col(RuleSetRow.id) == id))
            unmake(session, id)


class NoSuchClub(NotFound):
    """No club has that key."""


class Clubs(Keyed[Club]):
    """The clubs in one database."""

    row, column, json = ClubRow, "club", JSON
    missing = NoSuchClub("there is no such club: it was deleted")

    def read(self, session: Session, key: str, text: str) -> Club:
        # An earlier release left the codes of the tables in the text.
        return replace(super().read(session, key, text), tables=_tables(session, key))

    def kept(self, value: Club) -> Club:
        return replace(value, tables=(), nights=())

    def changed(self, session: Session, key: str, before: Club, after: Club) -> None:
        _remove(session, key, {*before.tables} - {*after.tables})
        _add(session, key, {*after.tables} - {*before.tables})

    def found(self, club: Club, form: str = "") -> str:
        """Stores a new club and returns its key."""
        return self.create(club, form)

    def take_in(
        self,
        clubs: Sequence[Club],
        codes: Mapping[str, str],
        known: Mapping[str, Club],
        sure: bool = False,
        forms: Sequence[str] = (),
    ) -> list[str]:
        """Stores clubs of an export, or brings those among `known` up to date; their keys.

        `codes` has the code here of each table by the one it had there; `sure` is as in
        `club_here`. `forms` has a form for each club: it makes one club.
        """
        keys, left = [], dict(known)
        for club, form in zip(clubs, forms or [""] * len(clubs), strict=True):
            came = replace(club, tables=tuple(codes[c] for c in club.tables if c in codes))
            key = club_here(came, left, sure)
            if key:
                del left[key]  # two clubs of a file are two here, too
                self.change(key, partial(merged, came=came))
            keys.append(key or self.found(came, form))
            Nights(self._store).take_in(keys[-1], club.nights, codes)
        return keys

    def get(self, key: str, *, tables: bool = True) -> Club:
        """The club with this key, perhaps without its tables; NoSuchClub if there is none."""
        with self._store.reading() as session:
            text = self.text(session, key)
            if tables:
                return self.read(session, key, text)
            return replace(super().read(session, key, text), tables=())

    def all(self) -> dict[str, Club]:
        """Every club by its key, with its nights, for whoever runs the machine."""
        with self._store.reading() as session:
            rows = session.exec(select(ClubRow)).all()
            clubs = {r.key: replace(r.club, tables=_tables(session, r.key)) for r in rows}
        nights = Nights(self._store)
        return {
            key: replace(club, nights=tuple(nights.of(key).values())) for key, club in clubs.items()
        }

    def play(self, key: str, code: str) -> None:
        """Adds a table to a club, however many it has; NoSuchClub if there is none."""
        with self._store.writing() as session:
            self.text(session, key, lock=True)
            _add(session, key, [code])

    def of_table(self, code: str) -> list[str]:
        """The keys of the clubs that played at a table."""
        wanted = select(ClubTableRow.club).where(col(ClubTableRow.table_id).in_(_ids([code])))
        with self._store.reading() as session:
            return list(session.exec(wanted))


def _tables(session: Session, key: str) -> tuple[str, ...]:
    """The codes of the tables of a club."""
    mine = select(ClubTableRow.table_id).where(ClubTableRow.club == key)
    wanted = select(TableRow.code).where(col(TableRow.id).in_(mine)).order_by(col(TableRow.id))
    return tuple(session.exec(wanted))


def _ids(codes: Collection[str]) -> Any:
    return select(TableRow.id).where(col(TableRow.code).in_(codes))


def _add(session: Session, key: str, codes: Collection[str]) -> None:
    """Adds tables to a club; unknown codes, and those that it has, are passed over."""
    mine = select(ClubTableRow.table_id).where(ClubTableRow.club == key)
    new = _ids(codes).where(col(TableRow.id).not_in(mine))
    if ids := session.exec(new).all() if codes else ():
        session.execute(insert(ClubTableRow), [{"club": key, "table_id": id} for id in ids])


def _remove(session: Session, key: str, codes: Collection[str]) -> None:
    gone = and_(col(ClubTableRow.club) == key, col(ClubTableRow.table_id).in_(_ids(codes)))
    if codes:
        session.execute(delete(ClubTableRow).where(gone))
