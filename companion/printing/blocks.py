"""A block of boxes for each hand, every box named in its corner; and the pegging track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from markupsafe import Markup, escape

from companion.game import Column
from companion.printing.figures import cell, names, ordinal, sized, uncounted
from companion.printing.grid import PORTRAIT, Body, Cell, Grid, Place, Row, owners
from companion.printing.people import Party
from companion.table import Hand

NUMBER, TRACK = 6.0, 48.0
"""Widths in mm: of the hand's number, and of what the tracks take beside the blocks."""
ROOM = 202.0
LEAST, MOST = 8.0, 12.0
LINE = 'fill="none" stroke="#161616" stroke-width=".3"'
DASHED = 'stroke="#6f6f6f" stroke-width=".18" stroke-dasharray=".8 .8"'


@dataclass(frozen=True)
class Box:
    """A box of a block and from where to where it reaches, in half millimetres."""

    place: Place
    left: int
    right: int


def grids(party: Party, rows: int = 0) -> list[Grid]:
    """One grid with a body for each hand."""
    wide = PORTRAIT - (TRACK if party.sheet.track else 0)
    lines = [_line(party, number, wide - NUMBER) for number in _numbers(party)]
    edges = sorted({edge for line in lines for box in line for edge in (box.left, box.right)})
    steps = [(b - a) / 2 for a, b in pairwise(edges)]
    replay = party.replay
    played = replay.hands if replay else []
    known = list(party.known)
    wanted = rows or max(party.sheet.rows, len(known))
    count = len(played) if replay and replay.over else max(wanted, len(played))
    bodies = []
    for place in range(count):
        hand = played[place] if place < len(played) else None
        next_known = place - uncounted(played[: place + 1])
        more = known[next_known] if next_known < len(known) else {}
        number = ordinal(hand) if hand else str(place + 1 - _unnumbered(played))
        bodies.append(_body(party, lines, edges, number, hand, more))
    room = ROOM - 4 * len(party.sheet.notes)
    height = min(MOST, max(LEAST, int(room / max(8, count) / len(lines) * 2) / 2))
    return [Grid((NUMBER, *steps), (), tuple(bodies), height, kind="blocks")]


def _unnumbered(played: Sequence[Hand]) -> int:
    """Hands thrown in that the game does not count."""
    titled = any(hand.title for hand in played)
    return sum(1 for hand in played if titled and hand.void and not hand.title)


def _numbers(party: Party) -> list[int]:
    return sorted({column.line for column in party.sheet.columns if column.mm > 0})


def _line(party: Party, number: int, wide: float) -> list[Box]:
    """The boxes of one line, stretched to the width."""
    places: list[Place] = []
    for column in party.sheet.columns:
        if column.mm > 0 and column.line == number:
            places += _places(party, column)
    factor = wide * 2 / sum(place.column.mm for place in places)
    found: list[Box] = []
    left, exact = 0, 0.0
    for place in places:
        exact += place.column.mm * factor
        right = round(exact)
        found.append(Box(place, left, right))
        left = right
    return found


def _places(party: Party, column: Column) -> list[Place]:
    if not column.per:
        return [Place(column)]
    return [Place(column, who) for who in owners(column.per, party.seating)]


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
        note = Cell(f"{hand.dealer} dealt. Thrown in: {hand.void}", "note", span=wide)
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


def _box(party: Party, place: Place, hand: Hand | None, known: Mapping[str, str]) -> Cell:
    column = place.column
    name = f"{column.head} {place.owner.code}" if place.owner else column.head
    hint = column.hint if len(name) + len(column.hint) < column.mm * 0.85 else ""
    if hand is None:
        text = known.get(place.key, "")
        who = " who" if text in names(party) else ""
        return Cell(text, f"box given{who} {sized(text, column.mm)}", small=hint, name=name)
    written = cell(party, place, hand)
    return replace(written, kind=f"box {written.kind}", name=name, small=hint)


def tracks(party: Party) -> Markup:
    """The pegging tracks of all sides as a drawing, holes filled as far as the side has come."""
    holes = party.sheet.track
    if not holes:
        return Markup("")
    sides = party.seating.sides
    high, wide, step = 212.0, 42.0, 42.0 / len(sides)
    first = -(-holes // 2)
    drawn = []
    come = {s: party.replay.ledger.total(s) if party.replay else 0 for s in sides}
    said = ", ".join(f"{side.name} on {come[side]}" for side in sides) if party.replay else ""
    title = f"Tracks of {holes} holes, one for each side" + (f": {said}" if said else "")
    for place, side in enumerate(sides):
        left = place * step
        drawn.append(_track(left + 0.6, step - 1.2, high, holes, first, come[side]))
        label = side.code if len(side.seats) > 1 else side.name[:8]
        drawn.append(
            f'<text x="{left + step / 2:g}" y="4.6" font-family="Vollkorn" font-weight="900" '
            f'font-size="4.6" text-anchor="middle" fill="#93191d">{escape(label)}</text>'
        )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tracks" width="{wide:g}mm" '
        f'height="{high:g}mm" viewBox="0 0 {wide:g} {high:g}" role="img" '
        'font-family="Fira Sans Condensed" font-size="2.5" fill="#4a4a4a">'
        f"<title>{escape(title)}</title>" + "".join(drawn) + "</svg>"
    )


def _track(left: float, wide: float, high: float, holes: int, first: int, come: int) -> str:
    """Up the left column, over the line, and up the right one to the last hole."""
    top, bottom = 18.0, high - 4
    per = first - 1
    gaps = (per - 1) // 5 * 0.6
    step = (bottom - top - gaps) / (per - 1)
    x = (left + wide * 0.33, left + wide * 0.67)
    drawn = [
        f'<rect x="{left:g}" y="6.2" width="{wide:g}" height="{high - 7:g}" rx="1.6" {LINE}/>',
        f'<path d="M{left + wide / 2:.2f} 18V{bottom:g}" {DASHED}/>',
        f'<path d="M{left:g} 15.6H{left + wide:g}" stroke="#161616" stroke-width=".6"/>',
    ]
    # Holes are dots of a line with round ends, which takes a tenth of the bytes of circles.
    dots: dict[bool, list[str]] = {False: [], True: []}
    for hole in range(1, holes + 1):
        lap, place = divmod(hole - 1, per)
        full = ' fill="#161616"' if hole <= come else ' fill="none"'
        if lap > 1 or hole == holes:
            drawn.append(
                f'<circle cx="{x[1]:.2f}" cy="11.6" r="1.7"{full} stroke="#93191d" '
                f'stroke-width=".5"/><text x="{x[1] - 2.6:.2f}" y="12.5" font-weight="600" '
                f'text-anchor="end">{holes}</text>'
            )
            break
        y = bottom - place * step - place // 5 * 0.6
        dots[hole <= come].append(f"M{x[lap]:.2f} {y:.2f}h.001")
        if hole % 5 == 0:
            at, anchor = (x[0] - 1.7, "end") if lap == 0 else (x[1] + 1.7, "start")
            drawn.append(
                f'<text x="{at:.2f}" y="{y + 0.9:.2f}" text-anchor="{anchor}">{hole}</text>'
            )
    for filled, ink, size in (
        (False, "#4a4a4a", 2.22),
        (False, "#fff", 1.78),
        (True, "#161616", 2.22),
    ):
        if path := "".join(dots[filled]):
            drawn.append(
                f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{size}" '
                'stroke-linecap="round"/>'
            )
    return "".join(drawn)
