"""The drawings of games follow their house rules."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.games import all_games, find
from companion.testing.test_drawings import SVG, shown_under


def test_game_package_may_lack_a_drawing(tmp_path):
    game = next(iter(all_games().values()))
    assert replace(game, room=str(tmp_path / "x.py")).drawing == ""


@pytest.mark.parametrize(
    ("key", "rule", "standard", "here"),
    [
        ("nine-card-don", {"trump_nine_points": "18"}, ">9</text>", ">18</text>"),
        ("nine-card-don", {"plain_nine_points": "9"}, "", "the other nines 9 each"),
        ("scotch-whist", {"card_points": "none"}, ">cards</text>", "count nothing"),
        ("back-alley", {"deal_schedule": "seven_14"}, ">13<", ">7<"),
        ("back-alley", {"bloopers": "none"}, ">LB<", "12 down to one, one up to 12"),
        ("tadmur", {"spaces": "5"}, "seven spaces", "five spaces"),
        ("tadmur", {"spaces": "9"}, "seven spaces", "nine spaces"),
        ("leopard", {"suit_line": "2"}, "one suit: 3", "one suit: 2"),
        ("leopard", {"king_anywhere": "yes"}, "10 Q K", "A–9 J K"),
        ("dealers-dilemma", {"rounds": "12"}, "six rounds", "twelve rounds"),
        ("dealers-dilemma", {"easy_miss_from": "nearest"}, "the lower card", "the nearer card"),
        ("shakespeares-dilemma", {"galaxy_rank": "above_all"}, "", "a Galaxy beats every other"),
        ("carousel", {"jokers": "0"}, "joker: king of clubs", '"middle">K</text>'),
    ],
)
def test_a_drawing_shows_the_rules_in_force(key, rule, standard, here):
    game = find(key)
    shown = shown_under(game, rule)
    assert standard in shown_under(game)
    assert here not in shown_under(game)
    assert here in shown
    assert shown.count(standard) < shown_under(game).count(standard) or not standard


@pytest.mark.parametrize("spaces", [5, 6, 7, 8, 9])
def test_tadmur_draws_as_many_spaces_as_there_are(spaces):
    """Two roads and a space more; on the first three cards lie after the starter, then four."""
    game = find("tadmur")
    root = ElementTree.fromstring(shown_under(game, {"spaces": str(spaces)}))
    empty = [each for each in root.iter(f"{SVG}rect") if each.get("class") == "none"]
    assert len(empty) == (spaces - 2) + (spaces - 3) + 1
