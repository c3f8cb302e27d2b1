"""Summary of one table for lists and statistics: who sat where, won, made contracts, scored most.

It is stored with each entry as a checked cache; scores are always computed by replay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cached_property

SHAPE = 3
"""Version of the stored summary. Raise it if a field changes its meaning: all are then replaced."""


DEFENDING = "defending: "
_NOBODY = re.compile(r"north|east|south|west|player \d+", re.IGNORECASE)


def somebody(name: str) -> bool:
    """False for a default name such as "North" or "Player 2"."""
    return not _NOBODY.fullmatch(name)


NIGHT = timedelta(hours=5)
"""A game begun before five in the morning belongs to the evening before."""


def evening_of(time: datetime) -> date:
    """The day on which the evening began to which a moment belongs."""
    return (time.astimezone() - NIGHT).date()


def day_of(time: datetime) -> str:
    """The day of the evening to which a moment belongs, as 2026-11-05."""
    return evening_of(time).isoformat()


@dataclass(frozen=True)
class BestScore:
    """The hand with most points."""

    points: int
    """Above zero."""
    words: str
    hand: int
    by: str = ""
    """Name of the side that scored it."""

    @property
    def headline(self) -> str:
        """The words, if they are about the side that scored it; else ""."""
        about = not self.by or self.words.startswith(DEFENDING)
        return self.words if about or any(n in self.words for n in self.by.split(" & ")) else ""


@dataclass(frozen=True)
class Sitter:
    """A person in a seat from hand `first` to `last` (None for whoever sits there now), with the
    contracts and the best hand of that time."""

    name: str
    seat: int
    side: str
    first: int
    last: int | None
    made: int = 0
    broken: int = 0
    best: BestScore | None = None

    def played(self, hand: int) -> bool:
        """True if this person played that hand."""
        return self.first <= hand and (self.last is None or hand <= self.last)

    def with_figures(self, hands: Iterable[HandSummary], lowest: bool) -> Sitter:
        """This person with the figures of those of the hands that they played."""
        mine = [hand for hand in hands if self.played(hand.number)]
        contracts = [hand.contracts[self.side] for hand in mine if self.side in hand.contracts]
        best = None if lowest else best_of((hand, self.side) for hand in mine)
        return replace(self, made=sum(contracts), broken=contracts.count(False), best=best)


@dataclass(frozen=True)
class HandSummary:
    """A finished hand: points by side, and contracts made (True) or broken by side."""

    number: int
    words: str
    points: Mapping[str, int]
    contracts: Mapping[str, bool]
    sides: Mapping[str, str]
    """Names by code, as they were in this hand."""
    bonus: Mapping[str, int] = field(default_factory=dict)
    """The part of the points that is for the whole game."""

    def earned(self, side: str) -> int:
        """The points of a side for the hand itself."""
        return self.points.get(side, 0) - self.bonus.get(side, 0)

    def seen_by(self, side: str) -> str:
        """The summary from one side's point of view; see `seen_by`."""
        return seen_by(self.words, bool(self.contracts) and side not in self.contracts)


def best_of(hands: Iterable[tuple[HandSummary, str]]) -> BestScore | None:
    """The first hand with most points, of hands each with a side; None if none has any."""
    best = max(hands, key=lambda each: each[0].earned(each[1]), default=None)
    if best is None or best[0].earned(best[1]) <= 0:
        return None
    hand, side = best
    return BestScore(hand.earned(side), hand.seen_by(side), hand.number, hand.sides[side])


def seen_by(words: str, defending: bool) -> str:
    """A hand's summary, prefixed with `DEFENDING` for a side without the contract."""
    return f"{DEFENDING}{words}" if words and defending else words


@dataclass(frozen=True)
class GameSummary:
    """Players and results of a table. Sides are given by their codes."""

    game: str
    """Its key; for one that the table named, also that name: "another: Hearts"."""
    sitters: tuple[Sitter, ...]
    sides: Mapping[str, str]
    """Names by code."""
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    ended: bool
    """True if the game was played to its end, or closed after a hand; it counts."""
    hands: int = 0
    """Number of finished hands."""
    closed: bool = False
    """Closed before its end: nobody won, nobody lost."""
    lowest: bool = False
    """The lowest total is best: no hand of most points is a best one."""
    notes: tuple[tuple[str, str], ...] = ()
    """(where, what) the players wrote."""
    best: BestScore | None = None
    """The best hand of any side."""
    by_hand: tuple[HandSummary, ...] = ()
    """Every finished hand, if somebody was replaced: two people may share some hands only."""

    @cached_property
    def finishers(self) -> list[Sitter]:
        """Those who sit at the table now, for whom the game counts."""
        return [sitter for sitter in self.sitters if sitter.last is None]


@dataclass(frozen=True)
class HomeCard:
    """A table as the home page shows it, but for the time."""

    title: str
    sides: tuple[tuple[str, int], ...]
    """(name, total) of every side."""
    first: int
    """The place of a leader in `sides`."""
    turn: str
    """The player in turn, or the winner."""
    hand: str
    """Name of the running hand: "hand 7 of 26"; "" after the last one."""


@dataclass(frozen=True)
class SummaryEntry:
    """A summary with the table's code and the time it was last played."""

    code: str
    at: datetime
    summary: GameSummary
