"""An unsent form is restored when the player returns to the same question."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Record
from tests.browser.driver import TWICE, golden, quiet, rested
from tests.browser.test_places import moments
from tests.daily import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FORM = """() => {
  const form = document.querySelector('form.ask-form');
  return [...new FormData(form)].filter(([name]) => name.startsWith('a.')).join('; ');
}"""
PAGE = f"""() => {{
  const said = (what) => document.querySelector(what)?.innerText.trim();
  return [({FORM})(), ...['#msg', '.ctx', '.ans', '.bar .go'].map(said)].join(' | ');
}}"""


def fill(page):
    """Answer the questions of a page that have keys; True if there was one. The last number is no
    longer being typed: the page has checked it."""
    done = False
    for what in (
        "[name=tap]:not([aria-disabled=true])",
        "[data-press='1']",
        "input[type=checkbox]",
    ):
        keys = page.locator(f".ans {what}")
        for place in range(min(2, keys.count())):
            key = keys.nth(min(place, keys.count() - 1))
            key.dispatch_event("click")
            quiet(page)
            done = True
    read = (
        "() => [...new Set([...document.querySelectorAll('.ans [type=radio]')].map(e => e.name))]"
    )
    for name in page.evaluate(read)[:3]:
        keys = page.locator(f".ans [name='{name}']:not(:disabled)")
        if keys.count():
            keys.first.dispatch_event("click")
            quiet(page)
            done = True
    page.wait_for_function("() => !document.querySelector('[name=typing]')?.value")
    quiet(page)
    return done


def away(page):
    """To the sheet and back by the browser's own key."""
    page.locator("header a.sc").dispatch_event("click")
    page.wait_for_url("**/sheet")
    page.go_back()
    page.locator("form.ask-form").wait_for()


def forms(key):
    """Tables at a page with several answers: a whole hand in each entry mode of the game. If there
    is none, or in the long run, also each kind of question of its evening."""
    record = golden(key)
    replay = games.find(key).replay(Record.begin(key, record.players))
    assert replay.hand
    found = []
    for way in replay.hand.modes if len(replay.hand.modes) > 1 else ():
        found.append(Record.begin(key, record.players, entry=way))
    if not found or LONG:
        found += [earlier for _, _, earlier in moments(record)]
    return found


@pytest.mark.kinds("panguingue")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_what_is_filled_in_is_there_again(scored, phone, key):
    page, tried = phone(), 0
    for record in forms(key):
        scored(record, page=page)
        if not page.locator("[data-draft]").count() or not fill(page):
            continue
        before = page.evaluate(PAGE)
        away(page)
        page.wait_for_function(f"was => ({PAGE})() === was", arg=before)
        tried += 1
    assert tried


def test_last_tap_is_undoable_after_reload_or_sheet(scored):
    page = scored(Record.begin("kaiser", ["<b>O'Neill</b> 🂡", "Bo", "Cy", "Di"], entry="quick"))
    forms, undo = [page.evaluate(FORM)], page.locator(".bar .undo b")
    for name, value in (("bidder", "1"), ("contract", "7 no"), ("tricks", "5")):
        page.locator(f"[name='a.{name}'][value='{value}']").dispatch_event("click")
        quiet(page)
        forms.append(page.evaluate(FORM))
    for leave in (page.reload, lambda: away(page), page.reload):
        last = undo.inner_text()
        leave()
        page.wait_for_function(f"was => ({FORM})() === was", arg=forms.pop())
        assert page.locator(".bar .undo b").inner_text() == last
        rested(page)
        page.locator(".bar .undo").click()
        page.wait_for_function(f"was => ({FORM})() === was", arg=forms[-1])
        quiet(page)
    assert page.locator(".bar .undo").is_disabled()


