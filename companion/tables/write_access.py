"""The right to score from the view of one phone: the scorer, and whether it may take over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from companion.seating import Seat
from companion.store import Store, write_access
from companion.store.rows import digest, same, writes

if TYPE_CHECKING:
    from companion.tables.snapshot import Snapshot


@dataclass(frozen=True)
class PhoneHere:
    """A phone that was let in, and its owner; "" if unknown."""

    name: str
    keeps: bool
    mine: bool
    who: str
    """Its id in the journal."""


@dataclass(frozen=True)
class WriteAccess:
    """The right to write at a table, as one phone sees it."""

    takes: bool
    """This phone watches, and may take over."""
    lost: bool
    """This phone was the scorer, and may take over again."""
    phones: Sequence[PhoneHere]
    seats: Sequence[Seat]

    @property
    def people(self) -> dict[str, str]:
        """Owner's name by phone id in the journal."""
        return {each.who: each.name for each in self.phones if each.name and each.who}

    @property
    def scorer(self) -> str:
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


def access_of(store: Store, table: Snapshot, phone: str, key: str) -> WriteAccess:
    """The right to write of a phone with this secret, which has this key of the table."""
    me = digest(phone)
    there = [
        PhoneHere(seated(table, row.seat), row.phone == table.stored.row.scorer, row.phone == me,
                  row.who)
        for row in write_access.phones(store, table.code)
    ]  # fmt: skip
    entitled = same(key, table.stored.key) or any(each.mine for each in there)
    takes = entitled and not writes(table.stored.row, phone, key)
    return WriteAccess(takes, takes and bool(key), there, table.replay.table.seats)


def seated(table: Snapshot, seat: str | None) -> str:
    """Name in a seat; "" for none."""
    return next((each.name for each in table.replay.table.seats if each.code == seat), "")


class ScorerMoved(NamedTuple):
    """The notice that another phone writes now: a title and a sentence."""

    title: str
    words: str = ""
    at: datetime | None = None
    """Time of the takeover: the end of the sentence."""


def moved(store: Store, table: Snapshot, mine: bool, lost: bool) -> ScorerMoved | None:
    """The notice that another phone writes now; None for none.

    Watchers see it until the next answer. A phone that lost scoring sees it until it scores
    again.
    """
    row = write_access.moved(store, table.code)
    if row is None or not (mine or lost or row.seq == table.seq):
        return None
    if row.kind == "rekey":
        notice = ScorerMoved("Only one other phone scores now.", "This phone watches.")
        return notice if lost else None
    name, before = seated(table, row.answers.get("seat")), seated(table, row.answers.get("from"))
    if mine:
        return ScorerMoved(
            "You keep the score.", f"{before}’s phone now watches." if before else ""
        )
    if lost:
        return ScorerMoved(
            f"{name or 'Another phone'} took over scoring.", "Every saved answer is kept."
        )
    title = f"{name or 'Another phone'} keeps the score now."
    return ScorerMoved(title, f"It took over from {before}", row.at) if before else (
        ScorerMoved(title)
    )  # fmt: skip
