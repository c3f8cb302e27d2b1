"""Names in narrow places."""

from __future__ import annotations

import pytest

from companion import games
from companion.engine.record import Record
from companion.tables.names import numbered, short_parts, whose_turn
from companion.tables.snapshot import standing
from tests.texts import OMAR_BIDS


def seats(*names: str):
    return games.find("kaiser").replay(Record.begin("kaiser", names)).table.seats


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Nell", "Omar", "Pia", "Quin"), ["N", "O", "P", "Q"]),
        (("Anne", "Annika", "Bo", "Ana"), ["Ae", "Ai", "B", "An"]),
        (("<b>O'Neill</b> 🂡", "“Zoë”", "🂡🂡", "de Vries"), ["B", "Z", "3", "D"]),
    ],
)
def test_short_name_has_letters_and_is_unique(names, short):
    assert [short_parts(seat)[0] for seat in seats(*names)] == short


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (("Nell", "Ned", "Pia", "Quin"), ["", "", "", ""]),
        (("Maximiliana W.", "Anna", "Bo", "Annika"), ["", "2", "", "4"]),
        (("Ann", "Ann B", "Cy", "Di"), ["1", "2", "", ""]),
        (("Аnna", "anne", "🂡🂡", "🂢"), ["1", "2", "3", "4"]),
    ],
)
def test_name_has_number_where_another_begins_alike(names, numbers):
    assert [number for seat in seats(*names) for number, _ in numbered(seat)] == numbers
    side = seats(*names)[0].side
    assert [name for _, name in numbered(side)] == [seat.name for seat in side.seats]


@pytest.mark.parametrize(
    ("key", "about"), [("back-alley", "hand 1 of 26"), ("tribello", "hand 1 of 12")]
)
def test_top_line_shortens_but_keeps_the_hand(key, about):
    names = ["Nell", "Omar", "Pia", "Quin"][: 4 if key == "back-alley" else 3]
    assert standing(games.find(key).replay(Record.begin(key, names))).about == about


def test_a_key_calls_a_hand_by_its_number():
    """Without the number of hands or cards: the key would be cut."""
    for key, short in (("back-alley", "hand 1"), ("tribello", "phase 1, hand 1"),
                       ("tres", "deal 1"), ("jo-jotte", "game 1, hand 1")):  # fmt: skip
        game = games.find(key)
        players = ["Nell", "Omar", "Pia", "Quin"][: min(game.players)]
        hand = game.replay(Record.begin(key, players)).hand
        assert hand
        assert hand.short_name == short


@pytest.mark.parametrize(
    ("key", "players", "answers", "row"),
    [
        ("jo-jotte", ["Ada", "Ben"], {}, "Ben deals"),
        ("kaiser", ["Nell", "Omar", "Pia", "Quin"], {}, OMAR_BIDS),
        ("dilemma", ["Ann", "Ben"], {"@entry": "guided"}, "Ann plays"),
        ("carousel", ["Kim", "Lou"], {"@entry": "guided", "knocker": "1"}, "Kim’s turn"),
    ],
)
def test_list_row_says_whose_turn_without_cutting(key, players, answers, row):
    record = Record.begin(key, players, dealer=1 if key == "kaiser" else 2)
    record.hands = [answers]
    assert whose_turn(games.find(key).replay(record)) == row