def test_undo_names_a_draft_after_another_table(scored):
    """It does so if the taps themselves were not kept."""
    page, first = scored(Record.begin("kaiser", ["A", "B", "C", "D"], entry="quick")), ""
    for name in ("1", "2"):
        if first:
            scored(Record.begin("kaiser", ["E", "F", "G", "H"], entry="quick"), page=page)
        page.locator(f"[name='a.bidder'][value='{name}']").dispatch_event("click")
        quiet(page)
        first = first or page.url
    taps = "Object.keys(sessionStorage).filter((name) => name.startsWith('taps'))"
    forget = f"{taps}.forEach((name) => sessionStorage.removeItem(name))"
    for label, before in (("A", "1"), ("unsaved answers", forget)):
        page.evaluate(before)
        page.goto(first)
        expect(page.locator(".bar .undo b")).to_have_text(label)
        expect(page.locator("[name='a.bidder']:checked")).to_have_value("1")
    rested(page)
    page.locator(".bar .undo").click()
    page.wait_for_function(f"() => ({FORM})() === ''")
    expect(page.locator(".bar .undo")).to_be_disabled()


def test_digits_continue_at_first_open_number(scored):
    page = scored(Record.begin("tres", golden("tres").players, entry="totals"))
    for digits in ("19", "11"):
        for digit in digits:
            page.wait_for_timeout(TWICE)
            page.locator(f"[data-press='{digit}']").tap()
        quiet(page)
        away(page)
        page.wait_for_function(f"was => ({FORM})().includes(was)", arg=f",{digits}")
        rested(page)
    assert page.evaluate(FORM).count(",19") == 1


def test_what_was_saved_is_not_filled_in_again(scored):
    """In the next hand nothing is chosen; in the same hand, undone, the saved answers are."""
    page = scored(Record.begin("tribello", golden("tribello").players, entry="quick"))
    blank = page.evaluate(FORM)
    fill(page)
    page.locator("[name='a.tricks.1']:not(:disabled)").first.dispatch_event("click")
    quiet(page)
    assert page.evaluate(FORM) != blank
    page.locator(".bar .go").click()
    page.locator("[name=hand][value='2']").first.wait_for(state="attached")
    away(page)
    rested(page)
    page.wait_for_timeout(300)
    assert page.evaluate(FORM) == blank
    page.locator(".bar .un").click()
    page.locator("[name=hand][value='1']").first.wait_for(state="attached")
    page.wait_for_timeout(300)
    assert "a.trump" in page.evaluate(FORM)  # the undone answer is still chosen


def test_tap_before_network_reply_counts(scored):
    page = scored(Record.begin("tribello", ["A", "B", "C"], entry="quick"))
    fill(page)
    held = []
    page.route("**/check", lambda route: held.append(route))
    page.reload()
    rested(page)
    page.wait_for_timeout(100)
    assert held
    page.locator("[name='a.trump'][value='D']").dispatch_event("click")
    quiet(page)
    with page.expect_response("**/check"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert "a.trump,D" in page.evaluate(FORM)


def test_a_covered_answer_is_not_kept(scored):
    """The answers beside it are kept; it is covered again, and empty."""
    record = Record.begin("dealers-dilemma", ["A", "B", "C"])
    record.hands = [{"up": "7C 8D", "taken": "7C", "bid 1": "easy"}]
    page = scored(record)
    for key, card in (("shown 1", "4S"), ("hidden 1", "6C")):
        page.locator(f"[name='a.{key}'][value='{card}']").dispatch_event("click")
        quiet(page)
    assert page.evaluate(FORM) == "a.shown 1,4S; a.hidden 1,6C"
    away(page)
    page.wait_for_function(f"() => ({FORM})() === 'a.shown 1,4S'")
    assert "6C" not in page.evaluate("JSON.stringify(sessionStorage)")
    assert page.locator("details.secret").get_attribute("open") is None


def test_rows_from_paper_are_there_again(served, scored):
    page = scored(Record.begin("tribello", ["A", "B", "C"]), "/many")
    box = page.locator("#row1 input[type=text], #row1 input:not([type])").first
    box.fill("5")
    box.dispatch_event("change")
    quiet(page)
    read = "() => [...new FormData(document.querySelector('#many'))].slice(2).join('; ')"
    before = page.evaluate(read)
    page.goto(f"{served.url}/rules/tribello")
    page.go_back()
    page.wait_for_function(f"was => ({read})() === was", arg=before)
    assert ",5" in before


def filled(form):
    return f"() => [...new FormData(document.querySelector('{form}'))].join('; ')"


def left_and_back(page, served, form, *parts):
    """Go to the rules and back: the answers are restored."""
    page.goto(f"{served.url}/rules/tribello")
    page.go_back()
    script = f"parts => parts.every((part) => ({filled(form)})().includes(part))"
    page.wait_for_function(script, arg=list(parts))
    quiet(page)


def opened_anew(page, address):
    """The addresses that a page posts to when it is opened."""
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.post_data else None)
    page.goto(address)
    page.wait_for_timeout(300)
    return asked


