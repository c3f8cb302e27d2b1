"""If a transcript differs from the result, the error names the place."""

from __future__ import annotations

import pytest

from companion.engine.examples import run, transcript
from companion.games import find
from companion.rules import Example, Prose

GAME = find("kaiser")
HAND = """players: Nell, Omar, Pia, Quin
hand 1
bid Omar: 7; bid Pia: pass; bid Quin: pass; bid Nell: pass
trump: C
tricks: 5; 5H: B; 3S: A
"""
LINES = """= B +10 KAI-MADE 5 tricks + 5 (5♥) = 10
= A 0 KAI-DEFEND
== 0 10
winner: none
? bid 3
"""


def test_correct_transcript_has_no_differences():
    result = transcript(GAME, HAND + LINES)
    assert result.differences == []
    assert result.cited >= {"KAI-MADE", "KAI-DEFEND", "KAI-DEAL"}
    assert result.replay is not None


@pytest.mark.parametrize(
    ("right", "wrong", "difference"),
    [
        (
            "= B +10",
            "= B +9",
            "line 6: expected “B +9 KAI-MADE 5 tricks + 5 (5♥) = 10”, found “Omar & Quin +10",
        ),
        ("= B +10", "= A +10", "line 6: expected “A +10"),
        ("KAI-MADE", "KAI-BROKEN", "line 6: expected “B +10 KAI-BROKEN"),
        (
            "5 tricks",
            "6 tricks",
            "found “Omar & Quin +10 KAI-MADE 5 tricks + 5 (5♥) = 10; bid 7, made”",
        ),
        ("= B +10 KAI-MADE", "= ten points", "line 6: expected “ten points"),
        ("= A 0 KAI-DEFEND\n", "", "hand 1: expected 1 lines, found 2"),
        ("== 0 10", "== 10 0", "line 8: expected totals [10, 0], found [0, 10]"),
        ("winner: none", "winner: B", "line 9: expected winner B, found ['nobody yet']"),
        ("winner: none", "winner: draw", "expected winner draw"),
        ("winner: none", "winner: Zoe", "expected winner Zoe"),
        ("= B +10", "= Zoe +10", "line 6: expected “Zoe +10"),
        ("= B +10 KAI-MADE 5 tricks + 5 (5♥) = 10", "= lots", "“lots” is not “who +points RULE"),
        ("? bid 3", "? bid 2", "line 10: expected the question 'bid 2', found ['bid 3']"),
        ("? bid 3", "! bid_not_higher", "expected the refusal 'bid_not_higher', found []"),
        ("hand 1", "hand 1\nzoo: 1", "Not used: hand 1, zoo: 1"),
        ("== 0 10", "hand 2\n== 0 10", None),
        ("winner: none", "hand 2\nhand 3\n== 0 10", "hand 3 was not reached"),
        ("5H: B", "5H: Z", "refused 5H: “Z” is not an answer here"),
        ("hand 1", "rules: colour red\nhand 1", "refused: There is no house rule “colour”"),
    ],
)
def test_what_differs_is_said_with_its_line(right, wrong, difference):
    text = HAND + LINES
    assert right in text
    differences = transcript(GAME, text.replace(right, wrong, 1)).differences
    if difference is None:
        assert differences == []
    else:
        assert [each for each in differences if difference in each] != []


def test_a_refusal_that_was_foretold_is_none():
    text = "players: Nell, Omar, Pia, Quin\nhand 1\nbid Omar: 7; bid Pia: 6\n"
    assert transcript(GAME, text + "! bid_not_higher bid 3\n").differences == []
    assert transcript(GAME, text + "! bid_not_higher\n").differences == []
    assert transcript(GAME, text + "! bid_not_higher bid 2\n").differences != []
    assert transcript(GAME, text + "! bid_below_minimum\n").differences != []
    assert transcript(GAME, "players: A, B\n! wrong_players\n").differences == []


ASK = "players: Nell, Omar, Pia, Quin\ndealer: Nell\ndeclarer: Quin\n"


@pytest.mark.parametrize(
    ("name", "text", "difference"),
    [
        ("lead", ASK + "= Omar leads KAI-P-LEAD", None),
        ("lead", ASK + "= Quin leads KAI-P-LEAD", "found “Omar leads the first trick.”"),
        ("lead", ASK + "= Omar leads KAI-P-BID", "expected “= Omar leads KAI-P-BID”"),
        ("lead", ASK, "the example expects nothing"),
        ("lead", ASK + "zoo: 1\n= Omar leads", "never asked: ['zoo']"),
        ("lead", "dealer: Nell\n= Omar leads", "no ruling: wants ['declarer'], refused ['! unrea"),
        ("lead", "dealer: Zoe\ndeclarer: 1\n! unreadable", None),
        ("lead", "dealer: Zoe\ndeclarer: 1\n! out_of_range", "refused ['! unreadable']"),
        ("none", ASK, "no enquiry 'none'"),
    ],
)
def test_an_enquirys_example_is_held_too(name, text, difference):
    differences = run(GAME, Example("ask", name, Prose(), text)).differences
    if difference is None:
        assert differences == []
    else:
        assert [each for each in differences if difference in each] != []
