"""Nothing moves: every key of every kind of question keeps its place in every state of the page.

Each kind of question of each game is opened, answered bit by bit, refused, held back by the network
and watched, on a phone held upright and on its side, on a small one, and with larger text.
"""

from __future__ import annotations

import time
from itertools import product

import pytest
from playwright.sync_api import Error, expect

from companion import games
from companion.engine.record import Record
from tests.browser.driver import GAME_KEYS, TWICE, golden, quiet, renamed, rested
from tests.browser.test_pages import CUT, UNFOLDED
from tests.daily import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UPRIGHT, ASIDE, SMALL = (390, 844), (844, 390), (320, 568)
LARGEST = 150
"""The largest type that the app offers, in per cent."""
WAYS = [(UPRIGHT, 100), (SMALL, 100), (ASIDE, 100), (UPRIGHT, LARGEST)]
MORE = [*WAYS, (UPRIGHT, 200), (ASIDE, 200)]
REST = 350
"""Milliseconds for which the key that removes an answer ignores taps, because of double taps."""

# The places of all targets of a finger, and of the lines between, without scrolling.
PLACES = """() => {
  const main = document.querySelector('main');
  const found = {};
  const add = (name, e) => {
    if (!e.checkVisibility()) return;
    const box = e.getBoundingClientRect();
    const inside = main.contains(e);
    found[name] = [box.x, box.y + scrollY + (inside ? main.scrollTop : 0), box.width, box.height]
      .map((n) => Math.round(n * 10) / 10).join(' ');
  };
  for (const line of ['.hd', '.sc', 'div.ask', '.ctx', '#msg', '.bar']) {
    const e = document.querySelector(line);
    if (e) add(line, e);
  }
  document.querySelectorAll('.ans :is(.k, .cd, .fld)').forEach((e) => {
    const of = e.matches('button, a') ? e : e.querySelector('input') || e;
    add((of.name || '') + '=' + (of.value || of.textContent).trim().slice(0, 30), e);
  });
  const undo = document.querySelector('.bar .un');
  if (undo) add('undo', undo);
  // Beside the key of what is refused stands "Agree on points".
  const last = ['#takeback', '.go:not([hidden])', '.ask-more:not(.stopped)']
    .map((what) => document.querySelector('.bar ' + what)).find((e) => e);
  if (last) add('last', last);
  return found;
}"""
# Targets too small for a small phone, hidden elements; text that is cut or shown twice.
MISSED = """() => [...document.querySelectorAll(
  '.ans :is(.k, .cd, .fld, .mld, button.plr, summary), .bar .bt, .hd a, .ask :is(button, summary),'
  + ' .tail summary')]
  .filter((e) => e.checkVisibility())
  .map((e) => [e.textContent.trim().slice(0, 30), e.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5 || box.right > innerWidth)
  .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""
UNSAID = """() => {
  const seen = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility());
  const cut = seen('.ti, .ti > *, .calls li, .sc .nm')
    .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3)
    .map((e) => `cut: ${e.textContent.trim()}`);
  const bare = seen(':is(.tail, .pack) > summary, .tail > details > summary')
    .filter((e) => getComputedStyle(e, '::before').borderRightStyle === 'none')
    .map((e) => `no mark: ${e.textContent.trim()}`);
  const twice = seen('.fs legend:not(.sr)')
    .map((e) => [e.textContent.trim(), e.closest('.fs').querySelector('summary')])
    .filter(([text, summary]) => summary?.textContent.includes(text))
    .map(([text]) => `twice: ${text}`);
  return [...cut, ...bare, ...twice];
}"""
# Text wider than its box or clip; only a name may be cut, and a message opens on a tap.
# Also elements wider than the screen, and the last key if it cannot be scrolled above the bar.
CLIPPED = """() => {
  const found = [], range = document.createRange(), main = document.querySelector('main');
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const holds = '.sc, .sc > div, .tl, div.ask, .ctx, .k, .bt, .fld, .cd, .lab, .plr';
  while (words.nextNode()) {
    const e = words.currentNode.parentElement, text = words.currentNode.textContent.trim();
    if (!text || !e.checkVisibility() || e.closest('.sr, #msg, .nm')) continue;
    range.selectNodeContents(words.currentNode);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1);
    for (let at = e; at !== document.body; at = at.parentElement) {
      const clips = getComputedStyle(at).overflowX !== 'visible' && at !== main;
      if (!clips && !at.matches(holds)) continue;
      const box = at.getBoundingClientRect();
      if (lines.some((line) => line.right > box.right + 1 || line.left < box.left - 1
        || Math.max(box.top - line.top, line.bottom - box.bottom) > Math.max(3, line.height * .3)))
        found.push(`${text} in ${at.className || at.tagName}`);
    }
  }
  const top = (what) => document.querySelector(what).getBoundingClientRect().top;
  if (!document.querySelector('.app')) return found; // the page scrolls
  const title = '.ask:not(.sr) h1';
  if (document.querySelector(title) && top(title) < top('main') + 1.5)
    found.push('the title touches the score');
  main.scrollTop = 1e6;
  const end = top('.bar') + .5;
  for (const each of main.querySelectorAll('.ans :is(.k, .cd, .fld, .mld, .plr), .tail > *'))
    if (each.checkVisibility() && each.offsetHeight > 1
      && each.getBoundingClientRect().bottom > end) found.push('under');
  main.scrollTop = 0;
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (Math.max(scrollWidth, main.scrollWidth) > innerWidth || scrollHeight > innerHeight)
    found.push(`the page is ${scrollWidth} x ${scrollHeight}`);
  return found;
}"""
# Names of up to twelve letters that are cut by their box, or by the screen.
CUT_NAMES = """() => {
  const found = [], range = document.createRange();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode, e = text.parentElement;
    if (!e.checkVisibility() || e.closest('.sr, .few, .help, #msg, .due')) continue;
    for (const name of text.data.matchAll(/NAMES/g)) {
      range.setStart(text, name.index);
      range.setEnd(text, name.index + name[0].length);
      const lines = [...range.getClientRects()].filter((line) => line.width > 1);
      for (let at = e; lines.length && at !== document.body; at = at.parentElement) {
        const { overflowX, display } = getComputedStyle(at), box = at.getBoundingClientRect();
        if (overflowX === 'visible' || display === 'contents' || at.matches('main')) continue;
        if (lines.some((line) => line.right > box.right + 1 || line.bottom > box.bottom + 4))
          found.push(`${name[0]} in ${at.className || at.tagName}`);
      }
      if (lines.some((line) => line.right > innerWidth)) found.push(`${name[0]} by the screen`);
    }
  }
  return found;
}"""
# A message over the title, over the key that changes the entry mode, or over an answer.
COVERS = """() => {
  const range = document.createRange();
  const lines = (e) => {
    range.selectNodeContents(e);
    return [...range.getClientRects()].filter((line) => line.width > 1 && line.height > 4)
      .map(({left, right, top, bottom}) => {
        const edge = (bottom - top) * .2; // above and below the letters
        return { left, right, top: top + edge, bottom: bottom - edge };
      });
  };
  const main = document.querySelector('main'), said = document.querySelector('#msg > span');
  main.scrollTop = 0;
  scrollTo(0, 0);
  if (!said || !said.textContent || said.closest('.due')) return [];
  const end = said.getBoundingClientRect();
  const own = lines(said).filter((line) => line.top < end.bottom && line.bottom > end.top);
  const rest = [...main.querySelectorAll('.ask:not(.sr) :is(h1, .way), .ans :is(.k, .cd, .fld)')];
  return rest.filter((e) => e.checkVisibility() && lines(e).some((line) => own.some((each) =>
      each.left < line.right && each.right > line.left && each.top < line.bottom
      && each.bottom > line.top)))
    .map((e) => `"${said.textContent}" covers ${e.textContent.trim().slice(0, 30)}`);
}"""
FIXED = (".hd", ".sc", ".bar")
"""The lines of each page; the places of a question and its keys count from the bar."""
WATCHED = (*FIXED, "div.ask", ".ctx")


def moments(record: Record) -> list[tuple[int, str, Record]]:
    """(hand, kinds asked, the record as it was before) for each page unlike those before it."""
    found, met = [], set()
    replay = games.find(record.game).replay(record)
    for hand in replay.hands:
        asked: dict[int, list] = {}
        for each in hand.asked:
            asked.setdefault(each.page, []).append(each)
        own = {key: text for key, text in hand.answers.items() if key.startswith("@")}
        for page in sorted(asked):
            kinds = " ".join(sorted({each.question.kind for each in asked[page]}))
            kinds += f" x{len(asked[page])}"
            if kinds not in met:
                met.add(kinds)
                earlier = record.copy()
                earlier.hands = [*earlier.hands[: hand.number - 1], dict(own)]
                found.append((hand.number, kinds, earlier))
            own |= {each.question.key: each.question.write(each.value) for each in asked[page]}
    return found


def count_from_bar(places: dict[str, str]) -> None:
    """With large text the bar scrolls along, below all answers: its keys have places in it."""
    top = float(places.pop(".bar").split()[1])
    for name in places.keys() & {"undo", "last"}:
        x, y, width, height = places[name].split()
        places[name] = f"{x} {round(float(y) - top + 0.2)} {width} {height}"


class Look:
    """A page, and where its keys were when it was opened."""

    def __init__(self, page, ways, about):
        self.page, self.ways, self.about = page, ways, about
        self.first: dict[object, dict[str, str]] = {}
        self.held = (UPRIGHT, 100)
        self.tapped = 0.0
        self.moved: list[str] = []
        self.states = 0

    def seen(self, state: str) -> None:
        """Measures in every orientation of the phone; records elements that have moved."""
        self.states += 1
        for way in self.ways:
            (width, _), text = way
            self.hold(way)
            now = self.page.evaluate(PLACES)
            if text > 100:
                count_from_bar(now)
            was = self.first.setdefault(way, now)
            for name in was.keys() & now.keys():
                if was[name] != now[name]:
                    self.moved.append(
                        f"{self.about}, {state}, {width} wide, text {text} %: "
                        f"{name} from {was[name]} to {now[name]}"
                    )
        self.hold((UPRIGHT, 100))

    def serves(self) -> None:
        """Records text that cannot be read."""
        self.moved += [f"{self.about}: {each}" for each in self.page.evaluate(UNSAID)]

    def hold(self, way) -> None:
        """Turns the phone, and sets the size of its text."""
        if way != self.held:
            (width, height), text = self.held = way
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("t => document.documentElement.style.fontSize = t + '%'", text)

    def tap(self, what) -> bool:
        """Taps it, if it is there."""
        if not what.count():
            return False
        self.page.wait_for_timeout(max(0, TWICE - (time.monotonic() - self.tapped) * 1000))
        try:
            what.first.tap(force=True, timeout=5000)
        except Error:
            return False
        self.tapped = time.monotonic()
        quiet(self.page)
        return True


def look_at(page, about, ways) -> Look:
    """The kind of question that is open, in every state it can have."""
    look = Look(page, ways, about)
    look.seen("open")
    if look.tap(page.locator("details.secret > summary")):
        look.first.clear()  # the uncovered answers keep their place from now on
        look.seen("uncovered")
    look.serves()
    struck = page.locator(".ans a.cannot:visible")
    if look.tap(struck):
        reason = page.locator(struck.first.get_attribute("href"))
        assert page.locator("#msg > span").text_content().strip() in reason.text_content()
        assert page.evaluate(LONGEST)
        words, whole = page.evaluate(SAYS)
        assert whole, f"a refusal is cut: {words}"
        look.seen("struck out, and why")
    at_once = page.locator(".ans button[name^='a.']").first
    if at_once.count():
        page.route("**/answer", lambda route: route.abort())
        at_once.tap(force=True)
        page.locator("#msg.wait").wait_for()
        look.seen("waiting for the network")
        page.wait_for_timeout(REST)
        page.locator("#takeback").tap()
        page.unroute("**/answer")
        look.seen("taken back")
    else:
        for key in range(3):
            taps = page.locator(".ans :is([name=tap], input[type=checkbox], [data-press])")
            if not taps.count() or not look.tap(taps.nth(min(key, taps.count() - 1))):
                break
            look.seen(f"{key + 1} tapped")
        if page.locator(".pad [data-press='+']").count():
            for digit in "+12":  # an end of three digits, and a sum of two numbers
                look.tap(page.locator(f".pad [data-press='{digit}']"))
            look.seen("a sum")
        names = page.evaluate(
            "() => [...new Set([...document.querySelectorAll('.ans input[type=radio]')]"
            ".filter((e) => !e.closest('details:not([open])')).map((e) => e.name))]"
        )
        for name in names:
            look.tap(page.locator(f"input[name='{name}']"))
            look.seen(f"{name} chosen")
        look.tap(page.locator(".bar .ask-more"))
        look.seen("asked what is open, or refused")
        page.route("**/check*", lambda route: route.abort())
        page.locator("form.ask-form").dispatch_event("change")
        page.locator("#recheck, #later").wait_for()
        look.seen("not checked for want of a network")
        page.unroute("**/check*")
        page.locator("#recheck, #later").wait_for(state="detached")
    page.evaluate("document.documentElement.classList.add('resting')")
    look.seen("resting")
    return look


def stays(scored, key, ways):
    page, states, moved = None, 0, []
    for hand, kinds, record in moments(golden(key)):
        page = scored(record, page=page, bypass_csp=True)
        # On such a small phone number keys appear when a box is tapped.
        keypad = page.locator(".pad").count()
        held = [way for way in ways if not (keypad and way[0] == SMALL)]
        look = look_at(page, f"{key}, hand {hand}, {kinds}", held)
        states += look.states
        moved += look.moved
    assert states >= 4
    assert moved == []


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_keys_stay_in_place_between_question_states(scored, key):
    """At night, and of Kaiser, also with text of twice the size."""
    stays(scored, key, MORE if LONG or key == "kaiser" else WAYS)


@pytest.mark.kinds("panguingue", "back-alley")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_smallest_phone_cuts_no_word_or_key(scored, phone, key):
    """The first page of each entry mode, one of every kind of question, a correction, and a
    watcher's page. Long names are whole and never cut facts; no message covers title or key."""
    page, found = phone(viewport={"width": SMALL[0], "height": SMALL[1]}), []
    ways = games.find(key).replay(golden(key)).hands[0].modes or ("guided",)
    first = [Record.begin(key, golden(key).players, entry=way) for way in ways]
    long = [*LONG_NAMES[:2], "Konstantinos", *LONG_NAMES[4:], "Theodora", "Evangeline"]
    named = [
        renamed(each, ["Annabelle-Luise", *LONG_NAMES[:2], *LONG_NAMES[3:], "Theodora"])
        for each in first
    ]
    named += [renamed(each, long) for each in first]
    named += [each for *_, each in moments(renamed(golden(key), long))]
    cut_names = CUT_NAMES.replace("NAMES", "|".join(long))
    for record in [*first, *(each for *_, each in moments(golden(key))), *named]:
        for watched in (True, False)[record not in first :]:
            scored(record, page=page, watched=watched)
            asks = page.locator("h1").first.inner_text()
            page.evaluate("document.fonts.ready.then(() => 0)")
            for cover in page.locator("details.secret > summary").all():
                cover.tap()
            sizes = (SMALL, SHORT, UPRIGHT) if record in named else (SMALL,)
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                now = page.evaluate(CLIPPED) + (page.evaluate(MISSED) if width < 390 else [])
                now += page.evaluate(cut_names) + page.evaluate(COVERS)
                if not watched and page.evaluate(LONGEST):
                    now += page.evaluate(COVERS)
                found += [(asks, watched, width, each) for each in now]
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    scored(golden(key), "/amend/1", page=page)
    page.evaluate(UNFOLDED)
    assert sorted({*found, *page.evaluate(CLIPPED)}) == []


