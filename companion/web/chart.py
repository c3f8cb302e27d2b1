"""The progress chart of an evening, totals by hand as lines of an SVG, and its figures."""

from __future__ import annotations

from dataclasses import dataclass

from companion.digest import digest
from companion.game import Replay
from companion.seating import Side

WIDTH, LEFT, RIGHT, TOP, FOOT = 358, 30, 318, 14, 170
"""The drawing's width; its field's left and right edge, top and foot, in SVG units."""


@dataclass(frozen=True)
class Curve:
    """One side's totals."""

    side: Side
    total: int
    points: list[tuple[float, float]]
    label_y: float
    style: int
    """From 1: which of the line styles."""

    @property
    def path(self) -> str:
        """The points attribute of a polyline."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True)
class Chart:
    """Everything the template draws, in SVG units."""

    curves: list[Curve]
    levels: list[tuple[float, int]]
    goal: tuple[float, int] | None
    hands: list[tuple[float, int]]
    words: str
    """The chart for those who cannot see it."""


def chart(replay: Replay) -> Chart | None:
    """The chart of a replay; None before two hands are scored."""
    played = [hand for hand in replay.hands if hand.over]
    if len(played) < 2:
        return None
    sides = replay.table.sides
    first = [replay.ledger.opening] * len(sides)
    rows = [first, *([hand.totals.get(side, 0) for side in sides] for hand in played)]
    target = replay.table.target
    values = [value for row in rows for value in row] + ([target] if target is not None else [])
    low, high = min(0, *values) if min(values) < max(values) / 2 else min(values), max(values)
    step = step_of(high - low)
    low, high = low // step * step, max(high, low + 1)

    def y(value: int) -> float:
        return FOOT - (value - low) * (FOOT - TOP) / max(1, high - low)

    def x(place: int) -> float:
        return LEFT + place * (RIGHT - LEFT) / (len(rows) - 1)

    curves = [
        Curve(side, rows[-1][n], [(x(p), y(row[n])) for p, row in enumerate(rows)], 0, n + 1)
        for n, side in enumerate(sides)
    ]
    every = max(1, -(-len(played) // 12))
    hands = [(x(p), hand.number) for p, hand in enumerate(played, 1) if p % every == 0]
    levels = [(y(v), v) for v in range(low, high + 1, step)]
    goal = (y(target), target) if target is not None else None
    if goal:
        levels = [level for level in levels if abs(level[0] - goal[0]) > 9]
    words = "Totals after each hand: " + ", ".join(f"{c.side} {c.total}" for c in curves)
    return Chart(apart(curves), levels, goal, hands, words)


def step_of(span: int) -> int:
    """A round distance between grid lines, four or five of them."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000):
        if span / step <= 5:
            return step
    return 10000


def apart(curves: list[Curve]) -> list[Curve]:
    """The labels at the right edge moved so that none covers another."""
    gap = 13.0
    placed: dict[int, float] = {}
    floor = -100.0
    for curve in sorted(curves, key=lambda each: each.points[-1][1]):
        floor = max(curve.points[-1][1] + 4, floor + gap)
        placed[curve.style] = floor
    over = max(0.0, floor - (FOOT + 8))
    return [Curve(c.side, c.total, c.points, placed[c.style] - over, c.style) for c in curves]


@dataclass(frozen=True)
class Figures:
    """What is worth telling of an evening besides its end."""

    best: int
    """The hand that brought one side most; 0 for none."""
    points: int
    side: str
    words: str
    made: int
    contracts: int


def figures(replay: Replay) -> Figures:
    """The figures of a replay."""
    found = digest(replay)
    every = [(points, hand, code) for hand in found.hands for code, points in hand.points.items()]
    points, hand, code = max(every, key=lambda each: each[0], default=(0, None, ""))
    kept = [made for each in found.hands for made in each.contracts.values()]
    if hand is None or points <= 0:
        return Figures(0, 0, "", "", sum(kept), len(kept))
    return Figures(hand.number, points, found.sides[code], hand.words, sum(kept), len(kept))
