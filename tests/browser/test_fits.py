"""Nothing is cut: no key by the bar, no label of a button, no headline, no score."""

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Act, Record
from companion.tables import names
from tests.browser.driver import TWICE, golden, quiet, renamed, stopped
from tests.browser.test_places import COVERS, moments
from tests.browser.test_thumb import held
from tests.daily import daily

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOUR = ["Carla", "Dave", "Anna", "Ben", "Erika", "Fritz", "Gina"]
LINES = """(e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 4);
  let count = 0, end = -1e6;
  for (const box of boxes.sort((one, other) => one.top - other.top)) {
    if ((box.top + box.bottom) / 2 > end) count += 1;
    end = Math.max(end, box.bottom);
  }
  return count;
}"""
"""JavaScript: the lines of text in an element."""
SETTLED = """() => document.fonts.ready.then(() => Promise.all(
  document.getAnimations().map((each) => each.finished))).then(() => 0)"""
COVERED = f"""() => {{
  const lines = {LINES}, found = [];
  const seen = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility());
  const text = (e) => e.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
  const bar = document.querySelector('.bar').getBoundingClientRect().top;
  const foot = document.querySelector('.keyfoot');
  const top = foot ? foot.getBoundingClientRect().top : bar;
  for (const e of seen('.ans :is(.k, .cd, .fld, .plr, .lab)'))
    if (e.getBoundingClientRect().bottom > (foot?.contains(e) ? bar : top) + .5)
      found.push(`covered: ${{text(e)}}`);
  for (const e of seen('.bar .bt, .ans .k'))
    if (lines(e) > (e.matches('.un') ? 3 : 2)) found.push(`${{lines(e)}} lines: ${{text(e)}}`);
  for (const e of seen('.due'))
    if (e.scrollHeight > e.clientHeight + 1) found.push(`cut: ${{text(e)}}`);
  const said = document.querySelector('.said');
  const head = document.querySelector('.hd').getBoundingClientRect().bottom;
  if (said && said.getBoundingClientRect().top < head + 2) found.push('box at the header');
  return found;
}}"""
"""JavaScript: keys under the bar or the number keys, labels of three lines, a cut preview."""


def named(key: str) -> Record:
    return renamed(golden(key), FOUR)


def pages(record: Record):
    """A record before each kind of page; before the first and second hand of each entry mode."""
    yield from (each for *_, each in moments(record))
    for way in games.find(record.game).replay(record).hands[0].modes or ("guided",):
        yield Record.begin(record.game, record.players, entry=way)
        second = record.copy()
        second.head |= {"entry": way}
        del second.hands[1:]
        yield second


@pytest.mark.kinds("jo-jotte")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_bar_covers_no_key_and_labels_are_short(scored, phone, key):
    page, found = phone(), []
    for record in pages(named(key)):
        scored(record, page=page)
        page.evaluate(SETTLED)
        asks = page.locator("h1").first.inner_text()
        found += [(asks, each) for each in page.evaluate(COVERED)]
    assert found == []


TYPED = {
    "jo-jotte": (4, 6, "8 0 next 4 5"),
    "shakespeares-dilemma": (2, 0, "4 next 3 next 5 next 2"),
}
"""Hand, page and keys."""


