"""Hidden answers stay hidden on all pages until the hand is over."""

from __future__ import annotations

import re

import pytest

from tests.web.phones import plain


@pytest.fixture
def covered(phone):
    """A table with a target entered under cover, the other one left out, nothing played."""
    one = phone()
    one.begin("tadmur", entry="guided", **{"name.1": "Nell", "name.2": "Omar"})
    one.answer({"starter 1": "4", "starter 2": "2"})
    one.answer({"target 1": "Q"})
    return one


def test_undo_does_not_name_a_covered_answer(covered):
    assert "Undo Nell: a covered answer" in covered.words("")


def test_late_covered_answer_gets_no_revealing_link(covered, phone):
    other = phone()
    other.take(covered.stored)
    late = other.filled({"target 2": "K"})
    covered.take(covered.stored)
    covered.answer({"target 2": "J"})
    other.take(covered.stored)
    reply = other.post("answer", late)
    assert reply.status_code == 409
    assert "Your entry" in plain(reply.text)
    assert "Use mine" not in reply.text


def test_covered_answer_stays_hidden_until_hand_ends(covered):
    covered.play({"target 2": "not entered", "move 1": "3"})
    for path in ("", "sheet", "more", "share", "watch", "amend/1", "print/sheet.html"):
        page = covered.get(path).text
        # Of answers to choose, and of ranks to be crossed off, there are all.
        said = re.sub(r"<label class=.k\b.*?</label>", "", page, flags=re.DOTALL)
        said = re.sub(r'<span class="(pick|tick)">.*?</span>', "", said)
        assert "Q" not in plain(said).split(), path
    covered.play({"move 2": "cannot play", "shown 2": "8"})
    assert "Nell’s target Q" in covered.words("amend/1")


def test_who_tells_nothing_need_not_uncover_anything(covered):
    under, bar = covered.get("").text.split('<footer class="bar">')
    assert "Others look away." in under
    assert ('value="not entered"' in under, "Don’t tell" in bar) == (False, True)
