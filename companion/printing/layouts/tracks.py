"""The pegging tracks: one for each side, beside the hands or on a page of their own."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.engine.game import Replay
from companion.printing.grid import PORTRAIT, TIGHTEST
from companion.printing.people import Party
from companion.printing.text import BLACK, RED
from companion.seating import Side

GAP = 6.0
"""Between the hands and the tracks, in mm."""
LEAST, MOST = 14, 21
"""Width of one track, in mm."""
MANY = 8
"""More sides have a page for their tracks."""
HIGH, LANDSCAPE_HIGH = 212.0, 136.0
PLAYED = 188.0
"""The height of a track on a filled sheet, in large print, and below a code: less room is left."""
TOP, FIVES = 18.0, 0.6
"""Distance of the first hole from the top, and the gap after each five, in mm."""
LINE = f'fill="none" stroke="{BLACK}" stroke-width=".3"'
DASHED = 'stroke="#6f6f6f" stroke-width=".18" stroke-dasharray=".8 .8"'


@dataclass(frozen=True)
class Tracks:
    """The drawing, how wide it is in mm, and where it stands."""

    drawing: Markup
    wide: int
    apart: bool
    """On a separate page, because there is no room beside the hands."""


def beside(sides: int, mm: float, space: float) -> float:
    """The page width that the tracks need, or 0 if they do not fit beside columns of `mm`."""
    taken = _wide(sides) + GAP
    fits = sides <= MANY and mm * TIGHTEST + taken <= space
    return taken if fits else 0


def _wide(sides: int) -> int:
    return max(LEAST * sides, 2 * MOST)


def tracks(party: Party, holes: int, *, apart: bool, landscape: bool) -> Tracks | None:
    """The tracks of all sides, with a peg at each side's score and one at its score before."""
    if not holes:
        return None
    sides = party.seating.sides
    wide = _wide(len(sides)) if not apart else min(int(PORTRAIT), MOST * len(sides))
    low = not apart and (party.large or party.coded or party.replay is not None)
    high = LANDSCAPE_HIGH if landscape else PLAYED if low else HIGH
    step = wide / len(sides)
    pegs = _pegs(party.replay) if party.replay else {}
    drawn = []
    for place, side in enumerate(sides):
        left = place * step
        drawn.append(_track(left + 0.6, step - 1.2, high, holes, pegs.get(side, ())))
        label = side.code if len(side.seats) > 1 else side.name
        size = min(4.6, (step - 1) / (0.62 * len(label)))
        drawn.append(
            f'<text x="{left + step / 2:g}" y="4.6" font-family="Vollkorn" font-weight="900" '
            f'font-size="{size:.2f}" text-anchor="middle" fill="{RED}">{escape(label)}</text>'
        )
    standing = ", ".join(f"{side.name} on {held[0]}" for side, held in pegs.items())
    title = f"Tracks of {holes} holes, one for each side" + (f": {standing}" if standing else "")
    return Tracks(
        Markup(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tracks" width="{wide:g}mm" '
            f'height="{high:g}mm" viewBox="0 0 {wide:g} {high:g}" role="img" '
            'font-family="Fira Sans Condensed" font-size="2.5" fill="#4a4a4a">'
            f"<title>{escape(title)}</title>" + "".join(drawn) + "</svg>"
        ),
        wide,
        apart,
    )


def _pegs(replay: Replay) -> dict[Side, tuple[int, ...]]:
    """The peg of each side, and its place before the last hand."""
    over = [hand for hand in replay.hands if hand.over and not hand.void]
    before = over[-2].totals if len(over) > 1 else {}
    now = replay.ledger.totals
    return {side: (now[side], before.get(side, 0)) for side in replay.table.sides}


def _track(left: float, wide: float, high: float, holes: int, pegs: tuple[int, ...]) -> str:
    """Up the left column, over the line, and up the right one to the last hole."""
    bottom = high - 4
    per = max(1, holes // 2)
    step = (bottom - TOP - (per - 1) // 5 * FIVES) / max(1, per - 1)
    x = (left + wide * 0.33, left + wide * 0.67)
    drawn = [
        f'<rect x="{left:g}" y="6.2" width="{wide:g}" height="{high - 7:g}" rx="1.6" {LINE}/>',
        f'<path d="M{left + wide / 2:.2f} {TOP:g}V{bottom:g}" {DASHED}/>',
        f'<path d="M{left:g} 15.6H{left + wide:g}" stroke="{BLACK}" stroke-width=".6"/>',
        _last(x[1], holes, pegs),
    ]
    # Holes are dots of a line with round ends, which takes a tenth of the bytes of circles.
    dots: dict[bool, list[str]] = {False: [], True: []}
    for hole in range(1, holes):
        lap, place = divmod(hole - 1, per)
        y = bottom - place * step - place // 5 * FIVES
        dots[hole in pegs].append(f"M{x[lap]:.2f} {y:.2f}h.001")
        if hole % 5 == 0:
            at, anchor = (x[0] - 1.7, "end") if lap == 0 else (x[1] + 1.7, "start")
            drawn.append(
                f'<text x="{at:.2f}" y="{y + 0.9:.2f}" text-anchor="{anchor}">{hole}</text>'
            )
    size = min(2.22, 0.85 * step)
    for filled, ink, across in (
        (False, "#4a4a4a", size),
        (False, "#fff", 0.8 * size),
        (True, BLACK, size),
    ):
        if path := "".join(dots[filled]):
            drawn.append(
                f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{across:.2f}" '
                'stroke-linecap="round"/>'
            )
    return "".join(drawn)


def _last(x: float, holes: int, pegs: tuple[int, ...]) -> str:
    ink = BLACK if any(peg >= holes for peg in pegs) else "none"
    return (
        f'<circle cx="{x:.2f}" cy="11.6" r="1.7" fill="{ink}" stroke="{RED}" '
        f'stroke-width=".5"/><text x="{x - 2.6:.2f}" y="12.5" font-weight="600" '
        f'text-anchor="end">{holes}</text>'
    )
