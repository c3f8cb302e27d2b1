"""The result, the end, the picture and the large screen, as a phone and a television show them."""

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Record
from tests.browser.axe import violations
from tests.browser.driver import TWICE, golden, renamed, rested, written

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREEN = {"width": 1920, "height": 1080}
NAMES = ["Nell", "Omar", "Pia", "Quin", "Rosa", "Sven", "Tove", "Ugo", "Vera", "Wim", "Xenia",
         "Yan", "Zoe", "Ada", "Benedict-Alexander of Oakhampton"]  # fmt: skip
# Every text of a figure that counts up, in order.
WATCH = """() => {
  window.seen = [];
  new MutationObserver((all) => { for (const one of all) {
    const it = one.target.nodeType === 3 ? one.target.parentElement : one.target;
    if (it?.matches?.('.tot, .big')) window.seen.push(it.textContent);
  } }).observe(document, { childList: true, subtree: true, characterData: true });
}"""
QUIET = """
  window.felt = [];
  window.AudioContext = class {
    currentTime = 0; destination = {};
    createOscillator() {
      window.felt.push('sound');
      return { frequency: {}, connect: (next) => next, start() {}, stop() {} };
    }
    createGain() {
      return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
    }
  };
  navigator.vibrate = () => window.felt.push('touch');
"""


def almost(number):
    """A Kaiser evening up to the last page of a hand, and the answers to that."""
    record = golden("kaiser")
    # Entered step by step, like the others: a hand entered on one page shows no result page.
    told = {key: record.hands[5][key] for key in ("trump", "tricks", "5H", "3S")}
    record.hands[5] = {"bid 3": "7", "bid 4": "pass", "bid 1": "pass", "bid 2": "pass", **told}
    record.hands[6] = {"@entry": "guided", **record.hands[6]}
    replay = games.find("kaiser").replay(record)
    last = max(asked.page for asked in replay.hands[number - 1].asked)
    keys = {a.question.key for a in replay.hands[number - 1].asked if a.page == last}
    answers = written(record)[number - 1][-1]
    record.hands = record.hands[:number]
    record.hands[-1] = {k: v for k, v in record.hands[-1].items() if k not in keys}
    return record, answers


def finish(scored, page, number):
    """Plays the last page of a hand: the result is on the screen."""
    record, answers = almost(number)
    scored(record, page=page)
    page.evaluate(WATCH)
    choose(page, answers).click()
    page.locator(".blaze").wait_for()


def choose(page, answers):
    """The key that saves the chosen answers."""
    for key, text in answers.items():
        page.locator(f"[name='a.{key}'][value='{text}']").check(force=True)
    return page.locator("footer button.go:not([formaction])")


def test_moving_figures_end_at_the_stated_values(scored, phone):
    page = phone(clock=True)  # every frame is drawn, also on a busy machine
    finish(scored, page, 6)
    page.clock.run_for(2000)
    assert page.locator(".blaze .big").inner_text() == "+10"
    assert page.locator(".sc .tot").all_inner_texts() == ["46", "10"]
    seen = page.evaluate("window.seen")
    between = {int(text) for text in seen if text.isdecimal() and 36 < int(text) < 46}
    assert len(between) > 1, seen
    assert page.locator(".stamp").inner_text() == "Made"


def test_reduced_motion_shows_figures_without_animation(scored, phone):
    page = phone(clock=True, reduced_motion="reduce")
    finish(scored, page, 6)
    page.clock.run_for(1200)
    assert set(page.evaluate("window.seen")) <= {"46", "10", "+10"}  # the final value at once
    assert page.locator(".blaze .big").inner_text() == "+10"


def test_sound_and_vibration_need_their_switch(scored, served, phone):
    """By the phone's switch; a result has no such setting."""
    page = phone()
    page.add_init_script(QUIET)
    finish(scored, page, 6)
    assert page.evaluate("window.felt") == []
    assert page.locator("[data-switch=felt]").count() == 0
    page.goto(f"{served.url}/more")
    page.get_by_role("switch", name="Sound and vibration").check(force=True)
    finish(scored, page, 4)
    assert set(page.evaluate("window.felt")) == {"sound", "touch"}


