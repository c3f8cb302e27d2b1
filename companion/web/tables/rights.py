"""Who may write at a table, as one phone sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import session

from companion.seating import Seat
from companion.store import pencils
from companion.store.rows import digest
from companion.tables import Snapshot
from companion.web.platform import browser


@dataclass(frozen=True)
class PhoneHere:
    """A phone that was let in, and its owner; "" if unknown."""

    name: str
    keeps: bool
    mine: bool
    who: str
    """Its id in the journal."""


@dataclass(frozen=True)
class Pencil:
    """The right to write at a table, as one phone sees it."""

    takes: bool
    """This phone watches, and may take over."""
    lost: bool
    """This phone was the scorer, and may take over again."""
    phones: Sequence[PhoneHere]
    seats: Sequence[Seat]

    @property
    def keeper(self) -> str:
        """Name of the scorer; "" if unknown."""
        return next((each.name for each in self.phones if each.keeps), "")

    @property
    def own(self) -> str:
        """Name of this phone's owner."""
        return next((each.name for each in self.phones if each.mine), "")

    @property
    def free(self) -> list[Seat]:
        """Seats this phone may claim: all but that of the scorer on another phone."""
        taken = {each.name for each in self.phones if each.keeps and not each.mine}
        return [seat for seat in self.seats if seat.name not in taken]


def pencil_of(table: Snapshot) -> Pencil:
    """The right to write as this phone sees it."""
    me = digest(str(session.get("phone", "")))
    there = [
        PhoneHere(seated(table, row.seat), row.phone == table.stored.row.pencil, row.phone == me,
                  row.who)
        for row in pencils.phones(browser.store(), table.code)
    ]  # fmt: skip
    writes = browser.may_write(table)
    takes = not writes and (browser.has_key(table) or any(each.mine for each in there))
    return Pencil(takes, takes and browser.lost(table), there, table.replay.table.seats)


def seated(table: Snapshot, seat: str | None) -> str:
    """Name in a seat; "" for none."""
    return next((each.name for each in table.replay.table.seats if each.code == seat), "")


def people(table: Snapshot) -> dict[str, str]:
    """Owner's name by phone id in the journal."""
    return {each.who: each.name for each in pencil_of(table).phones if each.name and each.who}


def moved(table: Snapshot, mine: bool, lost: bool) -> tuple[str, str] | None:
    """Title and sentence of the notice that another phone writes now; None for none.

    Watchers see it until the next answer, a phone that lost the pencil as long as it has not got it
    back.
    """
    row = pencils.moved(browser.store(), table.code)
    if row is None or not (mine or lost or row.seq == table.seq):
        return None
    if row.kind == "rekey":
        return ("Only one other phone scores now.", "This phone watches.") if lost else None
    name, before = seated(table, row.answers.get("seat")), seated(table, row.answers.get("from"))
    if mine:
        return "You keep the score.", f"{before}’s phone is told." if before else ""
    if lost:
        return f"{name or 'Another phone'} took the pencil.", "What was saved is safe."
    taken = f"Pencil taken from {before} at {row.at.astimezone():%H:%M}." if before else ""
    return f"{name or 'Another phone'} keeps the score now.", taken
