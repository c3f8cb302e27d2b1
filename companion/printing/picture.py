"""A result as a picture for a chat, and the preview of a link: drawn as SVG, made PNG by the press.

The chart in it is the one that prints. Everything is placed by hand, since nothing breaks lines in
an SVG: names are made smaller, or cut, until they have room (`companion.printing.faces`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import escape

from companion.chart import Frame
from companion.moment import Ending, Move
from companion.printing import faces
from companion.printing.chart import Look, Stroke, inside
from companion.printing.faces import FIGURE, STRONG, TEXT, TITLE, Face
from companion.printing.letters import PLAIN
from companion.printing.worker import Drawing
from companion.seating import Side
from companion.words import listed, signed, with_minus

WIDE, HIGH, EDGE = 1080, 1350, 72
"""A picture for a chat, and the margin at its sides."""
LINK_WIDE, LINK_HIGH, LINK_EDGE = 1200, 630, 60
"""The preview of a link."""
PAPER, INK, SOFT, SUNK = "#f4f1e9", "#1c1a16", "#57524a", "#e0d9c9"
SIDES = ("#1d4e93", "#9a4a00", "#5d3a8e", "#00695f", "#8c2359")
"""The colours of the first five sides; with more, everybody goes by the number of the seat."""
PIPS = "♠ ♥ ♦ ♣"
NAME = "The Companion"


@dataclass(frozen=True)
class Told:
    """What stands on a picture besides the score."""

    day: str
    """ "Saturday, 21 November 2026"."""
    names: bool = True


def colour(side: Side) -> str:
    return SIDES[side.number - 1] if len(side.others) < len(SIDES) else SOFT


def finished(ending: Ending, told: Told) -> Drawing:
    """The picture of a result: two sides in the winner's colour, more of them in a ranking."""
    two = len(ending.ranking) == 2
    drawn = "".join(_duel(ending, told) if two else _ranking(ending, told))
    return _drawing(drawn, WIDE, HIGH, ending)


def preview(ending: Ending, told: Told) -> Drawing:
    """The preview of a link: the score, and no name unless the table has said so."""
    return _drawing("".join(_link(ending, told)), LINK_WIDE, LINK_HIGH, ending)


def _drawing(drawn: str, wide: int, high: int, ending: Ending) -> Drawing:
    names = [seat.name for seat in ending.replay.table.seats]
    names += [side.title for side in ending.replay.table.sides]
    foreign = any(ord(letter) >= PLAIN for name in names for letter in name)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}">{drawn}</svg>'
    )
    return Drawing(svg, foreign)


# -- parts ---------------------------------------------------------------------------------------


def _text(
    words: object, x: float, y: float, size: float, face: Face, ink: str, more: str = ""
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.4g}" fill="{ink}" {face.attributes}{more}>'
        f"{escape(words)}</text>"
    )


def _right(words: object, x: float, y: float, size: float, face: Face, ink: str) -> str:
    return _text(words, x, y, size, face, ink, ' text-anchor="end"')


def _fill(ink: str, wide: int, high: int) -> str:
    return f'<path d="M0 0h{wide}v{high}h-{wide}z" fill="{ink}"/>'


def _rays(wide: int, foot: int) -> str:
    """Light that falls on a winner from behind the score."""
    middle, part = wide / 2, wide / 5.4
    paths = [
        f"M{middle:g} {foot}L{middle + n * part - part * 0.22:.0f} -60h{part * 0.44:.0f}z"
        for n in range(-9, 10)
    ]
    return f'<path d="{"".join(paths)}" fill="#fff" opacity=".09"/>'


def _head(left: str, right: str, wide: int, edge: int, y: float, ink: str) -> Iterator[str]:
    yield _text(left, edge, y, 52, TITLE, ink)
    room = wide - 2 * edge - faces.width(left, TITLE, 52) - 40
    yield _right(right, wide - edge, y, faces.fitted(right, TEXT, 38, room), TEXT, ink)


