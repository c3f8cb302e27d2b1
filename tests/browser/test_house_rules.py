"""House rules of a new game: the line above a rule shows the value that is chosen."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_line_of_rule_shows_its_chosen_value(served, phone):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    page.locator("#house > summary").tap()
    rule, count = page.locator("#option-ends"), page.locator("#house > summary small")
    expect(count).to_have_text("all standard")
    rule.locator("> summary").tap()
    rule.locator("label", has_text="after a number of hands").first.tap()
    expect(rule.locator("> summary small")).to_have_text("after a number of hands")
    expect(count).to_have_text("1 not standard")
    number = page.locator("#option-hands")
    number.locator("> summary").tap()
    number.locator("input").fill("4")
    expect(number.locator("> summary small")).to_have_text("4")
    expect(count).to_have_text("2 not standard")
    assert "10: 10 hands" not in number.inner_text()  # the label says no more than the number
    rule.locator("label", has_text="at the target the standard").tap()
    expect(rule.locator("> summary small")).to_have_text("at the target")
    expect(count).to_have_text("1 not standard")
