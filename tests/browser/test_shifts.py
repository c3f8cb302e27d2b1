"""A page does not move when its typefaces arrive late."""

import pytest

from tests.browser.driver import golden, rested
from tests.browser.test_watching import SHIFTS

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
