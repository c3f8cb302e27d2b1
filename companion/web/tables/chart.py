"""The progress chart on screen: beside the result, and on the score board."""

from __future__ import annotations

from companion.engine.game import Replay
from companion.results.chart import Chart, Frame, chart

SCREEN = Frame(left=30, right=318, top=14, foot=170, line=13, hands=12)
"""Size in the units of templates/tables/chart.html, which adds margins of 40 by 20."""
ACROSS = Frame(left=52, right=580, top=24, foot=310, line=30, hands=9)
"""The same for the score board."""


def progress(replay: Replay, frame: Frame = SCREEN) -> Chart | None:
    """The progress chart; None before two hands are scored."""
    return chart(replay, frame)