FILLED = {
    "jo-jotte": {"declarer+trump": "2 H", "special": "slam", "tricks 2": "9", "revoke": "1"},
    "kaiser": {"bidder": "2", "contract": "8", "trump": "D", "tricks": "1", "5H": "B"},
}
TOP = "return Math.round(e.closest('label').getBoundingClientRect().top)"


@pytest.mark.parametrize("key", sorted(FILLED))
def test_scrolled_page_stays_while_filled_in(scored, key):
    """On a short phone a number that is still open is out of sight, above or below."""
    record = Record.begin(key, golden(key).players, entry="quick")
    page, moved = scored(record, viewport={"width": 390, "height": 480}), []
    for name, value in FILLED[key].items():
        radio = page.locator(f".ans input[name='a.{name}'][value='{value}']")
        # Where a finger may have it, at the foot of the visible part.
        before = radio.evaluate(f"e => {{ e.scrollIntoView({{block: 'end'}}); e.click(); {TOP} }}")
        page.wait_for_timeout(50)
        rested(page)
        after = radio.evaluate(f"e => {{ {TOP} }}")
        if before != after:
            moved.append((name, before, after))
    assert moved == []


def test_the_lines_of_all_pages_have_one_place(scored, phone):
    """The same heights in every game, so that no thumb has to search. Only a hand in play, that a
    game shows before its first question, is higher than the empty line."""
    page = phone()
    found: dict[object, set[str]] = {}
    for key in GAME_KEYS:
        for watched in (False, True):
            scored(Record.begin(key, golden(key).players), page=page, watched=watched)
            if page.locator(".entries").count():
                continue  # rows of numbers have places of their own
            for size in (UPRIGHT, SHORT):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                places = page.evaluate(PLACES)
                for line in WATCHED if watched else FIXED:
                    _, top, _, height = places[line].split()
                    grown = line == ".ctx" and page.locator(".ctx > .inplay").count()
                    found.setdefault((size, line, "top"), set()).add(top)
                    if not grown:
                        found.setdefault((size, line, "height"), set()).add(height)
    assert {each: len(places) for each, places in found.items()} == dict.fromkeys(found, 1)


