"""The result of a saved hand is over the next page for a moment: a tap only closes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.engine.record import Record
from companion.store import Store
from tests.browser.axe import violations
from tests.browser.driver import RESTED, quiet, rested
from tests.browser.engines import in_engines, until
from tests.browser.taps import Finger
from tests.daily import daily

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ["Ana", "Ben", "Cat", "Dan"]
SAVE = ".bar .go:not(.ask-more)"
FIRST = {"knocker": "3", "deadwood": "7 12 2 18"}
# Taps a digit when the next page comes, twice while the result is shown, and once after it.
TAPS = """() => new Promise((done) => {
  const found = [];
  const tap = () => {
    document.querySelector("[data-press='5']").click();
    found.push([!!document.querySelector('#brief:not([hidden])'),
      document.querySelector('[data-keys]').value]);
  };
  document.addEventListener('htmx:after:swap', () => {
    if (found.length || !document.querySelector('#brief')) return;
    tap();
    const gone = () => {
      if (document.querySelector('#brief')) return void setTimeout(gone, 20);
      tap();
      done(found);
    };
    setTimeout(() => { tap(); setTimeout(() => { tap(); gone(); }, 300); }, 450);
  });
  document.querySelector('.bar .go').click();
})"""

# The first is too early, the second closes it, the third is its double tap, the fourth is typed.
TAPPED = [[True, ""], [False, ""], [False, ""], [False, "5"]]


@pytest.fixture(scope="module")
def store(restful):
    found = Store(f"sqlite:///{restful.folder / 'companion.db'}")
    yield found
    found.close()


@pytest.fixture
def filled(restful, store, phone):
    """A phone with the first hand of Carousel filled in, and the table's code."""

    def made(**more):
        page, stored = phone(**more), store.begin(Record.begin("carousel", NAMES, entry="quick"))
        page.goto(f"{restful.url}/t/{stored.code}/score/{stored.key}")
        Finger(page).play("knocker=3; ?[data-most='4']; #7>12>2>18")
        page.locator(SAVE).wait_for()
        quiet(page)
        return page, stored.code

    return made


def hands(store, code):
    return [hand for hand in store.table(code).record.hands if hand]


@daily("gap", [90, 200, 350, 600], [90, 600])
def test_taps_on_save_save_one_hand(filled, store, gap):
    page, code = filled()
    box = page.locator(SAVE).bounding_box()
    for _ in range(5):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(gap)
    expect(page.locator("#brief")).to_have_count(0)
    quiet(page)
    assert hands(store, code) == [FIRST]
    expect(page.locator(".ti")).to_have_text("Carousel hand 2")


def test_tap_on_the_picture_only_closes_it(filled):
    page, _ = filled()
    assert page.evaluate(TAPS) == TAPPED


def test_picture_closes_itself_before_the_next_hand(filled, store):
    page, code = filled(bypass_csp=True, reduced_motion="reduce")
    page.locator(SAVE).tap()
    brief = page.locator("#brief")
    brief.wait_for()
    line = "e => getComputedStyle(e, '::after').animationDuration"
    assert brief.evaluate(line) in ("1e-05s", "0.00001s")
    assert "(7 − 2) + (12 − 2) + (18 − 2) = 31" in brief.inner_text()
    # Read aloud once, with the new totals.
    assert brief.get_attribute("aria-hidden") == "true"
    expect(page.locator("#said")).to_contain_text("Cat wins the hand. 31 to Cat.")
    expect(brief).to_have_count(0)
    rested(page)
    Finger(page).play("knocker=1; ?[data-most='4']; #3>12>4>9")
    page.locator(SAVE).tap()
    brief.wait_for()
    assert [hand["knocker"] for hand in hands(store, code)] == ["3", "1"]
    # Keys that it covers are no targets.
    assert [each for each in violations(page) if each[1] != "target-size"] == []
    expect(brief).to_have_count(0)
    page.locator(".bar .undo").tap()
    expect(page.locator(".ti")).to_have_text("Carousel hand 2")
    expect(brief).to_have_count(0)


@pytest.mark.long
@in_engines
def test_tap_only_closes_it_in_another_engine(engine, restful, store, tmp_path):
    stored = store.begin(Record.begin("carousel", NAMES, entry="quick"))
    browser = engine(tmp_path)
    try:
        browser.goto(f"{restful.url}/t/{stored.code}/score/{stored.key}")
        until("a page at rest", lambda: browser.js(f"return ({RESTED})();"))
        for name, text in zip(("0", "1", "2", "3"), ("7", "12", "2", "18"), strict=True):
            box = f"document.querySelector(\"[name='a.deadwood.{name}']\")"
            browser.js(f"{box}.value = '{text}';")
        browser.js("document.querySelector(\"[name='a.knocker'][value='3']\").click();")
        until("an answer", lambda: browser.js(f"return !!document.querySelector('{SAVE}');"))
        assert browser.js(f"return ({TAPS})();") == TAPPED
        assert hands(store, stored.code) == [FIRST]
    finally:
        browser.close()


def test_hand_that_waits_for_the_network_is_named(filled):
    """By its number: the button says only "Save and deal"."""
    page, _ = filled()
    page.route("**/answer", lambda route: route.abort())
    page.locator(SAVE).tap()
    expect(page.locator("#msg")).to_contain_text("Waiting for the network: hand 1.")
    expect(page.locator("#takeback")).to_contain_text("Take hand 1 back")
