"""What a player enters under cover stays covered on the pages until the hand is over."""

from __future__ import annotations

import re

import pytest

from tests.web.phones import plain


@pytest.fixture
def covered(phone):
    """A table with a target entered under cover, the other one left out, nothing played."""
    one = phone()
    one.code = one.begin("tadmur", entry="guided", **{"name.1": "Nell", "name.2": "Omar"})
    one.answer(one.code, {"starter 1": "4", "starter 2": "2"})
    one.answer(one.code, {"target 1": "Q"})
    return one


def test_undo_does_not_name_a_covered_answer(covered):
    covered.get(f"/t/{covered.code}")
    assert "Undo Nell: a covered answer" in plain(covered.last.text)


@pytest.mark.parametrize("path", ["", "/sheet", "/more", "/share", "/watch", "/amend/1"])
def test_no_page_of_a_running_hand_says_a_covered_answer(covered, path):
    covered.answer(covered.code, {"target 2": "not entered"})
    covered.answer(covered.code, {"move 1": "3"})
    page = covered.get(f"/t/{covered.code}{path}").text
    # On the page that amends a hand every rank is an answer to choose; the chosen one lies folded.
    said = re.sub(r"<label class=.k\b.*?</label>", "", page, flags=re.DOTALL)
    assert "Q" not in plain(said).split()


def test_pages_say_it_once_the_hand_is_over(covered):
    covered.answer(covered.code, {"target 2": "not entered"})
    covered.answer(covered.code, {"move 1": "cannot play"})
    covered.answer(covered.code, {"shown 2": "8"})
    page = covered.get(f"/t/{covered.code}/amend/1").text
    assert "Nell’s target Q" in plain(page)


def test_who_tells_nothing_need_not_uncover_anything(covered):
    page = covered.get(f"/t/{covered.code}").text
    under, bar = page.split('<footer class="bar">')
    assert "Others look away." in under
    assert ('value="not entered"' in under, "Don’t tell" in bar) == (False, True)
