"""The solver is an optional extra: without it, callers explain how to install it."""

from __future__ import annotations

import sys

import pytest

from companion.engine.transcript import Transcript
from companion.exact import Model, NoSolver
from companion.games.carousel import GAME

DEDUCTED = """
game: carousel
players: Kim, Lou
rules: hand_melds deduct
hand 1
knocker: Kim
left 1: AC
left 2: 4H 5H 6H 9S
"""


def model() -> Model:
    """Two numbers of 0 to 5 with the sum 7, the first as large as possible."""
    found = Model()
    one, two = found.whole(0, 5, 1), found.whole(0, 5)
    found.equal({one: 1, two: 1}, 7)
    return found


@pytest.fixture
def without(monkeypatch):
    """As if the extra were not installed."""
    monkeypatch.setitem(sys.modules, "highspy", None)


def ask():
    enquiry = next(each for each in GAME.enquiries if each.key == "can-play")
    given = {"table": "8D 9D 10D JD / JS QS KS AS", "names": "none", "holding": "JH"}
    return GAME.enquire(enquiry, given)[1]


def test_with_the_extra_there_is_an_answer():
    pytest.importorskip("highspy")
    assert model().solve() == [5, 2]
    assert ask().answer == "Yes: J♥ can go down."


@pytest.mark.usefixtures("without")
def test_solver_says_how_to_add_missing_extra():
    with pytest.raises(NoSolver, match=r"pip install \"companion-cards\[solver\]\""):
        model().solve()


@pytest.mark.usefixtures("without")
def test_referee_without_solver_says_why_undecided():
    ruling = ask()
    assert (ruling.answer, ruling.undecided) == ("Not decided.", True)
    assert 'pip install "companion-cards[solver]"' in ruling.steps[0]


@pytest.mark.usefixtures("without")
def test_offline_referee_says_what_to_do_instead(monkeypatch):
    monkeypatch.setattr("companion.exact.sys.platform", "emscripten")
    ruling = ask()
    assert (ruling.answer, ruling.undecided) == ("Not decided.", True)
    assert "ask a Companion that runs on a computer" in ruling.steps[0]
    assert "pip" not in ruling.steps[0]


@pytest.mark.usefixtures("without")
def test_without_it_every_hand_is_scored():
    replay = GAME.replay(Transcript.read(DEDUCTED.strip()).record)
    assert list(replay.hands[0].totals.values()) == [8, 0]
