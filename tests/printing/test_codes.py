"""Codes on blank sheets and house cards: a phone reads each from a picture of 150 dpi."""

import subprocess
from urllib.parse import urlencode

import pytest
import zxingcpp
from PIL import Image

from companion.games import find
from companion.printing import PrintSettings, build
from companion.printing.documents import CODES, code_width
from companion.testing.evenings import houses
from tests.printing.papers import on_paper

SERVER = "https://companion.example.org/new/"


def address(game, rules):
    return f"{SERVER}{game.key}?{urlencode({'preset': '', **rules, 'many': '1'})}"


def rules_of(game, many):
    """The first `many` house rules of a set in which every option has another value."""
    every = houses(game)["all otherwise, 1"]
    return dict([*every.items()][:many])


def codes(paper, page=1):
    """The texts of the codes on a page, read from a picture of it."""
    command = ["pdftoppm", "-r", "150", "-png", "-f", str(page), "-l", str(page), "-singlefile"]
    subprocess.run([*command, str(paper.file), str(paper.file.with_suffix(""))], check=True)
    with Image.open(paper.file.with_suffix(".png")) as picture:
        return [each.text for each in zxingcpp.read_barcodes(picture)]


@pytest.mark.kinds("kaiser")
@on_paper
@pytest.mark.parametrize("key", ["kaiser", "back-alley", "jo-jotte", "panguingue"])
def test_blank_sheet_has_a_readable_code(printed, key):
    game, seen = find(key), set()
    for many in (0, 1, 4, 99):
        rules = rules_of(game, many)
        url = address(game, rules)
        paper = printed(build("sheet", game, settings=PrintSettings(url=url), rules=rules))
        wide = code_width(url)
        assert paper.pages == printed(build("sheet", game, rules=rules)).pages
        seen.add(wide)
        assert codes(paper) == ([url] if wide else [])
        assert (f"{SERVER}{key}" in paper.page_texts[0]) == (not wide)
        assert (paper.wrong, paper.outside(), paper.covered()) == ([], [], [])
    assert seen >= {CODES[-1], 0}


@on_paper
def test_house_card_has_a_readable_code(printed):
    game = find("back-alley")
    for many in (1, 99):
        rules = rules_of(game, many)
        url = address(game, rules)
        paper = printed(build("house-card", game, settings=PrintSettings(url=url), rules=rules))
        assert codes(paper) == ([url] if many == 1 else [])
        assert ("opens a table" in paper.page_texts[0].casefold()) == (many == 1)
