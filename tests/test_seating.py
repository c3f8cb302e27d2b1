"""Seats in turn order and the sides they form."""

from __future__ import annotations

import pytest

from companion.seating import PAIRS, Seating, Sittings, from_left

FOUR = Seating(["Nell", "Omar", "Pia", "Quin"], PAIRS)
NELL, OMAR, PIA, QUIN = FOUR.seats


def test_neighbours_go_round():
    assert [seat.left for seat in FOUR.seats] == [OMAR, PIA, QUIN, NELL]
    assert [seat.right for seat in FOUR.seats] == [QUIN, NELL, OMAR, PIA]
    assert PIA.round == [PIA, QUIN, NELL, OMAR]
    assert list(from_left(PIA)) == [QUIN, NELL, OMAR, PIA]


def test_partners_sit_opposite():
    assert [seat.partner for seat in FOUR.seats] == [PIA, QUIN, NELL, OMAR]
    one, other = FOUR.sides
    assert (one.code, one.name, one.number) == ("A", "Nell & Pia", 1)
    assert (other.opponents, one.others, one.side) == (one, [other], one)
    assert [seat.side for seat in FOUR.seats] == [one, other, one, other]
    assert (NELL in one, NELL in other) == (True, False)


def test_three_partners_and_four_are_named_with_commas():
    table = Seating(["Ana", "Ben", "Cora", "Dan", "Eve", "Fay"], [(1, 3, 5), (2, 4, 6)])
    one, other = table.sides
    assert (one.name, other.name) == ("Ana, Cora & Eve", "Ben, Dan & Fay")
    # As a record of before has it.
    assert [table.side(text) for text in ("ana, cora & eve", "Ana & Cora & Eve")] == [one, one]


def test_without_partners_everybody_is_a_side():
    table = Seating(["Nell", "Omar", "Pia"])
    assert [(side.code, side.name) for side in table.sides] == [
        ("1", "Nell"), ("2", "Omar"), ("3", "Pia"),
    ]  # fmt: skip
    assert [side.number for side in table.sides] == [1, 2, 3]


def test_team_may_have_its_own_name():
    table = Seating(["Nell", "Omar", "Pia", "Quin"], PAIRS, ["Reds", ""])
    assert [str(side) for side in table.sides] == ["Reds", "Omar & Quin"]
    assert table.side("reds") is table.sides[0]


@pytest.mark.parametrize("text", ["3", " pia ", "PIA", "Pia"])
def test_a_seat_is_found_by_number_and_name(text):
    assert FOUR.seat(text) is PIA


@pytest.mark.parametrize("text", ["b", "B", "omar & quin", "Quin", "4"])
def test_side_is_found_by_code_name_or_seat(text):
    assert FOUR.side(text) is FOUR.sides[1]


def test_a_number_goes_before_somebody_of_that_name():
    table = Seating(["2", "1", "A", "B"], PAIRS)
    assert [table.seat(text).number for text in ("1", "2", "3", "a")] == [1, 2, 3, 3]
    assert [table.side(text).code for text in ("A", "B", "1", "2")] == ["A", "B", "A", "B"]
    alone = Seating(["2", "1"])
    assert [alone.side(text).code for text in ("1", "2")] == ["1", "2"]


@pytest.mark.parametrize("text", ["", "0", "5", "Zoe", "C"])
def test_absent_player_is_a_key_error(text):
    with pytest.raises(KeyError):
        FOUR.seat(text)
    with pytest.raises(KeyError):
        FOUR.side(text)


# -- players who are replaced ----------------------------------------------------------------------


CHANGED = Sittings(
    Seating(["Nell", "Zed", "Omar", "Quin"], PAIRS, ["Reds", ""]),
    [(2, ["Nell", "Omar", "Pia", "Quin"]), (4, ["Nell", "Vic", "Pia", "Quin"])],
)
"""Omar leaves seat 2 after hand 2, and returns to seat 3 after hand 4."""


@pytest.mark.parametrize(
    ("hand", "seats", "side"),
    [
        (1, "Nell Omar Pia Quin", "Omar & Quin"),
        (2, "Nell Omar Pia Quin", "Omar & Quin"),
        (3, "Nell Vic Pia Quin", "Vic & Quin"),
        (5, "Nell Zed Omar Quin", "Zed & Quin"),
        (99, "Nell Zed Omar Quin", "Zed & Quin"),
    ],
)
def test_each_hand_has_the_names_of_its_players(hand, seats, side):
    found = CHANGED.of(hand)
    assert " ".join(map(str, found.seats)) == seats
    assert [str(each) for each in found.sides] == ["Reds", side]


def test_seat_equals_itself_in_another_hand():
    (_, omar, pia, _), (_, zed, *_) = CHANGED.of(1).seats, CHANGED.of(5).seats
    assert (omar == zed, omar == pia, {omar: 1}[zed]) == (True, False, 1)
    one, other = CHANGED.of(1).sides, CHANGED.of(5).sides
    assert (one == other, one[0] == one[1], {one[1]: 1}[other[1]]) == (True, False, 1)
    assert omar != omar.side
    solo = Seating(["Ann", "Bo"])
    assert solo.seats[0] != solo.sides[0]


@pytest.mark.parametrize(
    ("hand", "text", "seat"),
    [
        (1, "Omar", 2), (5, "Omar", 3),  # a player with that name in the hand takes precedence
        (1, "Zed", 2), (1, "vic", 2), (5, "Pia", 3), (3, "Zed", 2),
    ],
)  # fmt: skip
def test_name_of_another_hand_finds_the_seat(hand, text, seat):
    assert CHANGED.of(hand).seat(text).number == seat


def test_name_shared_by_two_seats_is_refused():
    with pytest.raises(KeyError):
        CHANGED.of(3).seat("Omar")


def test_side_is_found_by_names_of_other_hands():
    for hand in (1, 3, 5):
        for text in ("Omar & Quin", "Vic & Quin", "zed & quin", "Reds"):
            assert CHANGED.of(hand).side(text).code == ("A" if text == "Reds" else "B")
