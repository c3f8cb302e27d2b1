"""The progress chart of an evening: totals by hand as coordinates, for page and paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.seating import Side

STYLES = 7
"""Number of line styles; an eighth side has the first again."""


@dataclass(frozen=True)
class Frame:
    """The plot area, in SVG units; y grows downwards."""

    left: float
    right: float
    top: float
    foot: float
    line: float
    """Minimum distance between two labels."""
    hands: int
    """Maximum number of labels on the hand axis, roughly."""


SCREEN = Frame(left=30, right=318, top=14, foot=170, line=13, hands=12)
"""Size in the units of templates/tables/chart.html, which adds margins of 40 by 20."""
ACROSS = Frame(left=52, right=580, top=24, foot=310, line=30, hands=9)
"""The same for the score board."""


@dataclass(frozen=True)
class Curve:
    """One side's line."""

    side: Side
    totals: list[int]
    points: list[tuple[float, float]]
    label_y: float
    """y of its label at the right, clear of the others."""
    style: int
    """From 1 to STYLES."""

    @property
    def total(self) -> int:
        """The last total."""
        return self.totals[-1]

    @property
    def path(self) -> str:
        """The `points` attribute of an SVG polyline."""
        return " ".join(f"{x:.5g},{y:.5g}" for x, y in self.points)


@dataclass(frozen=True)
class Chart:
    """Everything that is drawn."""

    curves: list[Curve]
    levels: list[tuple[float, int]]
    """(y, total) of the grid lines."""
    goal: tuple[float, int] | None
    hands: list[tuple[float, str]]
    """(x, label) of each hand. The label is "" if there is no space."""
    words: str
    """Text alternative."""
    frame: Frame
    unit: str
    """The game's word for a hand."""
    mark: tuple[float, int] | None = None
    """(y, total) of the threshold, if there is one."""


def chart(
    replay: Replay,
    frame: Frame = SCREEN,
    called: Callable[[Hand], str] = lambda hand: str(hand.number),
) -> Chart | None:
    """The chart of a replay; None with fewer than two scored hands."""
    played = [hand for hand in replay.hands if hand.over and not hand.void]
    if len(played) < 2:
        return None
    sides, opening, target = replay.table.sides, replay.ledger.opening, replay.table.target
    totals = {side: [opening, *(hand.totals.get(side, 0) for hand in played)] for side in sides}
    values = [value for run in totals.values() for value in run]
    values += [target] if target is not None else []
    low, high = min(0, *values) if min(values) < max(values) / 2 else min(values), max(values)
    step = step_of(high - low)
    low, high = low // step * step, max(high, low + 1)

    def y(value: int) -> float:
        return frame.foot - (value - low) * (frame.foot - frame.top) / max(1, high - low)

    def x(place: int) -> float:
        return frame.left + place * (frame.right - frame.left) / len(played)

    curves = [
        Curve(side, run, [(x(p), y(each)) for p, each in enumerate(run)], 0, n % STYLES + 1)
        for n, (side, run) in enumerate(totals.items())
    ]
    every = max(1, -(-len(played) // frame.hands))
    hands = [(x(p), "" if p % every else called(h)) for p, h in enumerate(played, 1)]
    goal = (y(target), target) if target is not None else None
    levels = [(y(v), v) for v in range(low, high + 1, step)]
    limit = replay.table.threshold
    mark = (y(limit), limit) if limit is not None and low < limit < high else None
    for line in (goal, mark):
        levels = [each for each in levels if not line or abs(each[0] - line[0]) > 0.7 * frame.line]
    words = _words(totals, replay.word)
    return Chart(apart(curves, frame), levels, goal, hands, words, frame, replay.word, mark)


def _words(totals: dict[Side, list[int]], unit: str) -> str:
    sentences = (
        f"{side.name}: " + ", ".join(str(each).replace("-", "minus ") for each in run[1:])
        for side, run in totals.items()
    )
    return f"Running totals after each {unit}. " + ". ".join(sentences) + "."


def step_of(span: int) -> int:
    """A round distance that gives up to five grid lines."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000):
        if span / step <= 5:
            return step
    return 10000


def apart(curves: list[Curve], frame: Frame) -> list[Curve]:
    """Sets `label_y` so that no labels overlap."""
    floor = -1000.0
    placed_curves = list(curves)
    for place in sorted(range(len(curves)), key=lambda n: curves[n].points[-1][1]):
        floor = max(curves[place].points[-1][1] + frame.line / 3, floor + frame.line)
        placed_curves[place] = replace(curves[place], label_y=floor)
    over = max(0.0, floor - (frame.foot + 0.6 * frame.line))
    return [replace(each, label_y=each.label_y - over) for each in placed_curves]
