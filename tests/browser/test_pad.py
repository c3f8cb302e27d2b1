"""The score pad: legal numbers beside a refused one, keys in tabs, a moon."""

import pytest
from playwright.sync_api import expect

from companion.engine.record import Record
from tests.browser.driver import TWICE, golden, quiet

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


def tricks(page) -> list[str]:
    """The keys for tricks that can be seen."""
    return page.locator(".mrow .k:not(.tab):visible").all_inner_texts()


def test_tricks_of_three_players_share_a_place(scored):
    """One player's keys at a time; the next player's follow, and the last number is worked out."""
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
    tabs.first.tap()  # a number that is given can be changed
    page.wait_for_timeout(TWICE)
    place.nth(4).tap()
    expect(tabs.nth(2)).to_contain_text("3")


def test_moon_is_saved_like_any_round(scored):
    rules = {"title": "Hearts", "best": "lowest", "adds": "26", "moon": "yes"}
    page = scored(Record.begin("another", ["Ana", "Ben", "Cat", "Dan"], rules=rules))
    press(page, "0 next 2 6 next 2 6 next")
    expect(page.locator("#msg.no")).to_have_count(0)
    expect(page.locator(".due .head")).to_have_text("Ana shoots the moon")
    expect(page.locator(".bar .go")).to_contain_text("Save and deal")
