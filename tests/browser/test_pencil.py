"""A scorer’s phone is lost: another takes the pencil and scores on, and the old one is told."""

import os
import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Scorer, golden

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def later(server, minutes):
    """Lets time pass for the server: all that it has written down is so many minutes older."""
    with closing(sqlite3.connect(server.folder / "companion.db", timeout=20)) as database:
        for table, column in (("pencils", "heard"), ("pencils", "asked"), ("phones", "since"),
                              ("journal", "at"), ("tables", "begun")):  # fmt: skip
            database.execute(
                f"update {table} set {column} = strftime('%Y-%m-%d %H:%M:%f000', {column}, ?)"
                f" where {column} is not null",
                (f"-{minutes} minutes",),
            )
        database.commit()


def at_the_table(scorer, page, name):
    """The scorer's phone lets a phone in, and shows another code for the next one."""
    scorer.goto(f"{scorer.table}/share")
    link = scorer.locator("#one").input_value()
    page.goto(link)
    page.get_by_role("button", name=name).click()
    page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
    expect(scorer.locator(".phones")).to_contain_text(name)
    assert scorer.locator("#one").input_value() != link


def test_another_phone_takes_over_and_the_old_one_is_told(fragile, phone):
    old = Scorer(phone(), fragile.url)
    record = golden("kaiser")
    old.begin(record)
    old.play(record, 1, 1)
    url = old.page.table = f"{fragile.url}/t/{old.code}"
    names = record.players
    others = {name: phone() for name in names[1:]}
    for name, page in others.items():
        at_the_table(old.page, page, name)
    old.page.goto(url)
    expect(old.page.locator("#word")).to_be_attached()

    # Its screen goes dark: nothing of it is heard any more.
    old.page.context.set_offline(True)
    later(fragile, 5)
    asker, first, second = (others[name] for name in (names[3], names[1], names[2]))
    asker.goto(f"{url}/pencil")
    asker.get_by_role("button", name="Ask for the pencil").click()
    expect(asker.locator("h1")).to_have_text("You ask for the pencil")
    expect(asker.locator(".said-box")).to_contain_text("silent for")
    for page in (first, second):
        # The word lies over the page of whoever watches; one tap leads to the answer.
        page.get_by_role("link", name="Answer").click()
        expect(page.locator("h1")).to_have_text(f"May {names[3]} keep the score?")
        page.get_by_role("button", name="Yes").click()

    # The page that waits is led to the table, and goes on where the old phone stopped.
    asker.wait_for_url(url)
    new = Scorer(asker, fragile.url)
    new.code = old.code
    expect(asker.locator("form.ask-form")).to_be_visible()
    new.play(record, 2, 2)

    old.page.context.set_offline(False)
    old.page.goto(url)
    expect(old.page.locator("#msg")).to_contain_text(f"passed to {names[3]}’s phone")
    expect(old.page.locator("form.ask-form")).to_have_count(0)
    old.page.get_by_role("link", name="Ask for it back").click()
    expect(old.page.locator("h1")).to_have_text("Ask for the pencil back")
    if place := os.environ.get("COMPANION_TEST_PICTURES"):
        for name, page in (("old", old.page), ("asker", asker)):
            page.screenshot(path=f"{place}/{name}.png")
