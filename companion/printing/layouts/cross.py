"""The bridge cross: written upward above the line, game by game below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from companion.engine.ledger import Line
from companion.engine.sheets import CrossSheet, Storey
from companion.engine.table import Hand
from companion.printing.figures import ADJUST, concerns, counted, ordinal, said, worded
from companion.printing.grid import (
    HEIGHT,
    NUMBER,
    PORTRAIT,
    Body,
    Cell,
    ColumnPlace,
    Head,
    PaperGrid,
    Row,
    short,
    widths,
)
from companion.printing.layouts.heights import code_above, least, rules_below
from companion.printing.layouts.rows import empty
from companion.printing.people import Party
from companion.words import with_minus

LEAST, MOST, STRIP, GRAND = 7.0, 10.0, 5.4, 8.1
LARGER = 0.15
"""Extra height of heads and notes in large print, as a fraction."""
STANDS = 32
"""Height of the standing below a filled sheet, in mm."""
LOW = 6.0
"""The height of a row in which nothing will be written any more."""


def grids(party: Party, sheet: CrossSheet, rows: int = 0) -> list[PaperGrid]:
    """The one grid; `rows` is how many rows each storey has."""
    places = [ColumnPlace(column) for column in sheet.columns if not column.per and column.mm > 0]
    wide = max((column.mm for column in sheet.columns if column.per), default=50)
    sides = party.seating.sides
    below = rules_below(party)
    spare = 2 + int(below / LEAST / len(sheet.storeys) + 0.5)
    lines = sum(-(-len(note) // 62) for note in map(str, party.reminders))
    above = 29 + code_above(party) + STRIP * len(sheet.storeys) + GRAND * len(sheet.sums)
    space = HEIGHT - above - (STANDS + below if party.replay else 3 + 4 * -(-lines // 2))
    most = 1.0
    if party.large and not party.replay:
        space -= LARGER * above
    if party.replay is None:
        most = min(1, space / least(party, LEAST) / sum(each.rows for each in sheet.storeys))
    bodies = [
        storey(party, places, each, rows or int(each.rows * most), spare) for each in sheet.storeys
    ]
    count = sum(len(body.rows) for body in bodies)
    height = min(MOST, max(least(party, LEAST), int(space / max(1, count) * 2) / 2))
    if party.replay and party.replay.over:
        height = LOW
    if sheet.sums:
        bodies.append(Body(tuple(_foot(party, sheet, places)), kind="foot"))
    top = [Head("Hand"), *(Head(place.column.head) for place in places)]
    # Without names, the head has room to write, and the number that players circle below.
    top += [
        Head(f"{side.code} " * party.by_number + side.name if party.named
             else short(side, party.seating),
             kind="bar big", name=True, write=not party.named)
        for side in sides
    ]  # fmt: skip
    return [
        PaperGrid(
            widths([NUMBER + 2, *(p.column.mm for p in places), *(wide for _ in sides)], PORTRAIT),
            (tuple(top),),
            tuple(bodies),
            height,
            kind="cross",
        )
    ]


def storey(
    party: Party, places: Sequence[ColumnPlace], part: Storey, fewest: int, spare: int = 2
) -> Body:
    """One storey of the cross: the figures entered so far, and lines to write on."""
    rows = list(_entered(party, places, part))
    over = party.replay is not None and party.replay.over
    blank = [Cell(kind="n", head=True), *(empty(party, place, {}) for place in places)]
    blank += [Cell(kind="bar") for _ in party.seating.sides]
    played = len(rows)
    # The standing needs space on the page too.
    going = max(played + 2, fewest - spare) if party.replay else fewest
    rows += [Row(tuple(blank))] * ((max(1, played) if over else going) - played)
    if part.upward:
        rows.reverse()
    return Body(tuple(rows), part.title, part.note, "up" if part.upward else "down")


def _entered(party: Party, places: Sequence[ColumnPlace], part: Storey) -> Iterator[Row]:
    """A row for each figure; a hand says what it was in the first of its rows."""
    for hand in party.replay.hands if party.replay else ():
        columns = [
            [line for line in hand.lines if line.column == part.column and concerns(line, side)]
            for side in party.seating.sides
        ]
        for number, lines in enumerate(zip_longest(*columns)):
            lead = [Cell(ordinal(hand, party.titled) if number == 0 else "", "n", head=True)]
            lead += [_words(party, place, hand, number == 0) for place in places]
            figures = [
                _figure(party, hand, part, side.code, line, number)
                for side, line in zip(party.seating.sides, lines, strict=True)
            ]
            yield Row((*lead, *figures))


def _words(party: Party, place: ColumnPlace, hand: Hand, first: bool) -> Cell:
    text = said(place, hand) if first else ""
    old = party.struck.get((hand.number, place.key), ()) if first else ()
    box = worded(party, text, place.column.mm, seating=hand.table.seating)
    return replace(box, old=tuple(t for t in old if t != text))


def _figure(
    party: Party, hand: Hand, part: Storey, code: str, line: Line | None, number: int
) -> Cell:
    if line is None:
        return Cell(kind="bar")
    side = next(each for each in party.seating.sides if each.code == code)
    text = with_minus(line.change(side))
    struck = party.struck.get((hand.number, f"{part.column} {code}"), ()) if number == 0 else ()
    return Cell(text, "bar fig", tuple(t.lstrip("+") for t in struck), ids=(line.rule,))


def _foot(party: Party, sheet: CrossSheet, places: Sequence[ColumnPlace]) -> Iterator[Row]:
    adjusted = party.replay and any(
        entry.line.column == ADJUST for entry in party.replay.ledger.entries
    )
    for number, entry in enumerate(sheet.sums):
        grand = not (entry.column or entry.rules or entry.count or entry.sign)
        note = " (with what was adjusted)" if grand and adjusted else ""
        lead = Cell(
            entry.label + note, "label", ids=tuple(entry.rules), span=len(places) + 1, head=True
        )
        figures = [
            Cell(counted(party.replay, entry, side) if party.replay else "", _kind(party, grand, n))
            for n, side in enumerate(party.seating.sides)
        ]
        kind = "sum first" if number == 0 else "sum grand" if grand else "sum"
        yield Row((lead, *figures), kind, 8.0)


def _kind(party: Party, grand: bool, place: int) -> str:
    outcome = party.replay.outcome if party.replay else None
    winner = grand and outcome and party.seating.sides[place] in outcome.winners
    return "bar tot won" if winner else "bar tot"
