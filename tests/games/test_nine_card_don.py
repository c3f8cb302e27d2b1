"""Nine-Card Don: what examples cannot say, namely that no real hand is ever refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Suit
from companion.games.nine_card_don import GAME
from companion.games.nine_card_don.counters import (
    PACK,
    Bounds,
    Pitch,
    Take,
    Tricks,
    count_of,
    counters,
    game_value,
)
from companion.games.nine_card_don.play import Board
from companion.games.nine_card_don.reading import read_tricks
from companion.panels import Track
from companion.questions import Refused
from companion.record import Transcript
from companion.seating import PAIRS, Seating

SEATING = Seating(["Gwen", "Huw", "Idris", "Jo"], PAIRS)
PHAT = {"cards_each": "13", "trump_nine_points": "18", "plain_nine_points": "9"}


@pytest.mark.parametrize("trump", list(Suit))
def test_counters_are_worth_44_here_and_80_in_phat(trump: Suit) -> None:
    here = counters(trump, GAME.rules.chosen({}))
    phat = counters(trump, GAME.rules.chosen(PHAT))
    assert (sum(c.points for c in here.values()), len(here)) == (44, 9)
    assert (sum(c.points for c in phat.values()), len(phat)) == (80, 12)


def test_the_whole_pack_counts_80_for_game() -> None:
    assert sum(map(game_value, PACK)) == 80


@given(
    st.permutations(list(PACK)),
    st.sampled_from(list(Suit)),
    st.sampled_from([9, 13]),
    st.data(),
)
def test_true_counts_are_never_refused(
    cards: Sequence[Card], trump: Suit, each: int, data: st.DataObject
) -> None:
    awake = cards[: 4 * each]
    tricks = [tuple(awake[n : n + 4]) for n in range(0, 4 * each, 4)]
    winners = data.draw(
        st.lists(st.sampled_from(SEATING.sides), min_size=each, max_size=each), label="winners"
    )
    pitch = Pitch(trump, counters(trump, GAME.rules.chosen({})), each)
    played = Tricks(pitch, SEATING.sides)
    counts = dict.fromkeys(SEATING.sides, 0)
    for side, trick in zip(winners, tricks, strict=True):
        played.add(Take(side, tuple(card for card in trick if card in pitch.counters)))
        counts[side] += count_of(trick)
    bounds = Bounds.of(played)
    assert bounds.low <= sum(counts.values()) <= bounds.high
    bounds.check(counts, dict.fromkeys(SEATING.sides, "count"))


def test_the_back_peg_stands_where_the_side_was_before() -> None:
    script = Transcript.read(GAME.file("evening.txt"))
    script.record.hands = script.record.hands[:1]
    del script.record.hands[0]["trick 5"]
    for key in ("counting", "count A", "count B"):
        del script.record.hands[0][key]
    hand = GAME.replay(script.record).hand
    assert hand is not None
    track = hand.panels["Cribbage board"]
    assert isinstance(track, Track)
    pegs = [(side.code, front, back) for side, front, back in track.runners]
    assert pegs == [("A", 19, 14), ("B", 16, 9)]


def test_a_peg_stops_in_the_last_hole() -> None:
    replay = GAME.replay(Transcript.read(GAME.file("evening.txt")).record)
    assert replay.hand is not None
    track = replay.hand.panels["Cribbage board"]
    assert isinstance(track, Track)
    assert [front for _, front, _ in track.runners] == [117, 121]
    assert list(replay.hand.totals.values()) == [117, 130]


def test_a_new_board_has_its_pegs_off() -> None:
    assert Board(dict.fromkeys(SEATING.sides, 0)).back == {}


def test_tricks_are_read_by_name_seat_or_side() -> None:
    text = "Gwen & Idris 5C / Huw 9C JC/B/ jo 5h"
    read = [(t.side.code, [c.code for c in t.cards]) for t in read_tricks(text, SEATING, 9)]
    assert read == [("A", ["5C"]), ("B", ["9C", "JC"]), ("B", []), ("B", ["5H"])]


def test_a_trick_without_a_side_is_refused() -> None:
    with pytest.raises(Refused, match="begin with a side"):
        read_tricks("5C 9C", SEATING, 9)
