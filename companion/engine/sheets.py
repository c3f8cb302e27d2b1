"""Scoresheet declarations: the columns, and one class for each layout.

The layouts are drawn by `companion.printing.layouts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules import HouseRules
from companion.seating import Seating

LONGEST_TRACK = 181
"""Most holes of a pegging track."""


@dataclass(frozen=True)
class Column:
    """A column of the scoresheet, one for the hand or one per "side" or "seat" (`per`).

    `kind` is "cell" (set by `Hand.cell`), "points" or "total" (from the ledger lines whose column
    is `key`, or from all lines if the key is "points" or "total"). `mm` is the width; a column of
    0 mm is declared (for `Hand.cell`, for a ledger column) but not drawn.
    """

    key: str
    head: str
    mm: float
    per: str = ""
    kind: str = "cell"
    circle: Sequence[str] = ()
    """Printed in a blank cell to be circled. "seats" and "sides" mean their initials."""
    group: str = ""
    """Heading over adjacent columns with the same group: "Bids, in order"."""
    hint: str = ""
    """Printed small in the corner of a blank cell: "no", "×2"."""
    small: bool = False
    """Prints the values from `Sheet.known` small in the corner, leaving room to write."""
    printed: bool = False
    """Omitted on a blank sheet."""
    line: int = 1
    """BlockSheet only: the line of the hand's block, from 1."""


@dataclass(frozen=True)
class SheetPart:
    """A run of rows with its own title: a phase, a half, one deal's tricks."""

    rows: int
    title: str = ""
    note: str = ""
    """Small print beside the title."""
    foot: str = ""
    """Label of a row of subtotals after the part ("Half-time"); "" for no such row."""


@dataclass(frozen=True)
class Storey:
    """A part of a CrossSheet, with the lines of one ledger column."""

    rows: int
    title: str
    note: str
    """Said beside the title, in small words."""
    column: str
    """The ledger column."""
    upward: bool = False
    """Filled from the bottom upward."""


@dataclass(frozen=True)
class Sum:
    """A line at the foot of the sheet, per side: the points of a ledger column, or of some rules,
    or of all lines."""

    label: str
    column: str = ""
    rules: Sequence[str] = ()
    count: bool = False
    """The number of lines ("contracts made") instead of their points."""
    sign: int = 0
    """1 for gains only, −1 for losses only, 0 for both."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Base of the layouts: columns, and text above and below them."""

    columns: Sequence[Column]
    notes: Sequence[str] = ()
    """Printed at the foot: checks, limits, how to write."""
    known: Callable[[Seating, Any, int], Sequence[Mapping[str, str]]] | None = None
    """Pre-fills a blank sheet: (seating, house rules, first dealer's seat) to one mapping a row.

    Keys are as in `Hand.cell`: "dealer", "cards", "quota 2" (a side's code). If there are more
    mappings than rows in the layout, the sheet gets as many rows.
    """
    once: Sequence[tuple[str, str]] = ()
    """Boxes at the head, as (label, text); braces hold the key of a house rule or a name of
    rules.md: ("Game", "{target}"), ("First pitcher", ""). "none" leaves the box out."""
    plays: Mapping[str, str] = field(default_factory=dict)
    """The value of a house rule for these people, by its key, if its words do not give it."""
    rows: int = 16
    rows_by: str = ""
    """Key of the house rule that says how many rows there are, where its value is a number."""
    dealers: bool = False
    """Prints the dealers of a blank sheet, the deal passing to the left."""
    adapt: Callable[[Any, Any, int], Sheet] | None = None
    """(this sheet, house rules, number of players or 0 for the usual) to the sheet for them."""
    track: int = 0
    """Of a RowSheet or BlockSheet: holes of a pegging track per side, drawn beside it."""

    def __post_init__(self) -> None:
        if self.track and not 2 <= self.track <= LONGEST_TRACK:
            raise ValueError(f"a pegging track has 2 to {LONGEST_TRACK} holes, not {self.track}")

    def under(self, rules: HouseRules, players: int = 0) -> Sheet:
        """This sheet for the house rules in force."""
        sheet = self.adapt(self, rules, players) if self.adapt else self
        rows = dict(rules).get(self.rows_by, "")
        return replace(sheet, rows=int(rows)) if rows.isdecimal() else sheet

    def filled(self, seating: Seating, rules: HouseRules, dealer: int) -> list[Mapping[str, str]]:
        """The values that a blank sheet can fill in, row by row."""
        if self.dealers:
            seats = seating.seats[dealer - 1].round
            return [{"dealer": seats[row % len(seats)].name} for row in range(self.rows)]
        return [*self.known(seating, rules, dealer)] if self.known else []


@dataclass(frozen=True, kw_only=True)
class RowSheet(Sheet):
    """A row for each hand."""

    landscape: bool = False
    parts: Sequence[SheetPart] = ()
    """Divide the rows, with titles and subtotals."""
    sums: Sequence[Sum] = ()
    """Lines at the foot."""


@dataclass(frozen=True, kw_only=True)
class CrossSheet(Sheet):
    """A bridge score: columns of the hand at the left, one wide column per side.

    A score line goes into the storey of its ledger column.
    """

    storeys: Sequence[Storey] = ()
    """From top to bottom."""
    sums: Sequence[Sum] = ()


@dataclass(frozen=True, kw_only=True)
class EventSheet(Sheet):
    """A row for each `Hand.post`.

    Its `cells` fill the hand's columns; columns per side of kind "total" are the totals after it.
    """

    landscape: bool = False
    parts: Sequence[SheetPart] = ()
    """One part for each hand; without parts, a line separates the hands."""


@dataclass(frozen=True, kw_only=True)
class BlockSheet(Sheet):
    """A block of boxes for each hand, in lines, each box labelled in its corner."""

    rows: int = 8


@dataclass(frozen=True, kw_only=True)
class SquareSheet(Sheet):
    """A block for each hand: per side a square of cells with a box at the end of every line.

    It is filled from the hand's `Square` panel with that side as `of`. The columns per side are
    boxes beside it.
    """

    spaces: Sequence[str]
    """Their names, printed small in their corners."""
    rows: int = 4


@dataclass(frozen=True, kw_only=True)
class StripSheet(Sheet):
    """A block for each hand: per side a strip of cells, then the columns per side as boxes."""

    spaces: Sequence[str]
    """Their names, printed small in their corners."""
    heavy: str = ""
    """Name of the cell that is followed by a heavier line."""
    rows: int = 6
