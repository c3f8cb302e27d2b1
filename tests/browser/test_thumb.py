"""Questions with keys: places count from the bar, and each key has room for a thumb."""

import pytest

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from tests.browser.axe import violations
from tests.browser.driver import GAME_KEYS, TWICE, golden, quiet, stopped
from tests.browser.taps import WRITTEN
from tests.browser.test_pages import CUT
from tests.browser.test_places import moments

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = {"upright": (390, 844, ""), "small": (320, 568, ""), "aside": (844, 390, ""),
         "largest": (390, 844, "largest")}  # fmt: skip

LAID = """() => {
  const box = (what) => document.querySelector(what)?.getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility());
  const keys = all('.ans .k').map((e) => [e.textContent.trim().slice(0, 30),
    e.getBoundingClientRect()]);
  const bar = box('.bar'), end = innerWidth > innerHeight ? innerHeight : bar.top;
  return {
    below: keys.filter(([, key]) => key.bottom > end + .5).map(([text]) => text),
    small: keys.filter(([, key]) => Math.min(key.width, key.height) < 47.9)
      .map(([text, key]) => `${text}: ${key.width} x ${key.height}`),
    keys: keys.length, rows: new Set(keys.map(([, key]) => Math.round(key.top))).size,
    tall: Math.round(keys[0]?.[1].height), message: Math.round(bar.top - box('#msg').bottom),
  };
}"""


def questions(record: Record) -> list[tuple[str, Record]]:
    """(prompt, record before it) of each choice that one tap answers, once for each set of keys."""
    found, met = [], set()
    for hand in games.find(record.game).replay(record).hands:
        pages: dict[int, list] = {}
        for asked in hand.asked:
            pages.setdefault(asked.page, []).append(asked)
        own = {key: text for key, text in hand.answers.items() if key.startswith("@")}
        for number in sorted(pages):
            question = pages[number][0].question
            if len(pages[number]) == 1 and question.kind == "choice" and question.at_once:
                shown = [each.label for each in question.answers if not each.hidden]
                kind = (
                    len(shown),
                    max(map(len, shown)) > 2,
                    bool(question.boards or question.people),
                )
                if kind not in met:
                    met.add(kind)
                    before = record.copy()
                    before.hands = [*before.hands[: hand.number - 1], dict(own)]
                    found.append((question.prompt, before))
            own |= {each.question.key: each.question.write(each.value) for each in pages[number]}
    return found


def held(page, size) -> None:
    """The phone with this screen and size of type."""
    width, height, type_size = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("size => { document.documentElement.dataset.type = size; }", type_size)


@pytest.mark.kinds("panguingue")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_keys_above_bar_are_thumb_sized(scored, phone, key):
    page, found = phone(), list[tuple[str, ...]]()
    for prompt, record in questions(golden(key)):
        scored(record, page=page)
        for size in SIZES:
            held(page, size)
            laid = page.evaluate(LAID)
            # On its side a whole hand fits without scrolling: its rows are 44 pixels high.
            if size != "aside" or not page.locator("[data-draft]").count():
                found += [(prompt, size, each) for each in laid["small"]]
            if size in ("upright", "aside") and not page.locator(".mld").count():
                found += [(prompt, size, "below the bar", each) for each in laid["below"]]
            found += [(prompt, size, "cut", each) for each in page.evaluate(CUT)]
    assert found == []


PACKS = """() => {
  const all = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility());
  const head = document.querySelector('.hd').getBoundingClientRect().bottom, found = [];
  const bar = document.querySelector('.bar').getBoundingClientRect().top;
  const end = innerWidth > innerHeight ? innerHeight : bar, least = innerWidth < 360 ? 44 : 48;
  const open = all('[data-over][open], .stacked .secret[open]')[0];
  for (const e of all('.ans .cd, .passrow > .k')) {
    const box = e.getBoundingClientRect(), text = e.textContent.trim();
    const size = `${text}: ${box.width} x ${box.height}`;
    const of = e.matches('.cd') ? Math.min(box.width, box.height) : least;
    if (!text || of < least - .1) found.push(size);
    const under = open && !open.contains(e);
    if (!under && innerHeight > 600 && (box.bottom > end + .5 || box.top < head))
      found.push(`out of sight: ${size}`);
  }
  return found;
}"""
"""JavaScript: cards that are smaller than a thumb, or that need scrolling."""
PHONES = [(390, 844), (390, 760), (360, 640), (844, 390), (320, 568)]


def packs(record: Record) -> list[tuple[str, Record]]:
    """(title, record before it) of each page with cards to tap, once for each set of cards."""
    found, met = [], set()
    for hand in games.find(record.game).replay(record).hands:
        pages: dict[int, list] = {}
        for asked in hand.asked:
            pages.setdefault(asked.page, []).append(asked.question)
        for place, number in enumerate(sorted(pages)):
            page = pages[number]
            sizes = [len([*getattr(each, "pack", ())]) for each in page]
            kind = (*sizes, place == 0, hand.number == 1)
            if any(sizes) and kind not in met:
                met.add(kind)
                found.append((page[0].prompt, stopped(record, hand.number, place)))
    return found


