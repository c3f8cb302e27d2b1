"""Six phones at one table: a scorer, one that takes over scoring and four watchers, through a bad
evening."""

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.store import write_access
from tests.browser.driver import POLLS, Scorer, beside, golden, quiet, rested, until, written
from tests.browser.test_evenings import ledger

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def record_of(page, server, code):
    """The record on the server, read as a watcher would."""
    text = page.request.get(f"{server.url}/t/{code}/record.txt").text()
    return Transcript.read(text).record


def banner(page):
    return page.locator("#msg.wait")


def tap(page, value):
    page.locator(f"button[value='{value}']").first.click()


@pytest.fixture
def table(fragile, phone):
    """A Kaiser table on a server that can be killed, with all six phones at it."""
    scorer = Scorer(phone(service_workers="allow"), fragile.url)  # as at a real table
    record = golden("kaiser")
    record.head["rule target"] = "28"  # it ends with its fourth hand
    del record.hands[4:]
    scorer.sit(record, 2)
    url = f"{fragile.url}/t/{scorer.code}"
    second, *watchers = [phone() for _ in range(5)]
    for watcher in (second, *watchers):
        watcher.goto(url)
    return scorer, second, watchers, record, fragile, url


@pytest.mark.long
def test_six_phones_share_ledger_and_keep_rules_offline(table, phone):
    scorer, second, watchers, record, server, url = table
    page = scorer.page

    # The scorer loses the network in the middle of the bidding; the page is even loaded again.
    scorer.deal()
    page.context.set_offline(True)
    tap(page, "pass")
    expect(banner(page)).to_be_visible()
    expect(banner(page)).to_contain_text("Waiting for the network: Quin passes.")
    assert len(record_of(watchers[0], server, scorer.code).hands) == 2
    page.context.set_offline(False)
    expect(page.locator("h1")).to_contain_text("Nell")
    expect(banner(page)).to_be_hidden()
    assert record_of(watchers[0], server, scorer.code).hands[2] == {"bid 4": "pass"}

    # The server is killed; an entry waits for it, without a reload.
    server.kill()
    tap(page, "pass")
    expect(banner(page)).to_be_visible()
    server.start()
    expect(page.locator("h1")).to_contain_text("Omar", timeout=30_000)

    # Double taps, and two windows at once: one entry, and the slower window shows a message.
    window = beside(page, phone, url)
    expect(window.locator("h1")).to_contain_text("Omar")
    page.locator("button[value='pass']").first.dblclick()
    tap(window, "pass")
    expect(window.locator("h1")).to_contain_text("Pia")
    page.goto(url)
    expect(page.locator("h1")).to_contain_text("Pia")
    assert list(record_of(page, server, scorer.code).hands[2].values()) == ["pass"] * 3
    tap(page, "pass")
    page.wait_for_url(re.compile("/hand/3$"))
    scorer.deal()

    # Another phone follows by itself, takes over scoring and enters the next answer.
    expect(second.locator("h1")).to_contain_text("Hand 4 is being played")
    page.goto(f"{url}/pencil")
    page.locator("#both > summary").click()
    second.goto(page.get_by_label("Scorer’s link").input_value())
    page.goto(url)
    expect(page.locator("form.ask-form")).to_have_count(0)
    other = Scorer(second, server.url)
    other.code = scorer.code
    other.play(record, 4)

    expected = [str(total) for total in games.find("kaiser").replay(record).ledger.totals.values()]
    for each in [page, second, *watchers]:
        expect(each.locator(".won h1")).to_contain_text(" to ".join(expected))
        expect(each.locator(".won .score b")).to_have_text(expected)
    assert ledger(record_of(page, server, scorer.code)) == ledger(record)

    # The service worker has cached the rules.
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    until(
        page,
        "async () => { for (const n of await caches.keys()) {"
        " if ((await (await caches.open(n)).keys()).length > 20) return true } return false }",
    )
    server.kill()
    page.goto(f"{server.url}/rules/tres")
    expect(page.locator("h1")).to_contain_text("Très")
    page.goto(f"{server.url}/t/ABCDEF")
    expect(page.locator("h1")).to_contain_text("cannot be reached")


def test_unsent_entry_survives_closed_page(served, phone):
    scorer = Scorer(phone(), served.url)
    record = golden("kaiser")
    scorer.sit(record, 0)
    page = scorer.page
    page.route("**/answer", lambda route: route.abort())
    tap(page, "7")
    expect(banner(page)).to_be_visible()
    page.goto(f"{served.url}/rules")  # somewhere else, and the page is gone
    page.unroute("**/answer")
    page.goto(f"{served.url}/t/{scorer.code}")
    expect(page.locator("h1")).to_contain_text("Pia")
    assert record_of(page, served, scorer.code).hands[0] == {"bid 2": "7"}
    page.wait_for_timeout(800)
    assert record_of(page, served, scorer.code).hands[0] == {"bid 2": "7"}


