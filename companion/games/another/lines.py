"""The lines of which a round can be made: their names, points and kinds. The rules are in rules.md.

A house rule has them as text: "Clean books 500 each. Going out 100 once. Cards. Bonus 35 from 63".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.another.house import House
from companion.said import Sentences
from companion.seating import Side

say = Sentences(__file__)
MOST_ROWS = 12
NONE = "none"
_ROW = re.compile(
    r"(?P<name>.+?) (?P<points>-?\d{1,5})"
    r"(?: (?P<kind>each|once|from))?(?: (?:up to )?(?P<most>\d{1,5}))?"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a round."""

    name: str
    kind: str = "counted"
    """"each": a number times the points. "once": the points, for one side alone. "counted": points
    as the players counted them. "from": a bonus for a sum of at least `most`."""
    points: int = 1
    most: int = 0
    """Most of an "each" line; 0 for no limit."""

    @property
    def bonus(self) -> bool:
        return self.kind == "from"


@dataclass(frozen=True, slots=True)
class Tally:
    """What a side has in a line."""

    row: Row
    number: int
    """How many of an "each" line, 1 for a "once" line, else the points that were counted."""
    total: int = 0
    """Of a bonus: the sum that brings it."""

    @property
    def points(self) -> int:
        return self.number if self.row.kind == "counted" else self.number * self.row.points


def read(text: str) -> list[Row]:
    """The lines that a text names; none for `NONE`. A line that is there already is left out."""
    found: dict[str, Row] = {}
    for part in text.rstrip(".").split(". ") if text != NONE else ():
        row = Row(part.strip())
        if match := _ROW.fullmatch(row.name):
            kind, most = match["kind"] or "each", int(match["most"] or 0)
            row = Row(match["name"], kind, int(match["points"]), most)
        if row.name:
            found.setdefault(row.name.casefold(), row)
    return list(found.values())[:MOST_ROWS]


def rows(rules: House) -> list[Row]:
    """The lines of a round by these house rules; the bonuses last."""
    return sorted(read(rules.lines), key=lambda row: row.bonus)


def filled(rules: House) -> list[Row]:
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