def _foot(left: str, wide: int, high: int, edge: int, ink: str) -> Iterator[str]:
    y = high - 56
    yield f'<path d="M{edge} {y - 66}H{wide - edge}" stroke="{ink}" stroke-width="3"/>'
    room = wide - 2 * edge - 240
    yield _text(faces.cut(left, TITLE, 38, room), edge, y, 38, TITLE, ink)
    yield _right(PIPS, wide - edge, y, 38, STRONG, ink)


def _mark(side: Side, x: float, y: float, size: float, ink: str, ground: str) -> str:
    """A side’s mark around (x, y): disc, ring, square, triangle, lozenge; or the seat’s number."""
    r = size / 2
    if len(side.others) >= len(SIDES):
        number = _text(
            side.number, x, y + 0.36 * size, size, STRONG, ground, ' text-anchor="middle"'
        )
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r * 1.3:g}" fill="{ink}"/>{number}'
    match side.number:
        case 1:
            return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{ink}"/>'
        case 2:
            width = 0.28 * size
            return (
                f'<circle cx="{x:g}" cy="{y:g}" r="{r - width / 2:g}" fill="none" '
                f'stroke="{ink}" stroke-width="{width:g}"/>'
            )
        case 3:
            return f'<path d="M{x - r:g} {y - r:g}h{size:g}v{size:g}h-{size:g}z" fill="{ink}"/>'
        case 4:
            return f'<path d="M{x:g} {y - r:g}l{r:g} {size:g}h-{size:g}z" fill="{ink}"/>'
    far = 1.2 * r
    corners = f"l{far:g} {far:g}l-{far:g} {far:g}l-{far:g} -{far:g}z"
    return f'<path d="M{x:g} {y - far:g}{corners}" fill="{ink}"/>'


def facts(ending: Ending) -> list[tuple[str, str]]:
    """What is worth telling of an evening besides its score, at most four of them."""
    found: list[tuple[str, str]] = []
    if ending.best and len(ending.moments) > 1:
        best = ending.best
        found.append(("Best hand", f"{signed(best.points)} {best.side}"))
    if ending.bids:
        found.append(("Bids made", ending.bids))
    if ending.ahead:
        found.append(("In front", ending.ahead))
    found.append(("Played", ending.hands))
    return found


# -- two sides -----------------------------------------------------------------------------------