def test_late_entry_is_refused_gently(served, phone):
    scorer = Scorer(phone(), served.url)
    scorer.sit(golden("kaiser"), 0)
    page = scorer.page
    link = f"{served.url}/t/{scorer.code}"
    second = beside(page, phone, link)
    page.context.set_offline(True)
    tap(page, "7")
    expect(banner(page)).to_be_visible()
    tap(second, "8")
    expect(second.locator("h1")).to_contain_text("Pia")
    page.context.set_offline(False)
    expect(page.locator("#msg")).to_contain_text("Already entered")
    assert record_of(page, served, scorer.code).hands[0] == {"bid 2": "8"}


def test_a_half_made_choice_outlives_another_phones_entry(served, phone):
    scorer = Scorer(phone(), served.url)
    record = golden("kaiser")
    scorer.sit(record, 0)
    pages = written(record)
    for answers in pages[0][:-1]:
        scorer.answer(1, answers)
    page = scorer.page
    link = f"{served.url}/t/{scorer.code}"
    second = beside(page, phone, link)
    page.locator("[name='a.tricks'][value='5']").tap(force=True)
    asked = page.locator("h1").inner_text()
    second.get_by_role("button", name="Undo").click()
    page.locator("[name='a.5H'][value='A']").tap(force=True)  # before and after its next poll
    expect(page.locator("#msg")).to_contain_text("Another phone has gone on.", timeout=15_000)
    page.locator("[name='a.5H'][value='B']").tap(force=True)
    page.wait_for_timeout(300)
    expect(page.locator("#msg")).to_contain_text("Another phone has gone on.")
    expect(page.locator("[name='a.tricks'][value='5']")).to_be_checked()
    assert page.locator("form.ask-form").count() == 1
    page.get_by_role("link", name="Show").tap()
    expect(page.locator("h1")).not_to_have_text(asked)


@pytest.mark.long
def test_half_made_choice_survives_changes_of_scorer(scored, store):
    page = scored(Record.begin("kaiser", ["A", "B", "C", "D"], entry="quick"))
    code = page.url[-6:]
    page.locator("[name='a.bidder'][value='2']").tap(force=True)
    assert write_access.let_in(store, code, "another", write_access.invitation(store, code).code)
    with page.expect_response("**/live"):
        page.evaluate("document.getElementById('live').dispatchEvent(new Event('ask'))")
    page.wait_for_timeout(300)
    page.locator("[name='a.contract'][value='7']").tap(force=True)
    expect(page.locator(".bar .ask-more")).to_contain_text("more")
    assert "Another phone" not in page.locator("#msg").inner_text()
    page.reload()
    expect(page.locator("[name='a.contract'][value='7']")).to_be_checked()
    rested(page)
    write_access.rekey(store, code)
    page.locator("[name='a.contract'][value='8']").tap(force=True)
    expect(page.locator("#msg")).to_contain_text("Only one other phone scores now.", timeout=15_000)
    assert page.locator("form.ask-form").count() == 0


@pytest.mark.long
def test_screen_stays_on_until_switched_off(served, phone):
    scorer = Scorer(phone(), served.url)
    scorer.sit(golden("kaiser"), 0)
    link = f"{served.url}/t/{scorer.code}"
    lock = """window.asked = []; Object.defineProperty(navigator, 'wakeLock', {value: {
        async request() { asked.push('on'); return {release() { asked.push('off') }} } }})"""
    film = """window.asked = []; Object.defineProperty(navigator, 'wakeLock', {value: undefined});
        HTMLVideoElement.prototype.play = async function () { asked.push('on') };
        HTMLVideoElement.prototype.pause = function () { asked.push('off') }"""
    for script in (lock, film):
        one = phone()
        one.context.add_cookies(scorer.page.context.cookies())
        one.add_init_script(script)
        one.goto(f"{served.url}/rules")
        assert one.evaluate("asked") == []
        one.goto(link)
        one.locator("h1").tap()
        one.wait_for_function("() => asked.includes('on')")
        one.goto(f"{served.url}/more?back=/t/{scorer.code}")
        one.locator("[data-switch=awake]").tap(force=True)
        one.get_by_role("link", name="Back").first.tap()
        one.wait_for_url(link)
        one.locator("h1").tap()
        one.wait_for_timeout(200)
        assert "on" not in one.evaluate("asked")


