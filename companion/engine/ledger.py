"""The ledger: score lines with their rule, and running totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.said import Sentence, Text
from companion.seating import Seat, Side
from companion.words import signed, with_minus


@dataclass(frozen=True, slots=True)
class Line:
    """A score line: points to a side or seat, by a rule, with the reason in words."""

    to: Side | Seat
    points: int
    rule: str
    words: Text
    column: str = ""
    also: tuple[str, ...] = ()
    """Further rule ids cited."""
    by: tuple[Side, ...] = ()
    """The sides that pay, in equal shares; empty if nobody's total goes down."""
    bonus: bool = False
    """True if it is for the whole game: no points of the best hand."""

    @property
    def why(self) -> str:
        """`words`, rendered."""
        return str(self.words)

    @property
    def side(self) -> Side:
        """The side of `to`."""
        return self.to.side

    @property
    def each(self) -> int:
        """Points each payer gives; 0 without payers."""
        return self.points // len(self.by) if self.by else 0

    @property
    def agreed(self) -> bool:
        """True for an adjustment agreed at the table, outside the rules."""
        return self.column == "adjust"

    def change(self, side: Side) -> int:
        """The change of a side’s total, negative if it pays."""
        if side in self.by:
            return -self.each
        return self.points if side == self.side else 0

    def __str__(self) -> str:
        return f"{signed(self.points)} {self.to}, {self.rule}: {self.why}"


def line(
    to: Side | Seat, points: int, words: Sentence, *also: str, column: str = "", bonus: bool = False
) -> Line:
    """A Line that cites the rule of its sentence."""
    return Line(to, points, words.rule, words, column, also, bonus=bonus)


Who = TypeVar("Who")


def reasons(lines: Iterable[Line]) -> str:
    """The reasons of score lines in one sentence; of several, each with its points."""
    entries = list(lines)
    if len(entries) < 2:
        return "".join(each.why for each in entries)
    return "; ".join(f"{each.why} ({signed(each.points)})" for each in entries)


def highest(points: Mapping[Who, int]) -> tuple[int, list[Who]]:
    """The highest number, and everybody who has it."""
    high = max(points.values())
    return high, [who for who, number in points.items() if number == high]


Player = TypeVar("Player", bound=Seat | Side)


def gains(lines: Sequence[Line], among: Iterable[Player]) -> dict[Player, int]:
    """The points that each of these players gains from the lines."""
    return {who: sum(line.points for line in lines if line.side == who.side) for who in among}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line with its hand and the side's total after it."""

    hand: int
    line: Line
    total: int


class Ledger:
    """All lines in order, with running totals per side and per column."""

    def __init__(self, sides: Sequence[Side], totals: Sequence[int] | None = None) -> None:
        """`totals` are those it begins with, in the order of the sides, in place of `open`."""
        self.sides = list(sides)
        self._begun = totals is not None
        self.entries: list[Entry] = []
        self.lowest = False
        """True if the lowest total is best."""
        self.opening = 0
        """Points every side started with."""
        self._totals = dict(zip(self.sides, totals or [0] * len(self.sides), strict=True))
        self._columns: dict[str, dict[Side, int]] = {}

    def reseat(self, sides: Sequence[Side]) -> None:
        """Goes on for the same sides with other players. A shallow copy keeps those before."""
        self.sides = list(sides)
        self._totals = {side: self._totals[side] for side in sides}
        self._columns = {key: {side: column[side] for side in sides}
                         for key, column in self._columns.items()}  # fmt: skip

    def open(self, points: int) -> None:
        """Gives every side these points to start with (a stack of chips). Call before `add`."""
        self.opening += points
        for side in () if self._begun else self.sides:
            self._totals[side] += points

    def add(self, hand: int, lines: Iterable[Line]) -> None:
        """Enters the lines of a hand. ValueError if payers cannot share one evenly."""
        for line in lines:
            totals, side = self._totals, line.side
            column = self._columns.get(line.column)
            if column is None:
                column = self._columns[line.column] = dict.fromkeys(self.sides, 0)
            totals[side] += line.points
            column[side] += line.points
            if line.by:
                each, rest = divmod(line.points, len(line.by))
                if rest:
                    raise ValueError(f"{line}: {len(line.by)} cannot share that evenly")
                for payer in line.by:
                    totals[payer] -= each
                    column[payer] -= each
            self.entries.append(Entry(hand, line, totals[side]))

    def total(self, who: Side | Seat) -> int:
        """The current total of a side, or of a seat's side."""
        return self._totals[who.side]

    def column(self, who: Side | Seat, column: str) -> int:
        """A side's sum of one ledger column ("above")."""
        return self._columns.get(column, {}).get(who.side, 0)

    @property
    def totals(self) -> dict[Side, int]:
        """A copy of the current totals, in the order of the sides."""
        return dict(self._totals)

    @property
    def text(self) -> str:
        """The totals in words: "Nell & Pia 12, Omar & Quin −3"."""
        return with_minus(", ".join(f"{side} {total}" for side, total in self._totals.items()))

    @property
    def best(self) -> int:
        """The best total: the highest, or the lowest if that wins."""
        return (min if self.lowest else max)(self._totals.values())

    def leaders(self) -> list[Side]:
        """The side or sides with the best total."""
        return [side for side in self.sides if self._totals[side] == self.best]

    def ranked(self) -> list[Side]:
        """The sides from the best total to the worst; level ones in the order of seats."""
        return sorted(self.sides, key=lambda side: self._totals[side], reverse=not self.lowest)

    def of_hand(self, hand: int) -> list[Line]:
        return [entry.line for entry in self.entries if entry.hand == hand]
