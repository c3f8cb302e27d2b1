"""The taps of a hand, counted on the real pages: no more than the limits in taps.py."""

import pytest

from companion import games
from tests.browser.taps import (
    MEASURES,
    STEP_BY_STEP,
    STEPS,
    Finger,
    begin,
    measured,
    stepped,
)

TYPED = {"carousel": 1.43, "leopard": 1.25, "jo-jotte": 1.4, "tres": 1.25,
         "shakespeares-dilemma": 1.4, "dealers-dilemma": 1.5}  # fmt: skip
"""Taps for a typed figure: each includes Next, or a tap on the box."""
pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("it", MEASURES, ids=[f"{it.game}-{it.way}" for it in MEASURES])
def test_hand_needs_promised_taps_and_no_scrolling(served, phone, it):
    finger, _ = measured(phone(), served.url, it)
    assert finger.taps <= it.most
    worst = 1.4 if it.way == "guided" else TYPED.get(it.game, 1.2)
    assert finger.taps - 1 <= it.facts * worst
    assert finger.scrolled == ""


@pytest.mark.parametrize(
    ("game", "way"),
    [pytest.param(*which, marks=[pytest.mark.long] * (most > 12))
     for which, (_, most) in STEP_BY_STEP.items()],
)  # fmt: skip
def test_step_by_step_hand_needs_promised_taps(served, phone, game, way):
    finger, facts = stepped(phone(), served.url, game, way)
    assert finger.taps <= STEP_BY_STEP[game, way][1]
    assert finger.taps - 1 <= facts * (1.4 if way == "guided" else 2)
    assert finger.scrolled == ""


@pytest.mark.long
def test_panguingue_hand_keeps_to_step_tap_limits(served, phone):
    page = phone()
    begin(page, served.url, "panguingue", "guided", 5)
    for words, play, most in STEPS:
        finger = Finger(page)
        finger.play(play)
        assert (words, finger.taps, finger.scrolled) == (words, min(finger.taps, most), "")


def test_every_game_that_opens_with_result_is_measured():
    measured_ways = {(it.game, it.way) for it in MEASURES}
    for key, game in games.all_games().items():
        if game.opens:
            assert (key, game.opens) in measured_ways
