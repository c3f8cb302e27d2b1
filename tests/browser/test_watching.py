"""On a watching phone nothing changes its place while the scorer enters a hand."""

import pytest

from companion import games
from companion.engine.record import Act
from tests.browser.axe import violations
from tests.browser.driver import golden

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHIFTS = """() => {
  window.shifts = [];
  const where = ({ node, previousRect: was, currentRect: now }) =>
    `${(node?.parentElement || node)?.className} ${[was.x, was.y, now.x, now.y].map(Math.round)}`;
  new PerformanceObserver((list) => { for (const each of list.getEntries())
    if (each.value > .00005) window.shifts.push([each.value, ...each.sources.map(where)]);
  }).observe({ type: "layout-shift" });
}"""
# Two frames and a task after the swap the browser has reported what it has moved.
FOLLOWED = """async () => {
  const once = (name) => new Promise((done) => addEventListener(name, done, { once: true }));
  const swapped = once("htmx:after:swap");
  document.getElementById("live").dispatchEvent(new Event("ask"));
  await swapped;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 0));
  return window.shifts.splice(0);
}"""


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_nothing_shifts_for_watchers_during_hands(served, store, phone, key):
    """Two hands, answer by answer: bids, the hand in play, its result, the next deal."""
    record, page = golden(key), phone(reduced_motion="reduce")
    answers = [dict(hand) for hand in record.hands[:2]]
    record.hands = []
    code = store.begin(record).code
    page.goto(f"{served.url}/t/{code}")
    page.evaluate("document.fonts.ready.then(() => 0)")
    page.evaluate(SHIFTS)
    shifts, seen = [], 0
    for number, hand in enumerate(answers, 1):
        for name, text in hand.items():
            act = Act("answer", number, {name: text})
            store.act(code, act, seen=seen, submission=f"{number} {name}")
            seen += 1
            shifts += [(name, each) for each in page.evaluate(FOLLOWED)]
    assert shifts == []


@pytest.mark.parametrize("key", sorted(games.all_games()))
@pytest.mark.long
def test_axe_finds_nothing_while_a_hand_is_watched(scored, phone, key):
    """Before the first answer, after it, and before the last."""
    record, page = golden(key), phone(bypass_csp=True, reduced_motion="reduce")
    first = list(record.hands[0].items())
    for count in (0, 1, len(first) - 1):
        record.hands = [dict(first[:count])] if count else []
        scored(record, page=page, watched=True)
        assert (count, violations(page)) == (count, [])


def test_wide_watching_page_has_the_sheet_once(scored):
    record = golden("kaiser")
    del record.hands[4:]
    page = scored(record, watched=True, viewport={"width": 1280, "height": 800})
    page.locator(".beside td").first.wait_for()
    assert page.locator(".beside .chart").is_visible()
    assert not page.locator(".evening, .lately .chart").filter(visible=True).count()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".beside").is_hidden()
    assert page.locator(".evening").is_visible()


SMALLEST = """() => Math.min(...[...document.querySelectorAll(".chart text")]
  .filter((text) => text.checkVisibility())
  .map((text) => [parseFloat(getComputedStyle(text).fontSize), text.ownerSVGElement.getScreenCTM()])
  .map(([size, scale]) => size * scale.a))
"""


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (320, 568), (844, 390)])
@pytest.mark.long
def test_figures_of_charts_are_readable_on_phones(served, store, phone, size):
    record, page = golden("kaiser"), phone()
    del record.hands[7:]
    code = store.begin(record).code
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("", "/board", "/sheet?show=chart"):
        page.goto(f"{served.url}/t/{code}{path}")
        assert (path, page.evaluate(SMALLEST) >= 11) == (path, True)