@pytest.mark.long
def test_the_picture_goes_to_the_phones_own_sheet(scored, phone):
    page = phone()
    page.add_init_script("""
      navigator.canShare = (what) => what.files.length === 1;
      navigator.share = async (what) => { window.sent = [what.files[0].name, what.files[0].type,
        what.files[0].size, what.text]; };
    """)
    scored(golden("kaiser"), "/picture", page=page)
    page.get_by_role("button", name="Send picture").tap()
    page.wait_for_function("() => window.sent")
    name, kind, size, text = page.evaluate("window.sent")
    assert re.fullmatch(r"kaiser-\d{4}-\d\d-\d\d\.png", name)
    assert (kind, size > 10_000) == ("image/png", True)
    assert text.startswith("Kaiser: Nell & Pia win, 55 : 19.")


def test_picture_is_saved_where_sharing_is_missing(scored, phone):
    page = phone()
    page.add_init_script("delete Navigator.prototype.canShare; delete Navigator.prototype.share;")
    scored(golden("kaiser"), "/picture", page=page)
    expect(page.get_by_role("button", name="Send picture")).to_be_hidden()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save picture").click()
    assert saved.value.suggested_filename.endswith(".png")
    shown = page.locator("img").first.evaluate(
        "async (e) => { await e.decode(); return e.naturalWidth; }"
    )
    assert shown == 1080


# -- the large screen ----------------------------------------------------------------------------


def tables():
    """Records of two sides and of up to fifteen players, some with long names."""
    long = ("Maximilian-Alexander", "Bartholomew", "Christopher", "Zoe")
    found = {"two": renamed(golden("kaiser"), long, 6), "end": golden("kaiser")}
    for key, hands in (("tribello", 6), ("panguingue", 5)):
        found[key] = golden(key)
        found[key].hands = found[key].hands[:hands]
    return found | {"fifteen": Record.begin("panguingue", NAMES)}


