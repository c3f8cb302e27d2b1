"""The ledger: a row for each event, with every balance after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.sheets import EventSheet
from companion.engine.table import Event, Hand
from companion.printing.figures import change, concerns, worded
from companion.printing.grid import (
    Body,
    Cell,
    ColumnPlace,
    PaperGrid,
    Plan,
    Row,
    plans,
    turned,
)
from companion.printing.layouts.heights import least, left_for_rows
from companion.printing.layouts.rows import LEAST, MOST, as_drawn, blank, ruled
from companion.printing.people import Party
from companion.words import capital, with_minus

WRITTEN = 6.0
"""Height of a row in which nothing will be written any more, in mm."""
SIDES = 2
"""A blank sheet in large print, with a code or a list of names has a front and a back. A longer
evening takes another copy."""
TIGHT = 7
"""Least height of a row: an event is a name, a word and a figure."""


def grids(party: Party, sheet: EventSheet, rows: int = 0) -> list[PaperGrid]:
    """One grid for a filled sheet. A blank sheet has a grid per page, with carried totals."""
    grids: list[PaperGrid] = []
    for shape in plans(sheet, party.seating):
        grids += _grids(party, sheet, shape, rows)
    return grids


def _grids(party: Party, sheet: EventSheet, shape: Plan, rows: int) -> list[PaperGrid]:
    landscape = turned(sheet, shape, 0, party.large)
    space = left_for_rows(party, sheet, shape, landscape)
    if party.replay:
        over = party.replay.over
        fitted = as_drawn(party, shape, landscape)
        bodies = list(_filled(party, fitted, 0 if over else int(space / LEAST / 2)))
        return [ruled("events", party, shape, bodies, WRITTEN if over else LEAST, landscape)]
    if sheet.parts:
        bodies = list(_parts(party, sheet, shape))
        return [ruled("events", party, shape, bodies, _even(party, sheet, space), landscape)]
    wanted, tight = rows or sheet.rows, least(party, TIGHT)
    if wanted > int(space / tight) - 2:
        ends = ({"last": False}, {"first": False})
        space = min(left_for_rows(party, sheet, shape, landscape, **each) for each in ends)
    most = max(1, int(space / tight) - 2)
    pages = -(-wanted // most)
    if (party.large or party.coded or party.listed) and not rows:
        pages = min(pages, SIDES)
    each = min(most, -(-wanted // pages))
    height = min(MOST, max(tight, int(space / (each + 2) * 2) / 2))
    return [
        ruled("events", party, shape, [body], height, landscape)
        for body in (_page(party, shape, page, each, pages) for page in range(pages))
    ]


def _even(party: Party, sheet: EventSheet, space: float) -> float:
    parts = sheet.parts
    rows = sum(part.rows for part in parts)
    left = space - sum(7 * bool(part.title) + 7.5 * bool(part.foot) for part in parts)
    return min(MOST, max(least(party, 6.5), int(left / max(1, rows) * 2) / 2))


def _page(party: Party, shape: Plan, page: int, rows: int, pages: int) -> Body:
    """A blank page: the totals brought forward, the rows, the totals carried over."""
    known = list(party.known)
    start = known[0] if known and page == 0 else {}
    first = _carried(party, shape, "At the start" if page == 0 else "Brought forward", start)
    lines = [blank(party, shape, page * rows + n, {}) for n in range(1, rows + 1)]
    last = _carried(party, shape, "At the end" if page + 1 == pages else "Carried over", {})
    return Body((first, *lines, last))


def _carried(party: Party, shape: Plan, label: str, known: Mapping[str, str]) -> Row:
    lead = _lead(shape)
    cells = [Cell(label, "label", span=lead + 1, head=True)]
    for place in shape.places[lead:]:
        cells.append(Cell(known.get(place.key, ""), "bar tot" if place.bar else "tot"))
    return Row(tuple(cells), "sum")


def _lead(shape: Plan) -> int:
    """The number of columns before the first one of a player."""
    return next((n for n, place in enumerate(shape.places) if place.owner), len(shape.places))


def _parts(party: Party, sheet: EventSheet, shape: Plan) -> Iterator[Body]:
    for part in sheet.parts:
        rows = [blank(party, shape, number, {}) for number in range(1, part.rows + 1)]
        feet = [_carried(party, shape, part.foot, {})] if part.foot else []
        yield Body((*rows, *feet), part.title, part.note)


def _filled(party: Party, shape: Plan, more: int) -> Iterator[Body]:
    """A part for each hand, an event a row; then blank rows to go on by hand."""
    assert party.replay
    number = 0
    for hand in party.replay.hands:
        rows = []
        for event in hand.events:
            if not (event.lines or event.cells):
                continue
            number += 1
            boxes = [_box(party, place, hand, event) for place in shape.places]
            rows.append(Row((Cell(str(number), "n", head=True), *boxes)))
        about = hand.came_to if hand.void else f"{hand.dealer} deals"
        words = f"{capital(hand.name)} · {about}"
        yield Body(tuple(rows), words, hand.summary)
    if more:
        yield Body(tuple(blank(party, shape, number + n, {}) for n in range(1, more + 1)))


def _box(party: Party, place: ColumnPlace, hand: Hand, event: Event) -> Cell:
    column, bar = place.column, "bar " if place.bar else ""
    if column.kind == "total" and place.owner:
        last = event is hand.events[-1] and hand.over
        outcome = party.replay.outcome if party.replay else None
        final = last and party.replay and hand is party.replay.hand
        best = outcome and final and place.side in outcome.winners
        return Cell(with_minus(event.totals[place.side]), bar + ("tot won" if best else "tot"))
    if column.kind == "points":
        lines = [
            line
            for line in event.lines
            if column.key in ("points", line.column)
            and (place.owner is None or concerns(line, place.owner))
        ]
        return Cell(change(lines, place) if lines else "", bar + "ch")
    text = with_minus(event.cells.get(place.key, ""))
    if column.key == "rule" and not text:
        ids = tuple(dict.fromkeys(line.rule for line in event.lines))
        return Cell(kind=bar + "rule", ids=ids)
    return worded(party, text, column.mm, bar, hand.table.seating)