def test_every_legal_bid_is_in_sight(scored):
    record = golden("kaiser")
    record.hands = [{"bid 2": "7"}]
    page = scored(record)
    for size in (UPRIGHT, ASIDE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        keys = page.evaluate(KEYS)
        assert len(keys) >= 10
        bottom = page.locator(".bar").bounding_box()["y"] if size == UPRIGHT else size[1]
        assert max(key["bottom"] for key in keys) <= bottom


WAYS_AT_ONCE = {
    "dilemma": ("quick", "scores"), "leopard": ("quick", "values"), "tres": ("quick", "totals"),
}  # fmt: skip
KEYS = """() => [...document.querySelectorAll('.ans :is(.k, .cd, .fld)')]
  .filter((e) => e.checkVisibility())
  .map((e) => e.getBoundingClientRect())
  .map(({bottom, height}) => ({bottom, height}))"""
SHORT = (390, 664)


def fits(page, about, least, aside=0):
    """Checks that a short phone has nothing to scroll, and one on its side at most `aside` pixels;
    no key is lower than `least`."""
    for width, height in (SHORT, ASIDE):
        page.set_viewport_size({"width": width, "height": height})
        keys = page.evaluate(KEYS)
        end = page.locator(".bar").bounding_box()["y"] if width < height else height + aside
        assert max(key["bottom"] for key in keys) <= end, (about, width)
        assert min(key["height"] for key in keys) >= least, (about, width)
        assert (about, page.evaluate(CUT.replace(".pick > span", ".cd"))) == (about, [])


def test_whole_hand_fits_short_and_sideways_phones(scored, phone):
    """With the browser's own bars. On a phone on its side half of one row is below: the pitcher,
    only in the first hand of Nine-Card Don. Seven players have rows of 40 pixels."""
    page = phone()
    for key in GAME_KEYS:
        for way in WAYS_AT_ONCE.get(key, ("quick",)):
            scored(Record.begin(key, golden(key).players, entry=way), page=page)
            fits(page, key, 44, aside=20 if key == "nine-card-don" else 0)
    scored(Record.begin("scotch-whist", golden("panguingue").players, entry="quick"), page=page)
    fits(page, "seven players", 40, aside=20)


PACKS = {
    "carousel": {"knocker": "1"}, "dealers-dilemma": {}, "dilemma": {}, "leopard": {},
    "panguingue": {"drops": "none", "event 1": "2 lay"}, "scotch-whist": {}, "tres": {},
}  # fmt: skip
"""The answers before the page with a whole pack."""


def test_whole_pack_fits_short_and_sideways_phones(scored, phone):
    """Each suit in two rows, on a phone on its side in one."""
    page = phone()
    for key in PACKS if LONG else ("dealers-dilemma", "panguingue", "tres"):
        record = Record.begin(key, golden(key).players, entry="guided")
        record.hands = [PACKS[key]]
        scored(record, page=page)
        assert page.locator(".ans .cd").count() >= 36, key
        fits(page, key, 44)


def test_packs_of_one_page_have_one_place(scored):
    """The second opens in the place of the first, after its answer. Both show their cards."""
    record = Record.begin("dealers-dilemma", golden("dealers-dilemma").players, entry="guided")
    record.hands = [{"up": "6H 9C", "taken": "9C", "bid 1": "top"}]
    for width, height in (UPRIGHT, SHORT, SMALL, ASIDE):
        page = scored(record, viewport={"width": width, "height": height})
        folds, cards = page.locator(".ans .pack > summary"), page.locator(".ans .cd:visible")
        places = []
        for place, card in enumerate(("10C", "8D")):
            assert cards.count() == 36
            boxes = cards.evaluate_all(BOXES) + folds.evaluate_all(BOXES)
            end = page.locator(".bar").bounding_box()["y"] if width < height else height
            assert max(bottom for *_, bottom in boxes) <= end
            places.append(boxes)
            page.locator(f"label:visible:has([value='{card}'])").tap()
            expect(folds.nth(place)).to_contain_text(card[:-1])
            page.wait_for_timeout(TWICE)
        assert places[0] == places[1]
        assert cards.count() == 0


BOXES = """all => all.map((e) => e.getBoundingClientRect())
  .map((box) => [box.x, box.y, box.right, box.bottom])"""


def test_trick_points_are_counted_without_scrolling(scored):
    """Both numbers, their keys in the same place in every game, Jo-Jotte and the question
    about a revoke, which is in every hand."""
    record = golden("jo-jotte")
    told = {key: text for key, text in record.hands[0].items() if not key.startswith("points")}
    record.hands = [told]
    page = scored(record)
    assert page.locator("h1").first.inner_text() == "Count the trick points"
    order = page.evaluate("""() => [...document.querySelectorAll('.ans > *')]
      .map((e) => e.matches('.keyfoot') ? 'keys' : e.querySelector('.fld') ? 'number'
        : 'choice')""")
    assert order == ["number", "choice", "keys"]
    assert page.locator(".pad .k").last.is_visible()
    fits(page, "trick points", 44)


LONG_NAMES = [
    "Maximiliane",
    "Christopher",
    "Annabelle-Luise",
    "Konstantin",
    "Bartholomew",
    "Wilhelmina",
]
OUTSIDE = """() => {
  const found = [];
  for (const line of document.querySelectorAll('a.said, #msg')) {
    const box = line.getBoundingClientRect();
    for (const e of line.querySelectorAll(':scope > *, :scope .res > *')) {
      const at = e.getBoundingClientRect();
      const out = [box.top - at.top, at.bottom - box.bottom, at.right - box.right];
      // The link to a rule reaches over the edge: there is nothing beside it.
      if (!e.matches('#msg > a') && Math.max(...out) > 0.5) found.push(e.className + ' ' + out);
      const nm = e.querySelector('.nm');
      if (nm && nm.scrollWidth > nm.clientWidth) found.push(e.innerText + ' is cut');
    }
  }
  return found;
}"""


def test_last_hand_summary_fits_its_line(scored, phone):
    """With three figures, and with long names in its text."""
    page, met = phone(), set()
    tried = [(key, LONG_NAMES, 1) for key in sorted({*GAME_KEYS, "tribello", "dilemma"})]
    tried += [("dealers-dilemma", golden("dealers-dilemma").players, 1)]
    tried += [("jo-jotte", golden("jo-jotte").players, 3)]
    for key, names, hands in tried:
        scored(renamed(golden(key), names, hands), page=page)
        assert page.evaluate(OUTSIDE) == [], (key, names[0])
        met |= {page.locator(".said .mk").count()}
    assert met >= {0, 1, 2, 3}


def test_similar_names_are_numbered_on_the_sheet(scored):
    """A phone's columns are narrow: a name is cut there, and has its number before it."""
    alike = renamed(golden("tribello"), ["Annabelle", "Annabella", "Annabeth"], 2)
    page = scored(alike, "/sheet")
    assert page.locator(".sheet thead .no:visible").all_inner_texts() == ["1", "2", "3"]
    assert (
        page.evaluate("""() => [...document.querySelectorAll('.sheet thead .no')].filter((e) =>
      e.getBoundingClientRect().right > e.closest('.nm').getBoundingClientRect().right).length""")
        == 0
    )
    assert page.evaluate("document.querySelector('.sheet').getBoundingClientRect().right") <= 390


def test_fifteen_players_are_in_sight_with_their_names(scored):
    record = Record.begin(
        "panguingue", [f"{name}{n}" for name in ("Ana", "Ben", "Eve") for n in "bcdef"]
    )
    record.hands = [{"drops": "none"}]
    page = scored(record)
    assert page.locator(".plr").count() == 15
    assert (
        page.evaluate("""() => {
      const bar = document.querySelector('.bar').getBoundingClientRect().top;
      return [...document.querySelectorAll('.plr')].filter((e) =>
        e.getBoundingClientRect().bottom > bar
        || [...e.querySelectorAll('.nm')].some((n) => n.scrollWidth > n.clientWidth)
      ).map((e) => e.innerText);
    }""")
        == []
    )


def test_no_total_is_broken_in_two_lines(scored):
    """With seven players a total may have three digits, beside the name."""
    record = golden("panguingue")
    del record.hands[1:]
    page = scored(record, "/hand/1")
    heights = page.locator(".sc .tot").evaluate_all("all => all.map((e) => e.offsetHeight)")
    assert len(heights) == 7
    assert len(set(heights)) == 1


EIGHT = ["Ana", "Ben", "Cora", "Dan", "Eve", "Fay", "Gus", "Hal"]
FIGURES = """() => {
  const size = (e) => parseFloat(getComputedStyle(e).fontSize);
  const seen = (what) => [...document.querySelectorAll(what)].filter((e) => e.offsetHeight > 1
    && e.textContent.trim());
  return {
    figures: Math.min(...seen('.sc .tot').map(size)),
    words: Math.max(...seen('.sc :is(.who, .st)').map(size)),
    cut: seen('.sc .nm, .sc .tot, .ti small').filter((e) => e.scrollWidth > e.clientWidth + 1)
      .map((e) => e.innerText),
    dealers: seen('.sc .dl').length,
    below: document.querySelector('.sc').getBoundingClientRect().bottom
      >= Math.max(...seen('.sc .tot').map((e) => e.getBoundingClientRect().bottom)) - 1,
  };
}"""


@pytest.mark.long
def test_header_score_is_largest_for_any_player_count(scored, phone):
    """On three screens and with text of twice the size: names and the number of the hand are whole,
    the dealer is marked."""
    page = phone()
    for count in range(2, 9):
        rules = {"eight_players": "yes"} if count == 8 else {}
        record = Record.begin("scotch-whist", EIGHT[:count], rules=rules)
        record.hands = [{"turn-up": "AH"}]
        scored(record, page=page)
        for width, height, text in ((390, 844, 100), (320, 568, 100), (390, 844, 200)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("t => document.documentElement.style.fontSize = t + '%'", text)
            found = page.evaluate(FIGURES)
            assert found["figures"] > 1.25 * found["words"], (count, width, text)
            assert found["cut"] == [], (count, width, text)
            assert found["dealers"] == 1, (count, width, text)
            assert found["below"], (count, width, text)


SAYS = """() => {
  const line = document.querySelector('#msg > span'), box = line.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(line);
  const lines = [...range.getClientRects()].filter((each) => each.width > 1);
  const seen = (each) => {
    const [x, y] = [each.x - box.x + each.width / 2, each.y - box.y + each.height / 2];
    scrollBy(0, line.getBoundingClientRect().y + y - innerHeight / 2);
    const now = line.getBoundingClientRect();
    return line.contains(document.elementFromPoint(now.x + x, now.y + y));
  };
  return [line.textContent, lines.every(seen)];
}"""
"""The text of the message line, and whether each of its lines can be seen."""
LONGEST = """() => {
  const why = (link) => document.querySelector(link.getAttribute('href'))?.textContent.length || 0;
  const links = [...document.querySelectorAll('.ans a.cannot')];
  links.sort((a, b) => why(b) - why(a))[0]?.click();
  return links.length;
}"""


@pytest.mark.parametrize("key", ["jo-jotte", "nine-card-don"])
@pytest.mark.long
def test_message_is_readable_at_double_text_size(scored, phone, key):
    """The longest refusals and the longest help, as they are and of 100 letters: a
    tap shows all of them, and no key has moved."""
    page, met, cut = phone(bypass_csp=True), [], 0
    for _, _, record in moments(golden(key)):
        scored(record, page=page)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for refused in (False, True):
            if refused and not page.evaluate(LONGEST):
                continue
            # Above number keys a message has a box that scrolls.
            lengths = (0,) if page.locator(".due").count() else (0, 100)
            for (width, height), length in product((UPRIGHT, ASIDE), lengths):
                page.set_viewport_size({"width": width, "height": height})
                page.locator("h1").first.evaluate("e => e.focus()")
                said = page.evaluate(SAYS)[0]
                if not said:
                    continue
                longer = f"{said} {said}"[: max(length, len(said))]
                line = page.locator("#msg > span")
                line.evaluate("(e, said) => { e.textContent = said; }", longer)
                words, whole = page.evaluate(SAYS)
                cut += not whole
                before = page.evaluate(PLACES)
                page.wait_for_timeout(TWICE)
                page.locator("#msg").tap(position={"x": 20, "y": 20})
                assert page.evaluate(SAYS) == [words, True], (words, width)
                # On a fast machine the second tap counts as the second of a double tap.
                page.wait_for_function("!document.querySelector('.shake')")
                after = page.evaluate(PLACES)
                assert after == before, (words, width)
                line.evaluate("(e, said) => { e.textContent = said; }", said)
                met.append(words)
    assert met
    assert cut


def test_eight_players_honours_and_sides_are_visible(scored):
    rules = {"eight_players": "yes"}
    record = Record.begin("scotch-whist", EIGHT, rules=rules)
    record.hands = [{"turn-up": "AH", "cards": "8 0 8 0 8 8 0 0"}]
    page = scored(record)
    rows = page.locator(".ans .k").evaluate_all(
        "all => all.map((e) => [e.getBoundingClientRect().y, e.getBoundingClientRect().bottom])"
    )
    assert len(rows) == 40
    assert len({top for top, _ in rows}) == 5
    assert max(bottom for _, bottom in rows) <= page.locator(".bar").bounding_box()["y"]
    record = Record.begin("scotch-whist", EIGHT, rules=rules | {"partners": "two_sides"})
    record.hands = [{"turn-up": "AH"}]
    scored(record, page=page)
    told = page.locator(".mrow .nm")
    assert told.all_inner_texts() == ["Ana, Cora, Eve & Gus"]  # the other side has the rest
    cut = "all => all.filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.innerText)"
    assert page.locator(".mrow .nm, .sc .nm").evaluate_all(cut) == []


@pytest.mark.parametrize("names", [EIGHT[:4], LONG_NAMES[:4]], ids=["short", "long"])
def test_ten_numbers_take_two_rows_on_small_phones(scored, names):
    record = Record.begin("scotch-whist", names, entry="quick")
    page = scored(record, viewport={"width": SMALL[0], "height": SMALL[1]})
    tops = page.locator(".mrow:nth-of-type(1) .k:not(.tab)").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect().y)"
    )
    assert len(tops) == 10
    assert len(set(tops)) == 2
    assert page.locator(".mrow .nm").first.inner_text() == names[0]


