"""The scoresheet a room declares: its columns, and one class for each layout.

How each of them is drawn stands in `companion.printing.layouts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules import HouseRules
from companion.seating import Seating

LONGEST_TRACK = 181
"""Holes of the longest pegging track that can be drawn."""


@dataclass(frozen=True)
class Column:
    """A column of the scoresheet. `per` repeats it: "side", "seat", or "" for one of the hand.

    `kind` is "cell" (what the hand says of itself), "points" or "total" (from the ledger, of the
    lines whose column is `key`, or of all lines when the key is "points" or "total").
    A column of 0 mm is declared (for `hand.cell`, for a ledger column) but not drawn.
    """

    key: str
    head: str
    mm: float
    per: str = ""
    kind: str = "cell"
    circle: Sequence[str] = ()
    """Printed in a blank cell to be circled by hand; "seats" and "sides" stand for initials."""
    group: str = ""
    """A head that spans neighbouring columns of the same group: "Bids, in order"."""
    hint: str = ""
    """Printed small in the corner of a blank cell: "no", "×2"."""
    small: bool = False
    """What `known` says of this column stands small in the corner, with room to write beside it."""
    printed: bool = False
    """Only a filled sheet has it: nobody writes it by hand."""
    line: int = 1
    """In a BlockSheet: which line of the hand's block the box stands in, from 1."""


@dataclass(frozen=True)
class Part:
    """A run of rows with its own title: a phase, a half, one deal's tricks."""

    rows: int
    title: str = ""
    note: str = ""
    """Said beside the title, in small words."""
    foot: str = ""
    """The label of a row of subtotals after the part ("Half-time"); none without."""


@dataclass(frozen=True)
class Storey:
    """A part of a CrossSheet: the lines of one ledger column."""

    rows: int
    title: str
    note: str
    """Said beside the title, in small words."""
    column: str
    """The ledger column whose lines are written here."""
    upward: bool = False
    """Written from the heavy line upward."""


@dataclass(frozen=True)
class Sum:
    """A line at the foot of the sheet, per side: the points of a ledger column, of some rules,
    or (with none of them) the total."""

    label: str
    column: str = ""
    rules: Sequence[str] = ()
    count: bool = False
    """How many such lines there are ("contracts made"), instead of their points."""
    sign: int = 0
    """Only gains (1) or only losses (−1): boards won, boards lost."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What every layout has: the columns, and the words above and below them."""

    columns: Sequence[Column]
    notes: Sequence[str] = ()
    """What is printed at the foot: checks, limits, how to write."""
    known: Callable[[Seating, Any, int], Sequence[Mapping[str, str]]] | None = None
    """What a blank sheet can fill in, row by row, from seating, house rules and first dealer.

    The mappings use the keys of `hand.cell`: "dealer", "cards", "quota 2" (the code of a side).
    When it yields more rows than the layout has, all of them are drawn.
    """
    once: Sequence[tuple[str, str]] = ()
    """What is written once at the head, as (label, text); braces name a house rule whose value is
    printed: ("Game", "{target}"), ("First pitcher", "")."""
    adapt: Callable[[Any, Any, int], Sheet] | None = None
    """This sheet as some house rules and so many players want it (0: whatever is usual): a shorter
    game has other rows and parts."""

    def under(self, rules: HouseRules, players: int = 0) -> Sheet:
        """This sheet for the house rules in force."""
        return self.adapt(self, rules, players) if self.adapt else self


def _drawable(track: int) -> None:
    if track and not 2 <= track <= LONGEST_TRACK:
        raise ValueError(f"a pegging track has 2 to {LONGEST_TRACK} holes, not {track}")


@dataclass(frozen=True, kw_only=True)
class RowSheet(Sheet):
    """A row for each hand."""

    rows: int = 16
    landscape: bool = False
    parts: Sequence[Part] = ()
    """They divide the rows and give them titles and subtotals."""
    sums: Sequence[Sum] = ()
    """Lines at the foot."""
    track: int = 0
    """Holes of a pegging track per side, drawn beside the rows; 0 for none."""

    def __post_init__(self) -> None:
        _drawable(self.track)


@dataclass(frozen=True, kw_only=True)
class CrossSheet(Sheet):
    """The bridge cross: columns of the hand at the left, one wide column per side.

    The lines of a hand go into the storey of their ledger column.
    """

    storeys: Sequence[Storey] = ()
    """From top to bottom: "above", written upward, then "below" game by game."""
    sums: Sequence[Sum] = ()


@dataclass(frozen=True, kw_only=True)
class EventSheet(Sheet):
    """A row for each event: what was posted together by one `hand.post`.

    Its `cells` fill the columns of the hand; columns per side of kind "total" are balances after
    it.
    """

    rows: int = 16
    landscape: bool = False
    parts: Sequence[Part] = ()
    """One part is one hand (its tricks); without parts, hands are parted by a line."""


@dataclass(frozen=True, kw_only=True)
class BlockSheet(Sheet):
    """A block of boxes for each hand, the head of a box in its corner, in lines."""

    rows: int = 8
    track: int = 0
    """Holes of a pegging track per side, drawn beside the blocks; 0 for none."""

    def __post_init__(self) -> None:
        _drawable(self.track)


@dataclass(frozen=True, kw_only=True)
class SquareSheet(Sheet):
    """A block for each hand: per side a square of spaces with a box at the end of every line.

    It is filled from `hand.show(Square(...))`, titled with the side's name. The columns per side
    stand beside it as fields.
    """

    spaces: Sequence[str]
    """Their names, printed small in their corners."""
    rows: int = 4


@dataclass(frozen=True, kw_only=True)
class StripSheet(Sheet):
    """A block for each hand: per side a strip of spaces, then the columns per side as fields."""

    spaces: Sequence[str]
    """Their names, printed small in their corners."""
    heavy: str = ""
    """The space after which a heavier line stands, by its name."""
    rows: int = 6
