"""Counts the taps of one hand of every game on the real pages.

From the first answer of a hand to the first question of the next, on a phone of 390 × 844, without
scrolling: every tapped button has to be in sight.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from companion import games
from companion.engine.transcript import Transcript
from tests.browser.conftest import PHONE, Server
from tests.browser.driver import TWICE, Scorer, golden, rested, written
from tests.chromium import ARGS, executable

RESTS = 700
"""Milliseconds for which the place of the last tap is inactive in a tab that has just opened."""


@dataclass
class Finger:
    """Taps buttons of a table's page, and counts."""

    page: Any
    taps: int = 0
    scrolled: str = ""
    """The first button that was out of sight."""
    tapped: float = 0

    def tap(self, what: str) -> None:
        """Taps the element of a selector, once taps count."""
        key = self.page.locator(what).first
        key.wait_for(state="attached")
        rested(self.page)
        if not self._in_sight(key):
            self.scrolled = self.scrolled or what
        self._apart()
        key.dispatch_event("click") if key.get_attribute("type") in ("radio", "checkbox") else (
            key.tap(force=True)
        )
        self.tapped = time.monotonic()
        self.taps += 1

    def _apart(self) -> None:
        """Wait as long between two taps as a finger does."""
        left = TWICE - (time.monotonic() - self.tapped) * 1000
        if left > 0:
            self.page.wait_for_timeout(left)

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
        for digit in digits:
            self.tap(f".pad [data-press='{'next' if digit == '>' else digit}']")

    def card(self, key: str, *cards: str) -> None:
        for card in cards:
            self.tap(f"[name=tap][value='add {key}|{card}']")

    def play(self, told: str) -> None:
        """Plays a line: "5H=B" answers, "cards 1+AS 2S" adds cards, "#50>75" types a number, Next
        and another, "?.first" waits for a selector, ".bar .go" taps what it finds."""
        for word in told.split("; "):
            key, _, more = word.partition("=")
            if word[0] in ".[":
                self.tap(word)
            elif word[0] == "?":
                self.page.locator(word[1:]).first.wait_for()
            elif word[0] == "#":
                self.type(word[1:])
            elif "+" in word:
                self.card(word.partition("+")[0], *word.partition("+")[2].split())
            else:
                self.say(key, *more.split(","))

    def answers(self, told: dict[str, str]) -> int:
        """Answers a page step by step, and saves it unless a tap did; returns the facts on it."""
        page, facts = self.page, 0
        rested(page)
        before = page.locator("[name=seen]").first.input_value()
        barred = [page.locator(f".bar [name='a.{it[0]}'][value='{it[1]}']") for it in told.items()]
        sent = [key for key, text in told.items()
                if page.locator(f"button[name='a.{key}'][value='{text}']").count()]  # fmt: skip
        for key in sorted(told, key=lambda key: key in sent):
            if not any(each.count() for each in barred):
                self._unfold(key)
            facts += self._one(key, told[key])
        if not sent:
            self.tap(".bar .go")
        page.wait_for_function(MOVED, arg=before)
        return facts

    def _unfold(self, key: str) -> None:
        """Taps the cover or the fold of a question."""
        named = f":has([name='a.{key}'], [name^='tap'][value*=' {key}|'])"
        folds = self.page.locator(f".ans :is(.secret, .pack):not([open]){named} > summary")
        for fold in folds.all():
            fold.tap()
            self.taps += 1
            self.page.wait_for_timeout(TWICE)

    def _one(self, key: str, text: str) -> int:
        """Answers a question; returns its facts: a choice, cards, the digits of figures."""
        parts = self.page.locator(f"[name^='a.{key}.']")
        hidden = self.page.locator(f"[name='a.{key}'][type=hidden]")
        if parts.count() and parts.first.get_attribute("type") == "radio":
            rows = 0
            for place, part in enumerate(text.split()):
                if place + 1 == len(text.split()):
                    self.page.locator(".calc, .go").first.wait_for()
                row = f"label:has(> [name='a.{key}.{place}'][value='{part}'])"
                if self.page.locator(row).count():  # otherwise computed
                    if rows and self.page.locator(".tabs").count():
                        self.page.wait_for_timeout(RESTS)
                    self.say(f"{key}.{place}", part)
                    rows += 1
            return rows
        if parts.count() or self.page.locator(f"input[name='a.{key}'][inputmode]").count():
            at, key = page_at(self.page), f"a.{key}"
            self.type(">" * (at != "" and not at.startswith(key)) + ">".join(text.split()))
            return len(text.replace(" ", ""))
        marks = self.page.locator(f"[name=tap][value^='mark {key}|next']")
        if marks.count():
            for mark in text.replace("/", "").replace(" ", ""):
                self.tap(f"[name=tap][value='mark {key}|next {mark}']")
            return len(text.replace("/", ""))
        if hidden.count():
            cards = [] if text == "none" else text.replace("/", " ").split()
            self.card(key, *cards)
            return len(cards) or 1
        chosen = (
            [text]
            if self.page.locator(f"[name='a.{key}'][value='{text}']").count()
            else text.split()
        )
        if text == "none" and not self.page.locator(f"[name='a.{key}'][value=none]").count():
            return 1  # nothing is tapped
        for value in chosen:
            folded = self.page.locator(f":is(.rare, .twice):not([open]):has([value='{value}'])")
            for one in folded.all()[:1]:
                one.locator("summary").first.tap()
                self.taps += 1
                self.page.wait_for_timeout(TWICE)
            self.say(key, value)
        return len(chosen)

    def done(self, hand: int) -> None:
        """Saves, and goes on to the first question of the next hand."""
        self.tap(".bar .go")
        self.page.wait_for_function(NEXT, arg=hand)


