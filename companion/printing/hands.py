"""The score grid with a row for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.game import Column, Part
from companion.ledger import Line, signed
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
    turned,
    widths,
)
from companion.printing.people import Party, owned
from companion.printing.text import minus
from companion.table import Hand

LEAST, MOST = 8.0, 12.5
"""Height of a row to write in, in mm."""


def grid(party: Party, *, rows: int = 0, room: float = 0, large: bool = False) -> Grid:
    """The whole grid: filled rows first, then blank ones as far as the sheet goes.

    `room` is the height in mm that is left for the rows.
    """
    shape = plan(party.sheet, party.seating)
    landscape = turned(party.sheet, shape)
    wide = LANDSCAPE if landscape else PORTRAIT
    room = room or left_for_rows(party, shape, landscape)
    drawn = [*filled(party, shape), *blanks(party, shape, rows)]
    parts = divided(party, shape, drawn)
    feet = sum(1 for part in party.sheet.parts if part.foot)
    titles = sum(1 for part in party.sheet.parts if part.title)
    height = (room - 7.5 * feet - 7 * titles) / max(1, len(drawn))
    height = min(MOST, max(LEAST, int(height * 2) / 2))
    return Grid(
        widths([NUMBER, *(place.column.mm for place in shape.places)], wide),
        heads(shape, party.seating),
        tuple(parts),
        LEAST if party.replay and party.replay.over else height,
        landscape,
        "hands" + (" filled" if party.replay else ""),
    )


def left_for_rows(party: Party, shape: Plan, landscape: bool) -> float:
    """How high the rows may be together, in mm: the page less head, sides, heads and notes."""
    letters = 92 if landscape else 62
    lines = sum(-(-len(note) // letters) for note in party.sheet.notes)
    notes = 3 + 3.95 * -(-lines // 2) if lines else 0
    sides = 10.5 if any(len(side.seats) > 1 for side in party.seating.sides) else 0
    grouped = any(head.text for head, _ in shape.groups)
    above = 15 + sides + (11.5 if grouped else 7.5)
    return (LANDSCAPE_HEIGHT if landscape else HEIGHT) - above - notes - 1.5


def blanks(party: Party, shape: Plan, rows: int) -> list[Row]:
    """Empty rows after the filled ones; none when the game is over."""
    replay = party.replay
    if replay and replay.over:
        return []
    known = list(party.known)
    wanted = rows or max(party.sheet.rows, len(known))
    first = 1 + (len(replay.hands) if replay else 0)
    return [
        blank(party, shape, number, known[number - 1] if number <= len(known) else {})
        for number in range(first, max(wanted, first) + 1)
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
    number = Cell(str(hand.number), "n", head=True)
    scored = any(line.column != "adjust" for line in hand.lines)
    if hand.over and not scored:
        said = f"Thrown in: {hand.void}" if hand.void else hand.summary or "No score"
        ids = () if hand.void or not hand.tells else (hand.tells[-1].rule,)
        note = Cell(f"{hand.dealer} dealt. {said}", "note", ids=ids, span=len(shape.places))
        return Row((number, note), "void")
    cells = [number, *(cell(party, place, hand) for place in shape.places)]
    return Row(tuple(cells), "" if hand.over else "running")


def cell(party: Party, place: Place, hand: Hand) -> Cell:
    """What one box says of a hand, with what was struck out of it."""
    column = place.column
    kind = "bar " if place.bar else ""
    text, ids, small = said(place, hand), tuple[str, ...](), ""
    if column.kind == "points":
        lines = list(points_of(place, hand))
        ids = tuple(dict.fromkeys(line.rule for line in lines))
        kind += "ch "
        small = adjusted(place, hand)
    elif column.kind == "total":
        kind += "tot " + ("won " if won(party, place, hand) else "")
        small = badge(party, place, hand)
    kind += sized(text, column.mm)
    if column.kind == "cell" and text in names(party):
        kind += " who"
    old = tuple(t for t in party.struck.get((hand.number, place.key), ()) if t != text)
    return Cell(text, kind, old, ids, small)


def names(party: Party) -> set[str]:
    """Every player's name: names stand at the left of their box."""
    return {seat.name for seat in party.seating.seats}


def said(place: Place, hand: Hand) -> str:
    """The text of a box of a played hand."""
    column = place.column
    if column.kind == "points":
        lines = list(points_of(place, hand))
        return signed(sum(line.points for line in lines)) if lines else ""
    if column.kind == "total":
        if not hand.over and not hand.lines:
            return ""
        if column.key == "total":
            return minus(hand.totals[place.side])
        return minus(sum(_columned(place, hand)))
    return minus(hand.cells.get(place.key, ""))


def _columned(place: Place, hand: Hand) -> Iterator[int]:
    for entry in hand.table.ledger.entries:
        mine = place.owner and owned(entry.line.to, place.owner)
        if entry.hand <= hand.number and mine and entry.line.column == place.column.key:
            yield entry.line.points


def points_of(place: Place, hand: Hand) -> Iterator[Line]:
    """The lines of a hand that belong into a column of points; adjustments stand apart."""
    for line in hand.lines:
        mine = place.owner is None or owned(line.to, place.owner)
        column = line.column in ("", "points") or len(_points_columns(hand)) == 1
        here = line.column == place.column.key if place.column.key != "points" else column
        if mine and here and line.column != "adjust":
            yield line


def _points_columns(hand: Hand) -> set[str]:
    return {line.column for line in hand.lines if line.column != "adjust"}


def adjusted(place: Place, hand: Hand) -> str:
    """A note of points that were adjusted in this hand."""
    total = sum(
        line.points
        for line in hand.lines
        if line.column == "adjust" and place.owner and owned(line.to, place.owner)
    )
    return f"adjusted {signed(total)}" if total else ""


def won(party: Party, place: Place, hand: Hand) -> bool:
    """Whether this is the total that won."""
    replay = party.replay
    if replay is None or replay.outcome is None or hand is not replay.hand:
        return False
    return place.side in replay.outcome.winners


def badge(party: Party, place: Place, hand: Hand) -> str:
    """The state a side is in after the hand, as the next hand finds it: "frozen"."""
    if party.replay is None or hand.number >= len(party.replay.hands):
        return ""
    after = party.replay.hands[hand.number]
    return ", ".join(each.word for each in after.badges if each.side is place.side)


def sized(text: str, mm: float) -> str:
    """The size of type in which a text fits its box."""
    for kind, each in (("", 2.2), ("s1", 1.8), ("s2", 1.5)):
        if len(text) * each <= mm - 1.6:
            return kind
    return "s3"


def divided(party: Party, shape: Plan, rows: list[Row]) -> Iterator[Body]:
    """The rows in the parts the sheet declares; what is left over is a part by itself."""
    if not party.sheet.parts:
        yield Body(tuple(_by_fours(rows)))
        return
    place = 0
    for part in party.sheet.parts:
        mine = rows[place : place + part.rows]
        place += part.rows
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
    first = next((n for n, p in enumerate(places) if _figures(p.column)), len(places))
    cells = [Cell(part.foot, "label", span=first + 1, head=True)]
    hands = party.replay.hands if party.replay else []
    hand = hands[last - 1] if last <= len(hands) and hands[last - 1].over else None
    for place in places[first:]:
        kind = "bar " if place.bar else ""
        total = place.column.kind == "total"
        cells.append(Cell(said(place, hand) if hand and total else "", kind + "tot"))
    return Row(tuple(cells), "sum", 7.5)


def _figures(column: Column) -> bool:
    return bool(column.per)
