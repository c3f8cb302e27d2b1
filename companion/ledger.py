"""The ledger: lines of points that name their rule, and the totals derived from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.seating import Seat, Side
from companion.words import signed


@dataclass(frozen=True, slots=True)
class Line:
    """Points to somebody, by one rule, and why in words."""

    to: Side | Seat
    points: int
    rule: str
    why: str
    column: str = ""
    also: tuple[str, ...] = ()
    """Further rules the points rest on."""
    by: tuple[Side, ...] = ()
    """Who pay the points, the same share each; nobody where they come from the game or a pot."""

    @property
    def side(self) -> Side:
        """The side the points go to."""
        return self.to.side

    @property
    def each(self) -> int:
        """What each of those who pay gives; 0 when nobody does."""
        return self.points // len(self.by) if self.by else 0

    @property
    def agreed(self) -> bool:
        """True for points outside the rules, which no summary of the hand tells of."""
        return self.column == "adjust"

    def change(self, side: Side) -> int:
        """What the line does to a side’s total, whether it is paid or pays."""
        if side in self.by:
            return -self.each
        return self.points if side is self.side else 0

    def __str__(self) -> str:
        return f"{signed(self.points)} {self.to}, {self.rule}: {self.why}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in its place: the hand it fell in and the side's total after it."""

    hand: int
    line: Line
    total: int


class Ledger:
    """All lines in order, with running totals per side and per column."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self.sides = list(sides)
        self.entries: list[Entry] = []
        self.opening = 0
        """What every side began with."""
        self._totals = dict.fromkeys(self.sides, 0)
        self._columns: dict[str, dict[Side, int]] = {}

    def open(self, points: int) -> None:
        """Every side begins with these points (a stack of chips); before any line."""
        self.opening += points
        for side in self.sides:
            self._totals[side] += points

    def add(self, hand: int, lines: Iterable[Line]) -> None:
        """Enters the lines of a hand in order. ValueError when payers cannot share one evenly."""
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
        """The present total of a side, or of the side of a seat."""
        return self._totals[who.side]

    def column(self, who: Side | Seat, column: str) -> int:
        """What a side has collected in one column ("above")."""
        return self._columns.get(column, {}).get(who.side, 0)

    @property
    def totals(self) -> dict[Side, int]:
        """The present totals, in the order of the sides."""
        return dict(self._totals)

    @property
    def high(self) -> int:
        return max(self._totals.values())

    def leaders(self) -> list[Side]:
        """The side or sides with the highest total."""
        return [side for side in self.sides if self._totals[side] == self.high]

    def of_hand(self, hand: int) -> list[Line]:
        return [entry.line for entry in self.entries if entry.hand == hand]
