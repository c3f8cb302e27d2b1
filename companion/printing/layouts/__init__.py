"""The drawing of each layout of a scoresheet: a module for each class of `engine.sheets`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.sheets import (
    BlockSheet,
    CrossSheet,
    EventSheet,
    RowSheet,
    SquareSheet,
    StripSheet,
)
from companion.printing.grid import PaperGrid
from companion.printing.layouts import blocks, cross, events, rows, squares
from companion.printing.layouts.squares import Block
from companion.printing.layouts.tracks import Tracks
from companion.printing.people import Party


@dataclass(frozen=True)
class Drawn:
    """A sheet as its template draws it: grids, or blocks of squares; and tracks."""

    grids: tuple[PaperGrid, ...] = ()
    blocks: tuple[Block, ...] = ()
    tracks: Tracks | None = None

    @property
    def full(self) -> bool:
        """True if it takes both sides of its sheet of paper."""
        return len([grid for grid in self.grids if "again" not in grid.kind]) > 1

    @property
    def landscape(self) -> bool:
        """True if the page has landscape format."""
        return any(grid.landscape for grid in self.grids)


def draw(party: Party, count: int = 0) -> Drawn:
    """The sheet of this game; `count` rows or hands, 0 for as many as it declares."""
    match party.sheet:
        case RowSheet() as sheet:
            return Drawn(tuple(rows.grids(party, sheet, count)), tracks=rows.board(party, sheet))
        case CrossSheet() as sheet:
            return Drawn(tuple(cross.grids(party, sheet, count)))
        case EventSheet() as sheet:
            return Drawn(tuple(events.grids(party, sheet, count)))
        case BlockSheet() as sheet:
            return Drawn(
                tuple(blocks.grids(party, sheet, count)), tracks=blocks.board(party, sheet)
            )
        case SquareSheet() | StripSheet() as sheet:
            return Drawn(blocks=tuple(squares.blocks(party, sheet, count)))
        case other:
            raise TypeError(f"no layout draws a {type(other).__name__}")
