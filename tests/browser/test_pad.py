"""The score pad: legal numbers beside a refused one, keys in tabs, a moon."""

import pytest
from playwright.sync_api import expect

from companion.engine.record import Record
from tests.browser.axe import violations
from tests.browser.driver import TWICE, golden, quiet
from tests.texts import SAVE_AND_DEAL

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def press(page, keys: str) -> None:
    for key in keys.split():
        page.locator(f"[data-press='{key}']").tap()
        page.wait_for_timeout(TWICE)
    quiet(page)


def test_nearest_legal_numbers_replace_a_refused_one(scored):
    record = golden("jo-jotte")
    record.hands = [{key: text for key, text in record.hands[0].items() if "points" not in key}]
    page = scored(record)
    before = page.locator(".pad .k").evaluate_all("all => all.map((e) => e.offsetTop)")
    press(page, "6 7 next 5 0")
    near = page.locator(".near .k")
    expect(near).to_have_text(["65", "70"])
    assert page.locator(".pad .k").evaluate_all("all => all.map((e) => e.offsetTop)") == before
    boxes = [each.bounding_box() for each in near.all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 48
    said = page.locator("#msg > span")
    assert "Did you mean" not in said.inner_text()  # the keys say it
    assert said.evaluate("e => e.getBoundingClientRect().right") < boxes[0]["x"]
    near.last.tap()
    expect(page.locator(".entries input").first).to_have_value("70")
    expect(page.locator(".near .k, #msg.no")).to_have_count(0)


def test_digits_after_a_nearest_number_go_on(scored):
    """They belong to the box that is still empty, not to the one that was put right."""
    record = golden("jo-jotte")
    record.hands = [{key: text for key, text in record.hands[0].items() if "points" not in key}]
    page = scored(record)
    press(page, "6 7 next")
    near = page.locator(".near .k")
    expect(near).to_have_text(["65", "70"])
    near.last.tap()
    press(page, "5 0")
    boxes = page.locator(".entries input")
    expect(boxes.first).to_have_value("70")
    expect(boxes.last).to_have_value("50")


def tricks(page) -> list[str]:
    """The keys for tricks that can be seen."""
    return page.locator(".mrow .k:not(.tab):visible").all_inner_texts()


def test_tricks_of_three_players_share_a_place(scored):
    """One player's keys at a time; the next player's follow, and the last number is computed."""
    page = scored(Record.begin("tribello", golden("tribello").players, entry="quick"))
    page.locator("label:has([name='a.trump'])").first.tap()
    tabs, place = page.locator(".tab"), page.locator(".mrow .k:not(.tab):visible")
    first = tabs.all_inner_texts()
    assert len(tricks(page)) == 14
    key = place.nth(5).bounding_box()
    where = key["x"] + key["width"] / 2, key["y"] + key["height"] / 2
    page.wait_for_timeout(TWICE)
    page.touchscreen.tap(*where)
    tapped = page.evaluate("performance.now()")
    page.wait_for_timeout(200)
    page.touchscreen.tap(*where)  # the second half of a double tap
    late = page.evaluate("performance.now()") - tapped > 650
    expect(tabs.first).to_contain_text("5")
    quiet(page)
    assert late or tabs.all_inner_texts()[1:] == first[1:]
    assert len(tricks(page)) == 14
    place.nth(6).tap()
    expect(tabs.nth(2)).to_contain_text("2")
    expect(page.locator(".bar .go")).to_be_visible()
    page.reload()  # the tab stays the same
    expect(page.locator(".tab:has(:checked)")).to_contain_text("2")
    tabs.first.tap()  # a number that is given can be changed
    page.wait_for_timeout(TWICE)
    place.nth(4).tap()
    expect(tabs.nth(2)).to_contain_text("3")


def test_same_number_counts_for_two_players(scored):
    """The second tap comes later than that of a double tap."""
    page = scored(Record.begin("tribello", golden("tribello").players, entry="quick"))
    page.locator("label:has([name='a.trump'])").first.tap()
    tabs, key = page.locator(".tab"), page.locator(".mrow .k:not(.tab):visible").nth(5)
    box = key.bounding_box()
    page.wait_for_timeout(TWICE)
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(400)
    expect(tabs.first).to_contain_text("5")
    expect(tabs.nth(1)).to_contain_text("5")


@pytest.mark.long
def test_six_players_have_their_tricks_in_sight(scored):
    """Two rows of names, and the keys of one player below them."""
    record = Record.begin("scotch-whist", ["Ana", "Ben", "Cat", "Dan", "Eve", "Fay"], entry="quick")
    page = scored(record)
    assert page.locator(".tab").count() == 6
    assert len(tricks(page)) == 7
    fits(page)
    for number in (0, 1, 2, 0, 1):
        page.wait_for_timeout(TWICE)
        page.locator(".mrow .k:not(.tab):visible").nth(number).tap()
    expect(page.locator(".tab").last).to_contain_text("2")
    record = Record.begin("scotch-whist", record.players, entry="tricks")
    record.hands = [{"turn-up": "AH"}]
    scored(record, page=page)
    assert page.locator(".others > li").count() == 6
    fits(page)


def fits(page) -> None:
    """No key is under the bar, and each has room for a thumb."""
    boxes = [each.bounding_box() for each in page.locator(".ans :is(.k, .cd):visible").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 48
    ends = max(box["y"] + box["height"] for box in boxes)
    assert ends <= page.locator(".bar").bounding_box()["y"] + 0.5


def test_moon_is_saved_like_any_round(scored):
    rules = {"title": "Hearts", "best": "lowest", "adds": "26", "moon": "yes"}
    page = scored(Record.begin("another", ["Ana", "Ben", "Cat", "Dan"], rules=rules))
    press(page, "0 next 2 6 next 2 6 next")
    expect(page.locator("#msg.no")).to_have_count(0)
    expect(page.locator(".due .head")).to_have_text("Ana shoots the moon")
    expect(page.locator(".bar .go")).to_contain_text(SAVE_AND_DEAL)


@pytest.mark.parametrize("size", [(390, 844), (390, 780), (320, 568)])
def test_one_key_for_passed_stands_beside_all_suits(scored, size):
    """Its word is whole, and no row has a hole; at 390 x 780 all keys are above the bar."""
    page = scored(Record.begin("jo-jotte", ["Ana", "Ben"], entry="quick"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    keys, passed = page.locator(".crossed .k:not(.alone)"), page.locator(".crossed .alone")
    assert passed.evaluate("e => e.scrollWidth <= e.clientWidth")
    rows = keys.evaluate_all("all => all.map((e) => e.getBoundingClientRect().top)")
    assert (len(rows), len(set(rows))) == (10, 2)
    alone, last = passed.bounding_box(), keys.last.bounding_box()
    assert abs(alone["y"] + alone["height"] - last["y"] - last["height"]) < 1


PAGES = {
    "back-alley": (5, "quick"),
    "jo-jotte": (0, "guided"),
    "leopard": (0, "quick"),
    "nine-card-don": (1, "quick"),
    "scotch-whist": (0, "guided"),
    "tres": (0, "guided"),
}
"""Hands played, and the entry mode: many keys, several squares or a whole pack."""


@pytest.mark.kinds("back-alley", "tres")
@pytest.mark.parametrize("key", PAGES)
def test_keys_of_many_answers_fit_a_phone(scored, key):
    """Also the widths: packs, squares and honours."""
    record, (hands, entry) = golden(key), PAGES[key]
    record.hands = [*record.hands[:hands], {"@entry": entry}]
    page = scored(record)
    fits(page)


WIDER = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"
LINES = """() => [...document.querySelectorAll('.cd.name')].flatMap((card) => {
  const words = document.createTreeWalker(card, NodeFilter.SHOW_TEXT), range = new Range();
  const broken = [];
  while (words.nextNode()) {
    range.selectNodeContents(words.currentNode);
    if (range.getClientRects().length > 1) broken.push(card.textContent.trim());
  }
  return broken;
})"""


def test_names_of_cards_are_whole(scored):
    record = golden("shakespeares-dilemma")
    leads = {"one of Venus": "Ada"}
    record.hands = [*record.hands[:3], {"@entry": "cards", **leads}]
    page = scored(record)
    assert page.locator(".cd.name").count() > 12
    assert page.evaluate(LINES) == []
    assert page.locator(".cd.name").evaluate_all(WIDER) == []
    record.hands = [leads]
    scored(record, page=page)
    assert page.locator(".calls[start] li").count() == 1
    assert page.locator(".calls[start] li").bounding_box()["width"] <= 90


def test_result_by_hand_shows_the_totals(scored):
    """The page has no header with the score: each total is beside the keys of its side."""
    record = golden("jo-jotte")
    record.hands = [*record.hands[:4], {"@entry": "quick"}]
    page = scored(record)
    assert page.locator(".crossed .who > b").all_inner_texts() == ["790", "60"]
    stakes, special = page.locator(".n2").first.locator(".fs").all()
    widths = [[k.bounding_box()["width"] for k in f.locator(".k").all()] for f in (stakes, special)]
    assert [len(each) for each in widths] == [3, 4]
    assert min(map(min, widths)) >= 48


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", ["kaiser", "scotch-whist", "tribello", "tadmur"])
def test_whole_hand_fits_phones_780_px_high(scored, key):
    record = golden(key)
    page = scored(Record.begin(key, record.players, entry="quick"))
    page.set_viewport_size({"width": 390, "height": 780})
    fits(page)


@pytest.mark.long
def test_tabs_and_nearest_numbers_are_accessible(scored):
    record = Record.begin("tribello", golden("tribello").players, entry="quick")
    page = scored(record, bypass_csp=True)
    assert violations(page, "light", "dark") == []
    record = golden("jo-jotte")
    record.hands = [{key: text for key, text in record.hands[0].items() if "points" not in key}]
    scored(record, page=page)
    press(page, "6 7 next 5 0")
    expect(page.locator(".near .k")).to_have_count(2)
    assert violations(page, "light", "dark") == []


def test_box_of_the_last_hand_is_whole(scored):
    """The header has the number of hands."""
    record = golden("back-alley")
    record.hands = record.hands[:5]
    box = scored(record).locator("a.said > span").first
    assert box.inner_text().startswith("Hand 4: ")
    assert box.evaluate("e => e.scrollHeight <= e.clientHeight + 1")


def test_suits_among_the_bids_keep_their_colour(scored):
    record = Record.begin("back-alley", ("Ann", "Ben", "Cat", "Dan"))
    record.hands = [{"turn-up": "H"}]
    page = scored(record)
    colours = """[...document.querySelectorAll('.calls .h, .calls li > span:first-child')]
      .map((each) => getComputedStyle(each).color)"""
    label, heart, *names = page.evaluate(colours)
    assert heart not in (label, *names)
