"""A game of the players' own, with named lines, in the offline version of three browser engines."""

import json

import pytest

from tests.browser.engines import in_engines
from tests.pocket.test_elsewhere import BRING, Pocket
from tests.texts import CHOOSE_A_GAME

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ["Ana", "Ben", "Cat", "Dan"]
HEARTS = """game: another
players: Ana, Ben, Cat, Dan
rules: title=Hearts, best=lowest, adds=26, target=10
entry: quick
hand 1
points: 13 13 0 0
"""
"""A game of last time, which is over."""
LINES = ["Clean books", "Dirty books", "Red threes", "Going out", "Cards"]
HEADING = "frame.contentDocument?.querySelector('h1')?.textContent.trim()"
FILLED = """const inside = frame.contentDocument;
inside.querySelectorAll("[name^='a.line']").forEach((box, place) => {
  box.value = String(place + 1);
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.dispatchEvent(new Event("change", { bubbles: true }));
});"""
LIVE = """const all = (css) => [...frame.contentDocument.querySelectorAll(css)]
  .map((each) => each.textContent.trim().replace(/\\s+/g, " "));
return [all(".going h2"), all(".going .totals b"), all(".going .onward"),
  all(".home h2").filter((each) => each.startsWith("Play again")), all(".chips a"),
  all(".tile b")];"""


class Chromium:
    """Chromium with the methods of the other engines."""

    def __init__(self, page):
        self.page = page

    def goto(self, url):
        self.page.goto(url)

    def js(self, body):
        return self.page.evaluate(f"async () => {{{body}\n}}")

    def press(self, x, y, times=1):
        for _ in range(times):
            self.page.touchscreen.tap(x, y)


def tap(one, css, until_there):
    """Taps a control inside, and waits for what follows."""
    one.rested()
    one.press(css, 1)
    one.wait(until_there)


def own_game(one):
    """Begins Hand & Foot, enters a round line by line, and reads the home page."""
    one.js(BRING % json.dumps(HEARTS))
    there = "Boolean(frame.contentDocument?.querySelector({}))".format
    one.inside("new/another", "#which")
    tap(one, "button[value='as Hand & Foot']", there("'.lines-of li:nth-child(5)'"))
    one.rested()
    one.js(f"""{json.dumps(NAMES)}.forEach((name, place) => {{
      frame.contentDocument.getElementsByName(`name.${{place + 1}}`)[0].value = name;
    }});""")
    tap(one, ".bar button[value=begin]", there("'.ask-form'"))
    for line, after in zip(LINES, [*LINES[1:], "best with 1802"], strict=True):
        one.wait(f"{HEADING}?.startsWith({json.dumps(line)})")
        one.rested()
        found = f"{HEADING}?.includes({json.dumps(after)})"
        if line == "Going out":
            tap(one, "main button[name='a.line 4'][value=A]", found)
        else:
            one.js(FILLED)
            one.wait(
                "Boolean(frame.contentDocument.querySelector('.bar .go:not([aria-disabled])'))"
            )
            tap(one, ".bar .go", found)
    one.inside("", ".going")
    return one.js(LIVE)


def check(one):
    title, totals, onward, again, chips, tiles = own_game(one)
    assert len(title) == 1
    assert title[0].startswith("Hand & Foot")
    assert totals == ["1001", "1802"]
    assert onward == ["Go on"]
    assert again == ["Play again with Ana, Ben, Cat and Dan"]
    assert chips == ["Hearts"]
    assert {"Hand & Foot", "Hearts"} <= {*tiles}


@pytest.mark.long
def test_own_game_is_kept_on_the_phone(phone, host):
    found = phone().open()
    found.flight()
    host.stop()
    check(Pocket(Chromium(found.page), found.url))


@pytest.mark.long
@in_engines
def test_own_game_is_kept_in_another_engine(engine, host, tmp_path):
    (tmp_path / "browser").mkdir()
    browser = engine(tmp_path / "browser")
    try:
        one = Pocket(browser, host.url)
        told = one.open()
        assert told["problem"] == ""
        one.key(CHOOSE_A_GAME)
        check(one)
    finally:
        browser.close()
