"""A page does not move when its typefaces arrive late."""

import pytest
from playwright.sync_api import expect

from tests.browser.driver import golden, rested
from tests.browser.test_watching import SHIFTS
from tests.texts import NOT_SAVED_YET

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Two frames and a task later the browser has reported what it has moved.
ARRIVED = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 0));
  return window.shifts.reduce((sum, [value]) => sum + value, 0);
}"""


def test_late_typefaces_move_little(served, store, phone):
    record, held = golden("kaiser"), []
    record.hands = [record.hands[0], {"@entry": "guided", "bid 3": "7"}]
    stored, page = store.begin(record), phone(locale="en-GB")
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(f"{served.url}/t/{stored.code}/score/{stored.key}", wait_until="commit")
    rested(page)
    page.evaluate(SHIFTS)
    assert page.evaluate("document.fonts.status") == "loading"
    assert len(held) > 3
    for route in held:
        route.continue_()
    assert page.evaluate(ARRIVED) < 0.008


SEATS = """() => [...document.querySelectorAll('.chip, .seat, .under-table, #house, .order')]
  .map((e) => e.getBoundingClientRect().y + scrollY)"""


def test_tap_on_a_name_moves_no_seat(served, phone):
    """When all seats are taken, one more name is answered, too."""
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    for number, name in enumerate(["Ana", "Ben", "Cat", "Dan"], 1):
        page.locator(f"[name='name.{number}']").fill(name)
    page.locator(".bar .go").tap()
    page.wait_for_url("**/t/*")
    table = page.url
    page.goto(f"{served.url}/new/tribello")
    said, before = page.locator("#new [role=status]"), page.evaluate(SEATS)
    assert said.inner_text() == ""
    for key, words in (
        ("put Dan", "No seat is free"),
        ("put Cat", "Cat gets up"),
        ("put Dan", "Dan on seat 3"),
        ("draw", "Seats drawn by lot"),
    ):
        page.locator(f"button[name=do][value='{key}']").tap()
        expect(said).to_contain_text(words)
        assert page.evaluate(SEATS) == before
    page.goto(f"{table}/seats")
    page.locator("#order summary").tap()
    before = page.evaluate(SEATS)
    page.locator("button[name=do][value='down 1']").tap()
    expect(page.locator("#seats [role=status]")).to_contain_text(NOT_SAVED_YET)
    assert page.evaluate(SEATS) == before
