"""The end of an evening on the screen: its progress chart, and its figures."""

from __future__ import annotations

from dataclasses import dataclass

from companion.chart import Chart, Frame, chart
from companion.game import Replay
from companion.game_summary import summary_of

SCREEN = Frame(left=30, right=318, top=14, foot=170, line=13, hands=12)
"""In units of templates/tables/chart.html, which is 358 wide."""


def progress(replay: Replay) -> Chart | None:
    """The chart as the screen draws it; None before two hands are scored."""
    return chart(replay, SCREEN)


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
    found = summary_of(replay)
    every = [(points, hand, code) for hand in found.hands for code, points in hand.points.items()]
    points, hand, code = max(every, key=lambda each: each[0], default=(0, None, ""))
    kept = [made for each in found.hands for made in each.contracts.values()]
    if hand is None or points <= 0:
        return Figures(0, 0, "", "", sum(kept), len(kept))
    return Figures(hand.number, points, found.sides[code], hand.words, sum(kept), len(kept))
