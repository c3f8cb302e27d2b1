"""Whole evenings of every game in WebKit and Firefox, tap by tap."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from companion import games
from companion.engine.transcript import Transcript
from tests.browser.driver import golden, tapped, written
from tests.browser.engines import Firefox, WebKit, until
from tests.browser.test_engines import NEWS, Served, Walk
from tests.browser.test_evenings import ledger
from tests.daily import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NEXT = (Path(__file__).parent / "evening.js").read_text(encoding="utf-8")
FIND = """document.querySelectorAll("[data-next]").forEach((each) => delete each.dataset.next);
const next = ({next})(document, {answers});
if (next) next.dataset.next = "";
return Boolean(next);"""
PLACE = """const seen = document.querySelector("[name=seen]")?.value ?? "";
return location.pathname.includes("/hand/") ? "scored" : seen;"""

ONWARD = """return !location.pathname.includes("/hand/")
  && Boolean(document.querySelector("[name=seen], .blaze"));"""

ACTIVE = """return !document.documentElement.dataset.later && !document.querySelector("#brief");"""


def beside(hand):
    """True if a hand has acts beside its answers: a redeal, agreed points, a new rule."""
    return any(key.startswith("@") and key != "@entry" for key in hand)


class Evening(Walk):
    """A scorer who enters a record, question by question."""

    def play(self, record, table):
        """`table(hands)` opens the record's first hands: acts beside answers are not tapped."""
        pages = written(record)
        self.goto(table(0))
        for number, hand in enumerate(record.hands, 1):
            if beside(hand):
                self.goto(table(number))
                continue
            self.mode(hand.get("@entry", record.head.get("entry", "guided")))
            for answers in pages[number - 1]:
                self.page(answers)
            if self.browser.js(PLACE) == "scored":
                self.tap("footer a.go")
                until("the next page", lambda: self.browser.js(ONWARD))
                self.rested()

    def rested(self):
        """Also waits until the last result is closed and every key is active again."""
        super().rested()
        until("active keys", lambda: self.browser.js(ACTIVE))

    def mode(self, way):
        """The current mode has no button."""
        if self.there(f"button[name=mode][value='{way}']"):
            self.rested()
            before = self.browser.js(PLACE)
            self.browser.js(f"document.querySelector(`button[name=mode][value='{way}']`).click()")
            until(f"entry {way}", lambda: self.browser.js(PLACE) != before)

    def page(self, answers):
        """Taps until the page is saved."""
        self.rested()
        before, taps = self.browser.js(PLACE), 0
        find = FIND.format(next=NEXT, answers=json.dumps(answers))
        while self.browser.js(PLACE) in (before, ""):
            until(
                f"a control for {answers} on {self.browser.js(NEWS)}", lambda: self.browser.js(find)
            )
            if self.browser.js("return Boolean(document.querySelector('[data-next].go'))"):
                self.look(f"{answers}")
                self.tap("[data-next]", new=True)
            else:
                self.tap("[data-next]")
            taps += 1
            assert taps < 150, answers
        self.rested()


def played(engine, key, folder):
    """Enter the evening of a game and compare it with its record. By day only its first hand."""
    record = tapped(golden(key))
    if not LONG:
        del record.hands[1:]
    (folder / "browser").mkdir()
    served, codes = Served(folder), []

    def table(hands):
        part = record.copy()
        part.hands = part.hands[:hands]
        stored = served.store.begin(part)
        codes.append(stored.code)
        return f"/t/{stored.code}/score/{stored.key}"

    try:
        with closing(engine(folder / "browser")) as browser:
            evening = Evening(browser, served.url)
            evening.play(record, table)
            evening.look("the end")
            text = browser.js(f"return (await fetch('/t/{codes[-1]}/record.txt')).text()")
        assert ledger(Transcript.read(text).record) == ledger(record)
        assert evening.faults == []
    finally:
        served.stop()
        served.store.close()


@pytest.mark.needs(*WebKit.NEEDS)
@pytest.mark.kinds("scotch-whist")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_evening_is_entered_by_taps_in_webkit(key, tmp_path):
    played(WebKit, key, tmp_path)


@pytest.mark.long
@pytest.mark.needs(*Firefox.NEEDS)
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_evening_is_entered_by_taps_in_firefox(key, tmp_path):
    played(Firefox, key, tmp_path)
