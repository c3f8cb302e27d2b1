"""Every page by the rules of accessibility and of a thumb: axe, no sideways scroll, big targets."""

import pytest

from companion.web.platform.making import STYLES, stylesheet, uncommented
from tests.browser.axe import violations
from tests.browser.driver import Scorer, golden, written
from tests.daily import daily

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALL = {"width": 360, "height": 740}
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1180, "height": 820}
DESK = {"width": 1280, "height": 800}

# Targets of a finger; small print and hidden elements are measured by their parent.
# A finger needs 44 pixels; a card of a whole pack, between its neighbours, 36.
TARGETS = """() => {
  const least = (e) => e.closest('.cd') ? 36 : 44;
  const small = 'p a, li a.rule, h1 a, h2 a, h3 a, legend a, figcaption a, table a, dd a, small a,'
    + ' .err a, .msg a, .note a, .mini, .skip, .sr, .sr *, .tells a, .whys a';
  const body = (e) => e.matches('.pick input, .k input, .cd input, label.fld input')
    ? e.closest('label') || e.parentElement
    : e.matches('.stretch') ? e.closest('li') || e.parentElement : e;
  const targets = 'a[href], button, input:not([type=hidden]), select, summary';
  return [...document.querySelectorAll(targets)]
    .filter((e) => !e.closest('[hidden]') && e.checkVisibility() && !e.matches(small))
    .map((e) => [e.outerHTML.slice(0, 120), body(e).getBoundingClientRect(), least(e)])
    .map(([html, box, px]) => [html, Math.round(box.width), Math.round(box.height), px])
    .filter(([, width, height, px]) => width && height && Math.min(height, width) < px)
    .map(([html, width, height]) => [html, width, height]);
}"""
# Labels that do not fit their button.
CUT = """() => [...document.querySelectorAll('.btn, .bt, .k, .pick > span')]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.textContent.trim().slice(0, 60))"""


# Elements that scroll sideways, by any amount: a desktop browser draws a scroll bar below them.
ASIDE = """() => [...document.querySelectorAll('main, main *')]
  .filter((e) => e.scrollWidth > e.clientWidth)
  .filter((e) => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX))
  .map((e) => e.outerHTML.slice(0, 120))"""
UNFOLDED = "document.querySelectorAll('details').forEach(d => d.open = true)"
BREADTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def table(served, chromium):
    """A Kaiser table with six hands and the seventh half bid; a page that may write to it."""
    context = chromium.new_context(
        viewport=PHONE, bypass_csp=True, reduced_motion="reduce", service_workers="block"
    )
    scorer = Scorer(context.new_page(), served.url)
    record = golden("kaiser")
    record.hands[6] = {"@entry": "guided"} | dict(list(asked(record, 7).items())[:2])
    scorer.sit(record, 7)
    yield scorer
    context.close()


def asked(record, hand):
    return {key: text for each in written(record)[hand - 1] for key, text in each.items()}


SITE = [
    "/",
    "/more?back=/",
    "/watch",
    "/rules?q=tie",
    "/new/kaiser",
    "/new/carousel?players=5",
    "/away",
    "/about",
]
TABLE = ["", "/sheet", "/hand/2", "/hand/3", "/why/5/1", "/amend/5", "/more", "/menu", "/disputed",
         "/pause", "/share", "/board"]  # fmt: skip
PATHS = [*SITE, *TABLE]
READ = ["/rules/kaiser", "/referee/kaiser/trick", "/rules"]
DAILY = ["/", "/new/kaiser", "", "/sheet", "/hand/2", "/amend/5", "/share", "/rules/kaiser"]
"""The pages that are tested by day."""


def open_at(table, path):
    table.page.goto(table.url + (path if path in {*SITE, *READ} else f"/t/{table.code}{path}"))


TWICE = "t => document.documentElement.style.fontSize = t"