@pytest.mark.parametrize("key", sorted(TYPED))
def test_preview_above_number_keys_is_whole(scored, key):
    hand, place, keys = TYPED[key]
    record = renamed(golden(key), ["Anna", "Dave", "Carla", "Ben"])
    if key == "jo-jotte":
        replay = games.find(key).replay(record)
        asked = replay.hands[hand - 1].asked
        place = sorted({each.page for each in asked}).index(asked[-1].page)
    page = scored(stopped(record, hand, place))
    assert page.evaluate(COVERED) == []
    for each in keys.split():
        page.locator(f"[data-press='{each}']").tap()
        page.wait_for_timeout(TWICE)
    unanswered = page.locator(".ans fieldset:has(label.k):not(:has(:checked))")
    while unanswered.count():
        unanswered.first.locator("label.k").last.tap()
        page.wait_for_timeout(TWICE)
    quiet(page)
    expect(page.locator(".due .head")).to_be_visible()
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("size", ["upright", "small", "largest"])
def test_preview_of_three_clauses_leaves_title_free(scored, size):
    record = golden("back-alley")
    record.head["entry"], record.hands = "quick", []
    page = scored(record)
    held(page, size)
    for name, value in (("A contract", 5), ("B contract", 9), ("tricks", 11)):
        page.locator(f"label:has([name='a.{name}'][value='{value}'])").tap()
        page.wait_for_timeout(TWICE)
    preview = page.locator(".thumb > .msg > span")
    expect(preview).to_contain_text("bid 9, took 2: set, 5 × 9 lost")
    assert page.evaluate(COVERS) == []


@pytest.mark.kinds
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_undo_says_what_it_does_in_two_lines(scored, key):
    """Each page of an evening: the labels of Undo and Redo. Only a list of cards
    is cut."""
    record = named(key)
    replay, labels = games.find(key).replay(record), set[str]()
    for hand in replay.hands:
        for number in {each.page for each in hand.asked}:
            asked = [each for each in hand.asked if each.page == number]
            answers = {each.question.key: each.text for each in asked}
            acts = [Act("answer", hand.number, answers)]
            labels |= {names.undoing(replay, acts), names.together(replay, acts)}
    page = scored(record.begin(key, record.players))
    long = page.evaluate(f"""labels => {{
      const key = document.querySelector('.bar .un'), lines = {LINES}, found = [];
      const line = key.querySelector('b');
      const most = 2.2 * 1.05 * parseFloat(getComputedStyle(line).fontSize);
      for (const label of labels) {{
        line.textContent = label;
        const cards = label.match(/[♣♦♥♠]|-[A-Z]/g)?.length || 0;
        if (line.clientHeight > most || (lines(line) > 2 && cards < 4)) found.push(label);
      }}
      return found;
    }}""", sorted(labels))  # fmt: skip
    assert long == []


HEADLINE = f"""() => {{
  const lines = {LINES}, found = [], title = document.querySelector('.blaze h1');
  const top = title.getBoundingClientRect().top;
  if (lines(title) > 2) found.push(`${{lines(title)}} lines: ${{title.textContent}}`);
  for (const e of document.querySelectorAll('.stamp'))
    if (e.getBoundingClientRect().bottom > top - 1) found.push('the title touches a stamp');
  const range = document.createRange();
  range.selectNodeContents(title);
  const number = document.querySelector('.blaze .big')?.getBoundingClientRect();
  for (const line of number ? range.getClientRects() : [])
    if (line.right > number.left && line.bottom > number.top && line.top < number.bottom)
      found.push('the title touches the number');
  const names = [...document.querySelectorAll('main > .ls > li > a > .txt')];
  if (new Set(names.map((e) => e.getBoundingClientRect().left)).size > 1) found.push('names shift');
  for (const e of document.querySelectorAll('.sc.both .who'))
    if (e.scrollWidth > e.clientWidth) found.push(`cut: ${{e.textContent.trim()}}`);
  return found;
}}"""


@pytest.mark.parametrize("key", sorted(games.all_games()))
@pytest.mark.long
def test_headline_of_a_hand_has_two_lines(scored, phone, key):
    record, page, found = named(key), phone(), []
    hands = games.find(key).replay(record).hands
    scored(record, page=page)
    url = page.url.split("/score")[0]
    for hand in [each for each in hands if each.over][:6]:
        page.goto(f"{url}/hand/{hand.number}")
        page.evaluate(SETTLED)
        found += [(hand.number, each) for each in page.evaluate(HEADLINE)]
    assert found == []


CUT = """(what) => [...document.querySelectorAll(what)]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.textContent.trim())"""


