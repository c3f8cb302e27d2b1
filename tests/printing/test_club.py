"""A club's season and evening on paper: one page, for any number of players and any names."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pikepdf
import pytest

from companion.clubs.club import Club
from companion.printing import PAPERS, PrintSettings
from companion.printing.library import evening_page, season_page
from companion.results.summary import GameSummary, Sitter, SummaryEntry
from tests.printing.papers import on_paper, runs
from tests.seasons import evenings

ODD = ("<b>O'Neill</b> 🂡", "Annabelle-Louise van der Meer-Hohenlohe", "Annabeth", "Anna")
LONG = "The Wednesday club of the Goose, the Gridiron and the Garter"


def season_of(many, weeks, pause=timedelta(days=7), odd=ODD, **more):
    """A club of this size; four members play in turn, every week or after another interval."""
    people = [*odd, *(f"Person of the name {number}" for number in range(many))][:many]
    begun = datetime(2026, 1, 1, 12).astimezone()
    found = []
    for week in range(weeks):
        four = {str(seat): people[(4 * week + seat) % many] for seat in range(1, 5)}
        sitters = tuple(Sitter(name, int(seat), seat, 1, None) for seat, name in four.items())
        totals = {seat: int(seat) for seat in four}
        at = begun + pause * week
        summary = GameSummary("kaiser", sitters, four, totals, ("4",), True)
        found.append((at, SummaryEntry("CODE", at, summary)))
    club = Club("The Thursday club of the Goose and Gridiron", tuple(people), **more)
    return club, evenings(found, club.points)


@on_paper
@pytest.mark.parametrize(
    ("many", "weeks", "paper"), [(9, 30, "a4"), (24, 20, "letter"), (60, 60, "letter")]
)
def test_a_season_is_one_page_with_whole_names(printed, paper, many, weeks):
    club, found = season_of(many, weeks, best=6)
    read = printed(season_page(club, found, PrintSettings(paper)))
    assert (read.pages, read.wrong, read.outside()) == (1, [], [])
    assert [name for name in club.people[1:] if "".join(name.split()) not in read.letters] == []


@on_paper
def test_months_of_a_season_are_apart(printed):
    club, found = season_of(9, 12)
    heads = [box for box in printed(season_page(club, found, PrintSettings())).boxes[0]
             if box[4] in ("JAN", "FEB", "MAR")]  # fmt: skip
    assert len(heads) == 12
    assert min(after[0] - before[2] for before, after in pairwise(heads)) > 3


@on_paper
def test_long_word_of_a_name_is_unbroken(printed):
    word = "Wolfeschlegelsteinhausenber"
    club, found = season_of(9, 16, pause=timedelta(minutes=20), odd=(word, "Anna"))
    read = printed(evening_page(club, found[0], PrintSettings(), title_of=str.title))
    names = {box[4] for box in read.boxes[0] if box[0] < 100}
    assert (word in names, read.covered()) == (True, [])


@on_paper
@pytest.mark.parametrize(("many", "games"), [(28, 13), (8, 20)])
def test_an_evening_of_many_games_is_one_page(printed, many, games):
    club, found = season_of(many, games, pause=timedelta(minutes=20))
    read = printed(evening_page(club, found[0], PrintSettings("letter"), title_of=str.title))
    assert (read.pages, read.wrong, read.outside()) == (1, [], [])
    assert read.page_texts[0].count("Kaiser") == games
    with pikepdf.open(read.file) as pdf:
        assert min(size for page in pdf.pages for size, _ in runs(page)) >= 6.99


@on_paper
def test_evening_of_long_names_is_one_page(printed):
    odd = tuple(f"Annabelle-Louise van der Meer-Hohenl {number:02}" for number in range(16))
    club, found = season_of(16, 16, pause=timedelta(minutes=20), odd=odd)
    for paper in PAPERS:
        read = printed(evening_page(club, found[0], PrintSettings(paper), title_of=str.title))
        assert (read.pages, read.wrong, read.outside(), read.covered()) == (1, [], [], [])


def test_type_is_as_large_as_fits():
    def size(many, weeks):
        club, evenings = season_of(many, weeks)
        body = season_page(club, evenings, PrintSettings()).body
        return re.findall('class="suits-two ?(.*?)"', body)[0]

    found = [size(*each) for each in ((4, 1), (9, 12), (9, 30), (24, 20), (30, 20), (60, 9))]
    assert found == ["larger", "larger", "", "close", "small", "small"]


def test_the_page_has_everybody_and_says_what_counts():
    club, found = season_of(30, 40, best=2)
    text = season_page(club, found, PrintSettings()).body
    assert [name for name in club.people[1:] if name not in text] == []
    assert "&lt;b&gt;O&#39;Neill" in text
    assert "<b>O'Neill" not in text
    assert "Struck out: not among the best 2." in text
    assert "the latest 22 of 40 evenings; all count" in text


@on_paper
def test_an_evening_has_its_games_and_every_note(printed):
    club, found = season_of(6, 1, notes={"2026-01-01": "A <b>long</b> night. " * 23})
    document = evening_page(club, found[0], PrintSettings(), title_of=str.title)
    assert "A &lt;b&gt;long&lt;/b&gt; night." in document.body
    assert '<td class="place">1</td><th scope="row">Kaiser</th>' in document.body
    assert printed(document).pages == 1


def test_winner_is_headline_of_evening_and_season():
    club, found = season_of(9, 12, best=6)
    evening = evening_page(club, found[0], PrintSettings(), title_of=str.title).body
    assert re.search(r"<h1[^>]*>Person of the name 0</h1>", evening)
    assert "won the evening of 1 January 2026" in evening
    season = season_page(club, found, PrintSettings()).body
    assert re.search(r"<h1[^>]*>Anna</h1>", season)
    assert "first in the season, 26 points" in season


def test_club_is_headline_while_many_are_level():
    club, found = season_of(60, 60)
    page = season_page(club, found, PrintSettings()).body
    assert re.search("<h1[^>]*>The Thursday club of the Goose and Gridiron</h1>", page)
    assert page.split("<main")[1].count("Season table") == 1


def test_one_point_is_singular_in_the_headline():
    club, found = season_of(4, 1, points=(1,))
    page = season_page(club, found, PrintSettings()).body
    assert "first in the season, 1 point</p>" in page


def test_long_club_name_is_set_smaller():
    club, found = season_of(60, 60)
    page = season_page(replace(club, name=LONG), found, PrintSettings()).body
    assert f'<h1 class="long">{LONG}</h1>' in page
