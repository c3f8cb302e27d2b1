"""A square of spaces: a tap puts a mark into the next open space, or clears a filled one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Suit
from companion.engine.panels import Square as Panel
from companion.questions import EMPTY, Cells, Option, fold
from companion.web.questions.asking import Field

End = tuple[str, str]
"""(name of a line, its value)."""


@dataclass(frozen=True)
class Edges:
    """The values at the ends of the lines of a square: right of its rows, and below it."""

    beside: Sequence[End]
    below: Sequence[End]


def edges(lines: Sequence[End], rows: int, columns: int) -> Edges:
    """The values given for rows, columns, the falling and the rising diagonal."""
    falling, rising = lines[rows + columns], lines[rows + columns + 1]
    return Edges(lines[:rows], [rising, *lines[rows : rows + columns], falling])


def edged(panel: Panel) -> Edges | None:
    """The line values of the square in a panel; None if it has none."""
    rows = len(panel.cells) // panel.columns
    if panel.columns != 3 or len(panel.lines) != rows + panel.columns + 2:
        return None
    return edges(panel.lines, rows, panel.columns)


@dataclass(frozen=True)
class Mark:
    """A mark that a space can hold."""

    option: Option[Any]
    face: str
    """Drawn as a "suit", a "dash" for an empty space, or as "words"."""


@dataclass(frozen=True)
class CellBox:
    """One space."""

    place: int
    name: str
    mark: Mark | None
    next: bool
    """The next mark goes here."""


@dataclass(frozen=True)
class CellsField:
    """The square as it is filled in."""

    size: int
    look: str
    rows: Sequence[Sequence[CellBox]]
    edges: Edges | None
    marks: Sequence[Mark]


def mark(option: Option[Any]) -> Mark:
    """A mark as it is drawn."""
    if isinstance(option.value, Suit):
        return Mark(option, "suit")
    return Mark(option, "dash" if option.value is None else "words")


def present(q: Cells, a: Field) -> CellsField:
    """The square with the marks chosen so far."""
    letters = ["" if letter == EMPTY else letter for letter in q.marked(a.text)]
    lines = q.judge(letters) if q.judge and q.columns == 3 else ()
    marks = {fold(option.text): mark(option) for option in q.marks}
    following = letters.index("") if "" in letters else -1
    cells = []
    for place, letter in enumerate(letters):
        name = q.names[place] if place < len(q.names) else str(place + 1)
        cells.append(CellBox(place, name, marks.get(fold(letter)), place == following))
    return CellsField(
        q.rows * q.columns,
        "edged" if lines else f"cells c{q.columns}",
        [cells[at : at + q.columns] for at in range(0, len(cells), q.columns)],
        edges(lines, q.rows, q.columns) if lines else None,
        list(marks.values()),
    )
