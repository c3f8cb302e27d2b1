"""A block for each hand: a square or a strip of spaces per side, and fields beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine.panels import Square
from companion.engine.sheets import SquareSheet, StripSheet
from companion.engine.table import Hand
from companion.printing.figures import adjusted, points_of, said, sized, uncounted, undrawn
from companion.printing.grid import ColumnPlace, owners
from companion.printing.people import Party
from companion.seating import Seat, Side
from companion.words import capital

BOXES = 6
"""More than so many letters to be circled get boxes to be crossed off."""
SQUARES = 4
"""So many squares one below the other fill a page: two games of two hands."""
Spaced = SquareSheet | StripSheet


@dataclass(frozen=True)
class Space:
    """One space: its name in the corner, and its content."""

    name: str
    text: str = ""
    heavy: bool = False
    """A heavier line after it."""

    @property
    def size(self) -> str:
        """The size of type in which the text fits."""
        return sized(self.text, 11)


@dataclass(frozen=True)
class SquareField:
    """A line to fill in beside the square."""

    label: str
    text: str
    ids: tuple[str, ...] = ()
    circle: str = ""
    """The options to circle or cross off while the space is empty."""

    @property
    def boxes(self) -> list[str]:
        """The same in separate boxes, if there are many."""
        boxes = self.circle.split()
        return boxes if len(boxes) > BOXES else []


@dataclass(frozen=True)
class PrintedBoard:
    """One side's square or strip, row by row, with the value at the end of each line."""

    owner: str
    rows: tuple[tuple[Space, ...], ...]
    ends: tuple[str, ...]
    """Values at the ends of the rows."""
    feet: tuple[str, ...]
    """Values below the columns; a diagonal at each end where the square has them."""
    fields: tuple[SquareField, ...]
    diagonals: bool


@dataclass(frozen=True)
class Block:
    """A hand: its name, the text about the whole hand, and a board for each side."""

    title: str
    heads: tuple[SquareField, ...]
    boards: tuple[PrintedBoard, ...]
    note: str = ""


def blocks(party: Party, sheet: Spaced, rows: int = 0) -> list[Block]:
    """The hands that were played, then blank ones as far as the sheet goes."""
    replay = party.replay
    played = replay.hands if replay else []
    known = list(party.known)
    wanted = rows or max(sheet.rows, len(known))
    if party.large and isinstance(sheet, StripSheet) and not (rows or known or replay):
        wanted -= 1  # higher strips
    count = len(played) if replay and replay.over else max(wanted, len(played))
    more_games = SQUARES // count if isinstance(sheet, SquareSheet) and not (replay or rows) else 1
    blocks = []
    for place in range(count):
        hand = played[place] if place < len(played) else None
        number = place + 1 - uncounted(played[: place + 1])
        more = known[number - 1] if 0 < number <= len(known) else {}
        heads = tuple(
            SquareField(
                column.head,
                hand.cells.get(column.key, "") if hand else more.get(column.key, ""),
                circle=party.circled(column),
            )
            for column in sheet.columns
            if not column.per and column.mm > 0
        )
        seating = hand.table.seating if hand else party.seating
        boards = tuple(_board(party, sheet, who, hand) for who in owners("side", seating))
        note = capital(hand.came_to) if hand and hand.void else ""
        title = capital(hand.name) if hand else f"{_noun(played)} {number}"
        blocks.append(Block(title, heads, boards, note))
    if more_games > 1:
        return [
            replace(block, title=f"Game {game}, {block.title[:1].lower()}{block.title[1:]}")
            for game in range(1, more_games + 1)
            for block in blocks
        ]
    return blocks


def _noun(played: Sequence[Hand]) -> str:
    """The game's word for a hand if one was dealt, such as "Game", otherwise "Hand"."""
    parts = played[-1].parts if played else ()
    return parts[0].word.capitalize() if len(parts) == 1 and not parts[0].extra else "Hand"


def _board(party: Party, sheet: Spaced, who: Side | Seat, hand: Hand | None) -> PrintedBoard:
    panel = _panel(hand, who)
    names = sheet.spaces
    columns = panel.columns if panel else _width(sheet)
    texts = list(panel.cells) if panel else [""] * len(names)
    heavy = sheet.heavy if isinstance(sheet, StripSheet) else ""
    spaces = [Space(n, t, bool(n) and n == heavy) for n, t in zip(names, texts, strict=False)]
    rows = tuple(tuple(spaces[first : first + columns]) for first in range(0, len(spaces), columns))
    # A hand that is not over is finished by hand: what its lines are worth is still open.
    values = [value for _, value in panel.lines] if panel and hand and hand.over else []
    across, down = len(rows), columns
    square = isinstance(sheet, SquareSheet)
    ends = _filled(values[:across], across) if square else ()
    feet = _filled(values[across : across + down], down)
    diagonals = _filled(values[across + down :], 2)
    fields = tuple(
        SquareField(
            place.column.head,
            _said(party, place, hand) if hand else "",
            _ids(party, place, hand),
            party.circled(place.column),
        )
        for place in (
            ColumnPlace(column, who) for column in sheet.columns if column.per and column.mm > 0
        )
    )
    return PrintedBoard(
        who.name, rows, ends, (diagonals[1], *feet, diagonals[0]) if square else (), fields, square
    )


def _said(party: Party, place: ColumnPlace, hand: Hand) -> str:
    """The text of a field. The score, or else the total, includes the adjustments."""
    keys = {column.key for column in party.sheet.columns if column.mm > 0}
    scoring = place.column.key == ("points" if "points" in keys else "total")
    note = adjusted(place, hand) if scoring else ""
    return ", ".join(filter(None, (said(place, hand), note)))


def _ids(party: Party, place: ColumnPlace, hand: Hand | None) -> tuple[str, ...]:
    if hand is None:
        return ()
    if place.column.kind == "total":
        return undrawn(party, place, hand)
    if place.column.kind != "points" or place.column.key == "points":
        return ()
    return tuple(dict.fromkeys(line.rule for line in points_of(place, hand)))


def _filled(values: Sequence[str], count: int) -> tuple[str, ...]:
    return tuple([*values, *([""] * count)][:count])


def _width(sheet: Spaced) -> int:
    """Three by three for nine spaces; a strip is one row."""
    count = len(sheet.spaces)
    return count if isinstance(sheet, StripSheet) else max(1, math.isqrt(count))


def _panel(hand: Hand | None, who: Side | Seat) -> Square | None:
    if hand is None:
        return None
    for panel in hand.panels.values():
        if isinstance(panel, Square) and panel.of and panel.of.side == who.side:
            return panel
    return None
