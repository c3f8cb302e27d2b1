"""Nothing moves without a tap, and the lines that stay move never: hands, results, corrections."""

import json

import pytest
from playwright.sync_api import expect

from companion import games
from tests.browser.driver import TWICE, Scorer, golden, rested, tapped
from tests.browser.test_another import DARTS, HEARTS
from tests.browser.test_places import ASIDE, SMALL, UPRIGHT, moments
from tests.browser.test_watching import SHIFTS
from tests.daily import LONG, daily
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


NOTED = """(() => {
  if (parent !== window) return; // the picture of a document
  const lines = '.hd, .tl, .tl > *, .sc, .sc.both > *, .bar, .bar .bt'
    // A lower phone has no room.
    + (screen.height > 780 ? ', .ask, .ans, .fs' : '');
  const told = (e) => `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 30)}`;
  const moved = ({ node, previousRect: was, currentRect: now }) => {
    const e = node?.nodeType === 1 ? node : null;
    if (!e?.isConnected || !now.width || e.closest('.brief')) return [];
    const places = [was, now].map(({ x, y }) => [x, y].map(Math.round).join());
    return [[e.matches(lines), `${told(e)} from ${places[0]} to ${places[1]}`]];
  };
  new PerformanceObserver((list) => {
    for (const each of list.getEntries())
      window.shifted(JSON.stringify([location.pathname, each.value, each.hadRecentInput,
        each.sources.flatMap(moved)]));
  }).observe({ type: 'layout-shift', buffered: true });
})()"""
"""JavaScript: tells of each layout shift from the first frame of a page on. A tap may move texts
and keys of a new question, but no line that stays."""
REPORTED = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 0));
}"""


class Shifts:
    """The layout shifts of a page and of every page it goes to."""

    def __init__(self, page):
        self.page = page
        self.found: list[tuple[str, float, bool, list[tuple[bool, str]]]] = []
        page.expose_function("shifted", lambda told: self.found.append(json.loads(told)))
        page.add_init_script(NOTED)

    def wrong(self):
        """Shifts that no tap explains, and those of lines that each page has."""
        rested(self.page)
        self.page.evaluate(REPORTED)
        found = []
        for path, value, tap, sources in self.found:
            lines = [told for line, told in sources if line]
            if lines or (not tap and value > 0.0005):
                found.append((path, round(value, 4), lines or [told for _, told in sources]))
        return found


def first_hands(key):
    """The first hand that was entered in each way."""
    met = set()
    record = golden(key)
    for number, hand in enumerate(record.hands, 1):
        way = hand.get("@entry", record.head.get("entry", "guided"))
        if way not in met and not any(each.startswith(("@void", "@adjust")) for each in hand):
            met.add(way)
            yield number


def hands_to_play(key):
    """The first hand in each way of entry. At night also the first with each kind of page."""
    more = [hand for hand, *_ in moments(golden(key))] if LONG else []
    acts = ("@void", "@adjust")
    for number in sorted({*first_hands(key), *more}):
        if not any(each.startswith(acts) for each in golden(key).hands[number - 1]):
            yield number


@pytest.mark.kinds("jo-jotte")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_nothing_shifts_during_a_hand(served, store, phone, key):
    """A hand in each way of entry, tapped, with its result and the next deal."""
    record = tapped(golden(key))
    for width, height in (UPRIGHT, SMALL, ASIDE) if LONG else (UPRIGHT, ASIDE):
        page = phone(viewport={"width": width, "height": height})
        shifts, scorer = Shifts(page), Scorer(page, served.url, store)
        for number in hands_to_play(key):
            scorer.sit(record, number - 1)
            scorer.play(record, number, number)
        assert shifts.wrong() == [], (width, height)


FOLDS = {
    "a pack": ("jo-jotte", 1, 4, ".pack"),
    "a pack after a choice": ("dilemma", 1, 28, ".pack"),
    "two packs": ("dealers-dilemma", 1, 3, ".pack"),
    "rare bids": ("back-alley", 6, 0, ".rare"),
    "rare guesses": ("tadmur", 4, 0, ".rare"),
    "a covered answer": ("tadmur", 1, 1, ".secret"),
    "earlier lines": ("panguingue", 1, 24, ".early"),
}
"""Game, hand, page and element of answers or lines that unfold."""


UNFOLDED = [*((what, UPRIGHT) for what in FOLDS), ("a pack", ASIDE), ("two packs", ASIDE)]


@pytest.mark.parametrize(("what", "size"), UNFOLDED)
def test_unfolding_moves_nothing_else(served, store, phone, what, size):
    key, hand, place, fold = FOLDS[what]
    width, height = size
    page, record = phone(viewport={"width": width, "height": height}), tapped(golden(key))
    shifts, scorer = Shifts(page), Scorer(page, served.url, store)
    way = record.hands[hand - 1].get("@entry", record.head.get("entry", "guided"))
    scorer.up_to(record, hand, place)
    scorer.opening(hand, {"@entry": way})
    if fold == ".early":
        page.locator(".help > summary").tap()
    for summary in page.locator(f"main {fold} > summary").all():
        rested(page)
        summary.evaluate("e => e.scrollIntoView({ block: 'center' })")
        page.evaluate(REPORTED)
        shifts.found.clear()
        if summary.locator("..").get_attribute("open") is None:
            with scorer.apart():
                summary.tap()
        answer = page.locator(f"{fold}[open] label:visible").nth(1)
        if fold in (".pack", ".rare"):
            chosen = answer.inner_text().split()[0]
            with scorer.apart():
                answer.tap()
            expect(summary.locator("..")).not_to_have_attribute("open", "")
            expect(summary).to_contain_text(chosen)
        page.evaluate(REPORTED)
        moved = [said for *_, sources in shifts.found for _, said in sources]
        assert [said for said in moved if not said.startswith("SPAN")] == []  # a new text


@pytest.mark.parametrize("record", [HEARTS, DARTS], ids=["Hearts", "501"])
@pytest.mark.long
def test_nothing_shifts_in_a_game_of_ones_own(served, store, phone, record):
    page = phone()
    shifts, scorer = Shifts(page), Scorer(page, served.url, store)
    scorer.sit(record, 0)
    scorer.play(record)
    assert shifts.wrong() == []


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_nothing_shifts_while_a_page_opens(scored, store, phone, key):
    """The end, the sheet, a result, a correction, home, a new table, the print page, the rules."""
    record, number = golden(key), next(first_hands(key))
    for width, height in (UPRIGHT, ASIDE):
        page = phone(viewport={"width": width, "height": height})
        shifts = Shifts(page)
        scored(record, page=page)
        url = page.url.split("/score")[0]
        for path in ("/sheet", f"/hand/{number}", f"/amend/{number}", "/menu", "/more"):
            page.goto(url + path)
            page.evaluate(REPORTED)
        for path in ("", f"/new/{key}", f"/print/{key}", f"/rules/{key}"):
            page.goto(url.split("/t/")[0] + path)
            page.evaluate(REPORTED)
        found = [each for each in shifts.found if not each[2] and each[1] > 0.0005]
        assert found == [], (width, height)


@daily("size", [UPRIGHT, ASIDE], [UPRIGHT], ids=["upright", "aside"])
def test_nothing_shifts_by_corrections_and_undo(restful, phone, size):
    """Also while the result of a hand is over the next page."""
    page = phone(viewport={"width": size[0], "height": size[1]})
    shifts, scorer = Shifts(page), Scorer(page, restful.url)
    record = golden("kaiser")
    scorer.sit(record, 1)
    scorer.play(record, 2, 2)
    expect(page.locator("#brief")).to_have_count(0)
    page.evaluate(REPORTED)
    for kind in ("undo", "redo"):
        rested(page)
        with scorer.apart():
            page.locator(f".bar form[action$='/{kind}'] button").tap()
        page.locator("form.ask-form").wait_for()
        page.evaluate(REPORTED)
    page.goto(f"{restful.url}/t/{scorer.code}/amend/1")
    page.locator("summary", has_text="the result").tap()
    page.locator("[name='a.5H'][value='A']").dispatch_event("click")
    page.locator(".actions button[value=check]").tap()
    page.locator("#effect .news ins").wait_for()
    page.evaluate(REPORTED)
    page.wait_for_timeout(TWICE)
    page.locator(".actions button[value=save]").tap()
    page.locator("form.ask-form").wait_for()
    assert shifts.wrong() == []
