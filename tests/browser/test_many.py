"""Hands from paper: some played on the phone, some entered on one page, and on with the phone."""

import re

import pytest

from companion.engine.record import Record
from tests.browser.axe import SCHEMES, violations
from tests.browser.driver import Scorer
from tests.browser.test_evenings import ledger
from tests.browser.test_pages import PHONE, TARGETS, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HANDS = [
    {"bidder": "2", "contract": "7", "trump": "D", "tricks": "5", "5H": "B", "3S": "A"},
    {"bidder": "3", "contract": "8", "trump": "H", "tricks": "4", "5H": "A", "3S": "B"},
    {"bidder": "4", "contract": "7 no", "trump": "none", "tricks": "6", "5H": "A", "3S": "A"},
    {"bidder": "nobody"},
    {"bidder": "1", "contract": "9", "trump": "S", "tricks": "5", "5H": "A", "3S": "B"},
    {"bidder": "2", "contract": "8", "trump": "C", "tricks": "3", "5H": "B", "3S": "A"},
]


NAMES = ["Nell", "Omar", "Pia", "Quin"]


def write(page, place, answers):
    """Fills in a row as a player does, box by box."""
    for key, text in answers.items():
        box = page.locator(f"[name='r{place}.a.{key}']")
        if box.evaluate("e => e.tagName") == "SELECT":
            if text == "none" and not box.locator("option[value=none]").count():
                continue  # of no-trump no suit is asked
            box.select_option(text)
        else:
            box.fill(text)


def test_phone_and_paper_hands_continue_one_evening(served, phone):
    page, evening = phone(), Record.begin("kaiser", NAMES, entry="quick")
    evening.hands = [dict(hand) for hand in HANDS]
    scorer = Scorer(page, served.url)
    scorer.sit(evening, 2)
    page.get_by_role("link", name="Menu").tap()
    page.get_by_role("link", name="Enter many hands").tap()
    page.wait_for_url(re.compile("/many$"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    wrong = {**HANDS[2], "tricks": "9"}
    for place, answers in enumerate([wrong, HANDS[3], HANDS[4]], 1):
        write(page, place, answers)
    page.locator("h1").click()
    page.locator("#row1 .err").wait_for()
    assert "9 cannot be right" in page.locator("#row1 .err").inner_text()
    assert page.locator("[name='r3.a.contract']").input_value() == "9"
    assert page.locator("#many-save").inner_text().startswith("Check")
    page.locator("[name='r1.a.tricks']").fill("6")
    page.locator("h1").click()
    page.locator("#many-save", has_text="Save hands 3–5").click()
    page.wait_for_url(re.compile(rf"/t/{scorer.code}$"))
    scorer.play(evening, 6, 6)
    assert ledger(scorer.exported()) == ledger(evening)


def test_what_is_typed_while_the_page_looks_stays(scored):
    page = scored(Record.begin("kaiser", NAMES, entry="quick"), "/many")
    page.locator("[name='r1.a.bidder']").select_option("2")
    with page.expect_response(re.compile("live=1")):
        page.locator("[name='r1.a.contract']").select_option("7")
        page.locator("[name='r1.a.tricks']").press_sequentially("12", delay=150)
    page.wait_for_timeout(500)
    assert page.locator("[name='r1.a.tricks']").input_value() == "12"
    assert page.evaluate("document.activeElement.name") == "r1.a.tricks"


@pytest.mark.long
def test_the_page_is_accessible_and_fits(scored):
    page = scored(Record.begin("kaiser", NAMES, entry="quick"), "/many", bypass_csp=True)
    write(page, 1, {**HANDS[0], "tricks": "9"})
    page.locator("h1").click()
    page.locator("#row1 .err").wait_for()
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate(TARGETS) == []
        assert violations(page, *SCHEMES) == []
