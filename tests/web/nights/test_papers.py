"""The papers of a night, as a browser prints them if Pango is missing."""

from __future__ import annotations

import re

import pytest

from tests.nights.test_night import by_hand
from tests.web.nights.test_nights import Hall
from tests.web.phones import plain


@pytest.fixture
def hall(app, monkeypatch):
    monkeypatch.setattr("companion.printing.can_print", lambda: False)
    return Hall(app).found(people="Ada, Bo").kept_night(by_hand())


WORDS = {
    "chart": "W",
    "cards": "Thursday club",
    "signs": "Table",
    "ranking": "won the night with 5.10 points a hand",
    "sheets": "Thursday club|Kaiser",
}


@pytest.mark.parametrize("kind", WORDS)
def test_paper_has_the_night_and_not_its_club(hall, phone, kind):
    reply = phone().get(f"{hall.night_url}/{kind}.pdf")
    assert reply.status_code == 200
    assert re.search(WORDS[kind], plain(reply.text))
    # The code on signs and chart is of the night.
    assert hall.key not in reply.text
    if kind in ("chart", "signs"):
        assert hall.night_key in reply.text


def test_scoresheets_are_of_the_round_that_is_asked(hall):
    pages = [hall.get(f"{hall.night_url}/sheets.pdf?round={n}").text for n in ("1", "2", "x", "99")]
    assert pages[0] != pages[1]
    assert pages[2] == pages[3]  # the round that is played now is the last one


def test_scoresheets_name_the_people_of_their_round(hall):
    """C, number 3, plays rounds 1 to 3."""
    texts = [hall.get(f"{hall.night_url}/sheets.pdf?round={n}").text for n in (1, 3, 4)]
    assert ["Stand-in 3" in plain(each) for each in texts] == [False, False, True]


def test_ranking_has_every_line_of_the_page(hall):
    words = plain(hall.get(f"{hall.night_url}/ranking.pdf?paper=letter").text)
    for name in by_hand().people:
        assert f" {name} " in words
    assert "fewer than half of the hands" in words