@pytest.mark.kinds("dealers-dilemma")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_cards_are_thumb_sized_in_one_view(scored, phone, key):
    """Each folded pack is open in turn. Only the smallest phone scrolls, and has smaller keys."""
    page, found = phone(), list[tuple[object, ...]]()
    records = [golden(key)]
    if key in WRITTEN:
        records.append(Transcript.read(WRITTEN[key], key).record)
    for title, before in [each for record in records for each in packs(record)]:
        scored(before, page=page)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            for fold in (None, *page.locator(".ans :is(.pack, .secret)").all()):
                if fold:
                    fold.evaluate("e => { e.open = true; }")
                found += [(title, width, height, each) for each in page.evaluate(PACKS)]
    assert found == []


@pytest.mark.long
def test_a_question_has_one_place_above_the_bar(scored, phone):
    """With any number of keys the message line, and with it the title, keeps its place."""
    page, found = phone(), dict[int, list[str]]()
    for key in GAME_KEYS:
        for prompt, record in questions(golden(key)):
            scored(record, page=page)
            laid = page.evaluate(LAID)
            if laid["rows"] < 4 and not page.locator(".inplay, .plrs, .whole").count():
                found.setdefault(laid["message"], []).append(prompt)
    assert len(found) == 1, found
    assert len(*found.values()) > 4


@pytest.mark.parametrize("size", SIZES)
def test_kaiser_bids_and_pass_need_no_scrolling(scored, size):
    """Also for the first bid, beside which the entry mode can be changed."""
    page = scored(Record.begin("kaiser", golden("kaiser").players, entry="guided"))
    held(page, size)
    laid = page.evaluate(LAID)
    assert laid["keys"] == 16
    assert (laid["below"], laid["small"], page.evaluate(CUT)) == ([], [], [])
    needed = page.locator(".ans .k small:visible").all_inner_texts()
    assert len(needed) == 14  # each bid says the tricks it needs


@pytest.mark.parametrize("rules", [{"kaiser_bid": "on"}, {"min_bid": "5"}, {"eleven": "no"},
                                   {"kaiser_bid": "on", "min_bid": "5"}])  # fmt: skip
def test_house_rule_bids_are_thumb_wide(scored, rules):
    players = golden("kaiser").players
    page = scored(Record.begin("kaiser", players, 1, rules, entry="guided"))
    laid = page.evaluate(LAID)
    assert (laid["small"], laid["below"], page.evaluate(CUT)) == ([], [], [])


def test_two_answers_are_tall_and_suits_large(scored, phone):
    page, jo = phone(), Record.begin("jo-jotte", ["Ana", "Ben"], entry="guided")
    jo.hands = [{"upcard": "9H"}]
    scored(jo, page=page)
    laid = page.evaluate(LAID)
    assert (laid["keys"], laid["rows"], laid["tall"]) == (2, 2, 120)
    kaiser = Record.begin("kaiser", golden("kaiser").players, entry="guided")
    kaiser.hands = [{"bid 2": "7", "bid 3": "rest pass"}]
    scored(kaiser, page=page)
    laid = page.evaluate(LAID)
    assert (laid["keys"], laid["rows"], laid["tall"]) == (4, 2, 132)
    for count, rows, tall in ((3, 4, 76), (4, 3, 96), (5, 4, 76)):
        names = ["Ana", "Ben", "Cat", "Dan", "Eve"][:count]
        scored(Record.begin("carousel", names, entry="guided"), page=page)
        laid = page.evaluate(LAID)
        assert (laid["keys"], laid["rows"], laid["tall"]) == (count + 1, rows, tall)


def test_a_title_of_two_lines_grows_upwards(scored, phone):
    page, places = phone(), set()
    for names in (["Ana", "Ben"], ["Maximiliane", "Christopher"]):
        record = Record.begin("jo-jotte", names, entry="guided")
        record.hands = [{"upcard": "9H", "first 2": "accept"}]
        scored(record, page=page)
        box = page.locator("h1").bounding_box()
        places.add((round(box["y"] + box["height"]), round(box["height"])))
    assert len({bottom for bottom, _ in places}) == 1
    assert len({height for _, height in places}) == 2


