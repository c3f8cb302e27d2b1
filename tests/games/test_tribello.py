"""Tribello beyond its examples: every split of the tricks, settling up, the blank sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.record import Record
from companion.games.tribello.facts import PHASES, Result, quotas
from companion.games.tribello.score import lines as scored
from companion.seating import Seating
from tests.games.written import game_of
from tests.replays import page

GAME = game_of("tribello")

NAMES = ["Ruth", "Sol", "Tess"]
SEATING = Seating(NAMES)


def replayed(tricks: list[str], **rules: object):
    """A game entered at once, hand by hand."""
    record = Record.begin("tribello", NAMES, 1, rules, "quick")
    for number, text in enumerate(tricks, 1):
        trump = {"trump": "S"} if number % 12 in range(1, 7) else {}
        record.put(number, {**trump, "tricks": text})
    return GAME.replay(record)


LEVEL = ["6 4 3", "3 6 4", "4 3 6"] * 3 + ["3 4 6", "6 3 4", "4 6 3"]
"""Everybody exactly on quota in every hand."""


@given(st.sampled_from(PHASES), st.sampled_from(SEATING.seats), st.integers(0, 13), st.data())
def test_every_trick_split_sums_to_zero(phase, dealer, first, data):
    second = data.draw(st.integers(0, 13 - first))
    split = (first, second, 13 - first - second)
    tricks = dict(zip(SEATING.seats, split, strict=True))
    own = quotas(phase, dealer)
    lines = list(scored(Result(phase, dealer, tricks)))
    assert sum(own.values()) == 13
    assert sum(line.points for line in lines) == 0
    sign = -1 if phase.nullo else 1
    assert {line.to: line.points for line in lines} == {
        seat: sign * (tricks[seat] - own[seat]) for seat in own
    }


def test_level_in_nullo_too_still_shares():
    replay = replayed(LEVEL, tie_at_end="nullo_total")
    assert [str(side) for side in replay.outcome.winners] == NAMES
    assert replay.outcome.why == (
        "Ruth, Sol and Tess end level on 0; in nullo Ruth 0, Sol 0 and Tess 0"
    )


def test_unshared_adjustment_is_reported_next_hand():
    record = Record.begin("tribello", NAMES, 1, entry="quick")
    record.put(1, {"trump": "S", "tricks": "6 4 3", "@adjust 1": "2 -5 revoke"})
    words = [tell.words for tell in GAME.replay(record).hands[1].tells if tell.rule == "TRI-ADJ"]
    assert words == ["The totals add up to −5, not 0: share out the points you agreed on."]


def test_the_turning_over_is_announced_before_hand_ten():
    replay = replayed(LEVEL[:9])
    said = {
        hand.number: [t.words for t in hand.tells if t.rule == "TRI-NULLO"] for hand in replay.hands
    }
    assert said[9] == [
        "The last hand of this phase; after it comes nullo, and everything turns over."
    ]
    assert said[10][0].startswith("Nullo: everything turns over.")
    assert not any(said[number] for number in range(1, 9))


def test_a_blank_sheet_knows_dealers_quotas_and_phases():
    rows = list(GAME.sheet.known(SEATING, GAME.rules.chosen({}), 2))
    assert [row["dealer"] for row in rows[:4]] == ["Sol", "Tess", "Ruth", "Sol"]
    assert [rows[0][f"quota {n}"] for n in (1, 2, 3)] == ["3", "6", "4"]
    assert [rows[9][f"quota {n}"] for n in (1, 2, 3)] == ["6", "3", "4"]
    assert ["trump" in row for row in rows] == [False] * 6 + [True] * 6
    long = GAME.rules.chosen({"game_length": "24"})
    assert len(list(GAME.sheet.known(SEATING, long, 1))) == 24
    sheet = GAME.sheet.under(long)
    assert (sheet.rows, [part.rows for part in sheet.parts]) == (24, [3] * 8)


@pytest.mark.parametrize(
    ("agreed", "asks", "rest"),
    [
        ("1 4 a wager", "Who gives the other 4 points?", "2"),
        ("2 -3 revoke", "Who gets the other 3 points?", "1"),
    ],
)
def test_earlier_agreed_points_are_asked_at_end(agreed, asks, rest):
    record = replayed(LEVEL[:-1]).record
    record.put(2, {"@adjust 1": agreed})
    assert page(GAME.replay(record))[0].key == "tricks"
    record.put(12, {"tricks": LEVEL[-1]})
    (question,) = page(GAME.replay(record))
    assert asks in question.prompt
    record.put(12, {"rest": rest})
    assert sum(GAME.replay(record).ledger.totals.values()) == 0


def test_game_closed_mid_phase_has_no_winner():
    record = replayed(LEVEL[:4]).record
    record.put(5, {"@close": "late"})
    words = GAME.replay(record).unfinished
    assert words.startswith("Closed after 4 of 12 hands: nobody has won.")
    assert "in the middle of a phase the seats are not shared equally" in words
    record = replayed(["7 4 2", *LEVEL[1:6]]).record
    record.put(7, {"@close": "late"})
    assert GAME.replay(record).unfinished == (
        "Closed after 6 of 12 hands: nobody has won. Ruth leads with 1."
    )


def test_longer_game_agreed_late_goes_on():
    record = replayed(LEVEL).record
    record.put(12, {"@rule game_length": "24"})
    replay = GAME.replay(record)
    assert replay.outcome is None
    assert replay.hands[-1].title == "phase 1, hand 13 of 24"