def test_home_shows_the_whole_score_of_other_games(scored, phone, served):
    page = phone()
    for key in ("shakespeares-dilemma", "back-alley", "kaiser"):
        record = named(key)
        del record.hands[1:]
        scored(record, page=page)
    page.goto(served.url)
    cards = page.locator(".small-cards")
    expect(cards.locator("a")).to_have_count(2)
    assert page.evaluate(CUT, ".small-cards :is(b, small)") == []
    totals = cards.locator("small").all_inner_texts()
    assert sorted(len(re.findall(r"−?\d+", each)) for each in totals) == [2, 4]


TOTALS = """([text, size]) => {
  document.documentElement.style.fontSize = size;
  const score = document.querySelector('.sc');
  score.className = score.className.replace(/\\bw\\d/, 'w' + Math.min(text.length, 5));
  const totals = [...score.querySelectorAll('.tot')].filter((e) => e.checkVisibility());
  for (const e of totals) e.textContent = text;
  return totals.filter((e) => {
    const own = document.createRange(), cell = e.parentElement.getBoundingClientRect();
    own.selectNodeContents(e);
    const box = own.getBoundingClientRect(), name = e.parentElement.querySelector('.nm');
    return box.right > cell.right || box.bottom - box.height / 4 > cell.bottom
      || (score.offsetWidth > 380 && name.scrollWidth > name.clientWidth + 1);
  }).map((e) => [e.parentElement.innerText, size]);
}"""
"""JavaScript: totals that leave their place, and names that are cut beside them."""


NAMES = ["Annabelle-Luise", "Bartholomew", "Konstantinos", "Theodora"]


def test_key_keeps_its_words_above_long_hint(scored):
    page = scored(Record.begin("carousel", NAMES, entry="quick"))
    page.locator(".ans .k", has_text="Nobody").tap()
    key = page.locator(".bar .go")
    expect(key).to_contain_text("ahead")
    box, words = key.bounding_box(), key.locator("span").first.bounding_box()
    assert words["y"] >= box["y"]
    assert key.evaluate("e => e.scrollHeight <= e.clientHeight + 1")


def test_missing_answers_are_apart_and_leave_title_free(scored):
    page = scored(Record.begin("leopard", NAMES[:2], entry="quick"))
    page.locator(".bar .ask-more").last.tap()
    said = page.locator("#msg")
    expect(said).to_contain_text("the suit in each space · Bartholomew’s square")
    assert page.evaluate(COVERS) == []


@pytest.mark.kinds("nine-card-don")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_opened_question_has_its_title_free(scored, phone, key):
    """Every page of the first hand."""
    page, covered = phone(), []
    for place in sorted({each.page for each in games.find(key).replay(golden(key)).hands[0].asked}):
        scored(stopped(golden(key), 1, place), page=page)
        covered += [(place, each) for each in page.evaluate(COVERS)]
    assert covered == []


def test_sum_stays_beside_many_tapped_cards(scored):
    page = scored(Record.begin("dilemma", NAMES[:2], entry="scores"))
    for place in range(13):
        page.locator(".ans .cd:visible").nth(place).tap()
        page.wait_for_timeout(TWICE)
        quiet(page)
    tray, total = page.locator(".tray").first, page.locator(".tray .sum").first
    assert tray.evaluate("e => e.scrollWidth > e.clientWidth")
    ends = [each.bounding_box() for each in (tray, total)]
    assert ends[1]["x"] + ends[1]["width"] <= ends[0]["x"] + ends[0]["width"] + 1


BELOW = """cell => Math.max(...[...cell.querySelectorAll("*")].filter((e) => e.checkVisibility() && !e.closest(".sr"))
  .map((e) => e.getBoundingClientRect().bottom)) - cell.getBoundingClientRect().bottom"""  # noqa: E501