def test_refusal_leaves_title_and_keys_free(scored):
    record = Record.begin("kaiser", golden("kaiser").players, entry="guided")
    record.hands = [{"bid 2": "9"}]
    page = scored(record)
    before = page.locator(".ans .k").evaluate_all("all => all.map((e) => e.offsetTop)")
    page.locator(".ans a.cannot").first.tap()
    page.locator("#msg.no").wait_for()
    words, title = page.locator("#msg > span").bounding_box(), page.locator("h1").bounding_box()
    assert words["y"] >= title["y"] + title["height"] - 1
    assert words["y"] + words["height"] <= page.locator(".ans .k").first.bounding_box()["y"]
    assert page.locator(".ans .k").evaluate_all("all => all.map((e) => e.offsetTop)") == before


@pytest.mark.parametrize("size", ["small", "largest"])
def test_refusal_is_in_sight_on_scrolled_page(scored, size):
    record = Record.begin("back-alley", golden("back-alley").players, entry="quick")
    page = scored(record)
    held(page, size)
    for name, value in (("A contract", 5), ("B contract", 9)):
        page.locator(f"label:has([name='a.{name}'][value='{value}'])").tap()
        page.wait_for_timeout(TWICE)
    quiet(page)
    struck = page.locator(".ans a.cannot").first
    struck.tap()
    words, key = page.locator("#msg.no > span").bounding_box(), struck.bounding_box()
    assert page.evaluate("scrollY + document.querySelector('main').scrollTop") > 0
    head = page.locator(".hd").bounding_box()
    assert words["y"] >= max(0, head["y"] + head["height"]) - 1
    assert words["y"] + words["height"] <= key["y"]


ONE_SCREEN = """() => {
  const main = document.querySelector('main'), top = document.querySelector('.bar').offsetTop;
  const keys = [...document.querySelectorAll('.ans :is(.k, .cd, .fld)')]
    .filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
  const low = Math.min(...keys.map((key) => Math.round(key.height)));
  return [main.scrollHeight - main.clientHeight, low < 48 ? low : 48];
}"""


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_question_is_one_screen_of_tall_keys(scored, phone, key):
    """Nothing is below the bar, no matter how much the hand has shown."""
    page, found = phone(), []
    for _, kinds, record in moments(golden(key)):
        scored(record, page=page)
        now = page.evaluate(ONE_SCREEN)
        if now != [0, 48]:
            found.append((kinds, page.locator("h1").first.inner_text(), now))
    assert found == []


def test_help_shows_the_hand_so_far(scored):
    """Score lines, boards and totals: in view after one tap, above the bar, nothing moves."""
    record = golden("panguingue")
    keys = list(record.hands[0])
    record.hands = [{key: record.hands[0][key] for key in keys[: keys.index("event 26")]}]
    page = scored(record, bypass_csp=True)
    page.locator("h1").evaluate("document.fonts.ready")
    before = page.locator(".ans .k").evaluate_all("all => all.map((e) => e.offsetTop)")
    page.locator(".help > summary").tap()
    card = page.locator(".help > div")
    assert "This hand so far" in card.inner_text()
    assert card.locator(".lines li:visible").count() == 5
    box, bar = card.bounding_box(), page.locator(".bar").bounding_box()
    assert box["y"] + box["height"] <= bar["y"] + 1
    assert page.locator(".ans .k").evaluate_all("all => all.map((e) => e.offsetTop)") == before
    # Keys that it covers are no targets.
    assert [each for each in violations(page) if each[1] != "target-size"] == []


def test_message_of_three_lines_opens_by_tap(scored):
    """Before it the title is free; no key is ever below the message."""
    page = scored(Record.begin("back-alley", golden("back-alley").players, entry="quick"))
    words, title = page.locator("#msg > span"), page.locator("h1").bounding_box()
    words.evaluate("(e, said) => { e.textContent = said; }", "Nell and Pia take 7 of 13. " * 4)
    assert words.bounding_box()["y"] >= title["y"] + title["height"] - 1
    key = page.locator(".ans .k").first.bounding_box()
    page.locator("#msg").tap()
    assert words.evaluate("e => e.clientHeight") > 48
    assert words.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    box = words.bounding_box()
    assert box["y"] + box["height"] <= key["y"]


@pytest.mark.parametrize("width", [390, 320])
def test_figures_of_the_end_are_inside_the_page(scored, width):
    page = scored(golden("jo-jotte"), viewport={"width": width, "height": 844})
    boxes = page.locator(".score b").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect().right)"
    )
    assert len(boxes) == 2
    assert max(boxes) <= width


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_keys_below_growing_board_stay(scored, phone, size):
    """In Panguingue melds make the board higher; on a scrolled page the keys are in sight, too."""
    page, places = phone(viewport={"width": size[0], "height": size[1]}), []
    for place in (1, 24, 50):
        scored(stopped(golden("panguingue"), 1, place), page=page)
        keys = page.locator(".acts .k")
        places.append(keys.evaluate_all("all => all.map((e) => e.getBoundingClientRect().y)"))
    assert len(places[0]) == 4
    assert places[0] == places[1] == places[2]
    assert max(places[0]) < size[1]