def test_five_sheet_hands_fit_a_sideways_phone(scored):
    page = scored(golden("kaiser"), "/sheet", viewport={"width": ASIDE[0], "height": ASIDE[1]})
    ends = page.locator(".sheet tbody tr").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect().bottom)"
    )
    assert sum(end <= ASIDE[1] for end in ends) >= 5
    header = page.locator(".hd").bounding_box()
    assert header["height"] <= 50
    assert page.locator(".hd .dis").is_visible()
    page.set_viewport_size({"width": 390, "height": 844})  # a hand that is opened moves nothing
    page.locator(".sheet tbody th a").nth(2).tap()
    page.wait_for_url("**/sheet?hand=3#h3")
    assert page.locator(".hd").bounding_box()["y"] == 0


def test_five_names_are_whole_and_boxes_beside_keys(scored):
    page = scored(Record.begin("carousel", ["North", "East", "South", "West", "Five"]))
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"
    assert page.locator(".k .nm, .sc .nm").evaluate_all(cut) == []
    scored(Record.begin("nine-card-don", ["Nell", "Omar", "Pia", "Quin"], entry="quick"), page=page)
    assert page.locator(".k .nm").evaluate_all(cut) == []
    scored(Record.begin("dealers-dilemma", EIGHT[:3], entry="quick"), page=page)
    page.locator("label:has([name='a.kind 1'][value=easy])").tap()
    box = page.locator("label.fld:has([name='a.shown 1'])")
    box.wait_for()
    key = page.locator("label:has([name='a.kind 1'][value=easy])").bounding_box()
    assert abs(box.bounding_box()["y"] - key["y"]) < 1  # in one row with its keys