@pytest.mark.parametrize("size", [(390, 844), (320, 568)], ids=str)
def test_line_of_the_turn_crosses_no_text(scored, size):
    record = golden("carousel")
    record.hands = [dict(list(record.hands[0].items())[:1])]
    page = scored(record, viewport={"width": size[0], "height": size[1]})
    assert page.locator(".sc .turn").evaluate(BELOW) <= -3.5


@daily("players", range(2, 9), (2, 8))
def test_totals_of_any_length_leave_names_whole(scored, players):
    rules = {"eight_players": "yes"} if players == 8 else {}
    record = Record.begin("scotch-whist", [*FOUR, "Hugo"][:players], rules=rules)
    record.hands = [{"turn-up": "AH"}]
    page, found = scored(record), []
    for width, height, size in ((390, 844, ""), (320, 568, ""), (844, 390, ""), (390, 844, "200%")):
        page.set_viewport_size({"width": width, "height": height})
        found += [page.evaluate(TOTALS, [text, size]) for text in ("55", "888", "8888", "−888")]
    assert [each for each in found if each] == []


def test_rules_have_whole_labels_in_the_bar(phone, served):
    page = phone()
    for key in ("kaiser", "shakespeares-dilemma"):
        page.goto(f"{served.url}/rules/{key}")
        assert page.evaluate(CUT, ".bar .bt > span, .bar small") == []


def test_numbers_of_four_players_are_below_their_names(scored):
    """Also for watchers; the chart is as wide as the page."""
    record = named("shakespeares-dilemma")
    del record.hands[2:]
    page = scored(record, watched=True)
    page.evaluate(SETTLED)
    over = page.evaluate("""() => [...document.querySelectorAll('.sc > div')].filter((e) => {
      const size = parseFloat(getComputedStyle(e.querySelector('.tot')).fontSize);
      const box = e.querySelector('.tot').getBoundingClientRect();
      const top = (box.top + box.bottom) / 2 - size * .36; // the upper edge of the digits
      return top < e.querySelector('.who').getBoundingClientRect().bottom - 3;
    }).map((e) => e.textContent)""")
    assert over == []
    assert page.locator(".sc .tot").first.bounding_box()["x"] >= 13
    assert page.locator(".lately .chart").bounding_box()["width"] > 350


def test_last_hand_stays_until_the_preview(scored):
    page = scored([each for hand, _, each in moments(named("kaiser")) if hand > 1][-1])
    last = page.locator("a.said")
    before = last.inner_text()
    page.locator("label:has([name='a.bidder'])").first.tap()
    quiet(page)
    expect(page.locator(".bar .un b")).not_to_have_text("–")
    assert last.inner_text() == before


WORD = """() => {
  const cell = document.querySelectorAll("table.sheet thead th[colspan]")[1];
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const at = texts.currentNode.data.indexOf("Bartholomew");
    if (at < 0) continue;
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + "Bartholomew".length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  }
}"""


def test_sheet_shows_names_of_eleven_letters_whole(served, store, phone):
    page = phone()
    names_of = ["<b>O'Neill</b> 🂡", "Bartholomew", "Pia", "Quin"]
    stored = store.begin(renamed(golden("kaiser"), names_of, 2))
    page.goto(f"{served.url}/t/{stored.code}/sheet")
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.evaluate(WORD) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [390, 320])
def test_names_in_a_label_move_no_key(scored, width):
    """The label has the names of both sides once the bidder is known."""
    size = {"width": width, "height": 844}
    page = scored(Record.begin("kaiser", NAMES, entry="quick"), viewport=size)
    places = "all => all.map((e) => e.getBoundingClientRect().y)"
    keys = page.locator(".ans .k")
    before = keys.evaluate_all(places)
    page.locator("label:has([name='a.bidder'][value='1'])").tap()
    label = page.locator(".lab", has_text="Tricks of")
    expect(label).to_contain_text("Bartholomew")
    assert keys.evaluate_all(places) == before
    box = label.locator("small").bounding_box()
    assert box["x"] + box["width"] <= width
