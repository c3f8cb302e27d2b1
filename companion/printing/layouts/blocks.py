"""A block of boxes for each hand, every box named in its corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.engine.sheets import BlockSheet, Column
from companion.engine.table import Hand
from companion.printing.figures import cell, ordinal, uncounted, worded
from companion.printing.grid import PORTRAIT, Body, Cell, ColumnPlace, PaperGrid, Row, owners
from companion.printing.layouts.heights import LARGE, code_above, least, rules_below
from companion.printing.layouts.tracks import Tracks, beside, tracks
from companion.printing.people import Party
from companion.printing.text import length_of
from companion.words import capital

NUMBER = 6.0
"""Width of the hand's number, in mm."""
SPACE, LARGE_SPACE = 202.0, 188.0
"""Height for the hands of a page, in ordinary and in large print, in mm."""
LEAST, MOST, LOW = 8.0, 12.0, 7.0
"""Heights of a row, in mm; the last is that of a game that is over."""


@dataclass(frozen=True)
class Box:
    """A box of a block and from where to where it reaches, in half millimetres."""

    place: ColumnPlace
    left: int
    right: int


def grids(party: Party, sheet: BlockSheet, rows: int = 0) -> list[PaperGrid]:
    wide = PORTRAIT - _taken(party, sheet)
    lines = [_line(party, sheet, number, wide - NUMBER) for number in _numbers(sheet)]
    edges = sorted({edge for line in lines for box in line for edge in (box.left, box.right)})
    steps = [(b - a) / 2 for a, b in pairwise(edges)]
    replay = party.replay
    played = replay.hands if replay else []
    known = list(party.known)
    wanted = rows or max(sheet.rows, len(known))
    if party.large and not (rows or known):
        wanted = min(wanted, int(LARGE_SPACE / LARGE / len(lines)))
    spare = -int(-rules_below(party) // (LEAST * len(lines)))
    count = len(played)
    if not (replay and replay.over):
        count = max(wanted - spare, len(played) + bool(spare))
    bodies = []
    for place in range(count):
        hand = played[place] if place < len(played) else None
        next_known = place - uncounted(played[: place + 1])
        more = known[next_known] if next_known < len(known) else {}
        number = ordinal(hand, party.titled) if hand else str(place + 1 - _unnumbered(played))
        bodies.append(_body(party, lines, edges, number, hand, more))
    space = SPACE - code_above(party) - 4 * len(party.reminders)
    height = min(MOST, max(least(party, LEAST), int(space / max(8, count) / len(lines) * 2) / 2))
    if replay and replay.over and rules_below(party):
        height = LOW
    return [PaperGrid((NUMBER, *steps), (), tuple(bodies), height, kind="blocks")]


def _unnumbered(played: Sequence[Hand]) -> int:
    """Hands thrown in that the game does not count."""
    titled = any(hand.title for hand in played)
    return sum(1 for hand in played if titled and hand.void and not hand.title)


def board(party: Party, sheet: BlockSheet) -> Tracks | None:
    """The pegging tracks, beside the blocks if there is room."""
    apart = not _taken(party, sheet)
    return tracks(party, sheet.track, apart=apart, landscape=False)


def _taken(party: Party, sheet: BlockSheet) -> float:
    if not sheet.track:
        return 0
    lines = [_spaced(party, sheet, number) for number in _numbers(sheet)]
    widest = max(sum(place.column.mm for place in line) for line in lines)
    return beside(len(party.seating.sides), widest + NUMBER, PORTRAIT)


def _numbers(sheet: BlockSheet) -> list[int]:
    return sorted({column.line for column in sheet.columns if column.mm > 0})


def _spaced(party: Party, sheet: BlockSheet, number: int) -> list[ColumnPlace]:
    return [
        place
        for column in sheet.columns
        if column.mm > 0 and column.line == number
        for place in _places(party, column)
    ]


def _line(party: Party, sheet: BlockSheet, number: int, wide: float) -> list[Box]:
    """The boxes of one line, stretched to the width."""
    places = _spaced(party, sheet, number)
    factor = wide * 2 / sum(place.column.mm for place in places)
    boxes: list[Box] = []
    left, exact = 0, 0.0
    for place in places:
        exact += place.column.mm * factor
        right = round(exact)
        boxes.append(Box(place, left, right))
        left = right
    return boxes


def _places(party: Party, column: Column) -> list[ColumnPlace]:
    if not column.per:
        return [ColumnPlace(column)]
    return [ColumnPlace(column, who) for who in owners(column.per, party.seating)]


def _body(
    party: Party,
    lines: list[list[Box]],
    edges: list[int],
    number: str,
    hand: Hand | None,
    known: Mapping[str, str],
) -> Body:
    if hand and hand.void:
        wide = len(edges) - 1
        words = f"{hand.dealer} dealt. {capital(hand.came_to)}"
        note = Cell(words, f"note{length_of(words, 'note')}", span=wide)
        row = Row((Cell(number, "n", head=True), note), "last", LEAST)
        return Body((row,), kind="block")
    rows = []
    open_ = hand is not None and not hand.over
    first = Cell(number, "n open" if open_ else "n", head=True, rows=len(lines),
                 small="open" if open_ else "")  # fmt: skip
    for place, line in enumerate(lines):
        cells = [first] if place == 0 else []
        for box in line:
            span = sum(1 for edge in edges if box.left < edge <= box.right)
            cells.append(replace(_box(party, box.place, hand, known), span=span))
        kind = "last" if place + 1 == len(lines) else ""
        rows.append(Row(tuple(cells), f"{kind} played" if hand and hand.over else kind))
    return Body(tuple(rows), kind="block")


def _box(party: Party, place: ColumnPlace, hand: Hand | None, known: Mapping[str, str]) -> Cell:
    column = place.column
    name = f"{column.head} {place.owner.code}" if place.owner else column.head
    hint = column.hint if len(name) + len(column.hint) < column.mm * 0.85 else ""
    if hand is None:
        given = worded(party, known.get(place.key, ""), column.mm, "box given")
        return replace(given, small=hint, name=name)
    written = cell(party, place, hand)
    return replace(written, kind=f"box {written.kind}", name=name, small=hint or written.small)
