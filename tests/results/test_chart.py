"""The chart of an evening, for page and paper alike."""

import re
from itertools import pairwise

import pytest

from companion.engine.transcript import Transcript
from companion.games import all_games
from companion.printing.chart import PAPER, STROKES, progress
from companion.results.chart import SCREEN, STYLES, Frame, chart

GAMES = list(all_games().values())


def evening(game):
    return game.replay(Transcript.read(game.file("evening.txt"), game.key).record)


def charted(game, frame):
    found = chart(evening(game), frame)
    if found is None:
        pytest.skip("one hand makes no chart")
    return found


@pytest.mark.parametrize("frame", [SCREEN, PAPER], ids=["screen", "paper"])
def test_curves_stay_in_their_field_and_labels_apart(game, frame):
    found = charted(game, frame)
    for curve in found.curves:
        assert all(frame.left <= x <= frame.right for x, _ in curve.points)
        assert all(frame.top - 0.01 <= y <= frame.foot + 0.01 for _, y in curve.points)
    places = sorted(curve.label_y for curve in found.curves)
    gaps = [b - a for a, b in pairwise(places)]
    assert all(gap >= frame.line - 0.01 for gap in gaps)


def test_page_and_paper_draw_the_same_totals(game):
    screen, paper = charted(game, SCREEN), charted(game, PAPER)
    assert [c.totals for c in screen.curves] == [c.totals for c in paper.curves]
    assert screen.words == paper.words


def test_seven_players_are_told_apart_on_paper():
    assert len({(s.ink, s.dash, s.wide, s.hollow) for s in STROKES}) == len(STROKES) == STYLES
    assert len({(s.dash, s.wide) for s in STROKES}) == STYLES  # in black and white too


def test_thrown_in_hand_is_absent_from_chart():
    game = next(game for game in GAMES if len(evening(game).hands) > 3)
    record = evening(game).record.copy()
    whole = chart(game.replay(record), SCREEN)
    record.hands.insert(1, {"@void": "a card fell"})
    drawn = chart(game.replay(record), SCREEN)
    assert whole
    assert drawn
    assert len(drawn.hands) <= len(whole.hands)


def test_long_chart_name_leaves_total_space():
    game = next(game for game in GAMES if game.key == "tribello")
    text = game.file("evening.txt").replace("Ruth", "Bartholomew Featherstonehaugh")
    drawn = str(progress(game.replay(Transcript.read(text, game.key).record)))
    assert ">Barthol" in drawn
    assert "…</tspan>" in drawn
    names = re.findall(r"<tspan[^>]*>([^<]*)</tspan> ([^<]*)<", drawn)
    assert len(names) == 3
    assert max(len(name + total) for name, total in names) <= 11


def test_one_hand_makes_no_chart():
    game = GAMES[0]
    record = evening(game).record.copy()
    del record.hands[1:]
    assert chart(game.replay(record), Frame(0, 1, 0, 1, 0.1, 5)) is None
    assert progress(game.replay(record)) == ""
