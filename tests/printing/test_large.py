"""Large print: more room to write, and text that can be read."""

import re
from dataclasses import replace

import pikepdf
import pytest

from companion.games import find
from companion.printing import PAPERS, PrintSettings, build
from companion.printing.layouts import draw
from companion.printing.layouts.rows import MOST
from companion.printing.people import party
from companion.testing.evenings import houses
from tests.printing.papers import boldest, full, on_paper, played, runs

PAGES = {"rules": {"dilemma": 3, "leopard": 3, "nine-card-don": 3, "tres": 3, "tribello": 3,
                   "another": 2},
         "sheet": {"back-alley": 3}}  # fmt: skip
"""The most pages in large print, if they are not four of rules and two of a sheet."""
MARGIN = 33
"""Points at both sides of a page without a word of a sheet: 12 mm, less what rounding takes."""
NUMBERS = 22
"""The width of the column of hand numbers, in points."""
HIGH, LABEL, FOOT = 9.0, 10.0, 8.4
"""Least height of a row in mm; least size of a label, and of the foot of the page, in points."""


def test_large_sheet_rows_are_nine_millimetres_high(game):
    for seats in {min(game.players), len(full(game).seating.seats)}:
        for grid in draw(replace(party(game, seats=seats), large=True)).grids:
            assert grid.height >= HIGH


@pytest.mark.kinds
@on_paper
def test_labels_of_a_large_sheet_have_ten_points(printed, game):
    for paper in PAPERS:
        sheet = printed(build("sheet", game, settings=PrintSettings(large=True, paper=paper)))
        with pikepdf.open(sheet.file) as pdf:
            found = [run for page in pdf.pages for run in runs(page)]
        body = [(size, text) for size, text in found if round(size, 1) not in (FOOT, 7.2)]
        small = [
            each for each in body if each[0] < LABEL - 0.05 and re.search("[A-Za-z]{2}", each[1])
        ]
        assert (small, sheet.complaints()) == ([], [])


@pytest.mark.kinds
@on_paper
def test_large_sheet_names_all_house_rules(printed, game):
    """The foot of a page in landscape has room for few of them. The last page has the others."""
    rules = boldest(game)
    sheet = printed(build("sheet", game, settings=PrintSettings(large=True), rules=rules))
    assert sheet.complaints() == []
    more = "named on the last page" in sheet.page_texts[0]
    assert ("This table plays" in sheet.page_texts[-1].partition("This table plays:")[0]) == more


@on_paper
def test_large_first_page_is_not_half_empty(printed):
    """Six house rules are above the text, and a note follows its second paragraph."""
    rules = {"trump_ceiling": "160", "first_lead": "defender", "meld_card_reuse": "no",
             "slam_made_below": "trick_score", "seven_exchange": "on",
             "nt_overcall": "on"}  # fmt: skip
    sheet = printed(
        build("rules", find("jo-jotte"), settings=PrintSettings(large=True), rules=rules)
    )
    assert (sheet.complaints(), sheet.pages) == ([], 5)
    assert sheet.filled[0] > 0.65


@on_paper
@pytest.mark.parametrize("key", ["kaiser", "nine-card-don", "jo-jotte", "tadmur"])
def test_large_sheet_and_questions_have_separate_pages(printed, key):
    sheet = printed(build("sheet", find(key), settings=PrintSettings(large=True)))
    assert ["Agree before" in page for page in sheet.page_texts] == [False, True]


@pytest.mark.kinds("kaiser")
@on_paper
@pytest.mark.parametrize("key", ["shakespeares-dilemma", "kaiser", "tribello"])
def test_code_adds_no_page_to_a_large_sheet(printed, key):
    plain, coded = (
        printed(build("sheet", find(key), settings=PrintSettings(large=True, url=url)))
        for url in ("", f"http://192.168.1.20:8000/new/{key}?preset=&many=1")
    )
    assert (coded.pages, coded.complaints()) == (plain.pages, [])


@pytest.mark.kinds
@on_paper
def test_large_print_takes_few_pages(printed, game):
    """Letter is the lower of the two papers."""
    for kind, most in (("rules", 4), ("sheet", 2)):
        paper = printed(build(kind, game, settings=PrintSettings(large=True, paper="letter")))
        assert paper.pages <= PAGES[kind].get(game.key, most), kind


@pytest.mark.kinds("kaiser", "back-alley")
@on_paper
@pytest.mark.parametrize(
    ("key", "pages"),
    [("kaiser", 1), ("carousel", 1), ("tribello", 1), ("back-alley", 2), ("nine-card-don", 2)],
)
def test_last_large_page_has_three_hands(printed, key, pages):
    game = find(key)
    for paper in PAPERS:
        settings = PrintSettings(large=True, paper=paper)
        sheet = printed(build("sheet", game, settings=settings, replay=played(game)))
        edge = min(x1 for x1, *_ in sheet.boxes[-1])
        numbers = [word for x1, *_, word in sheet.boxes[-1]
                   if x1 < edge + NUMBERS and word.isdecimal()]  # fmt: skip
        assert (sheet.pages, len(numbers) >= 3, sheet.wrong) == (pages, True, [])


def in_margin(paper):
    """The words that reach into the margins at both sides."""
    return [word for wide, _, words in paper.measured for x1, _, x2, _, word in words
            if x1 < MARGIN or x2 > wide - MARGIN]  # fmt: skip


@pytest.mark.kinds
@on_paper
def test_words_of_large_sheets_keep_to_their_boxes(printed, game):
    for replay in (None, played(game)):
        sheet = printed(build("sheet", game, settings=PrintSettings(large=True), replay=replay))
        assert (in_margin(sheet), sheet.covered()) == ([], [])


@on_paper
@pytest.mark.long
def test_large_strip_of_five_games_is_one_page(printed):
    game = find("tadmur")
    for paper in PAPERS:
        settings = PrintSettings(large=True, paper=paper)
        sheet = printed(build("sheet", game, settings=settings, replay=played(game)))
        assert (sheet.pages, in_margin(sheet), sheet.covered()) == (1, [], [])
    assert printed(build("sheet", game, settings=PrintSettings(large=True))).covered() == []


@on_paper
def test_notes_of_a_large_sheet_follow_rows(printed):
    """With many house rules they have more lines."""
    game = find("panguingue")
    settings, rules = PrintSettings(large=True), houses(game)["all otherwise, 2"]
    sheet = printed(build("sheet", game, settings=settings, rules=rules))
    assert (sheet.complaints(), sheet.pages) == ([], 3)


def test_short_game_fills_a_large_page():
    game = find("dealers-dilemma")
    (grid,) = draw(replace(party(game), large=True)).grids
    assert (len(grid.bodies[0].rows), grid.height) == (6, MOST)


def test_type_in_a_box_follows_its_width():
    game = find("dealers-dilemma")
    sizes = [
        re.findall('<td class="([^"]*)">4 over 9', build(
            "sheet", game, settings=PrintSettings(large=large), replay=played(game)
        ).body)[0]
        for large in (False, True)
    ]  # fmt: skip
    assert ["s1" in each for each in sizes] == [False, True]


@on_paper
@pytest.mark.parametrize("key", ["tribello", "carousel"])
def test_no_head_of_a_large_sheet_is_broken(printed, key):
    game = find(key)
    text = (
        printed(build("sheet", game, settings=PrintSettings(large=True)))
        .page_texts[0]
        .upper()
        .split()
    )
    heads = {word.upper() for column in game.sheet.columns if column.mm and not column.printed
             for word in column.head.split()}  # fmt: skip
    assert heads - set(text) == set()
