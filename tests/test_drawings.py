"""A room's drawing: one size, words for a reader, and nothing that a page may not hold."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.games import find, shelf

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [game for game in shelf().values() if game.drawing]
every_drawing = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.key)
INKS = {"ink", "soft", "red", "paper", "tint", "back", "line", "arrow", "none"}
"""The classes by which a dark page recolours a drawing."""


def test_a_room_without_a_drawing_is_a_room(tmp_path):
    game = next(iter(shelf().values()))
    assert replace(game, room=str(tmp_path / "x.py")).drawing == ""
    assert DRAWN


@every_drawing
def test_a_drawing_is_one_picture_with_a_title_and_a_description(game):
    root = ElementTree.fromstring(game.drawing)
    assert (root.tag, root.get("viewBox"), root.get("role")) == (f"{SVG}svg", "0 0 60 48", "img")
    title, told = root[0], root[1]
    assert (title.tag, told.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert told.text
    assert title.text.startswith(game.title)
    assert len(told.text) > 80


@every_drawing
def test_a_drawing_has_no_script_no_style_and_no_address(game):
    for each in ElementTree.fromstring(game.drawing).iter():
        assert each.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "g", "rect", "text", "path", "circle", "ellipse", "line",
            "polyline", "polygon", "tspan",
        }  # fmt: skip
        wrong = [n for n in each.attrib if n.startswith("on") or n in ("style", "href", "id")]
        assert wrong == []


@every_drawing
def test_all_that_a_drawing_paints_can_be_recoloured(game):
    for each in ElementTree.fromstring(game.drawing).iter():
        if each.get("fill") or each.get("stroke"):
            assert set(each.get("class", "").split()) & INKS, ElementTree.tostring(each)


@every_drawing
def test_suits_in_a_drawing_are_paths_and_no_letter_is_too_small(game):
    for text in ElementTree.fromstring(game.drawing).iter(f"{SVG}text"):
        assert not re.search("[♠♥♦♣]", "".join(text.itertext()))
        assert float(text.get("font-size", "0")) >= 2.3


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("nine-card-don", {"trump_nine_points": "18"}),
        ("scotch-whist", {"card_points": "none"}),
        ("tadmur", {"spaces": "8"}),
    ],
)
def test_a_drawing_is_left_out_where_a_house_rule_is_not_as_it_shows(key, rule):
    game = find(key)
    assert game.drawn(game.rules.chosen({})) == game.drawing
    assert game.drawn(game.rules.chosen(rule)) == ""


@every_drawing
def test_a_drawing_names_house_rules_that_there_are(game):
    for keys in re.findall(r'data-shows="([^"]*)"', game.drawing):
        assert set(keys.split()) <= set(game.rules.options)
