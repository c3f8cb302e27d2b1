"""A scorer with a keyboard, and one with a screen reader."""

import pytest
from playwright.sync_api import expect

from tests.browser.driver import golden

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def typed(page, keys, title):
    """Presses each key after the question before has gone; returns the key presses."""
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator("h1")).to_contain_text(title)
    return len(keys)


def begun(scored):
    record = golden("kaiser")
    record.hands = []
    return scored(record)


def test_kaiser_hand_is_scored_by_keys_alone(scored):
    page = begun(scored)
    presses = typed(page, "p", "Pia") + typed(page, "p", "Quin") + typed(page, "n7", "Nell")
    presses += typed(page, "p", "the result")
    for key in "3no":
        page.keyboard.press(key)
        presses += 1
    page.wait_for_function("() => document.querySelectorAll('.ans input:checked').length === 3")
    expect(page.locator(".bar .go")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("goes down on 7 no-trump")
    assert presses + 1 <= 30


def test_number_with_two_digits_waits_for_the_second(scored):
    page = begun(scored)
    typed(page, "12", "Pia")
    expect(page.locator(".bar .undo b")).to_contain_text("bids 12")


def test_switch_turns_the_keyboard_off(scored):
    page = begun(scored)
    page.evaluate("() => localStorage.setItem('keys', 'off')")
    before = page.inner_text("h1")
    page.keyboard.press("p")
    page.evaluate("() => localStorage.removeItem('keys')")
    typed(page, "p", "Pia")
    assert before != page.inner_text("h1")
    expect(page.locator(".bar .undo b")).to_contain_text("Omar passes")


def test_answer_is_read_aloud_before_the_next_question(scored):
    page = begun(scored)
    typed(page, "7", "Pia")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_accessible_name("Omar bids 7. Pia: bid or pass")
    expect(heading).to_be_focused()
