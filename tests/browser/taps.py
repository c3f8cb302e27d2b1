"""Counts the taps of one hand of every game on the real pages.

From the first answer of a hand to the first question of the next, on a phone of 390 × 844, without
scrolling: every tapped button has to be in sight.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from companion import games
from tests.browser.conftest import PHONE, Server
from tests.browser.driver import TWICE, rested
from tests.chromium import ARGS, executable


@dataclass
class Finger:
    """Taps buttons of a table's page, and counts."""

    page: Any
    taps: int = 0
    scrolled: str = ""
    """The first button that was out of sight."""

    def tap(self, what: str) -> None:
        """Taps the element of a selector, once taps count."""
        key = self.page.locator(what).first
        key.wait_for(state="attached")
        rested(self.page)
        self.page.wait_for_timeout(TWICE)
        if not self._in_sight(key):
            self.scrolled = self.scrolled or what
        key.dispatch_event("click") if key.get_attribute("type") in ("radio", "checkbox") else (
            key.tap(force=True)
        )
        self.taps += 1

    def _in_sight(self, key: Any) -> bool:
        box = key.bounding_box()
        main = self.page.locator("main").bounding_box()
        bar = self.page.locator("footer").bounding_box()
        if box is None:
            return False
        middle = box["y"] + box["height"] / 2
        return main["y"] <= middle <= bar["y"] + bar["height"]

    def say(self, key: str, *values: str) -> None:
        """Answers a question, a tap for each value."""
        for value in values:
            self.tap(f":is(label, button):is([name='a.{key}'][value='{value}'], "
                     f":has(> [name='a.{key}'][value='{value}']))")  # fmt: skip

    def type(self, digits: str) -> None:
        """Types digits on the keypad; ">" is Next."""
        for digit in digits:
            self.tap(f".pad [data-press='{'next' if digit == '>' else digit}']")

    def card(self, key: str, *cards: str) -> None:
        """Taps cards into a list."""
        for card in cards:
            self.tap(f"[name=tap][value='add {key}|{card}']")

    def done(self, hand: int) -> None:
        """Saves, and goes on to the first question of the next hand."""
        self.tap(".bar .go")
        self.page.wait_for_function(NEXT, arg=hand)


VIEW: Any = PHONE
NEXT = """hand => {
  const at = document.querySelector("main form [name=hand]");
  return !at || +at.value > hand || document.querySelector("main .blaze");
}"""

Hand = Callable[[Finger], None]


def begin(page: Any, url: str, game: str, way: str, players: int = 0) -> None:
    """Creates a table of a game with this way of entry and the suggested names."""
    page.goto(f"{url}/new/{game}" + (f"?players={players}" if players else ""))
    if way != "guided":
        page.locator(f"[name=entry][value='{way}']").evaluate("e => e.click()")
    else:
        page.locator("[name=entry][value='guided']").evaluate("e => e.click()")
    page.locator("button[name=do][value=begin]").click()
    page.wait_for_url(re.compile(r"/t/[A-Z]+$"))


def kaiser(f: Finger) -> None:
    f.say("bidder", "2")
    f.say("contract", "7")
    f.say("trump", "S")
    f.say("tricks", "5")
    f.say("5H", "B")
    f.say("3S", "A")


def back_alley(f: Finger) -> None:
    f.say("A contract", "5")
    f.say("B contract", "6")
    f.say("tricks", "6")


def jo_jotte(f: Finger) -> None:
    f.say("declarer", "2")
    f.say("trump", "C")
    f.tap("[name='a.melds 1']")
    f.type("20")
    f.tap("[name='a.points 1']")
    f.type("50>75")


def don(f: Finger) -> None:
    f.say("trump", "D")
    f.say("counters A", "9D", "QD", "5C")
    f.say("counters B", "5D", "AD", "KD", "5H")
    f.say("counting", "A")


def tribello(f: Finger) -> None:
    f.say("trump", "S")
    f.say("tricks.0", "5")
    f.say("tricks.1", "6")


def scotch(f: Finger) -> None:
    f.say("trump", "H")
    f.say("cards.0", "12")
    f.say("cards.1", "0")
    f.say("cards.2", "16")
    f.tap(".bar .go")
    for honour, who in enumerate((2, 0, 3, 2, 0)):
        f.tap(f".inl >> nth={honour} >> .k >> nth={who}")


def carousel(f: Finger) -> None:
    f.say("knocker", "2")
    f.type("44>4>12>9")


def leopard_values(f: Finger) -> None:
    f.type("12>6")
    f.say("out", "1")


def leopard(f: Finger) -> None:
    for place, suit in enumerate("HDHDHDHDHCCCSC-S--"):
        seat = place // 9 + 1
        f.tap(f"[name=tap][value='mark square {seat}|next {suit}']")
    f.say("out", "nobody")