@pytest.mark.parametrize("name", tables())
@pytest.mark.long
def test_the_large_screen_shows_all_in_one_view(scored, name):
    page = scored(tables()[name], "/board", viewport=SCREEN, has_touch=False, is_mobile=False)
    size = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert size == [1920, 1080]
    out = page.evaluate("""() => [...document.querySelectorAll(
        '.tv :is(h1, h2, li, footer span), .huge, .need, .last, .chart, .qr, .follow b')]
      .filter((e) => !e.matches('.hands li') // what does not fit wraps out of sight
        || e.getBoundingClientRect().left < e.parentElement.getBoundingClientRect().right)
      .map((e) => [e.className + ' ' + e.textContent.slice(0, 30), e.getBoundingClientRect()])
      .filter(([, b]) => b.width && (b.left < 0 || b.top < 0 || b.right > 1921 || b.bottom > 1081))
      .map(([words]) => words)""")
    assert out == []
    crossed = page.evaluate("""() => [...document.querySelectorAll('.huge')]
      .filter((e) => { const range = document.createRange(); range.selectNodeContents(e);
        const [own, room] = [range, e.parentElement].map((it) => it.getBoundingClientRect());
        return own.right > room.right + 1; })
      .map((e) => e.textContent)""")
    assert crossed == []
    small = page.evaluate("""() => [...document.querySelectorAll('.tv *')]
      .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
        && !e.closest('svg, .sr, .mk') && e.checkVisibility())
      .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 24)
      .map((e) => e.textContent.slice(0, 40))""")
    assert small == []
    if name in ("two", "end"):
        sizes = page.locator(".huge").evaluate_all(
            "every => every.map((e) => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert sizes == [420, 420]


def test_restarted_count_ends_at_true_figures(scored, phone):
    page, still = phone(clock=True), phone(reduced_motion="reduce")
    finish(scored, page, 6)
    for _ in range(8):
        page.evaluate("document.dispatchEvent(new CustomEvent('htmx:after:swap', {detail: {}}))")
        page.clock.run_for(120)
    still.goto(page.url)
    page.clock.run_for(1200)
    for figures in (".sc .tot", ".big"):
        assert page.locator(figures).all_inner_texts() == still.locator(figures).all_inner_texts()


def test_the_large_screen_follows_within_a_poll(scored, phone):
    screen, record = phone(viewport=SCREEN, has_touch=False, is_mobile=False), golden("kaiser")
    del record.hands[6:]
    scorer = scored(record)
    screen.goto(f"{scorer.url}/board")
    expect(screen.locator(".auc [aria-current]")).to_contain_text("Pia")
    scorer.locator("button[name=mode][value=guided]").click()
    scorer.locator("form.ask-form button[value='7']").first.tap()
    expect(screen.locator(".auc ol")).to_contain_text("7")
    expect(screen.locator(".auc [aria-current]")).to_contain_text("Quin")


# -- for everybody -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["kaiser", "panguingue"])
@pytest.mark.long
def test_axe_passes_results_ends_pictures_and_boards(scored, key):
    record, some = golden(key), golden(key)
    del some.hands[2:]
    # Without motion the stamp is in place at once.
    page = scored(record, bypass_csp=True, reduced_motion="reduce")
    ended, last = page.url, len(games.find(key).replay(record).hands)
    running = scored(some, page=page).url
    for path in (f"{running}/hand/2", f"{ended}/hand/{last}", ended, f"{ended}/picture",
                 f"{running}/board"):  # fmt: skip
        page.goto(path)
        if path == ended:  # the next actions are on the first screen
            acts, bar = (page.locator(each).bounding_box() for each in (".acts", "footer"))
            assert acts["y"] + acts["height"] <= bar["y"]
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        schemes = ("light", "dark") if key == "kaiser" else ("light",)  # the same ink everywhere
        assert (path, violations(page, *schemes)) == (path, [])


@pytest.mark.parametrize("key", ["back-alley", "jo-jotte"])
@pytest.mark.long
def test_final_score_fits_however_long(scored, key):
    """−76 to −97, and 1610 to 1180."""
    page = scored(golden(key))
    for width in (390, 360, 1180):
        page.set_viewport_size({"width": width, "height": 844})
        last = page.locator(".score b").last.bounding_box()
        edge = page.locator(".won").bounding_box()
        assert last["x"] + last["width"] <= edge["x"] + edge["width"] + 1, width
    page.set_viewport_size({"width": 390, "height": 844})
    told = page.locator(".hd .ti")
    assert told.evaluate("e => e.scrollWidth <= e.clientWidth")


@pytest.mark.long
def test_tablet_shows_sheet_beside_result_chart_beside_end(scored):
    page = scored(golden("kaiser"), "/hand/2", viewport={"width": 820, "height": 1180})
    hand = page.url
    left, right = (page.locator(each).bounding_box() for each in (".blaze", ".beside"))
    assert left["x"] + left["width"] <= right["x"] + 1
    page.locator(".beside td").first.wait_for()
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(hand.removesuffix("/hand/2"))
    left, right = (page.locator(each).bounding_box() for each in (".won", ".chart"))
    assert left["x"] + left["width"] <= right["x"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(hand)
    assert page.locator(".beside").is_hidden()


def test_only_tablet_loads_sheet_and_chart_beside_question(scored, phone):
    page, asked = phone(bypass_csp=True), []
    page.on("request", lambda request: asked.append(request.url))
    record, answers = almost(6)
    scored(record, page=page)
    assert not [url for url in asked if "/beside" in url]
    page.set_viewport_size({"width": 820, "height": 1180})  # like a folded one that is opened
    page.locator(".beside .chart").wait_for()
    scored = page.locator(".beside tbody tr").count()
    places = page.locator("#beside").evaluate(
        "e => [...e.querySelectorAll('h2, table, .chart')].map((e) => e.getBoundingClientRect().x)"
    )
    assert min(places) > page.locator(".ans").bounding_box()["x"] + 380
    drawn = page.locator(".beside .curve.l2").first
    assert drawn.evaluate("e => getComputedStyle(e).fill") == "none"
    assert violations(page) == []
    choose(page, answers).click()
    page.locator(".blaze").wait_for()
    page.wait_for_function(
        "n => document.querySelectorAll('.beside tbody tr').length === n", arg=scored + 1
    )


def test_why_panel_leaves_hand_where_it_was(scored):
    size = {"width": 390, "height": 480}
    page = scored(golden("kaiser"), "/hand/5", viewport=size, bypass_csp=True)
    rested(page)
    last = page.locator("ul.ls a[href*='/why/']").last
    last.scroll_into_view_if_needed()
    at = page.evaluate("document.querySelector('main').scrollTop")
    assert at
    last.tap()
    up = page.locator("dialog[open]")
    expect(up.get_by_role("heading", level=1)).to_contain_text("Why")
    assert up.locator("dl.kv").is_visible()
    least = "all => Math.min(...all.map((e) => e.getBoundingClientRect().height))"
    page.wait_for_function("() => !document.querySelector('dialog').getAnimations().length")
    assert up.locator("summary").evaluate_all(least) >= 44
    assert violations(page) == []
    up.get_by_label("Close").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.url.endswith("/hand/5")
    assert page.evaluate("document.querySelector('main').scrollTop") == at


@pytest.mark.parametrize("status", [0, 503])
def test_unsent_hand_is_named_undone_and_saved(scored, status):
    record, answers = almost(6)
    page = scored(record)
    save = choose(page, answers)
    save.wait_for()
    refused = (
        (lambda route: route.fulfill(status=status)) if status else lambda route: route.abort()
    )
    page.route("**/answer", refused)
    save.click()
    expect(page.locator("#msg")).to_contain_text("Waiting for the network: hand 6.")
    back = page.locator("#takeback")
    expect(back).to_contain_text("Take hand 6 back")
    page.unroute("**/answer")
    page.wait_for_timeout(400)  # it ignores a double tap
    back.click()
    expect(back).to_have_count(0)
    page.wait_for_timeout(TWICE)
    save.click()
    page.wait_for_url("**/hand/6")


THIRTY = ["Maximiliane von Hohenzollern-S", "Christopher Bartholomew Longes",
          "Annabelle-Luise Konstantinopol", "Wilhelmina Alexandra Montgomer"]  # fmt: skip
SCRIPTS = ["Анастасия", "محمد عبد الله", "陈小明", "Ζωή"]
OUT = """(what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility()
  && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2))
  .map((e) => e.innerText)"""


@pytest.mark.parametrize("names", [THIRTY, SCRIPTS], ids=["long", "scripts"])
@pytest.mark.long
def test_whole_names_fit_results_and_large_screen(scored, phone, names):
    """In two lines if one is too narrow; at twice the size too."""
    page = phone(bypass_csp=True)
    for key, path, what in (
        ("kaiser", "/hand/2", ".ls .nm"),
        ("scotch-whist", "", ".rank .nm"),
        ("kaiser", "/board", ".sd .nm"),
    ):
        scored(renamed(golden(key), names), path, page=page)
        for size in (100, 200):
            page.evaluate("t => document.documentElement.style.fontSize = t + '%'", size)
            assert page.locator(what).count()
            assert page.evaluate(OUT, what) == [], (path, size)
    page.set_viewport_size(SCREEN)
    page.reload()
    assert page.evaluate(OUT, ".sd .nm, .tv > footer span + span") == []