NEXT = """hand => {
  const at = document.querySelector("main form [name=hand]");
  return !at || +at.value > hand || document.querySelector("main .blaze");
}"""


MOVED = """before => {
  const seen = document.querySelector("[name=seen]");
  return (seen && seen.value != before) || location.pathname.includes("/hand/");
}"""


def page_at(page: Any) -> str:
    """Name of the box that is lit; "" for none."""
    lit = page.locator("[data-keys].keyed")
    return lit.get_attribute("name") if lit.count() else ""


def begin(page: Any, url: str, game: str, way: str, players: int = 0) -> None:
    """Creates a table of a game with this entry mode and the suggested names."""
    page.goto(f"{url}/new/{game}" + (f"?players={players}" if players else ""))
    page.locator(f"[name=entry][value='{way}']").evaluate("e => e.click()")
    page.locator("button[name=do][value=begin]").click()
    page.wait_for_url(re.compile(r"/t/[A-Z]+$"))


STEPS = (
    ("nobody drops", ".bar .go; ?[name='a.event 1']", 1),
    ("a meld of three", "event 1=2 lay; cards 1+3S 3H 3D; .bar .go; ?[name='a.event 2']", 5),
    ("a card added", ".mld; cards 2=3C; ?[name='a.event 3']", 2),
    ("someone else acts", "event 3=4 turn; ?[name='a.event 4']", 1),
)
"""Events of a hand of Panguingue, with the taps each may take."""


@dataclass(frozen=True)
class Measure:
    """A game, its entry mode, a hand, and the most taps it may take including save and deal."""

    game: str
    way: str
    most: int
    facts: int
    """The facts of the hand that a table enters: choices, cards, and digits of figures."""
    play: str
    players: int = 0


HONOURS = "; ".join(f".inl >> nth={n} >> .k >> nth={who}" for n, who in enumerate("20320"))
SQUARES = "; ".join(
    f"[name=tap][value='mark square {place // 9 + 1}|next {suit}']"
    for place, suit in enumerate("HDHDHDHDHCCCSC-S--")
)
TRICKS = "; ".join(
    f"counters {n}={cards}; trick {n}={who}"
    for n, (cards, who) in enumerate((("9D", 2), ("5D,AD", 1), ("QD,5S", 4), ("5C", 1)), 1)
)
TABLE = f"""
kaiser guided 9 7 | bid 2=pass; bid 3=7; bid 4=rest pass; trump=S; tricks=5; 5H=A; 3S=B
kaiser quick 7 6 | bidder=2; contract=7; trump=S; tricks=5; 5H=B; 3S=A
back-alley guided 8 6 | turn-up=H; bid 2=3; bid 3=4; bid 4=3; bid 1=3; tricks=7
back-alley quick 4 3 | A contract=5; B contract=6; tricks=6
jo-jotte guided 10 9 | upcard=9H; first 2=accept; double=no; melds=none; #5075
jo-jotte quick 6 6 | .k:has([value='2 C']); #5075
jo-jotte quick 10 8 | .k:has([value='2 C']); [name='a.melds 1']; #20; [name='a.points 1']; #5075
nine-card-don guided 14 13 | trump=D; {TRICKS}; trick 5=rest; counting=A
nine-card-don quick 10 9 | trump=D; counters A=9D,QD,5C; counters B=5D,AD,KD,5H; counting=A
tribello guided 6 4 | trump=S; draw 1=not noted; tricks.0=5; tricks.1=6
tribello quick 4 3 | trump=S; tricks.0=5; tricks.1=6
scotch-whist quick 11 9 4 | trump=H; cards.0=12; cards.1=0; cards.2=16; .bar .go; {HONOURS}
carousel quick 10 7 4 | knocker=2; ?[data-most='4']; #44>412>9
leopard values 5 4 | #126; out=1
leopard quick 20 19 | {SQUARES}; out=nobody
tadmur quick 3 2 | won=1; how=chain
dilemma scores 14 13 | cards 1+A A 10 8 4 2 J; cards 2+K Q 9 5 5 7
dilemma quick 6 5 | tricks.0=7; #6555
tres totals 5 4 | #1911
shakespeares-dilemma quick 6 5 4 | #444; Galaxy Venus=4; Galaxy Saturn=4
dealers-dilemma quick 13 8 | kind 1=top; kind 2=zero; kind 3=easy; ?[name='a.shown 3']; #5>6>4>4>0
"""
"""Game, entry mode, the most taps with Save, facts, players if not the usual number; the taps."""
MEASURES = [
    Measure(game, way, int(most), int(facts), play.strip(), int(*players or "0"))
    for line in TABLE.strip().splitlines()
    for head, _, play in (line.partition("|"),)
    for game, way, most, facts, *players in (head.split(),)
]


