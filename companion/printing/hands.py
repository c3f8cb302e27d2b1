"""The score grid with a row for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.game import Part, Sum
from companion.printing.figures import cell, counted, names, ordinal, said, sized
from companion.printing.grid import (
    HEIGHT,
    LANDSCAPE,
    LANDSCAPE_HEIGHT,
    NUMBER,
    PORTRAIT,
    Body,
    Cell,
    Grid,
    Place,
    Plan,
    Row,
    heads,
    plan,
    plans,
    turned,
    widths,
)
from companion.printing.people import Party
from companion.table import Hand

LEAST, MOST, TIGHT = 8.0, 12.5, 7.0
"""Height of a row to write in, in mm; a tight one keeps a sheet of set length on its page."""
SPARE = 6
"""Blank rows of an unfinished game that may go."""


def grids(party: Party, rows: int = 0) -> list[Grid]:
    """The whole sheet: filled rows first, then blank ones as far as it goes.

    More than one grid only where so many play that their columns need a page each.
    """
    shapes = plans(party.sheet, party.seating)
    found = [grid(party, shape, rows) for shape in shapes]
    if party.replay is None and len(found) == 1 and not rows and _short(party, found[0], shapes[0]):
        again = replace(found[0], kind="hands again")
        return [replace(found[0], kind="hands"), again]
    return found


def _short(party: Party, drawn: Grid, shape: Plan) -> bool:
    """Whether a second game has room on the page below the first."""
    room = left_for_rows(party, shape, drawn.landscape)
    count = sum(len(body.rows) for body in drawn.bodies)
    return not party.sheet.parts and count * drawn.height < room / 2 - 20


def grid(party: Party, shape: Plan, rows: int = 0) -> Grid:
    """One grid."""
    landscape = turned(party.sheet, shape, party.large)
    room = left_for_rows(party, shape, landscape)
    if not rows and not party.known and not party.sheet.parts and not party.sheet.sums:
        # A game of no set length fills its page.
        rows = max(party.sheet.rows, int(room / MOST))
    drawn = [*filled(party, shape), *blanks(party, shape, rows)]
    feet = [part for part in party.sheet.parts if part.foot]
    titles = [part for part in party.sheet.parts if part.title]
    room -= 7.5 * len(feet) + 7 * len(titles)
    entries = list(party.sheet.sums)
    if not party.replay and (room - 7.5 * len(entries)) / len(drawn) < LEAST:
        # On a full page what can be counted from the rows is left out.
        entries = [entry for entry in entries if not entry.count]
    room -= 7.5 * len(entries)
    height = int(room / max(1, len(drawn)) * 2) / 2
    height = min(MOST, height if height >= TIGHT else LEAST)
    bodies = [*divided(party, shape, drawn)]
    if entries:
        bodies.append(Body(tuple(sums(party, shape, entries)), kind="foot"))
    return Grid(
        widths(
            [NUMBER, *(place.column.mm for place in shape.places)],
            LANDSCAPE if landscape else PORTRAIT,
        ),
        heads(shape, party.seating, party.named),
        tuple(bodies),
        LEAST if party.replay and party.replay.over else height,
        landscape,
        "hands",
    )


def left_for_rows(party: Party, shape: Plan, landscape: bool) -> float:
    """How high the rows may be together, in mm: the page less head, sides, heads and notes."""
    letters = 92 if landscape else 62
    lines = sum(-(-len(note) // letters) for note in party.sheet.notes)
    notes = 3 + 3.95 * -(-lines // 2) if lines else 0
    sides = 10.5 if any(len(side.seats) > 1 for side in party.seating.sides) else 0
    grouped = any(group.head.text for group in shape.groups)
    above = (
        (40 if party.replay else 15)
        + sides
        + (11.5 if grouped else 7.5)
        + (0 if party.named else 5)
    )
    if party.large:
        above, notes = above * 1.25, notes * 1.3
    return (LANDSCAPE_HEIGHT if landscape else HEIGHT) - above - notes - 1.5


def blanks(party: Party, shape: Plan, rows: int) -> list[Row]:
    """Empty rows after the filled ones; none when the game is over."""
    replay = party.replay
    if replay and replay.over:
        return []
    known = list(party.known)
    played = [row for row in filled(party, plan(party.sheet, party.seating)) if row.kind != "void"]
    wanted = max(rows or max(party.sheet.rows, len(known)), len(played) + 1)
    hands = replay.hands if replay else []
    # A game that names its hands counts those that were played, the others all that were dealt.
    number = len(played) if any(hand.title for hand in hands) else len(hands)
    rows_left = [
        blank(party, shape, number + step, known[place] if place < len(known) else {})
        for step, place in enumerate(range(len(played), wanted), 1)
    ]
    # A game to a target has no set length: not all of its rows are needed.
    long = replay and (replay.table.target is not None or not known)
    return spared(rows_left) if long else rows_left


def spared(rows: list[Row]) -> list[Row]:
    """The last blank rows marked as those that may go, to make room for how the game stands."""
    kept = max(2, len(rows) - SPARE)
    return [
        replace(row, kind=f"{row.kind} spare{1 + (place - kept) // 2}") if place >= kept else row
        for place, row in enumerate(rows)
    ]


def blank(party: Party, shape: Plan, number: int, known: Mapping[str, str]) -> Row:
    """A row to write in, with what is known of it."""
    cells = [Cell(str(number), "n", head=True)]
    cells += [empty(party, place, known) for place in shape.places]
    return Row(tuple(cells))


def empty(party: Party, place: Place, known: Mapping[str, str]) -> Cell:
    """A box to write in: what is known, what can be circled, or a hint in its corner."""
    column, bar = place.column, "bar" if place.bar else ""
    text = known.get(place.key, "")
    if text and column.small:
        return Cell(kind=f"{bar} small", small=text)
    if text:
        who = "who" if text in names(party) else ""
        return Cell(text, f"{bar} given {who} {sized(text, column.mm)}")
    letters = " ".join(filter(None, (party.initials(word) for word in column.circle)))
    if letters:
        return Cell(letters, f"{bar} pick")
    return Cell(kind=f"{bar} hint" if column.hint else bar, small=column.hint)


def filled(party: Party, shape: Plan) -> list[Row]:
    """A row for each hand that was reached."""
    replay = party.replay
    if replay is None:
        return []
    return [row(party, shape, hand) for hand in replay.hands]


def row(party: Party, shape: Plan, hand: Hand) -> Row:
    """One hand as played; one that was thrown in is a line of words."""
    number = Cell(ordinal(hand), "n", head=True)
    scored = any(line.column != "adjust" for line in hand.lines)
    if hand.over and not scored:
        said = f"Thrown in: {hand.void}" if hand.void else hand.summary or "No score"
        ids = () if hand.void or not hand.tells else (hand.tells[-1].rule,)
        note = Cell(f"{hand.dealer} dealt. {said}", "note", ids=ids, span=len(shape.places))
        return Row((number, note), "void")
    boxes = [cell(party, place, hand) for place in shape.places]
    if not hand.over:
        # What is not known yet is written by hand.
        pairs = zip(boxes, shape.places, strict=True)
        boxes = [box if box.text else empty(party, place, {}) for box, place in pairs]
    return Row((number, *boxes), "played" if hand.over else "running")


def divided(party: Party, shape: Plan, rows: list[Row]) -> Iterator[Body]:
    """The rows in the parts the sheet declares; what is left over is a part by itself.

    A hand that was thrown in takes a row and none of the part's.
    """
    if not party.sheet.parts:
        yield Body(tuple(_by_fours(rows)))
        return
    place = 0
    for part in party.sheet.parts:
        first, counted_rows = place, 0
        while place < len(rows) and counted_rows < part.rows:
            counted_rows += rows[place].kind != "void"
            place += 1
        mine = rows[first:place]
        if mine:
            feet = [subtotal(party, shape, part, place)] if part.foot else []
            yield Body((*mine, *feet), part.title, part.note)
    if rows[place:]:
        yield Body(tuple(rows[place:]))


def _by_fours(rows: list[Row]) -> Iterator[Row]:
    for number, each in enumerate(rows, 1):
        heavy = number % 4 == 0 and number < len(rows)
        yield Row(each.cells, f"{each.kind} four" if heavy else each.kind, each.height)


def subtotal(party: Party, shape: Plan, part: Part, last: int) -> Row:
    """The row of totals after a part, filled in when its last hand has been played."""
    places = shape.places
    first = next((n for n, p in enumerate(places) if p.owner), len(places))
    cells = [Cell(part.foot, "label", span=first + 1, head=True)]
    hands = party.replay.hands if party.replay else []
    hand = hands[last - 1] if last <= len(hands) and hands[last - 1].over else None
    for place in places[first:]:
        kind = "bar " if place.bar else ""
        total = place.column.kind == "total"
        cells.append(Cell(said(place, hand) if hand and total else "", kind + "tot"))
    return Row(tuple(cells), "sum", 7.5)


def sums(party: Party, shape: Plan, entries: Sequence[Sum]) -> Iterator[Row]:
    """The lines at the foot of the sheet, each side's figure under its columns of points."""
    owned = [group for group in shape.groups if group.owner]
    lead = 1 + sum(group.count for group in shape.groups if not group.owner)
    if not owned or any(group.owner for group in shape.groups[: -len(owned)]):
        return
    for number, entry in enumerate(entries):
        cells = [Cell(entry.label, "label", span=lead, ids=tuple(entry.rules), head=True)]
        for group in owned:
            assert group.owner
            text = counted(party.replay, entry, group.owner.side) if party.replay else ""
            cells.append(Cell(text, "bar tot", span=group.count))
        yield Row(tuple(cells), "sum first" if number == 0 else "sum", 7.5)
