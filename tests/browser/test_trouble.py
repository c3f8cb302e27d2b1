"""A database that refuses writes for a while: the answer stays and is sent again by itself."""

import re
import sqlite3
import threading
from contextlib import closing

import pytest
from flask import request
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Act
from tests.browser.driver import TWICE, Scorer, golden
from tests.browser.test_engines import Served
from tests.browser.test_places import moments
from tests.texts import WAITING

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_unsaved_answer_stays_and_is_sent_again(served, store, phone):
    scorer = Scorer(phone(), served.url)
    scorer.sit(golden("kaiser"), 0)
    page, file = scorer.page, served.folder / "companion.db"
    asked = page.locator("h1").inner_text()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page.locator("button[value='7']").first.click()
        expect(page.locator("#msg.wait")).to_be_visible(timeout=20_000)
        assert page.locator("h1").inner_text() == asked
        expect(page.locator("#msg")).to_contain_text(WAITING, timeout=20_000)
        other.execute("ROLLBACK")
    expect(page.locator("h1")).not_to_have_text(asked, timeout=30_000)
    expect(page.locator("#msg.wait")).to_have_count(0)
    assert store.table(scorer.code).record.hands == [{"bid 2": "7"}]
    assert len(store.journal(scorer.code)) == 1


GIVEN = """() => Object.fromEntries([...new FormData(document.querySelector('form.ask-form'))]
  .filter(([name, value]) => name.startsWith('a.') && value))"""
"""JavaScript: the filled-in answers."""
KEY = ".bar > .bt:visible"
STALE = ":is(.ctx div.said, .preview, .rest, .calc > *):visible"
"""Results of the answers before."""
CONTROLS = (
    ".ans label:has(input[name^='a.']:is([type=radio], [type=checkbox]):not(:checked)):visible",
    ".ans button[name=tap]:not([aria-disabled=true]):visible",
    ".pad [data-press='1']:visible",
)


def filled_in(key):
    """The pages of a game's evening with several answers, one of each kind."""
    for _, kinds, record in moments(golden(key)):
        pending = games.find(key).replay(record).pending
        if pending and not (len(pending.page) == 1 and pending.page[0].at_once):
            yield kinds, record


def fill_in(page):
    """Taps the first answer, card or digit of a page."""
    for cover in page.locator("details.secret:not([open]) > summary").all():
        cover.tap()
        page.wait_for_timeout(TWICE)
    found = next(each for each in map(page.locator, CONTROLS) if each.count())
    found.first.evaluate("(it) => (it.querySelector('input') ?? it).click()")


@pytest.mark.kinds("jo-jotte")
@pytest.mark.parametrize("key", games.all_games())
def test_offline_page_says_so_and_is_rechecked(scored, key):
    """With any question: earlier results are hidden, and the chosen answers stay."""
    page = None
    for kinds, record in filled_in(key):
        page = scored(record, page=page)
        if not page.locator("form.ask-form[data-draft]").count():
            continue
        page.context.set_offline(True)
        before = page.evaluate(GIVEN).items()
        fill_in(page)
        expect(page.locator("#msg.wait")).to_contain_text(WAITING)
        expect(page.locator(KEY)).to_have_text(re.compile("No network|when the network is back"))
        assert page.locator(STALE).count() == 0, kinds
        given = page.evaluate(GIVEN).items() - before
        assert given, kinds
        page.context.set_offline(False)
        expect(page.locator("#recheck, #later")).to_have_count(0)
        expect(page.locator("#msg.wait")).to_have_count(0)
        expect(page.locator(KEY).last).not_to_have_text(re.compile("network"))
        assert given <= page.evaluate(GIVEN).items(), kinds


RESULT = {"a.tricks": "5", "a.5H": "A", "a.3S": "B"}


def offline_result(scored, tricks="5"):
    """The page of a Kaiser result, filled in without a network up to its key that saves."""
    record = golden("kaiser")
    del record.hands[2:]
    record.hands[1] = {k: t for k, t in record.hands[1].items() if k.startswith(("bid", "trump"))}
    page = scored(record)
    page.context.set_offline(True)
    for name, value in (RESULT | {"a.tricks": tricks}).items():
        page.locator(f"input[name='{name}'][value='{value}']").dispatch_event("click")
        expect(page.locator("#msg.wait")).to_contain_text(WAITING)
    page.locator("#later").tap()
    expect(page.locator("#msg.wait")).to_contain_text("Nell’s 8 NT: the result")
    page.wait_for_timeout(TWICE)
    return page


def answers(store, page):
    """The answers entered at the table of this page."""
    journal = store.journal(page.url.split("/t/")[1].split("/")[0])
    return [row.act.answers for row in journal if row.act.kind == "answer"]


def test_offline_result_is_saved_once_later(scored, store):
    page = offline_result(scored)
    assert answers(store, page) == []
    page.context.set_offline(False)
    expect(page.locator("h1")).not_to_have_text("Nell’s 8 NT: the result", timeout=30_000)
    assert answers(store, page) == [{"tricks": "A 5", "5H": "A", "3S": "B"}]


def test_result_refused_later_stays_with_its_reason(scored, store):
    page = offline_result(scored, tricks="0")
    page.context.set_offline(False)
    expect(page.locator("#msg")).to_contain_text("no trick", timeout=30_000)
    assert page.evaluate(GIVEN)["a.tricks"] == "0"
    assert answers(store, page) == []


