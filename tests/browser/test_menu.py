"""The overlay of a table, in the browser: the table below it does not change."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Record
from tests.browser.axe import violations
from tests.browser.driver import GAME_KEYS, TWICE
from tests.browser.engines import in_engines, until
from tests.texts import UNLESS_YOU_DEAL

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def table(page, served):
    """A fresh Kaiser table."""
    page.goto(f"{served.url}/new/kaiser")
    page.locator("footer button[value=begin]").tap()
    page.wait_for_url("**/t/*")
    return page.url


def test_the_menu_slides_up_and_goes_again(phone, served):
    page = phone()
    url = table(page, served)
    up = page.locator("#up")
    page.get_by_role("link", name="Menu").tap()
    expect(up).to_be_visible()
    expect(up.locator("li:has(a, .off)")).to_have_count(12)
    assert page.url == url
    page.keyboard.press("Escape")
    expect(up).to_be_hidden()
    page.wait_for_timeout(TWICE)
    page.get_by_role("link", name="Menu").tap()
    up.get_by_role("link", name="Close").tap()
    expect(up).to_be_hidden()
    assert page.url == url
    assert page.locator("h1").first.inner_text() == "East: bid or pass"


def test_back_closes_an_open_menu(phone, served):
    page = phone()
    page.goto(f"{served.url}/rules")
    url = table(page, served)
    up = page.locator("#up")
    page.evaluate("window.kept = true")
    for closed in (page.go_back, lambda: page.keyboard.press("Escape")):
        page.get_by_role("link", name="Menu").tap()
        expect(up).to_be_visible()
        closed()
        expect(up).to_be_hidden()
        assert page.url == url
        page.wait_for_timeout(TWICE)
        assert page.evaluate("window.kept")
    page.get_by_role("link", name="Menu").tap()
    up.get_by_role("link", name="House rules").tap()
    page.wait_for_url("**/house*")
    page.go_back()
    page.wait_for_url(url)
    expect(up).to_be_hidden()
    page.go_back()
    page.wait_for_url("**/new/kaiser")


@pytest.mark.long
@in_engines
def test_back_closes_an_open_menu_in_another_engine(engine, served, store, tmp_path):
    stored = store.begin(Record.begin("kaiser", ("Nell", "Omar", "Pia", "Quin")))
    is_open, browser = "return !!document.querySelector('#up[open]');", engine(tmp_path)
    try:
        browser.goto(f"{served.url}/rules")
        browser.goto(f"{served.url}/t/{stored.code}/score/{stored.key}")
        url = browser.js("return location.href;")
        until("the menu's link", lambda: browser.js("return !!window.htmx;"))
        browser.js("addEventListener('popstate', () => { window.pops += 1; });")
        close = "document.querySelector('#up [data-close]').click();"
        for closes in ("history.back();", close):
            browser.js("window.pops = 0;")
            browser.js("document.querySelector('a[hx-get$=\"/menu\"]').click();")
            until("an open menu", lambda: browser.js(is_open))
            browser.js(closes)
            until("a closed menu", lambda: not browser.js(is_open))
            # A page that was loaded again would have forgotten them.
            until("one step back", lambda: browser.js("return window.pops;") == 1)
            assert browser.js("return location.href;") == url
    finally:
        browser.close()


def test_dispute_search_opens_in_place_with_one_tap(phone, served):
    page = phone()
    url = table(page, served)
    page.get_by_role("link", name="Disputed?").tap()
    up = page.locator("#up")
    expect(up).to_contain_text(UNLESS_YOU_DEAL)
    up.locator("#dq").fill("is the 7 of hearts in the pack")
    up.locator("#dq").press("Enter")
    expect(up.locator(".hit")).to_contain_text(re.compile(r"No\s+The 5♥"))
    assert page.url == url


PLAIN = """() => [...document.querySelectorAll('#up .cand a')].filter((row) => {
  const [title, words, arrow] = ['b', '.soft', '.chev'].map((each) =>
    row.querySelector(each).getBoundingClientRect());
  return getComputedStyle(row).textDecorationLine !== 'none' || words.top < title.bottom - 2
    || arrow.left < words.right || arrow.width > 20;
}).map((row) => row.outerHTML)"""
"""JavaScript: the rows of a search without their style: title, words below it, an arrow aside."""


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", GAME_KEYS)
def test_search_results_are_styled_on_table_page(scored, key):
    names = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay"][: min(games.find(key).players)]
    page = scored(Record.begin(key, names), bypass_csp=True)
    page.get_by_role("link", name="Disputed?").tap()
    page.locator("#dq").fill("points deal win cards")
    page.locator("#dq").press("Enter")
    page.locator("#up .cand li").first.wait_for()
    assert page.locator("link[href*='pages.']").count() == 0
    assert page.evaluate(PLAIN) == []
    assert violations(page, "light", "dark") == []