@pytest.mark.long
def test_standing_is_announced_once_and_spoken_on_request(served, phone):
    scorer = Scorer(phone(), served.url)
    scorer.sit(golden("kaiser"), 0)
    page = scorer.page
    page.add_init_script("""window.heard = [];
        speechSynthesis.speak = (said) => heard.push(said.text);""")
    page.goto(f"{served.url}/t/{scorer.code}")
    first, *rest = written(golden("kaiser"))
    for answers in first:
        scorer.answer(1, answers)
    said = page.locator("#said")
    expect(said).to_contain_text("10 to Omar and Quin")
    expect(said).to_contain_text("Standing: Nell and Pia 0, Omar and Quin 10.")
    assert page.evaluate("heard") == []
    page.goto(f"{served.url}/more?back=/t/{scorer.code}")
    page.locator("[data-switch=spoken]").tap(force=True)
    page.goto(f"{served.url}/t/{scorer.code}")
    page.get_by_role("link", name="Menu").tap()
    page.locator("#read-out").tap()
    assert "Standing: Nell and Pia 0" in page.evaluate("heard")[-1]
    page.goto(f"{served.url}/t/{scorer.code}")
    for answers in rest[0]:
        scorer.answer(2, answers)
    page.wait_for_function("() => heard.length === 1")
    assert page.evaluate("heard")[0].startswith("Hand 2: ")


def test_only_visible_tab_polls_and_slows_when_quiet(served, phone):
    scorer = Scorer(phone(), served.url)
    scorer.sit(golden("kaiser"), 0)
    watcher = phone(clock=True)
    asked = []
    watcher.on("request", lambda r: asked.append(r.url) if r.url.endswith("/live") else None)

    def during(seconds):
        asked.clear()
        for _ in range(seconds * 2 // 5):
            watcher.clock.run_for(2500)
            watcher.wait_for_timeout(50)
            while watcher.evaluate("Boolean(document.querySelector('.htmx-request'))"):
                watcher.wait_for_timeout(20)
        return len(asked)

    watcher.goto(f"{served.url}/t/{scorer.code}")
    # From here on the test moves the clock.
    watcher.clock.pause_at(watcher.evaluate("Date.now()") / 1000 + 1)
    assert 2 <= during(10) <= 4
    hide = "value => Object.defineProperty(document, 'hidden', {value, configurable: true})"
    watcher.evaluate(hide, True)
    assert during(20) == 0
    watcher.evaluate(hide, False)
    watcher.clock.fast_forward("05:00")
    during(5)
    assert 2 <= during(45) <= 4
    asked.clear()
    with watcher.expect_request("**/live"):
        watcher.locator("h1").tap()
    watcher.wait_for_timeout(300)
    assert len(asked) == 1
    assert during(10) >= 3


def test_phone_does_not_refetch_its_own_entry(served, phone):
    page = phone()
    scorer = Scorer(page, served.url)
    record = golden("kaiser")
    scorer.sit(record, 0)
    scorer.answer(1, written(record)[0][0])
    assert page.evaluate(POLLS) == [[304, 304, 304], 0]


def test_two_hands_by_keyboard_alone(served, phone):
    """Every answer by Tab, arrows, Space and Enter; the pointer is never used."""
    page = phone(has_touch=False, is_mobile=False)
    scorer = Scorer(page, served.url)
    record = golden("kaiser")
    del record.hands[2:]
    scorer.sit(record, 0)
    pages = written(record)

    def focus(locator):
        locator.first.focus()
        expect(locator.first).to_be_focused()

    for number, hand in enumerate(pages, 1):
        for answers in hand:
            if len(answers) == 1:
                ((key, text),) = answers.items()
                focus(page.locator(f"button[name='a.{key}'][value='{text}']"))
                scorer.moves(lambda: page.keyboard.press("Enter"))
                if "/hand/" not in page.url:
                    assert page.evaluate("document.activeElement.tagName") == "H1"
                    page.keyboard.press("Tab")
                    assert page.evaluate(
                        "document.querySelector('main').contains(document.activeElement)"
                    )
                continue
            for key, text in answers.items():
                focus(page.locator(f"[name='a.{key}'][value='{text}']"))
                page.keyboard.press("Space")
            quiet(page)
            button = page.locator("footer.bar button.go")
            button.wait_for()
            focus(button)
            scorer.moves(lambda: page.keyboard.press("Enter"))
        if "/hand/" in page.url and number < len(pages):
            focus(page.locator("footer a.go"))
            page.keyboard.press("Enter")
            page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
    assert ledger(record_of(page, served, scorer.code)) == ledger(record)
