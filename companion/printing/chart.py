"""The progress chart: running totals hand by hand, as a drawing that needs no colour."""

from __future__ import annotations

from markupsafe import Markup, escape

from companion.game import Replay
from companion.ledger import signed
from companion.printing.figures import ordinal
from companion.seating import Side

WIDE, HIGH = 178.0, 46.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 150.0, 5.0, 38.0
DASHES = ("", "2 1", "0.6 0.9", "3.2 0.9 0.6 0.9", "1 1", "4 1.4")
INKS = ("#93191d", "#161616", "#161616", "#4a4a4a", "#4a4a4a", "#6a6a6a")
LABEL = 3.4
"""Height of a label, in mm: nearer than that two would overlap."""


def progress(replay: Replay) -> Markup:
    """The chart as SVG, its title the same in words; empty before two hands are over."""
    over = [hand for hand in replay.hands if hand.over and not hand.void]
    if len(over) < 2:
        return Markup("")
    first = replay.ledger.opening
    runs = {side: [first, *(hand.totals[side] for hand in over)] for side in replay.table.sides}
    marks = [mark for mark in (replay.table.target, replay.table.mark) if mark is not None]
    values = [value for run in runs.values() for value in run]
    low, high = min([0, *values]), max([*values, *(m for m in marks if m <= 1.6 * max(values))])
    high = max(high, low + 1)
    scale = _Scale(low, high, len(over))
    drawn = [_title(runs), *_lines(scale, marks), *_hands(scale, [ordinal(hand) for hand in over])]
    drawn += _labels(scale, runs)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="{WIDE:g}mm" '
        f'height="{HIGH:g}mm" viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" '
        'font-family="Fira Sans Condensed" font-size="2.8" fill="#4a4a4a">'
        + "".join(drawn)
        + "</svg>"
    )


class _Scale:
    def __init__(self, low: int, high: int, hands: int) -> None:
        self.low, self.high, self.hands = low, high, hands

    def x(self, hand: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * hand / self.hands, 2)

    def y(self, value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low), 2)


def _title(runs: dict[Side, list[int]]) -> str:
    said = [
        f"{side.name}: " + ", ".join(str(value).replace("-", "minus ") for value in run[1:])
        for side, run in runs.items()
    ]
    words = "Running totals after each hand. " + ". ".join(said) + "."
    return f"<title>{escape(words)}</title>"


def _lines(scale: _Scale, marks: list[int]) -> list[str]:
    drawn = []
    levels: list[float] = []
    for value, dash, ink in [
        *((mark, "1 .8" if place else "", "#161616") for place, mark in enumerate(marks)),
        (0, "", "#6f6f6f"),
    ]:
        y = scale.y(value)
        if not scale.low <= value <= scale.high:
            continue
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<path d="M{LEFT} {y}H{RIGHT}" stroke="{ink}" stroke-width=".25"{dashed}/>')
        if all(abs(y - other) >= 2.6 for other in levels):
            levels.append(y)
            drawn.append(f'<text x="{LEFT - 1.6}" y="{y + 0.9:g}" text-anchor="end">{value}</text>')
    return drawn


def _hands(scale: _Scale, numbers: list[str]) -> list[str]:
    every = 1 + len(numbers) // 20
    drawn = [f'<text x="{LEFT}" y="42.6" text-anchor="middle">hand</text>']
    for place, number in enumerate(numbers, 1):
        if place % every == 0 or place == len(numbers):
            x = scale.x(place)
            drawn.append(f'<path d="M{x} {BOTTOM}v1.2" stroke="#6f6f6f" stroke-width=".25"/>')
            drawn.append(f'<text x="{x}" y="42.6" text-anchor="middle">{number}</text>')
    return drawn


def _labels(scale: _Scale, runs: dict[Side, list[int]]) -> list[str]:
    """The curves, and at their ends names and totals, pushed apart where they would touch."""
    drawn = []
    ends: list[tuple[float, int, Side]] = []
    for place, (side, run) in enumerate(runs.items()):
        ink, dash = INKS[place % len(INKS)], DASHES[place % len(DASHES)]
        points = [(scale.x(hand), scale.y(value)) for hand, value in enumerate(run)]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<path d="{path}" fill="none" stroke="{ink}" stroke-width=".55"{dashed}/>')
        if len(run) <= 30:
            drawn += [f'<circle cx="{x}" cy="{y}" r=".7" fill="{ink}"/>' for x, y in points]
        ends.append((points[-1][1], place, side))
    ends.sort(key=lambda end: end[:2])
    last = -99.0
    for level, place, side in ends:
        last = max(level, last + LABEL)
        name = side.code if len(side.seats) > 1 else side.name[:14]
        total = signed(runs[side][-1]).lstrip("+")
        drawn.append(
            f'<text x="{RIGHT + 2}" y="{last + 1:g}" font-size="3.2" font-weight="600" '
            f'fill="{INKS[place % len(INKS)]}"><tspan font-family="Vollkorn">{escape(name)}'
            f"</tspan> {total}</text>"
        )
    return drawn