BEGUN = "player 1: Ann\nplayer 2: Ben\nentry: {}\nhand 1\n"
WRITTEN = {
    "dilemma": BEGUN.format("tricks") + "; ".join(
        f"winner {n}: {'Ann' if n % 3 else 'Ben'}; last {n}: {'AKQJ'[n // 4]}{'SHCD'[n % 4]}"
        for n in range(1, 14)),
    "jo-jotte": BEGUN.format("cards") + """upcard: 7C
first Ben: pass; first Ann: accept; double: no; stub: 8D; nullo: no; slam: no
melds: none
pile Ann: JC 9C AC KC AS KS QS 8S JH 7H; pile Ben: 10C QC AH KH QH 9H AD 10D
last: Ann; jotte: nobody; revoke: nobody""",
}  # fmt: skip
"""Hands in an entry mode that the golden evening of their game does not use."""
STEP_BY_STEP = {
    ("carousel", "guided"): (5, 10), ("scotch-whist", "guided"): (1, 11),
    ("scotch-whist", "tricks"): (3, 24), ("tadmur", "guided"): (3, 14),
    ("shakespeares-dilemma", "guided"): (1, 22), ("shakespeares-dilemma", "cards"): (4, 72),
    ("dealers-dilemma", "guided"): (6, 27), ("dealers-dilemma", "cards"): (3, 57),
    ("leopard", "guided"): (2, 42), ("leopard", "lines"): (3, 20), ("leopard", "cards"): (4, 19),
    ("dilemma", "guided"): (1, 57), ("dilemma", "tricks"): (1, 39), ("jo-jotte", "cards"): (1, 33),
    ("tres", "guided"): (1, 54), ("tres", "keys"): (2, 47), ("tres", "quick"): (3, 20),
    ("panguingue", "quick"): (2, 29),
}  # fmt: skip
"""Game and entry mode of a hand from an evening: its number, the most taps."""


def stepped(page: Any, url: str, game: str, way: str) -> tuple[Finger, int]:
    """Plays that hand from its first question to its end; returns its number of facts, too."""
    hand, _ = STEP_BY_STEP[game, way]
    record = golden(game)
    if way in WRITTEN.get(game, ""):
        record = Transcript.read(WRITTEN[game], game).record
    scorer = Scorer(page, url)
    scorer.sit(record, hand - 1)
    scorer.opening(hand, {"@entry": way})
    finger, facts = Finger(page), 0
    for told in written(record)[hand - 1]:
        facts += finger.answers(told)
    if "/hand/" in page.url:
        finger.tap("footer .go")
        page.wait_for_url(re.compile(r"/t/[A-Z]+$"))
    return finger, facts


def measured(page: Any, url: str, it: Measure) -> tuple[Finger, int]:
    """Plays the hand up to the next hand's first question; returns its number of facts, too."""
    begin(page, url, it.game, it.way, it.players)
    finger = Finger(page)
    finger.play(it.play)
    finger.done(1)
    if "/hand/" in page.url:  # results are a separate page
        finger.tap("footer .go")
        page.wait_for_url(re.compile(r"/t/[A-Z]+$"))
    return finger, it.facts


def table() -> None:
    """Prints game, entry mode, taps, limit, and taps before Save for each fact."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        try:
            browser = playwright.chromium.launch(executable_path=executable(), args=ARGS)
            look: Any = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

            def told(game, way, most, plays):
                context = browser.new_context(**look)
                finger, facts = plays(context.new_page())
                name = f"{games.find(game).title}, {games.find(game).way(way).lower()}"
                ratio = (finger.taps - 1) / facts
                print(f"{name:<45} {finger.taps:>3} of {most} {ratio:.2f}", flush=True)
                context.close()

            for it in MEASURES:
                told(it.game, it.way, it.most, partial(measured, url=server.url, it=it))
            for (game, way), (_, most) in STEP_BY_STEP.items():
                told(game, way, most, partial(stepped, url=server.url, game=game, way=way))
        finally:
            server.stop()


if __name__ == "__main__":
    table()
