"""Twenty disputes of players, each settled on a phone: at most four taps, or one search.

A search begins on the first page or at the running table; taps begin there, too. The text that
settles the dispute must be on the screen without any scrolling.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIResponse, Route, expect

from companion.engine.record import Record
from tests.browser.driver import golden, quiet
from tests.texts import USE_THIS_RULE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ["Nell", "Omar", "Pia", "Quin"]


@dataclass(frozen=True)
class Dispute:
    """The words of a player, the search or the taps, and the text that settles the dispute."""

    said: str
    game: str
    settled: str
    rule: str
    search: str = ""
    """Typed on the first page."""
    taps: Sequence[str] = ()
    """The labels of the tapped links, answers and buttons."""
    table: str = ""
    """"deal" for a fresh table, "bid" after an auction, "five" after five hands; none: at home."""


EVERY = [Dispute(**told) for told in json.loads(
    (Path(__file__).parents[1] / "disputes.json").read_text(encoding="utf-8"))]  # fmt: skip
SEARCHED = [each for each in EVERY if each.search]
TAPPED = [each for each in EVERY if each.taps]


def name(dispute):
    return f"{dispute.game}: {dispute.said}"


@pytest.fixture
def seat_at(served, scored, phone):
    """A function that returns a phone at a table of a game in this state, or at the home page."""

    def seated(game, table):
        if not table:
            page = phone()
            page.goto(served.url)
            return page
        record = golden(game) if table == "five" else Record.begin(game, NAMES)
        del record.hands[5:]
        if table == "bid":
            record.hands = [{"bid 2": "7", "bid 3": "pass", "bid 4": "pass", "bid 1": "pass",
                             "trump": "H"}]  # fmt: skip
        return scored(record)

    return seated


SEEN = """words => {
  const plain = (text) => text.replace(/[\\s\\ufe0e]+/g, ' ').toLowerCase();
  const top = document.querySelector('.hd')?.getBoundingClientRect().bottom ?? 0;
  const up = document.querySelector('dialog[open]');  // it covers the page
  return [...document.querySelectorAll(up ? 'dialog[open] *' : 'main *, footer *')].some((e) => {
    const box = e.getBoundingClientRect();
    return e.children.length < 12 && plain(e.textContent).includes(plain(words))
      && box.height && box.height < 420 && box.top >= top - 1 && box.top < innerHeight;
  });
}"""
"""True if the text is on the screen, between the bars, without any scrolling."""


def in_sight(page, words):
    page.wait_for_function(SEEN, arg=words)


def tap(page, words):
    """One tap on a link, an answer or a button with this label."""
    link = page.locator("a:visible", has_text=words)
    answer = page.locator(".pick:visible, .k:visible, button:visible", has_text=words)
    exact = page.get_by_role("link", name=words, exact=True)
    link.or_(answer).or_(exact).first.wait_for()
    next(each for each in (exact, answer, link) if each.count()).first.tap()
    quiet(page)


@pytest.mark.kinds
@pytest.mark.parametrize("dispute", SEARCHED, ids=name)
def test_one_search_settles_it(seat_at, dispute):
    """By a sure answer, or by a tap on the first candidate."""
    page = seat_at(dispute.game, dispute.table)
    page.locator("#q").fill(dispute.search)
    page.locator("#q").press("Enter")
    first, offered = page.locator("#found .hit"), page.locator("#found .cand a").first
    first.or_(offered).first.wait_for()
    if not first.count():
        expect(offered).to_have_attribute("href", re.compile(f"#{dispute.rule}$"))
        offered.tap()
        in_sight(page, dispute.settled)
        return
    expect(first.locator("a.rule")).to_have_text(dispute.rule)
    assert dispute.settled.lower() in first.inner_text().lower()
    in_sight(page, first.locator(".rule-text").inner_text()[:40])


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("dispute", TAPPED, ids=name)
def test_four_taps_settle_it(seat_at, dispute):
    assert len(dispute.taps) <= 4
    page = seat_at(dispute.game, dispute.table)
    for words in dispute.taps:
        tap(page, words)
    expect(
        page.locator("main, footer, dialog").filter(has_text=dispute.rule).first
    ).to_be_attached()
    in_sight(page, dispute.settled)


def test_there_are_twenty_over_the_fourteen_games():
    every = [*SEARCHED, *TAPPED]
    assert every == EVERY
    assert len(every) >= 20
    assert len({dispute.game for dispute in every}) == 14


def test_search_results_appear_above_the_keyboard(served, phone):
    page = phone()
    page.goto(f"{served.url}/rules")
    page.locator("#q").press_sequentially("renege", delay=40)
    first = page.locator("#found .cand li").first
    first.wait_for()
    assert first.bounding_box()["y"] < 300
    page.locator(".chip", has_text="Scotch Whist").tap()
    expect(page.locator("#found .hit a.rule")).to_have_text("SCW-R4")
    assert page.locator("#q").input_value() == "renege"


def test_a_ruling_can_be_passed_on(served, phone):
    page = phone()
    page.goto(f"{served.url}/referee/panguingue/stock")
    tap(page, "only the upcard")
    expect(page.locator("#ruling")).to_be_visible()
    said = page.locator("#ruling h1").first.inner_text()
    link = page.get_by_role("link", name="Link to this ruling").get_attribute("href")
    other = phone(java_script_enabled=False)
    other.goto(served.url + link)
    assert other.locator("#ruling h1").first.inner_text() == said


def test_a_ruling_is_read_from_its_first_word(served, phone):
    """The last answer is tapped far down; the ruling is at the top of the page."""
    page = phone()
    page.goto(f"{served.url}/referee/kaiser/bid?a.high=8&a.call=8")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("label", has_text="The dealer").tap()
    expect(page.locator("#ruling h1")).to_be_in_viewport(ratio=1)
    expect(page.locator("#ruling h1")).to_be_focused()


def test_card_tapped_during_ruling_still_counts(served, phone):
    """The ruling on the first card arrives just after the tap on the second."""
    page, late = phone(), list[tuple[Route, APIResponse]]()
    page.goto(f"{served.url}/referee/panguingue/meld_info")

    def first_waits(route):
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route("**/meld_info**", first_waits)
    page.locator("[value='add cards|AS']").tap()
    while not late:
        page.wait_for_timeout(20)
    page.locator("[value='add cards|2S']").tap()
    ((route, answer),) = late
    route.fulfill(response=answer)
    page.locator("[value='add cards|3S']").tap()
    expect(page.locator("#ruling h1")).to_contain_text("Yes: spade rope with A-2-3")


def test_decision_is_previewed_saved_and_undone_on_phone(seat_at):
    page = seat_at("kaiser", "five")
    tap(page, "Menu")
    tap(page, "Try other rules on this game")
    tap(page, "the bid, doubled in no-trump")
    expect(page.locator("#changes table.diff")).to_contain_text("−18")
    page.locator("#by").select_option("Pia")
    page.locator("#words").fill("as at the club")
    page.locator("footer.actions button.go").tap()
    page.wait_for_url("**/sheet#decisions")
    expect(page.locator("#decisions")).to_contain_text("as at the club")
    page.goto(page.url.split("/sheet")[0])
    page.locator("form[action$='/undo'] button").tap()
    expect(page.locator("form[action$='/redo'] button")).to_contain_text("house rule")


MOST = 4
"""Taps from a ruling until the table plays by it and is shown again."""


def test_ruling_becomes_house_rule_in_four_taps(seat_at):
    page = seat_at("kaiser", "bid")
    table = page.url
    code = table.rpartition("/")[2]
    ruling = f"/referee/kaiser/bid?table={code}&a.high=8&a.call=8&a.who=the+dealer"
    page.goto(table.partition("/t/")[0] + ruling)
    expect(page.locator("#ruling h1")).to_contain_text("Yes")
    taps = [
        page.locator("summary", has_text="Dealer may equal"),
        page.get_by_role("link", name=USE_THIS_RULE),
        page.locator("footer.actions button.go"),
        page.locator("footer.actions a.go"),
    ]
    assert len(taps) <= MOST
    for one in taps:
        one.tap()
        quiet(page)
    assert urlsplit(page.url).path == urlsplit(table).path
    page.goto(table.partition("/t/")[0] + ruling)
    expect(page.locator("#ruling h1")).to_contain_text("No")


def test_ruling_corrects_hand_in_four_taps(seat_at):
    page = seat_at("kaiser", "five")
    table = page.url
    code = table.rpartition("/")[2]
    written = "&".join(
        f"a.{key}={text}"
        for key, text in {
            "bidder": "2", "contract": "7", "trump": "D", "tricks": "2", "5H": "B", "3S": "A",
        }.items()
    )  # fmt: skip
    page.goto(f"{table.partition('/t/')[0]}/referee/kaiser/worth?table={code}&hand=1&{written}")
    expect(page.locator("#ruling")).to_be_visible()
    expect(page.locator(".versus")).to_contain_text("+7")
    taps = 0
    while urlsplit(page.url).path != urlsplit(table).path:
        page.locator("footer button.go, footer a.go").first.tap()
        quiet(page)
        taps += 1
        assert taps <= MOST
    page.goto(f"{table.partition('/t/')[0]}/referee/kaiser/worth?table={code}&hand=1&{written}")
    expect(page.locator(".versus.same")).to_be_visible()
