"""A house rule that names the lines of a round: "Books 500 each. Going out 100 once. Cards"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

MOST_ROWS = 12
NO_ROWS = "none"
_ROW = re.compile(
    r"(?P<name>.+?) (?P<points>-?\d{1,5})"
    r"(?: (?P<kind>each|once|from))?(?: (?:up to )?(?P<most>\d{1,5}))?"
)


@dataclass(frozen=True, slots=True)
class RoundLine:
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

    def __str__(self) -> str:
        if self.kind == "counted":
            return self.name
        most = f" up to {self.most}" if self.kind == "each" and self.most else ""
        return f"{self.name} {self.points} {self.kind}{most}{f' {self.most}' if self.bonus else ''}"


def read_rows(text: str) -> list[RoundLine]:
    """The lines that a text names; none for `NO_ROWS`. Of two with one name the first counts."""
    rows: dict[str, RoundLine] = {}
    for part in text.rstrip(".").split(". ") if text != NO_ROWS else ():
        row = RoundLine(part.strip())
        if match := _ROW.fullmatch(row.name):
            kind, most = match["kind"] or "each", int(match["most"] or 0)
            row = RoundLine(match["name"], kind, int(match["points"]), most)
        if row.name:
            rows.setdefault(row.name.casefold(), row)
    return list(rows.values())[:MOST_ROWS]


def write_rows(rows: Iterable[RoundLine]) -> str:
    """The text that names these lines."""
    return ". ".join(map(str, rows)) or NO_ROWS
