"""Panels: data a hand shows beside its question (calls, grids, trays, tracks).

A page, the terminal and JSON each render them in their own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards import Card
from companion.seating import Seat, Side

CALLS = "Calls so far, in turn"


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls so far, in turn; None for the player to speak."""

    calls: Sequence[tuple[Seat, str | None]]
    title: str = CALLS


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table; the first cell of a row is its heading."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    foot: Sequence[str] = ()
    marked: Sequence[int] = ()
    """Rows (from 0) to highlight: the one to play, the leader."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Cards lying in named groups: melds, the cards of a trick, what is still out."""

    title: str
    groups: Sequence[tuple[str, Sequence[Card]]]
    lying: bool = False
    """The current trick: shown before all other panels."""


@dataclass(frozen=True, slots=True)
class Won:
    """Who won each trick so far, in order."""

    title: str
    by: Sequence[Seat]
    marked: Sequence[int] = ()
    """Tricks (from 0) to highlight."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square of cells with a value at the end of each line."""

    title: str
    cells: Sequence[str]
    names: Sequence[str]
    lines: Sequence[tuple[str, str]]
    """(name of the line, its value): rows, columns, diagonals."""
    columns: int = 3
    of: Seat | Side | None = None
    """Its owner, by which the scoresheet finds it."""


@dataclass(frozen=True, slots=True)
class Track:
    """A pegging track of `length` holes, with two pegs a side."""

    title: str
    length: int
    runners: Sequence[tuple[Side, int, int]]
    """(side, front peg, back peg)."""


@dataclass(frozen=True, slots=True)
class Meter:
    """Named amounts in one line: "Pot 9 · melded 7 of 11"."""

    title: str
    amounts: Sequence[tuple[str, str]] = field(default_factory=tuple)


Panel = Calls | Grid | Tray | Won | Square | Track | Meter
