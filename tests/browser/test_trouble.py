"""A database that takes nothing for a while: the answer stays and gets there by itself."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.driver import ROOMS, Scorer, golden, rested

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_an_answer_that_cannot_be_saved_stays_on_the_page_and_is_sent_again(served, store, phone):
    scorer = Scorer(phone(), served.url)
    scorer.sit(golden("kaiser"), 0)
    page, file = scorer.page, served.folder / "companion.db"
    asked = page.locator("h1").inner_text()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page.locator("button[value='7']").first.click()
        expect(page.locator("#msg.wait")).to_be_visible(timeout=20_000)
        assert page.locator("h1").inner_text() == asked
        expect(page.locator("#msg")).to_contain_text("Waiting for the network", timeout=20_000)
        other.execute("ROLLBACK")
    expect(page.locator("h1")).not_to_have_text(asked, timeout=30_000)
    expect(page.locator("#msg.wait")).to_have_count(0)
    assert store.table(scorer.code).record.hands == [{"bid 2": "7"}]
    assert len(store.journal(scorer.code)) == 1


def test_a_new_table_that_comes_too_often_waits_for_no_network(served, phone):
    """The page says how long to wait, and keeps what was typed."""
    page, said = phone(), "Too many new tables from here. Try again in 9 seconds."
    page.goto(f"{served.url}/new/kaiser")
    page.locator("[name='name.1']").fill("Nell")
    page.route("**/new/kaiser", lambda route: route.fulfill(
        status=429, content_type="text/html",
        body=f"<div id='table'><main id='main'>{said}</main></div>",
    ))  # fmt: skip
    page.locator("button[name=do][value=begin]").click()
    expect(page.locator("#main")).to_have_text(said)
    expect(page.locator("#offline")).to_be_hidden()


CHOSEN = """() => [...document.querySelectorAll('main .ans input:checked')]
  .map(each => `${each.name}=${each.value}`)"""


@pytest.mark.parametrize("key", ROOMS)
def test_page_filled_in_without_a_network_says_so_and_recovers(key, served, store, phone):
    """The bar and the line name the network while it is away; the check then runs by itself."""
    record = golden(key)
    record.head["entry"], record.hands = "quick", []
    scorer = Scorer(phone(), served.url, store)
    scorer.sit(record, 0)
    page, faults = scorer.page, []
    page.on("pageerror", lambda error: faults.append(str(error)))
    save = page.locator(".bar [id$='-save']")
    before = set(page.evaluate(CHOSEN))
    page.context.set_offline(True)
    rested(page)
    page.locator("main .ans :is(label, button):visible").first.dispatch_event("click")
    expect(save).to_contain_text("No network", timeout=20_000)
    expect(page.locator("#msg")).to_contain_text("Nothing is saved yet")
    save.dispatch_event("click")
    expect(save).to_contain_text("No network", timeout=20_000)
    tapped = set(page.evaluate(CHOSEN)) - before
    assert tapped
    page.context.set_offline(False)
    expect(save).not_to_contain_text("No network", timeout=30_000)
    expect(page.locator("#msg")).not_to_contain_text("network", timeout=20_000)
    assert tapped <= set(page.evaluate(CHOSEN))
    assert store.table(scorer.code).record.hands == []
    assert faults == []
