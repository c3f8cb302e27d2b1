"""An act at the table is below the question, not only in its help."""

from __future__ import annotations

import pytest

from companion.engine.record import Record
from tests.browser.driver import golden, stopped
from tests.finding import match_in
from tests.web.phones import plain

NAMES = ["Al", "Bo", "Cy", "Di"]


def message(text: str) -> str:
    return plain(match_in(r'(?s)<p class="msg[^>]*id="msg"[^>]*>(.*?)</p>', text)[1])


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"turn-up": "BB"}, "No trumps. The holder discards it and takes the next face-down card."),
        (
            {"turn-up": "BB", "holder": "2"},
            "Bo discards the little blooper and takes the next face-down card.",
        ),
        ({"turn-up": "BB", "holder": "nobody"}, "B is board, 2B double board."),
    ],
)
def test_page_after_a_joker_says_who_does_what(phone, answers, words):
    record = Record.begin("back-alley", NAMES)
    record.put(1, answers)
    text = phone(record).last.text
    assert message(text).startswith(words)
    assert 'class="help"' in text


def test_page_after_a_trick_says_that_both_draw(phone):
    assert "Draw two each." in message(phone(stopped(golden("dilemma"), 1, 4)).last.text)