def test_seven_players_and_melds_fit_two_per_line(scored):
    """In order of play: odd seats on the left, even ones on the right, with any melds."""
    record = golden("panguingue")
    keys = list(record.hands[0])
    record.hands = [{key: record.hands[0][key] for key in keys[: keys.index("event 26")]}]
    page = scored(record)
    rows = page.locator(".row1").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map((box) => [box.x, box.y, box.bottom])"
    )
    assert len(rows) == 7
    assert page.locator(".mld").count() >= 7
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert max(bottom for _, _, bottom in rows) <= page.locator(".bar").bounding_box()["y"]
    assert len({x for x, _, _ in rows[0::2]}) == len({x for x, _, _ in rows[1::2]}) == 1
    tops = [y for _, y, _ in rows]
    assert tops == sorted(tops)
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).length"
    assert page.locator(".plr .nm, .mld").evaluate_all(cut) == 0


@pytest.mark.long
def test_similar_and_foreign_names_differ_at_double_size(scored):
    large = "document.documentElement.style.fontSize = '200%'"
    alike = renamed(golden("tribello"), ["Marianne", "Marianna", "Marianno"], 2)
    page = scored(alike, bypass_csp=True)
    page.evaluate(large)
    heads = page.locator(".sc .who:visible .nm")
    assert heads.all_inner_texts() == ["Me", "Ma", "Mo"]
    page.goto(page.url + "/sheet")
    page.evaluate(large)
    marks = page.locator(".sheet thead .mk").evaluate_all("""all => all.map((e) => {
      const mark = getComputedStyle(e, '::before');
      return mark.display + ' ' + (parseFloat(mark.width) === parseFloat(mark.height));
    })""")
    assert marks == ["inline-block true"] * 3
    record = Record.begin(
        "panguingue", ["Анастасия", "محمد عبد الله", "陈小明", "Ζωή", "Елизавета"]
    )
    record.hands = [{"drops": "none", "event 1": "other"}]
    scored(record, page=page)
    page.evaluate(large)
    assert page.locator(".ans .k").count() >= 4
    assert page.evaluate(CUT) == []
