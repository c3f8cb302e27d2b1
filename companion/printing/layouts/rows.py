"""The score grid with a row for each hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.engine.sheets import RowSheet, SheetPart, Sum
from companion.engine.table import Hand
from companion.printing.figures import again, cell, counted, ordinal, said, scored, worded
from companion.printing.grid import (
    LANDSCAPE,
    LARGE_EDGES,
    LARGE_LETTER,
    NUMBER,
    PORTRAIT,
    Body,
    Cell,
    ColumnPlace,
    PaperGrid,
    Plan,
    Row,
    heads,
    plan,
    plans,
    turned,
    widths,
)
from companion.printing.layouts.heights import LARGE, TYPE, least, left_for_rows, type_of
from companion.printing.layouts.tracks import Tracks, beside, tracks
from companion.printing.people import Party
from companion.words import capital

LEAST, MOST, TIGHT = 8.0, 12.5, 7.0
"""Height of a row to write in, in mm; a tight one keeps a sheet of set length on its page."""
LYING = 5.5
"""The same on a landscape page, on which a second page for three rows has no use."""
WRITTEN = 9.5
"""Least height of a row where several games share a page, in mm."""
SHORT, GAMES = 6, 4
"""A game of so few hands is drawn again below itself, up to so many games on a page."""
HEADED = 26
"""Height of the heads of a further game with the space above them, in mm."""
TITLE, FOOT = 7, 7.5
"""Height of the title and of the totals of a part, in mm."""
VOID = 6.0
"""Height of the line of a hand thrown in, in mm."""
SPARE = 3
"""So many blank rows of an unfinished game give way to how it stands."""


def grids(party: Party, sheet: RowSheet, rows: int = 0) -> list[PaperGrid]:
    """The whole sheet: filled rows first, then blank ones as far as it goes.

    More than one grid only where so many play that their columns need a page each.
    """
    shapes = plans(sheet, party.seating)
    taken = _taken(party, sheet, shapes)
    grids = [grid(party, sheet, shape, taken, rows) for shape in shapes]
    high = sum(len(body.rows) * each.height for each in grids for body in each.bodies)
    space = left_for_rows(party, sheet, shapes[0], grids[0].landscape)
    if len(grids) > 1 and high + (len(grids) - 1) * HEADED <= space:
        # So few hands that the others have room below.
        grids = [grids[0], *(replace(each, kind="hands again") for each in grids[1:])]
    if party.replay is None and len(grids) == 1 and not rows:
        more = _repeats(party, sheet, grids[0], shapes[0])
        if more or sheet.rows <= SHORT:
            grids = [replace(grids[0], height=_shared(party, sheet, grids[0], shapes[0], more))]
        grids += [replace(grids[0], kind="hands again")] * more
    return grids


def board(party: Party, sheet: RowSheet) -> Tracks | None:
    """The pegging tracks: beside the rows, or apart if the columns leave no space."""
    shapes = plans(sheet, party.seating)
    taken = _taken(party, sheet, shapes)
    landscape = any(lies(party, sheet, shape, taken) for shape in shapes)
    return tracks(party, sheet.track, apart=not taken, landscape=landscape)


def lies(party: Party, sheet: RowSheet, shape: Plan, taken: float) -> bool:
    """True if the sheet is to lie on its side. In large print one of set length does not, if only
    an upright page has room for all its rows; nor if the game is over and a page that lies has no
    room for them."""
    if party.large and sheet.parts and not turned(sheet, shape, taken):
        high = sum(LARGE * part.rows + TITLE * bool(part.title) + FOOT * bool(part.foot)
                   for part in sheet.parts)  # fmt: skip
        fits = [high <= left_for_rows(party, sheet, shape, side) for side in (False, True)]
        over = party.replay is not None and party.replay.over
        if not fits[True] and (fits[False] or over):
            return False
    return turned(sheet, shape, taken, party.large)


def _taken(party: Party, sheet: RowSheet, shapes: Sequence[Plan]) -> float:
    """The width that the tracks take beside the rows, in mm."""
    if not sheet.track or len(shapes) > 1:
        return 0
    return beside(len(party.seating.sides), shapes[0].mm + NUMBER, LANDSCAPE)


def _repeats(party: Party, sheet: RowSheet, drawn: PaperGrid, shape: Plan) -> int:
    """The number of further games that fit on the page below the first."""
    if sheet.parts or sheet.track or not drawn.bodies:
        return 0
    space = left_for_rows(party, sheet, shape, drawn.landscape)
    high = sum(len(body.rows) for body in drawn.bodies) * drawn.height
    return max(0, min(GAMES - 1, int((space - high) / (high + HEADED))))


def _shared(party: Party, sheet: RowSheet, drawn: PaperGrid, shape: Plan, more: int) -> float:
    """The height of a row where these games together fill the page."""
    space = left_for_rows(party, sheet, shape, drawn.landscape) - more * HEADED
    rows = sum(len(body.rows) for body in drawn.bodies)
    return min(MOST, int(space / (rows * (more + 1)) * 2) / 2)


def grid(party: Party, sheet: RowSheet, shape: Plan, taken: float, rows: int = 0) -> PaperGrid:
    """One grid; `taken` is how much of the width stays free beside it, in mm."""
    landscape = lies(party, sheet, shape, taken)
    space = left_for_rows(party, sheet, shape, landscape)
    fills = sheet.rows > SHORT and not (party.known or sheet.parts or sheet.sums)
    if not rows and fills:
        # A game of no set length fills its page.
        rows = int(space / LARGE) if party.large else max(sheet.rows, int(space / MOST))
    fitted = as_drawn(party, shape, landscape, taken)
    drawn = [*filled(party, fitted), *blanks(party, sheet, fitted, rows)]
    feet = [part for part in sheet.parts if part.foot]
    titles = [part for part in sheet.parts if part.title]
    space -= FOOT * len(feet) + TITLE * len(titles)
    entries = list(sheet.sums)
    if not party.replay and (space - 7.5 * len(entries)) / len(drawn) < LEAST:
        # On a full page what can be counted from the rows is left out.
        entries = [entry for entry in entries if not entry.count]
    space -= 7.5 * len(entries)
    height = int(space / max(1, len(drawn)) * 2) / 2
    tight = least(party, LYING if landscape else TIGHT)
    high = tight if party.replay else least(party, LEAST)
    height = min(MOST, height if height >= tight else high)
    if sheet.rows <= SHORT and not party.replay:
        height = min(height, WRITTEN)
    bodies = [*divided(party, sheet, shape, drawn)]
    if entries:
        bodies.append(Body(tuple(sums(party, shape, entries)), kind="foot"))
    height = min(LEAST, height) if party.replay and party.replay.over else height
    return ruled("hands", party, shape, bodies, height, landscape, taken)


def ruled(
    kind: str, party: Party, shape: Plan, bodies: Iterable[Body], height: float, landscape: bool,
    taken: float = 0,
) -> PaperGrid:  # fmt: skip
    """A grid of these columns over the width of its page."""
    columns = _widths(party, shape, landscape, taken)
    top = heads(shape, party.seating, party.named, party.by_number)
    return PaperGrid(columns, top, tuple(bodies), height, landscape, kind)


def _widths(party: Party, shape: Plan, landscape: bool, taken: float) -> tuple[float, ...]:
    wide = (LANDSCAPE if landscape else PORTRAIT) - taken
    heads_wide = (longest(place.column.head) for place in shape.places)
    headed = [0, *heads_wide] if party.large else []
    return widths([NUMBER, *(place.column.mm for place in shape.places)], wide, headed)


def as_drawn(party: Party, shape: Plan, landscape: bool, taken: float = 0) -> Plan:
    """The columns as wide as they are on the page, measured in letters of ordinary size."""
    letter = TYPE.get(type_of(party, landscape), 1.0)
    _, *widths = _widths(party, shape, landscape, taken)
    places = [
        replace(place, column=replace(place.column, mm=wide / letter))
        for place, wide in zip(shape.places, widths, strict=True)
    ]
    return replace(shape, places=tuple(places))


def longest(head: str) -> float:
    """The width of the longest word at the head of a column in large print, in mm."""
    return LARGE_EDGES + LARGE_LETTER * max(map(len, head.split()), default=0)


def blanks(party: Party, sheet: RowSheet, shape: Plan, rows: int) -> list[Row]:
    """Empty rows after the filled ones; none when the game is over."""
    replay = party.replay
    if replay and replay.over:
        return []
    known = list(party.known)
    played = [row for row in filled(party, plan(sheet, party.seating)) if row.kind != "void"]
    wanted = max(rows or max(sheet.rows, len(known)), len(played) + 1)
    hands = replay.hands if replay else []
    # A game that names its hands counts those that were played, the others all that were dealt.
    number = len(played) if party.titled else len(hands)
    rows_left = [
        blank(party, shape, number + step, known[place] if place < len(known) else {})
        for step, place in enumerate(range(len(played), wanted), 1)
    ]
    # A game to a target has no set length: not all of its rows are needed.
    long = replay and (replay.table.target is not None or not known)
    return rows_left[: max(2, len(rows_left) - SPARE)] if long else rows_left


def blank(party: Party, shape: Plan, number: int, known: Mapping[str, str]) -> Row:
    """A row to write in, with its known values."""
    cells = [Cell(str(number), "n", head=True)]
    cells += [empty(party, place, known) for place in shape.places]
    return Row(tuple(cells))


def empty(party: Party, place: ColumnPlace, known: Mapping[str, str]) -> Cell:
    """A box to write in: its known value, the options to circle, or a hint in its corner."""
    column, bar = place.column, "bar" if place.bar else ""
    text = known.get(place.key, "")
    if text and column.small:
        return Cell(kind=f"{bar} small", small=text)
    if text:
        return worded(party, text, column.mm, f"{bar} given")
    if letters := party.circled(column):
        return Cell(letters, f"{bar} pick")
    return Cell(kind=f"{bar} hint" if column.hint else bar, small=column.hint)


def filled(party: Party, shape: Plan) -> list[Row]:
    replay = party.replay
    if replay is None:
        return []
    return [row(party, shape, hand) for hand in replay.hands]


def row(party: Party, shape: Plan, hand: Hand) -> Row:
    """One hand as played; one that was thrown in is a line of words."""
    dealt_again = party.replay is not None and again(hand, party.replay.hands)
    number = Cell("–" if dealt_again else ordinal(hand, party.titled), "n", head=True)
    if hand.over and not scored(hand):
        words = capital(hand.came_to) or "No score"
        ids = () if hand.void or not hand.tells else (hand.tells[-1].rule,)
        note = Cell(f"{hand.dealer} dealt. {words}", "note", ids=ids, span=len(shape.places))
        return Row((number, note), "void", VOID)
    boxes = [cell(party, place, hand) for place in shape.places]
    if not hand.over:
        # Unknown values are written by hand.
        pairs = zip(boxes, shape.places, strict=True)
        boxes = [box if box.text else empty(party, place, {}) for box, place in pairs]
    return Row((number, *boxes), "played" if hand.over else "running")


def divided(party: Party, sheet: RowSheet, shape: Plan, rows: list[Row]) -> Iterator[Body]:
    """The rows in the parts that the sheet declares. The remaining rows are a further part.

    A hand that was thrown in uses a row, but does not count in its part.
    """
    if not sheet.parts:
        yield Body(tuple(_by_fours(rows)))
        return
    place = 0
    for part in sheet.parts:
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


def subtotal(party: Party, shape: Plan, part: SheetPart, last: int) -> Row:
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
