"""A room's drawing: one size, words for a reader, and nothing that a page may not hold."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.games import find, shelf
from companion.paths import STATIC
from companion.rules.templates import rendered_drawing

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [game for game in shelf().values() if game.drawing]
every_drawing = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.key)
INKS = {"ink", "soft", "red", "paper", "tint", "back", "line", "arrow", "none"}
"""The classes by which a dark page recolours a drawing."""


def test_a_room_without_a_drawing_is_a_room(tmp_path):
    game = next(iter(shelf().values()))
    assert replace(game, room=str(tmp_path / "x.py")).drawing == ""
    assert DRAWN


def shown_under(game, rules=None):
    """The drawing under these house rules."""
    return rendered_drawing(game.drawing, game.rules, game.rules.chosen(rules or {}))


@every_drawing
def test_a_drawing_is_one_picture_with_a_title_and_a_description(game):
    root = ElementTree.fromstring(shown_under(game))
    assert (root.tag, root.get("viewBox"), root.get("role")) == (f"{SVG}svg", "0 0 60 48", "img")
    title, told = root[0], root[1]
    assert (title.tag, told.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert told.text
    assert title.text.startswith(game.title)
    assert len(told.text) > 80


@every_drawing
def test_a_drawing_has_no_script_no_style_and_no_address(game):
    for each in ElementTree.fromstring(shown_under(game)).iter():
        assert each.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "g", "rect", "text", "path", "circle", "ellipse", "line",
            "polyline", "polygon", "tspan",
        }  # fmt: skip
        wrong = [n for n in each.attrib if n.startswith("on") or n in ("style", "href", "id")]
        assert wrong == []


@every_drawing
def test_all_that_a_drawing_paints_can_be_recoloured(game):
    for each in ElementTree.fromstring(shown_under(game)).iter():
        if each.get("fill") or each.get("stroke"):
            assert set(each.get("class", "").split()) & INKS, ElementTree.tostring(each)


@every_drawing
def test_the_letters_of_a_drawing_are_in_the_page_s_typefaces(game):
    # Its own names are those of the press; a page has them under shorter ones.
    sheet = (STATIC / "pages.css").read_text(encoding="utf-8")
    known = tuple(re.findall(r'\.drawing \[font-family\^="([^"]+)"\] \{\s+font-family: var', sheet))
    for each in ElementTree.fromstring(shown_under(game)).iter():
        assert each.get("font-family", known[0]).startswith(known), each.attrib


@every_drawing
def test_suits_in_a_drawing_are_paths_and_no_letter_is_too_small(game):
    for text in ElementTree.fromstring(shown_under(game)).iter(f"{SVG}text"):
        assert not re.search("[♠♥♦♣]", "".join(text.itertext()))
        assert float(text.get("font-size", "0")) >= 2.3


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


@every_drawing
def test_a_drawing_is_whole_under_every_house_rule(game):
    for option in game.rules.options.values():
        for value in option.values:
            shown = shown_under(game, {option.key: value.key})
            assert ElementTree.fromstring(shown)[1].text
            assert "{" not in shown
