"""The phone's Back at a table: answers add no entries to the history, so one Back leaves it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.engine.record import Record
from tests.browser.driver import GAME_KEYS, TWICE, Scorer, golden, quiet, rested, tapped, written
from tests.daily import daily
from tests.texts import SHEET_AND_CHART

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LENGTH = "history.length"


ENOUGH = 5
"""Answers that are enough for a test."""


def told_by_answers(record: Record) -> int:
    """The number of hands before the first that has more than answers."""
    answers = hands = 0
    for hand, pages in zip(record.hands, written(record), strict=False):
        if answers >= ENOUGH or {key for key in hand if key[0] == "@"} - {"@entry"}:
            break
        answers, hands = answers + len(pages), hands + 1
    assert answers > 1
    return hands


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", GAME_KEYS)
def test_one_back_leaves_table_after_answers_and_undo(served, store, phone, key):
    scorer, record = Scorer(phone(), served.url, store), tapped(golden(key))
    page, hands = scorer.page, told_by_answers(record)
    page.goto(served.url)
    scorer.sit(record, 0)
    length = page.evaluate(LENGTH)
    scorer.play(record, 1, hands)
    assert len(scorer.exported().hands) >= hands
    scorer.moves(page.locator(".bar .un.undo").tap)
    quiet(page)
    assert page.evaluate(LENGTH) == length
    page.go_back()
    expect(page).to_have_url(f"{served.url}/")


@daily("item", [SHEET_AND_CHART, "House rules", "Rules of Kaiser"], [SHEET_AND_CHART])
def test_back_returns_from_menu_page_to_table(scored, item):
    record = golden("kaiser")
    record.hands = record.hands[:2]
    page = scored(record)
    url, asked = page.url, page.locator("h1").first.inner_text()
    page.get_by_role("link", name="Menu").tap()
    page.locator("#up").get_by_role("link", name=item).first.tap()
    page.wait_for_url(lambda now: now != url)
    page.go_back()
    expect(page).to_have_url(url)
    rested(page)
    expect(page.locator("h1").first).to_have_text(asked)


def test_back_after_a_correction_leads_past_its_form(scored):
    record = golden("kaiser")
    record.hands = record.hands[:2]
    page = scored(record)
    table = page.url
    page.goto(f"{table}/hand/1")
    page.get_by_role("link", name="Correct").first.tap()
    page.wait_for_url("**/amend/1*")
    length = page.evaluate(LENGTH)
    for each in page.locator("[name='a.3S']:not(:checked)").all():
        each.evaluate("(it) => { it.closest('details')?.setAttribute('open', ''); it.click(); }")
    page.locator("button[form=proposal][value=check]").tap()
    page.locator("button[form=proposal][value=save]").wait_for()
    page.wait_for_timeout(TWICE)
    page.locator("button[form=proposal][value=save]").tap()
    expect(page).to_have_url(table)
    assert page.evaluate(LENGTH) == length
    page.go_back()
    expect(page).to_have_url(f"{table}/hand/1")
    page.go_back()
    expect(page).to_have_url(table)
