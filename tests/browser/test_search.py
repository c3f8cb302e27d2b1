"""Search and referee: accessibility, targets for a thumb, and no JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.engine.record import Act
from companion.games import all_games
from tests.browser.axe import SCHEMES, violations
from tests.browser.driver import GAME_KEYS, golden
from tests.browser.test_pages import PHONE, SMALL, TARGETS
from tests.daily import LONG, daily
from tests.texts import SEE_WHAT_CHANGES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RULED = "/referee/panguingue/stock?a.discards=only+the+upcard"
BASE = [
    "/rules", "/rules/words", "/rules?q=renege", "/referee", "/sets",
    "/new/kaiser?preset=set:{set}", "/t/{table}/readings", RULED,
    "/t/{table}/readings/failed_contract", "/t/{table}/readings/target?other=many",
    "/t/{table}/readings/dealer_equal?value=no", "/t/{table}/why/5/1", "/t/{table}/sheet",
    "/print/kaiser?preset=set:{set}",
]  # fmt: skip
DAILY = ["/rules?q=renege", "/t/{table}/readings/failed_contract", RULED]
"""The pages that are tested by day."""


@pytest.fixture(scope="module")
def desk(served, store, chromium):
    """A phone at a table of five hands with a decision, and a named set of house rules."""
    record = golden("kaiser")
    del record.hands[5:]
    stored = store.begin(record)
    decision = Act("answer", 6, {"@rule min_bid": "6"})
    store.act(stored.code, decision, seen=0, submission="d", who="Pia", why="as at home")
    context = chromium.new_context(
        viewport=PHONE, bypass_csp=True, has_touch=True, is_mobile=True, service_workers="block"
    )
    page = context.new_page()
    page.goto(f"{served.url}/t/{stored.code}/score/{stored.key}")
    page.goto(f"{served.url}/new/kaiser?min_bid=7")
    page.locator("#set").fill("Saskatoon Legion, min 7")
    page.locator("button[value=keep]").tap()
    chosen = page.locator("[name=preset][value^='set:']:checked")
    expect(chosen).to_have_count(1)
    id = chosen.get_attribute("value").removeprefix("set:")
    names = {"set": id, "table": stored.code}
    yield lambda path: served.url + path.format(**names), page
    context.close()


def misfits(page, *sizes):
    """The excess width of the page, and the targets too small for a thumb, on such phones."""
    found = []
    for size in sizes:
        page.set_viewport_size(size)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [(size["width"], wide)] * bool(wide) + page.evaluate(TARGETS)
    return found


@daily("path", BASE, DAILY)
def test_pages_of_search_and_referee_are_accessible(desk, path):
    at, page = desk
    page.goto(at(path))
    assert misfits(page, SMALL, PHONE) == []
    assert violations(page, *SCHEMES) == []


BROKEN = """() => {
  const range = document.createRange(), found = [];
  for (const key of document.querySelectorAll('.g5 > .k > span:not(.sr)')) {
    const text = key.firstChild, words = text.data?.matchAll(/[^\\s-]+/g) ?? [];
    for (const {0: word, index} of words) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) found.push(word);
    }
  }
  return [document.querySelectorAll('.g5 > .k').length, found];
}"""


def test_five_answers_share_a_row_with_whole_words(desk):
    """No-trump is beside four suits: it may break at its hyphen only."""
    at, page = desk
    page.goto(at("/referee/kaiser/trick"))
    for size in (SMALL, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(BROKEN) == [5, []], size


PARTS = re.compile(r"<(\w+)[^>]*?(?: class=\"([^\"]*)\")?[^>]*>")
"""The elements of a page and their classes."""


def with_something_new(pages):
    """The fewest pages that together have every element with its classes."""
    left, chosen = {path: set(PARTS.findall(text)) for path, text in pages.items()}, []
    while any(left.values()):
        most = max(left, key=lambda path: len(left[path]))
        seen = left.pop(most)
        chosen.append(most)
        left = {path: parts - seen for path, parts in left.items()}
    return chosen


@pytest.mark.long
def test_every_rule_sheet_and_every_enquiry_is_accessible(desk):
    """The pages with most new elements fit any phone and thumb and pass axe. At night all pages."""
    at, page = desk
    page.emulate_media(color_scheme="light")
    paths = [f"/{of}/{key}" for key in GAME_KEYS for of in ("rules", "referee")]
    paths += [
        f"/referee/{key}/{each.key}" for key in GAME_KEYS for each in all_games()[key].enquiries
    ]
    chosen = with_something_new({path: page.request.get(at(path)).text() for path in paths})
    assert len(chosen) >= 3
    for path in paths if LONG else chosen[:3]:
        page.goto(at(path))
        assert (path, misfits(page, SMALL, PHONE), violations(page)) == (path, [], [])


def test_search_and_referee_work_without_javascript(desk, phone):
    at, _ = desk
    page = phone(java_script_enabled=False)
    page.goto(at("/"))
    page.locator("#q").fill("frozen over 45")
    page.get_by_role("button", name="Rules and disputes").tap()
    expect(page.locator("#found .hit a.rule")).to_have_text("KAI-LIMIT")
    page.locator("#found .hit a.rule").tap()
    page.wait_for_url("**/rules/kaiser#KAI-LIMIT")
    page.goto(at("/referee/kaiser/trick"))
    page.locator("[name='a.trump'][value=H]").check(force=True)
    page.locator("[name='a.leader'][value='1']").check(force=True)
    for card in ("AS", "3S", "5H", "KS"):
        page.locator(f"button[name=tap][value='add cards|{card}']").tap()
    page.locator("footer").get_by_text("Ask").or_(page.locator("#ruling")).first.wait_for()
    expect(page.locator("#ruling")).to_contain_text("South wins with the 5♥")
    page.goto(at("/t/{table}/readings/failed_contract"))
    page.locator("[name=value][value=bid_amount]").check(force=True)
    page.get_by_role("button", name=SEE_WHAT_CHANGES).tap()
    expect(page.locator("table.diff")).to_contain_text("−18")
