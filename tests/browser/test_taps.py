"""Two quick taps are one answer, on every main key: nothing counts twice or is taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.engine.record import Record
from companion.store import Store
from tests.browser.driver import golden, rested
from tests.daily import daily
from tests.texts import JUST_THE_RESULT, OMAR_BIDS, PIA_BIDS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ["Nell", "Omar", "Pia", "Quin"]
GAPS = [40, 300]
"""Before the server can have answered, and long after its answer."""
REST = 350
TRIES = 6

# The time of a tap, and the time of the page's last new question.
CLOCK = """() => {
  window.taps = [];
  addEventListener('pointerdown', () => taps.push(performance.now()), true);
}"""


@pytest.fixture(scope="module")
def store(restful):
    found = Store(f"sqlite:///{restful.folder / 'companion.db'}")
    yield found
    found.close()


def hand_of(store, code):
    return [dict(hand) for hand in store.table(code).record.hands]


def twice(page, key, gap):
    """Two real taps on one spot, `gap` milliseconds apart; returns the measured interval."""
    box = key.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(CLOCK)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(gap)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(REST + 300)
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    taps = page.evaluate("window.taps || []")
    return taps[1] - taps[0] if len(taps) > 1 else 0


def sit(page, restful, store, hands):
    """A phone that scores a Kaiser table with these hands, once its page has rested."""
    record = Record.begin("kaiser", NAMES)
    record.hands = [dict(hand) for hand in hands]
    stored = store.begin(record)
    page.goto(f"{restful.url}/t/{stored.code}/score/{stored.key}")
    rested(page)
    return stored.code


def once(page, restful, store, hands, gap, key, before=None):
    """Taps a key twice at a new table until both taps came that fast; returns the entries.

    A busy machine may delay the second tap until the page takes taps again: that try is repeated.
    """
    for _ in range(TRIES):
        code = sit(page, restful, store, hands)
        if before:
            before(page)
        apart = twice(page, page.locator(key).first, gap)
        if apart < REST:
            return hand_of(store, code)
    pytest.skip("too busy a machine for quick taps")


PASSED = {"bid 2": "pass", "bid 3": "pass", "bid 4": "pass"}
BID = {key: text for key, text in golden("kaiser").hands[0].items()
       if key.startswith(("bid", "trump"))}  # fmt: skip
RESULT = {"tricks": "5", "5H": "B", "3S": "A"}
PASS = ".ans button[value=pass]"


def chosen(page):
    """The result of a hand, chosen and ready to be saved."""
    for name, value in RESULT.items():
        page.locator(f"[name='a.{name}'][value='{value}']").tap(force=True)
    page.locator(".bar button.go").wait_for()


def last(page):
    page.locator(PASS).tap()
    page.wait_for_url("**/hand/1")
    rested(page)


def two_bids(page):
    for value in ("7", "pass"):
        asked = page.locator("h1").inner_text()
        page.locator(f".ans button[value='{value}']").tap()
        expect(page.locator("h1")).not_to_have_text(asked)
        rested(page)


KEYS = {
    "pass": ({}, None, PASS, {"bid 2": "pass"}, PIA_BIDS),
    "the last pass": (PASSED, None, PASS, PASSED | {"bid 1": "pass"}, ""),
    "save": (BID, chosen, ".bar button.go", BID | RESULT | {"tricks": "B 5"}, ""),
    # The same dealer deals again, and the same player is asked first.
    "deal": (PASSED, last, "footer a.go", PASSED | {"bid 1": "pass"}, OMAR_BIDS),
    "undo": ({}, two_bids, ".bar .un", {"bid 2": "7"}, PIA_BIDS),
}
"""A key: the hand before, the action then, its selector; the hand after, the player who is asked
(a result is shown)."""


@daily("gap", GAPS, GAPS[:1])
@pytest.mark.parametrize(("told", "act", "key", "left", "asked"), KEYS.values(), ids=KEYS)
def test_a_key_tapped_twice_counts_once(restful, store, phone, told, act, key, left, asked, gap):
    page = phone()
    hands = once(page, restful, store, [told] if told else [], gap, key, act)
    assert hands == [left]
    assert asked or "/hand/1" in page.url
    assert page.locator("h1").first.inner_text() == asked or not asked


def test_answer_key_counts_once_page_has_rested(restful, store, phone):
    page, key = phone(), ".bar .go[name]"
    stored = store.begin(Record.begin("panguingue", [*NAMES, "Rex"]))
    page.goto(f"{restful.url}/t/{stored.code}/score/{stored.key}")
    while not page.locator(f"{key}[name^='a.event']").count():
        asked = page.locator("h1").inner_text()
        rested(page)
        page.locator(".bar .go").tap()
        expect(page.locator("h1")).not_to_have_text(asked)
    rested(page)
    box = page.locator(key).bounding_box()
    entered = len(hand_of(store, stored.code)[-1])
    for number in range(1, 7):
        asked = page.locator("h1").inner_text()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator("h1")).not_to_have_text(asked)
        rested(page)
        assert len(hand_of(store, stored.code)[-1]) == entered + number


def test_a_tap_too_soon_shakes_and_is_forgotten(restful, store, phone):
    """A resting page shows that it rests; a tap on it is neither sent now nor later."""
    page = phone()
    code = sit(page, restful, store, [])
    page.evaluate("""() => {
        window.shook = window.rested = 0;
        new MutationObserver((all) => all.forEach((each) => {
            if (each.target.classList.contains('shake')) shook += 1;
            if (each.target.matches('html.resting')) rested += 1;
        })).observe(document, {subtree: true, attributeFilter: ['class']});
        const tap = () => document.querySelector('.ans button[value=pass]').click();
        document.addEventListener('htmx:after:swap', () => { tap(); tap(); }, {once: true});
        tap();
    }""")
    page.wait_for_function("() => rested > 0")
    page.wait_for_timeout(REST)
    rested(page)
    assert hand_of(store, code) == [{"bid 2": "pass"}]
    assert page.evaluate("shook") > 0
    page.locator(".ans button[value=pass]").tap()
    expect(page.locator("h1")).to_contain_text("Quin")
    assert len(hand_of(store, code)[0]) == 2


def test_choice_within_page_does_not_wait(restful, store, phone):
    page = phone()
    sit(page, restful, store, [BID])
    for name, value in RESULT.items():
        page.locator(f"[name='a.{name}'][value='{value}']").evaluate("e => e.click()")
    assert page.locator(".ans :checked").count() == 3


def test_page_rests_when_way_of_entry_changes(restful, store, phone):
    """An answer tapped right after is ignored, not sent and refused."""
    page = phone()
    stored = store.begin(Record.begin("panguingue", [*NAMES, "Rex"]))
    page.goto(f"{restful.url}/t/{stored.code}/score/{stored.key}")
    rested(page)
    page.evaluate("""() => document.addEventListener('htmx:after:swap', () => {
        window.seen = document.documentElement.className;
    }, {once: true})""")
    page.locator("button[name=mode]").first.click()
    page.wait_for_function("() => window.seen?.includes('resting')")
    # Neither the list of entry modes nor an opened help covers the answers of the next page.
    stored = store.begin(Record.begin("shakespeares-dilemma", NAMES))
    page.goto(f"{restful.url}/t/{stored.code}/score/{stored.key}")
    rested(page)
    page.locator(".help > summary").click()
    page.locator(".modes > summary").click()
    page.locator("button[name=mode][value=quick]").click()
    expect(page.locator("h1")).to_have_text(JUST_THE_RESULT)
    assert page.locator("details:is(.modes, .help)").count() == 2
    assert page.locator("details:is(.modes, .help)[open]").count() == 0


def test_server_ignores_tap_on_fresh_page(restful, store, phone):
    """Without a script the browser sends both taps: the second does not count as an answer."""
    page = phone(java_script_enabled=False)
    record = Record.begin("kaiser", NAMES)
    stored = store.begin(record)
    page.goto(f"{restful.url}/t/{stored.code}/score/{stored.key}")
    form = {
        each.get_attribute("name"): each.input_value()
        for each in page.locator("form.ask-form input[type=hidden]").all()
    }
    url = f"{restful.url}/t/{stored.code}/answer"
    now = {**form, "at": str(10**13), "a.bid 2": "pass"}
    assert page.request.post(url, form=now).ok  # a wrong clock of the phone must not block taps
    fresh = page.request.get(f"{restful.url}/t/{stored.code}").text()
    at = fresh.split('name="at" value="')[1].split('"')[0]
    seen = fresh.split('name="seen" value="')[1].split('"')[0]
    page.goto(f"{restful.url}/t/{stored.code}")
    at = page.locator("form.ask-form [name=at]").input_value()
    again = {**form, "at": at, "seen": seen, "submission": "other", "a.bid 3": "pass"}
    reply = page.request.post(url, form=again)
    if reply.status == 200:
        pytest.skip("too busy a machine for quick taps")
    assert reply.status == 409
    assert "The question changed as you tapped" in reply.text()
    assert hand_of(store, stored.code) == [{"bid 2": "pass"}]
