"""The effect of a proposal: hand by hand and by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeVar

from companion.engine.ledger import Line, reasons
from companion.engine.table import Hand
from companion.seating import Side
from companion.tables.sheet import touching
from companion.words import signed, with_minus

T = TypeVar("T")


@dataclass(frozen=True)
class SumChange:
    """A side's points in a hand, before and after."""

    side: Side
    was: str
    now: str
    why: str
    rule: str


@dataclass(frozen=True)
class Gain:
    """The lines that answers add to one side."""

    side: Side
    lines: Sequence[Line]

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def why(self) -> str:
        return reasons(self.lines)


@dataclass(frozen=True)
class Then:
    """A hand before and after; None for no such hand."""

    was: Hand | None
    now: Hand | None
    stops: str = ""
    """Why it cannot be scored after the change: a question, a refusal, or an earlier hand."""
    worked_at: bool = False
    """An act changes this hand itself; in others, changes are consequences."""
    put_in: bool = False

    def __str__(self) -> str:
        """For the terminal: "hand 4 is hand 3; Omar deals, not Nell; 12:7, not 9:7"."""
        parts = ["{} is {}".format(*self.names)]
        dealt, deals = self.dealers
        if dealt != deals:
            parts.append(f"{deals} deals, not {dealt}")
        was, now = (":".join(map(with_minus, each)) for each in self.totals)
        if was != now:
            parts.append(f"{now}, not {was}")
        return "; ".join([*parts, *([self.stops] if self.stops else [])])

    @property
    def number(self) -> int:
        """Its number after the change; the old one if it is removed."""
        hand = self.now or self.was
        return hand.number if hand else 0

    def _both(self, of: Callable[[Hand], T], none: T) -> tuple[T, T]:
        """The value of the hand before and after. `none` if there is no such hand."""
        return of(self.was) if self.was else none, of(self.now) if self.now else none

    @property
    def names(self) -> tuple[str, str]:
        return self._both(lambda hand: hand.name, "")

    @property
    def dealers(self) -> tuple[str, str]:
        return self._both(lambda hand: hand.dealer.name, "")

    @property
    def words(self) -> tuple[str, str]:
        """Its summary; "" for an unfinished hand."""
        return self._both(lambda hand: hand.came_to if hand.over else "", "")

    @property
    def totals(self) -> tuple[Sequence[int], Sequence[int]]:
        return self._both(lambda hand: list(hand.totals.values()), [])

    @property
    def lines(self) -> tuple[Sequence[Any], Sequence[Any]]:
        return self._both(_lines, [])

    @property
    def points(self) -> tuple[Sequence[Any], Sequence[Any]]:
        """(side, points, rule) of each line."""
        was, now = ([line[:3] for line in each] for each in self.lines)
        return was, now

    @property
    def scores_otherwise(self) -> bool:
        """True if its points or the totals after it change."""
        return any(was != now for was, now in (self.points, self.totals))

    @property
    def otherwise(self) -> bool:
        """True if anything but its number changes."""
        if self.was is None or self.now is None or self.stops:
            return True
        pairs = self.dealers, self.words, self.totals, self.lines
        return any(was != now for was, now in pairs)

    @property
    def sums(self) -> list[SumChange]:
        """The sides whose points in it change."""
        sides = {side.code: side for hand in (self.was, self.now) if hand for side in hand.totals}
        changes = []
        for code, side in sides.items():
            was, now = (_of_side(code, hand) for hand in (self.was, self.now))
            old, new = (sum(points for points, _ in each) for each in (was, now))
            if old != new or bool(was) != bool(now):
                why = reasons(line for _, line in now)
                rule = now[0][1].rule if now else ""
                figures = signed(old) if was else "–", signed(new) if now else "–"
                changes.append(SumChange(side, *figures, why, rule))
        return changes

    @property
    def gains(self) -> list[Gain]:
        """The lines added at its end, by side."""
        sides: dict[Side, list[Line]] = {}
        for line in self.now.lines[len(self.was.lines) :] if self.was and self.now else ():
            sides.setdefault(line.side, []).append(line)
        return [Gain(side, lines) for side, lines in sides.items()]

    @property
    def moved(self) -> list[tuple[Side, int]]:
        """(side, new total) of the sides whose total changes."""
        was, now = self.totals
        sides = self.now.totals if self.now else ()
        return [(s, n) for s, old, n in zip(sides, was, now, strict=True) if n != old]


@dataclass(frozen=True)
class Doubt:
    """An answer that is kept though its question has changed."""

    was: str
    now: str
    restated: bool
    """The same fact, restated for the new question; otherwise it may no longer be true."""


@dataclass(frozen=True)
class Effect:
    """All differences: hands, totals, outcome, answers."""

    hands: Sequence[Then]
    """From the first hand that changes to the last."""
    totals: Sequence[tuple[Side, int, int]]
    outcome: tuple[str, str] | None
    falls: Sequence[str] = ()
    """Answers that are removed, in words."""
    doubts: Sequence[Doubt] = ()
    waits: Sequence[str] = ()
    """Answers that stay but are not reached until the pending page is answered."""
    other_sides: bool = False
    """The partnerships differ, so nothing can be compared."""

    @property
    def reached(self) -> list[Then]:
        """The hands before the first that `stops`."""
        return list(takewhile(lambda each: not each.stops, self.hands))

    @property
    def nothing(self) -> bool:
        """True if nothing changes."""
        return not (self.outcome or any(each.otherwise for each in self.hands))

    @property
    def later_totals(self) -> int:
        """The number of later hands whose totals change."""
        later = [each for each in self.hands if not each.worked_at and each.was and each.now]
        return sum(each.was.over and each.totals[0] != each.totals[1] for each in later if each.was)

    @property
    def stops(self) -> Then | None:
        return next((each for each in self.hands if each.stops), None)


def _lines(hand: Hand) -> list[Any]:
    return [[line.side.code, line.points, line.rule, line.why, [side.code for side in line.by]]
            for line in hand.lines]  # fmt: skip


def _of_side(code: str, hand: Hand | None) -> list[tuple[int, Line]]:
    """(points, line) of each line that pays a side or that it pays."""
    if hand is None:
        return []
    own = (side for side in hand.totals if side.code == code)
    return [(line.change(side), line) for side in own for line in touching(hand.lines, side)]
