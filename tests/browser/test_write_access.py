"""A scorer’s phone is lost: another takes over scoring, and the old one shows a message."""

import pytest
from playwright.sync_api import expect

from tests.browser.driver import TWICE, Scorer, golden, written
from tests.texts import TAKE_IT_BACK, TAKE_OVER_SCORING

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_write_access_passes_to_another_phone_and_back(served, phone):
    old = Scorer(phone(), served.url)
    record = golden("kaiser")
    old.sit(record, 1)
    url = f"{served.url}/t/{old.code}"

    # Four digits, read off the scorer's phone, and the other phone scores; the phone that scored
    # before shows a message by itself, which covers nothing.
    old.page.goto(f"{url}/pencil")
    digits = "".join(old.page.locator(".code4 span").all_inner_texts())
    other = phone()
    other.goto(url)
    other.get_by_role("link", name=TAKE_OVER_SCORING).click()
    # Wrong digits do not move the keypad.
    zero = other.locator("[data-press='0']")
    place = zero.bounding_box()
    for digit in f"{(int(digits) + 1111) % 10000:04}":
        other.locator(f"[data-press='{digit}']").click()
        other.wait_for_timeout(TWICE)
    expect(other.locator("#note")).to_contain_text("not the code shown now")
    assert zero.bounding_box() == place
    assert place["y"] + place["height"] <= other.locator(".bar").bounding_box()["y"]
    for digit in digits:  # the fourth sends them
        other.locator(f"[data-press='{digit}']").click()
        other.wait_for_timeout(TWICE)  # the same digit sooner is a double tap
    expect(other.locator("#msg")).to_contain_text("You keep the score.")
    expect(old.page.locator("#msg")).to_contain_text(
        "Another phone took over scoring.", timeout=15_000
    )
    expect(old.page.locator("form.ask-form")).to_have_count(0)
    expect(old.page.locator(".barnote")).to_have_text("Another phone keeps the score")
    new = Scorer(other, served.url)
    new.code = old.code
    new.answer(2, written(record)[1][0])
    old.page.get_by_role("button", name=TAKE_IT_BACK).click()
    expect(old.page.locator("form.ask-form")).to_be_visible()
    expect(other.get_by_role("button", name=TAKE_IT_BACK)).to_be_visible(timeout=15_000)
