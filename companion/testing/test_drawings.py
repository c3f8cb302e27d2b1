"""A game package's drawing: one size, words for a reader, and nothing that a page may not hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest

from companion.engine.game import Game
from companion.rules.templates import rendered_drawing
from companion.testing import Cases
from companion.web.platform import making

SVG = "{http://www.w3.org/2000/svg}"
INKS = {"ink", "soft", "red", "paper", "tint", "back", "line", "arrow", "none"}
"""The classes by which a dark page recolours a drawing."""


def drawn(game: Game) -> Cases:
    if game.drawing:
        yield pytest.param(id="drawn")


pytestmark = pytest.mark.each("", drawn)


def shown_under(game: Game, rules: Mapping[str, str] | None = None) -> str:
    """The drawing under these house rules."""
    return rendered_drawing(game.drawing, game.rules, game.rules.chosen(rules or {}))


def test_drawing_is_one_image_with_title_and_description(game: Game) -> None:
    root = ElementTree.fromstring(shown_under(game))
    assert (root.tag, root.get("viewBox"), root.get("role")) == (f"{SVG}svg", "0 0 60 48", "img")
    title, description = root[0], root[1]
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert description.text
    assert title.text.startswith(game.title)
    assert len(description.text) > 80


def test_drawing_contains_only_what_pages_allow(game: Game) -> None:
    """No script, style or address; all it paints can be recoloured; its letters are in the page's
    typefaces, and none too small; suits are paths."""
    # Its own font names are those of print; a page has shorter names for the fonts.
    sheet = making.stylesheet("pages.css")
    known = tuple(re.findall(r'\.drawing \[font-family\^="([^"]+)"\] \{\s+font-family: var', sheet))
    for each in ElementTree.fromstring(shown_under(game)).iter():
        about, own = ElementTree.tostring(each), each.attrib
        assert each.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "g", "rect", "text", "path", "circle", "ellipse", "line",
            "polyline", "polygon", "tspan",
        }  # fmt: skip
        assert not [n for n in own if n.startswith("on") or n in ("style", "href", "id")], about
        if own.get("fill") or own.get("stroke"):
            assert set(own.get("class", "").split()) & INKS, about
        assert own.get("font-family", known[0]).startswith(known), about
        if each.tag == f"{SVG}text":
            assert not re.search("[♠♥♦♣]", "".join(each.itertext())), about
            assert float(own.get("font-size", "0")) >= 2.3, about


def test_a_drawing_is_whole_under_every_house_rule(game: Game) -> None:
    for option in game.rules.options.values():
        for value in option.values:
            drawing = shown_under(game, {option.key: value.key})
            assert ElementTree.fromstring(drawing)[1].text
            assert "{" not in drawing