def test_conflicting_entry_stays_and_both_are_shown(scored, store):
    page = offline_result(scored)
    code = page.url.rsplit("/", 1)[1]
    other = {"tricks": "A 6", "5H": "A", "3S": "B"}
    store.act(code, Act("answer", 2, other), seen=len(store.journal(code)), submission="another")
    page.context.set_offline(False)
    told = page.locator("#msg[role=alert], main [role=alert]")
    expect(told.first).to_contain_text("Your entry (Nell & Pia: 5 tricks", timeout=30_000)
    assert answers(store, page) == [other]


@pytest.mark.long
def test_failed_check_repeats_by_tap_or_itself(scored):
    page, asked = scored(next(record for _, record in filled_in("kaiser"))), []

    def refuse(route):
        asked.append(route.request.url)
        route.abort()

    page.route("**/check?live=1", refuse)
    fill_in(page)
    expect(page.locator("#recheck")).to_be_visible()
    before = len(asked)
    page.wait_for_timeout(TWICE)
    page.locator("#recheck").tap()
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    assert len(asked) > before
    expect(page.locator("#recheck")).to_be_visible()
    page.unroute("**/check?live=1")  # and no event says that the network is back
    expect(page.locator("#recheck")).to_have_count(0)


def test_hanging_check_shows_as_no_network(scored):
    page, held = scored(next(record for _, record in filled_in("kaiser"))), []
    page.route("**/check?live=1", lambda route: held.append(route))
    fill_in(page)
    expect(page.locator(KEY)).to_have_text(re.compile("No network"))
    page.unroute("**/check?live=1")
    expect(page.locator("#recheck")).to_have_count(0)


@pytest.mark.long
def test_check_is_repeated_after_server_error(scored):
    page, left = scored(next(record for _, record in filled_in("kaiser"))), [503, 502, 429]

    def trouble(route):
        return route.fulfill(status=left.pop(), body="later") if left else route.continue_()

    page.route("**/check?live=1", trouble)
    fill_in(page)
    expect(page.locator("#recheck")).to_be_visible()
    expect(page.locator("#recheck")).to_have_count(0)
    assert left == []
    expect(page.locator("#msg.wait")).to_have_count(0)


def test_rate_limited_new_table_shows_no_offline_banner(served, phone):
    """The page says how long to wait, and keeps what was typed."""
    page, said = phone(), "Too many new tables from here. Try again in 9 seconds."
    page.goto(f"{served.url}/new/kaiser")
    page.locator("[name='name.1']").fill("Nell")
    page.route("**/new/kaiser", lambda route: route.fulfill(
        status=429, content_type="text/html",
        body=f"<div id='table'><main id='main'>{said}</main></div>",
    ))  # fmt: skip
    page.locator("button[name=do][value=begin]").click()
    expect(page.locator("#main")).to_have_text(said)
    expect(page.locator("#offline")).to_be_hidden()


def test_preview_of_a_correction_waits_for_the_network(scored):
    record = golden("kaiser")
    del record.hands[2:]
    page = scored(record, "/amend/2")
    page.context.set_offline(True)
    page.locator("summary", has_text="Omar, dealer").click()
    page.locator("#proposal [name='a.bid 2'][value='9']").dispatch_event("click")
    line = page.locator("#offline")
    expect(line).to_contain_text("what this changes is shown as soon as it is back")
    page.context.set_offline(False)
    expect(page.locator("#proposal")).to_contain_text("pass 9", timeout=30_000)
    expect(line).to_be_hidden()


def test_preview_of_many_hands_waits_for_the_network(scored):
    record = golden("kaiser")
    record.hands = []
    page = scored(record, "/many")
    page.context.set_offline(True)
    page.locator("[name='r1.a.bidder']").select_option(index=1)
    line = page.locator("#offline")
    expect(line).to_contain_text("what this changes is shown as soon as it is back")
    page.context.set_offline(False)
    expect(line).to_be_hidden(timeout=30_000)


@pytest.mark.long
def test_opening_menu_offline_keeps_the_check_going(scored):
    page = scored(next(record for _, record in filled_in("kaiser")))
    page.route("**/check?live=1", lambda route: route.abort())
    fill_in(page)
    expect(page.locator("#recheck")).to_be_visible()
    page.get_by_role("link", name="Menu").tap()
    page.locator("#up").get_by_role("link", name="Close").tap()
    page.unroute("**/check?live=1")
    expect(page.locator("#recheck")).to_have_count(0)


def test_worker_saves_one_rule_page_at_a_time(tmp_path, phone):
    """Together they would delay the first answers at a table, in WebKit until they fail."""
    served = Served(tmp_path)
    paths, busy, most, together = [], 0, 0, threading.Condition()

    def begins():
        nonlocal busy, most
        if not request.path.startswith(("/rules/", "/referee/")):
            return
        with together:
            paths.append(request.path)
            busy += 1
            most = max(most, busy)
            together.notify_all()
            together.wait_for(lambda: busy > 1, timeout=0.05)
            busy -= 1

    served.app.before_request(begins)
    page = phone(service_workers="allow")
    page.goto(served.url)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    served.stop()
    served.store.close()
    assert {f"/rules/{key}" for key in games.all_games()} <= {*paths}
    assert most == 1