def tadmur(f: Finger) -> None:
    f.say("won", "1")
    f.say("how", "chain")


def dilemma(f: Finger) -> None:
    f.card("cards 1", "A", "A", "10", "8", "4", "2", "J")
    f.card("cards 2", "K", "Q", "9", "5", "5", "7")


def dilemma_totals(f: Finger) -> None:
    f.say("tricks.0", "7")
    f.type("65>55")


def tres(f: Finger) -> None:
    f.type("19>11")


def shakespeare(f: Finger) -> None:
    f.type("4>4>4")
    f.say("Galaxy Venus", "4")
    f.say("Galaxy Saturn", "4")


def dealers(f: Finger) -> None:
    f.say("kind 1", "top")
    f.say("kind 2", "zero")
    f.say("kind 3", "easy")
    f.page.locator(".first [name='a.top 1']").wait_for()
    f.page.locator("[name='a.shown 3']").wait_for()
    f.type("5>6>4>4>0")


def kaiser_steps(f: Finger) -> None:
    for key, bid in (("bid 2", "pass"), ("bid 3", "7"), ("bid 4", "rest pass")):
        f.say(key, bid)
    f.say("trump", "S")
    f.say("tricks", "5")
    f.say("5H", "A")
    f.say("3S", "B")


def pan_nobody_drops(f: Finger) -> None:
    f.tap(".bar .go")
    f.page.locator("[name='a.event 1']").first.wait_for()


def pan_meld(f: Finger) -> None:
    f.say("event 1", "2 lay")
    f.page.locator("[name='a.cards 1']").first.wait_for(state="attached")
    f.card("cards 1", "3S", "3H", "3D")
    f.tap(".bar .go")
    f.page.locator("[name='a.event 2']").first.wait_for()


def pan_added(f: Finger) -> None:
    f.tap("button.mld")
    f.say("cards 2", "3C")
    f.page.locator("[name='a.event 3']").first.wait_for()


def pan_other_player(f: Finger) -> None:
    f.say("event 3", "4 turn")
    f.page.locator("[name='a.event 4']").first.wait_for()


STEPS = (
    ("nobody drops", pan_nobody_drops, 1),
    ("a meld of three", pan_meld, 5),
    ("a card added", pan_added, 2),
    ("someone else acts", pan_other_player, 1),
)
"""Events of a hand of Panguingue, with the taps each may take."""


@dataclass(frozen=True)
class Measure:
    """A game, its way of entry, a hand, and the most taps it may take including save and deal."""

    game: str
    way: str
    play: Hand
    most: int
    players: int = 0

    @property
    def name(self) -> str:
        return f"{games.find(self.game).title}, {games.find(self.game).way(self.way).lower()}"


MEASURES = (
    Measure("kaiser", "guided", kaiser_steps, 9),
    Measure("kaiser", "quick", kaiser, 7),
    Measure("back-alley", "quick", back_alley, 4),
    Measure("jo-jotte", "quick", jo_jotte, 12),
    Measure("nine-card-don", "quick", don, 10),
    Measure("tribello", "quick", tribello, 4),
    Measure("scotch-whist", "quick", scotch, 11, 4),
    Measure("carousel", "quick", carousel, 11, 4),
    Measure("leopard", "values", leopard_values, 6),
    Measure("leopard", "quick", leopard, 20),
    Measure("tadmur", "quick", tadmur, 3),
    Measure("dilemma", "scores", dilemma, 14),
    Measure("dilemma", "quick", dilemma_totals, 7),
    Measure("tres", "totals", tres, 6),
    Measure("shakespeares-dilemma", "quick", shakespeare, 8, 4),
    Measure("dealers-dilemma", "quick", dealers, 13),
)


def measured(page: Any, url: str, it: Measure) -> Finger:
    """Plays the hand from its first question to the next hand's."""
    begin(page, url, it.game, it.way, it.players)
    finger = Finger(page)
    it.play(finger)
    finger.done(1)
    if "/hand/" in page.url:  # results are a separate page
        finger.tap("footer .go")
        page.wait_for_url(re.compile(r"/t/[A-Z]+$"))
    return finger


def table() -> None:
    """Prints game, way of entry, taps and limit."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        try:
            browser = playwright.chromium.launch(executable_path=executable(), args=ARGS)
            for it in MEASURES:
                context = browser.new_context(viewport=VIEW, has_touch=True, is_mobile=True)
                finger = measured(context.new_page(), server.url, it)
                print(f"{it.name:<45} {finger.taps:>3} of {it.most}", flush=True)
                context.close()
        finally:
            server.stop()


if __name__ == "__main__":
    table()