@daily("path", [*PATHS, *READ], DAILY)
def test_a_page_is_for_everybody(table, path):
    """No sideways scroll, also with text of twice the size; no target too small for a thumb; no
    violation by axe; no element that scrolls sideways on a desktop."""
    page = table.page
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)
    open_at(table, path)
    assert path in READ or page.evaluate(ASIDE) == []
    page.evaluate(UNFOLDED)
    page.set_viewport_size(PHONE)
    page.evaluate(TWICE, "200%")
    assert page.evaluate(BREADTH) <= PHONE["width"]
    assert page.evaluate(CUT) == []
    page.evaluate(TWICE, "")
    if path in READ:
        return  # tested in test_search.py
    assert page.evaluate(TARGETS) == []
    for size in (WIDE, PHONE, SMALL):
        page.set_viewport_size(size)
        assert page.evaluate(BREADTH) <= size["width"]
    assert violations(page, "light", "dark") == []


@pytest.mark.parametrize(
    "what", [{"what": "adjust", "side": "2", "points": "-5"}, {"what": "void"}]
)
def test_change_preview_fits_phone_width(served, phone, what):
    """With seven totals a hand."""
    scorer = Scorer(phone(), served.url)
    scorer.sit(golden("panguingue"), 4)
    scorer.propose(**what, why="for the tip")
    scorer.page.locator("button[form=proposal][value=save]").wait_for()
    for size in (PHONE, SMALL):
        scorer.page.set_viewport_size(size)
        assert scorer.page.evaluate(BREADTH) <= size["width"]


COLOURS = """names => {
  const win = Object.assign(document.createElement('div'), { className: 'blaze' });
  document.body.append(win);
  const found = [document.documentElement, win].map(it => Object.fromEntries(
    names.map(name => [name, getComputedStyle(it).getPropertyValue(name).trim()])));
  win.remove();  // it is wider than the page
  return found;
}"""
TOKENS = ["--paper", "--ink", "--go", "--a", "--b", "--f", "--red", "--four-d", "--diff-tint"]


def test_dark_colours_match_whether_chosen_or_automatic(served, phone):
    """And light if it is chosen, on a phone that is dark."""
    page, found = phone(), {}
    page.goto(served.url + "/more")
    for chosen in ("phone", "dark", "light"):
        page.locator(f"[name=light][value={chosen}]").click()
        page.locator(f"[name=light][value={chosen}][aria-pressed=true]").wait_for()
        for phones in ("light", "dark"):
            page.emulate_media(color_scheme=phones)
            found[chosen, phones] = page.evaluate(COLOURS, TOKENS)
    light, dark = found["phone", "light"], found["phone", "dark"]
    assert found["dark", "light"] == found["dark", "dark"] == dark
    assert found["light", "light"] == found["light", "dark"] == light
    assert light[0]["--paper"] == "#f4f1e9"
    assert dark[0]["--paper"] == "#15171a"
    assert light[1]["--a"] == light[0]["--a"]
    assert dark[1]["--a"] == "#1b3c6b"  # a full area is deep, not bright
    for name in TOKENS:
        assert "" != light[0][name] != dark[0][name] != "", name


def test_forced_colours_keep_marks_and_names_visible(table):
    """Marks have the colour of the words; a figure lays no plate over the name above it."""
    table.page.set_viewport_size(PHONE)
    table.page.emulate_media(forced_colors="active", color_scheme="dark")
    open_at(table, "")
    seen = table.page.locator(".sc .mk").evaluate_all("""all => all.map((e) => {
      const mark = getComputedStyle(e, '::before');
      const tot = getComputedStyle(e.closest('.sc').querySelector('.tot'));
      return tot.forcedColorAdjust === 'none'
        && [mark.backgroundColor, mark.borderColor].includes(tot.color);
    })""")
    assert seen == [True, True]
    table.page.emulate_media(forced_colors="none", color_scheme="light")


def test_motion_is_reduced_for_those_who_ask(table):
    table.page.emulate_media(reduced_motion="reduce")
    open_at(table, "/more")
    taken = table.page.evaluate(
        "getComputedStyle(document.querySelector('summary'), '::before').transitionDuration"
    )
    assert taken in ("0s", "")


def test_browser_reads_same_rules_from_sent_stylesheet(phone):
    text = "\n".join(map(stylesheet, STYLES))
    read = """(text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return [...sheet.cssRules].map((rule) => rule.cssText.replace(/,\\s+/g, ","));
    }"""
    page = phone()
    own, sent = (page.evaluate(read, each) for each in (text, uncommented(text)))
    assert len(own) > 300
    assert sent == own