def test_correction_draft_returns_until_it_is_saved(served, scored):
    record = golden("tribello")
    del record.hands[2:]
    page = scored(record, "/amend/1")
    address = page.url
    page.locator("details:not([open]) > summary").first.click()
    other = page.locator("#proposal [name='a.trump']:not(:checked)").first
    trump = f"a.trump,{other.get_attribute('value')};"
    other.check(force=True)
    page.locator("#effect").wait_for()
    left_and_back(page, served, "#proposal", trump)
    page.locator("#effect").wait_for()
    page.locator("summary", has_text="Reason").click()
    page.locator("#why").fill("misread")
    left_and_back(page, served, "#proposal", trump, "why,misread")
    page.locator("[name=do][value=save]").click()
    page.wait_for_url(address.removesuffix("/amend/1"))
    assert opened_anew(page, address) == []


def test_new_table_draft_returns_until_begun(served, phone):
    page, address = phone(), f"{served.url}/new/tribello"
    page.goto(address)
    page.locator("[name='name.1']").fill("Zoe")
    page.locator("[name='name.3']").fill("Xia")
    left_and_back(page, served, "#new", "name.1,Zoe", "name.3,Xia")
    page.locator("[name=do][value=clear], [name=do][value=draw]").first.click()  # it fills in, too
    page.locator(".done:not(:empty)").first.wait_for()
    was = [part for part in page.evaluate(filled("#new")).split("; ") if "name." in part]
    left_and_back(page, served, "#new", *was)
    page.locator("[name=do][value=begin]").click()
    page.wait_for_url("**/t/*")
    assert opened_anew(page, address) == []


def test_cancel_drops_a_correction(scored):
    record = golden("tribello")
    del record.hands[2:]
    page = scored(record, "/amend/1")
    address = page.url
    page.locator("details:not([open]) > summary").first.click()
    page.locator("#proposal [name='a.trump']:not(:checked)").first.check(force=True)
    page.locator("#effect").wait_for()
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_url("**/sheet*")
    assert opened_anew(page, address) == []


def test_cards_of_a_correction_follow_each_tap(scored):
    """Cards too few for an answer, too: a meld of three is replaced card by card."""
    record = golden("panguingue")
    del record.hands[1:]
    page = scored(record, "/amend/1")
    group = page.locator("details", has=page.locator("[data-list='cards 1']"))
    group.locator("summary").tap()
    tray = group.locator(".tray .pc:not(.blank)")
    for now in (2, 1, 0):
        group.locator(".tray button").first.tap()
        expect(tray).to_have_count(now)
    for now in (1, 2, 3):
        group.locator(".cards [name=tap][value$='|3S']").tap()
        expect(tray).to_have_count(now)
    expect(group.locator("summary ins")).to_contain_text("3♠︎ 3♠︎ 3♠︎")
