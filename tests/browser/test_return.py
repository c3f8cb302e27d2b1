"""The return key of a phone's keyboard closes it: it begins no table and saves no players."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion import games
from companion.store.listing import Listing, Scope
from tests.browser.driver import Scorer, golden, quiet

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TYPED = "main form[method=post] input:not([type=hidden], [type=radio], [type=checkbox])"
UNFOLDED = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
FOCUSED = "document.activeElement.name ?? ''"


def newest(store) -> list[str]:
    """The code of the table begun last."""
    return [each.code for each in Listing(store).listed(Scope(unplayed=True), 1)]


def names(page) -> list[str]:
    return [field.get_attribute("name") or "" for field in page.locator(TYPED).all()]


def pressed(page, name) -> str:
    """Presses return in a field; the name of the field that then has the keyboard."""
    field = page.locator(f"[name='{name}']")
    page.evaluate(UNFOLDED)
    field.evaluate("(it) => it.closest('[popover]')?.showPopover()")
    field.focus()
    page.keyboard.press("Enter")
    quiet(page)
    return str(page.evaluate(FOCUSED))


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", games.all_games())
def test_return_in_new_table_field_closes_keyboard(served, store, phone, key):
    page, url = phone(), f"{served.url}/new/{key}"
    page.goto(url)
    before, fields = newest(store), names(page)
    assert "set" in fields
    for name in fields:
        seat = int(name[5:]) if name.startswith("name.") else 0
        after = f"name.{seat + 1}"
        page.locator(f"[name='{name}']").evaluate("(it) => { it.value ||= '12'; }")
        assert pressed(page, name) == (after if seat and after in fields else ""), name
        assert page.url == url, name
    assert newest(store) == before


@pytest.mark.parametrize("key", games.all_games())
@pytest.mark.long
def test_return_begins_no_table_without_a_script(served, store, phone, key):
    page, url = phone(java_script_enabled=False), f"{served.url}/new/{key}"
    page.goto(url)
    before, fields = newest(store), names(page)
    for name in ("name.1", *(each for each in fields if each.startswith("rule.")), "set"):
        page.goto(url)
        page.evaluate(UNFOLDED)
        field = page.locator(f"[name='{name}']")
        field.evaluate("(it) => it.closest('[popover]')?.showPopover()")
        field.press("Enter")
        expect(page).to_have_url(url)
        expect(page.locator("button[name=do][value=begin]")).to_be_visible()
    assert newest(store) == before


def test_return_on_the_page_of_players_saves_nothing(served, store, phone):
    scorer = Scorer(phone(), served.url, store)
    scorer.sit(golden("kaiser"), 1)
    page, url = scorer.page, f"{served.url}/t/{scorer.code}/seats"
    page.goto(url)
    seq = store.seq(scorer.code)
    fields = names(page)
    assert "team.A" in fields
    for name in fields:
        assert page.locator(f"[name='{name}']").count() == 1, f"saved before {name}"
        if name.startswith("team."):
            page.evaluate(UNFOLDED)
            page.locator(f"[name='{name}']").fill(f"The {name[5:]}s")
        pressed(page, name)
    assert page.url == url
    assert store.seq(scorer.code) == seq
