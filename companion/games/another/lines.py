"""The lines of a round, and the entry of a side in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.another.house import House
from companion.rules.rows import RoundLine, read_rows
from companion.said import Sentences
from companion.seating import Side

say = Sentences(__file__)


@dataclass(frozen=True, slots=True)
class Tally:
    """The entry of a side in a line."""

    row: RoundLine
    number: int
    """The count of an "each" line, 1 for a "once" line, else the points that were counted."""
    total: int = 0
    """Of a bonus: the sum that brings it."""

    @property
    def points(self) -> int:
        return self.number if self.row.kind == "counted" else self.number * self.row.points


def rows(rules: House) -> list[RoundLine]:
    """The lines of a round by these house rules; the bonuses last."""
    return sorted(read_rows(rules.lines), key=lambda row: row.bonus)


def filled(rules: House) -> list[RoundLine]:
    """The lines that are filled in, without the bonuses."""
    return [row for row in rows(rules) if not row.bonus]


def card(rules: House) -> bool:
    """True if each side fills one line a round, and each line once (ANY-CARD)."""
    return rules.fill == "once" and bool(filled(rules))


def bonuses(tallies: Sequence[Tally], rules: House) -> Iterator[Tally]:
    """The bonuses that this sum brings."""
    total = sum(each.points for each in tallies)
    for row in rows(rules):
        if row.bonus and tallies and total >= row.most:
            yield Tally(row, 1, total)


Tallies = Mapping[Side, Sequence[Tally]]