def _duel(ending: Ending, told: Told) -> Iterator[str]:
    first, last = ending.ranking
    ground = colour(first.side) if ending.winners[:1] == (first.side,) else "#3b3f42"
    if not ending.replay.over and first.after != last.after:
        ground = colour(first.side)
    yield _fill(ground, WIDE, HIGH)
    yield _rays(WIDE, 740)
    yield from _head(ending.replay.game.title, told.day, WIDE, EDGE, 116, "#fff")
    room = WIDE - 2 * EDGE
    title = faces.lines(ending.title, TITLE, 96, room, 2)
    if len(title) == 1:
        size = faces.fitted(ending.title, TITLE, 132, room)
        yield _text(ending.title, EDGE, 300, size, TITLE, "#fff")
    else:
        yield from (
            _text(line, EDGE, 236 + 96 * n, 92, TITLE, "#fff") for n, line in enumerate(title)
        )
    yield from _score(first.after, last.after, 600)
    other = (
        f"{last.side} {with_minus(last.after)}" if not ending.winners else f"against {last.side}"
    )
    vs = f"{other}, {_length(ending)}"
    yield _text(faces.cut(vs, TEXT, 42, room), EDGE, 700, 42, TEXT, "#fff")
    yield str(inside(ending.replay, _chart_look(ground, ending), EDGE - 30, 730, room + 60, 320))
    for place, (name, words) in enumerate(facts(ending)[:4]):
        x, y = EDGE + (room / 2) * (place % 2), 1096 + 84 * (place // 2)
        yield _text(name, x, y, 28, TEXT, "#fff")
        yield _text(faces.cut(words, TITLE, 38, room / 2 - 24), x, y + 42, 38, TITLE, "#fff")
    yield from _foot(NAME, WIDE, HIGH + 12, EDGE, "#fff")


def _score(high: int, low: int, y: float) -> Iterator[str]:
    """Both totals, the winner's twice as large."""
    big, small = with_minus(high), with_minus(low)
    size = faces.fitted(big + "00", FIGURE, 330, WIDE - 2 * EDGE - 60, 0.3)
    yield _text(big, EDGE, y, size, FIGURE, "#fff")
    x = EDGE + faces.width(big, FIGURE, size) + 0.06 * size
    yield _text(f": {small}", x, y, size / 2, FIGURE, "#fff")


def _length(ending: Ending) -> str:
    return f"in {ending.hands}" if ending.replay.over else f"after {ending.hands}"


def _chart_look(ground: str, ending: Ending) -> Look:
    order = ending.replay.table.sides
    first = ending.ranking[0].side
    strokes = [
        Stroke("#fff", wide=1.1) if side is first else Stroke("#dfe6f2", "3.2 2", 1, hollow=True)
        for side in order
    ]
    return Look(
        60, Frame(left=14, right=160, top=5, foot=48, line=6, hands=12), text="#fff",
        rule="#ffffff66", goal="#fff", ground=ground, strokes=strokes, dot=1.7, named=False,
    )  # fmt: skip


# -- three and more ------------------------------------------------------------------------------


def _ranking(ending: Ending, told: Told) -> Iterator[str]:
    yield _fill(PAPER, WIDE, HIGH)
    yield from _head(ending.replay.game.title, told.day, WIDE, EDGE, 116, INK)
    room = WIDE - 2 * EDGE
    title = faces.lines(ending.title, TITLE, 84, room, 2)
    if len(title) == 1:
        yield _text(
            ending.title, EDGE, 262, faces.fitted(ending.title, TITLE, 120, room), TITLE, INK
        )
    else:
        yield from (_text(line, EDGE, 214 + 84 * n, 80, TITLE, INK) for n, line in enumerate(title))
    target = ending.replay.table.target
    more = f", first to {target}" if target else ""
    yield _text(f"{_length(ending)}{more}", EDGE, 350, 38, TEXT, SOFT)
    top, foot = 380, HIGH - 150
    step = min(180.0, (foot - top) / len(ending.ranking))
    notes = _notes(ending)
    for place, row in enumerate(ending.ranking):
        yield from _row(row, notes.get(row.side, ""), ending, top + place * step, step)
    yield from _foot(NAME, WIDE, HIGH, EDGE, INK)


def _row(row: Move, note: str, ending: Ending, top: float, step: float) -> Iterator[str]:
    ink, room = colour(row.side), WIDE - 2 * EDGE
    most = max(1, *(abs(each.after) for each in ending.ranking))
    told = step > 120 and bool(note)
    size = step * (0.36 if step > 120 else 0.44)
    base = top + step * (0.46 if step > 120 else 0.56)
    figure, number = 1.3 * size, with_minus(row.after)
    yield _mark(row.side, EDGE + size * 0.45, base - 0.34 * size, 0.7 * size, ink, PAPER)
    wide = room - 1.3 * size - faces.width(number, FIGURE, figure) - 30
    yield _text(
        faces.cut(str(row.side), STRONG, size, wide), EDGE + 1.25 * size, base, size, STRONG, INK
    )
    yield _right(number, WIDE - EDGE, base, figure, FIGURE, INK)
    bar = base + 0.16 * step
    thick = max(6.0, 0.1 * step)
    yield f'<path d="M{EDGE} {bar:.1f}h{room}" stroke="{SUNK}" stroke-width="{thick:.3g}"/>'
    if row.after > 0:
        yield (
            f'<path d="M{EDGE} {bar:.1f}h{room * row.after / most:.1f}" stroke="{ink}" '
            f'stroke-width="{thick:.3g}"/>'
        )
    if told:
        yield _text(faces.cut(note, TEXT, 30, room), EDGE, bar + thick / 2 + 36, 30, TEXT, SOFT)


def _notes(ending: Ending) -> dict[Side, str]:
    """Each side's best hand, in points."""
    found: dict[Side, str] = {}
    for row in ending.ranking:
        changes = [(m.change, g) for g in ending.moments for m in g.moves if m.side is row.side]
        if len(changes) > 1 and (best := max(changes, key=lambda each: each[0]))[0] > 0:
            found[row.side] = f"best hand {signed(best[0])}"
    return found


# -- a link --------------------------------------------------------------------------------------


def _link(ending: Ending, told: Told) -> Iterator[str]:
    replay = ending.replay
    ahead = ending.ranking[0].side
    yield _fill(colour(ahead) if len(ending.ranking) <= len(SIDES) else INK, LINK_WIDE, LINK_HIGH)
    yield _rays(LINK_WIDE, 700)
    hand = replay.hand
    where = "finished" if replay.outcome else "closed" if replay.over else (
        hand.title or f"hand {hand.number}" if hand else "hand 1"
    )  # fmt: skip
    head = replay.game.title
    yield from _head(head, where, LINK_WIDE, LINK_EDGE, 96, "#fff")
    moves = list(replay.ledger.totals.items())
    yield from _figures(moves, told.names)
    target = replay.table.target
    left = f"First to {target}" if target else NAME
    if told.names and replay.outcome:
        left = ending.title
    yield from _foot(left, LINK_WIDE, LINK_HIGH, LINK_EDGE, "#fff")


def _figures(totals: Sequence[tuple[Side, int]], names: bool) -> Iterator[str]:
    """Every total as large as it fits, in columns; rows of five where there are more."""
    columns = min(5, len(totals)) if len(totals) != 4 else 4
    rows = -(-len(totals) // columns)
    wide = (LINK_WIDE - 2 * LINK_EDGE) / columns
    top, high = 130.0, 380.0 / rows
    label, big = min(58.0, 0.24 * high), min(290.0, 0.72 * high)
    size = min(faces.fitted(with_minus(total), FIGURE, big, wide - 50, 0.2) for _, total in totals)
    for place, (side, total) in enumerate(totals):
        x, y = LINK_EDGE + wide * (place % columns), top + high * (place // columns)
        base = y + 0.7 * high
        yield _text(with_minus(total), x, base, size, FIGURE, "#fff")
        low = base + 1.22 * label
        yield _mark(side, x + label * 0.45, low - 0.34 * label, 0.66 * label, "#fff", INK)
        if names:
            room = wide - 1.3 * label - 20
            fits = faces.fitted(str(side), STRONG, label, room, 0.6)
            name = faces.cut(str(side), STRONG, fits, room)
            yield _text(name, x + 1.2 * label, low, fits, STRONG, "#fff")


# -- words ---------------------------------------------------------------------------------------


def as_text(ending: Ending, told: Told, link: str) -> str:
    """The result in words for a chat."""
    replay = ending.replay
    rows = [f"{row.side} {with_minus(row.after)}" for row in ending.ranking]
    if len(rows) == 2:
        score = " : ".join(with_minus(row.after) for row in ending.ranking)
        first = f"{replay.game.title}: {ending.title}, {score}"
        if not ending.winners:
            first += f" ({listed([row.side for row in ending.ranking], 'and')})"
        rows = []
    else:
        first = f"{replay.game.title}: {ending.title}"
    found = [f"{first}.", *rows]
    if ending.why:
        found.append(ending.why)
    if ending.best and len(ending.moments) > 1:
        best = ending.best
        found.append(
            f"Best hand: {signed(best.points)} {best.side}"
            + (f" ({best.words})." if best.words else ".")
        )
    return "\n".join([*found, f"{told.day}, {ending.hands}. {link}".strip()])
