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


@pytest.mark.parametrize(
    ("key", "deal", "said"),
    [
        ("kaiser", "Omar deals, eight cards each. Pia bids first.", ""),
        (
            "jo-jotte",
            "Ben deals six cards each and turns the next one up.",
            "120 set aside, for the next winner of a hand that is no nullo.",
        ),
        ("tribello", "Tess cuts and shows the card. Sol deals 13 each", ""),
        ("back-alley", "Omar deals 12 each and turns the next card up.", "12 cards."),
    ],
)
def test_page_of_whole_hand_is_brief(phone, key, deal, said):
    """How to deal is in its help, the reason of the last hand on that hand's page."""
    record = stopped(golden(key), 2, 0)
    record.hands[-1] = {"@entry": "quick"}
    page = phone(record).last.text
    assert message(page) == said
    assert deal in plain(match_in(r'(?s)<details class="help".*?</details>', page)[0])
    reason = phone(record).replay.hands[0].summary
    assert reason
    assert reason not in plain(page)


def test_small_numbers_below_keys_are_explained(phone):
    page = phone(stopped(golden("back-alley"), 3, 5)).last.text
    assert message(page) == "Small numbers: Omar & Quin"
