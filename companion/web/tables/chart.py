"""The progress chart on the screen: beside the result, and large across the room."""

from __future__ import annotations

from companion.chart import Chart, Frame, chart
from companion.game import Replay

SCREEN = Frame(left=30, right=318, top=14, foot=170, line=13, hands=12)
"""In units of templates/tables/chart.html, which is 40 wider and 20 higher than the field."""
ACROSS = Frame(left=52, right=580, top=24, foot=310, line=30, hands=9)
"""The same for the large screen."""


def progress(replay: Replay, frame: Frame = SCREEN) -> Chart | None:
    """The chart as the screen draws it; None before two hands are scored."""
    return chart(replay, frame)
