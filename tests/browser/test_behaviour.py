"""Going back, tapping twice, two phones, no JavaScript, a server that is killed."""

import re
import urllib.request

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.table import Pending
from companion.engine.transcript import Transcript
from tests.browser.driver import TWICE, Scorer, first_with, golden, written
from tests.texts import NELL_BIDS, SEE_WHAT_CHANGES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def bid(page, text):
    """Taps a bid and waits for the next player's question."""
    before = page.locator("h1").inner_text()
    page.locator(f"button[value='{text}']").first.click()
    expect(page.locator("h1")).not_to_have_text(before)


def record_of(server, code):
    with urllib.request.urlopen(f"{server.url}/t/{code}/record.txt") as reply:
        return Transcript.read(reply.read().decode()).record


@pytest.fixture
def kaiser(served, phone):
    """A scorer at a table with one hand played."""
    scorer = Scorer(phone(), served.url)
    record = golden("kaiser")
    scorer.sit(record, 1)
    return scorer


def test_reload_and_back_do_no_harm(kaiser, served):
    page = kaiser.page
    bid(page, "7")
    bid(page, "pass")
    page.reload()
    assert page.locator("h1").inner_text() == NELL_BIDS
    page.goto(f"{served.url}/t/{kaiser.code}/sheet")
    page.go_back()
    assert page.locator("h1").inner_text() == NELL_BIDS
    bid(page, "8")
    assert list(record_of(served, kaiser.code).hands[1].values()) == ["7", "pass", "8"]


def test_going_back_shows_the_table_as_it_stands(served, phone):
    """Without JavaScript every answer is a page; going back requests the page again."""
    page = phone(java_script_enabled=False)
    begin_plainly(page, served)
    code = page.url.rsplit("/", 1)[1]
    with page.expect_navigation():
        page.locator("button[value='7']").click()
    page.go_back()
    assert page.locator("h1").inner_text() == "South: bid or pass"
    assert record_of(served, code).hands == [{"bid 2": "7"}]


def begin_plainly(page, served):
    page.goto(f"{served.url}/new/kaiser")
    page.locator("button[name=do][value=begin]").click()
    assert re.search(r"/t/[A-Z]{6}$", page.url)


def test_everything_works_without_javascript(served, phone):
    page = phone(java_script_enabled=False)
    begin_plainly(page, served)
    code = page.url.rsplit("/", 1)[1]
    record = golden("kaiser")
    for answers in written(record)[0][:5]:
        ((key, text),) = answers.items()
        page.locator(f"button[name='a.{key}'][value='{text}']").click()
    for key, text in written(record)[0][5].items():
        page.locator(f"[name='a.{key}'][value='{text}']").check(force=True)
    page.locator("footer button.ask-more").click()
    assert "Save hand 1" in page.locator("footer").inner_text()
    assert "+10" in page.locator("#msg").inner_text()
    page.locator("footer button.go").click()
    assert page.url.endswith("/hand/1")
    page.locator("footer a.go").click()
    page.get_by_role("button", name="Undo").click()
    assert page.locator("h1").inner_text().endswith("the result")
    assert "Save hand 1" in page.locator("footer").inner_text()  # the undone answer is still chosen
    (hand,) = record_of(served, code).hands
    assert not written(record)[0][5].keys() & hand.keys()


def test_picked_cards_return_with_or_without_javascript(served, phone):
    found = first_with(lambda q: q.kind == "cards" and q.order and q.most > 1)
    assert found, "no game asks for a list of cards"
    record, hand, place, key = found
    scorer = Scorer(phone(), served.url)
    scorer.up_to(record, hand, place)
    add = f"button[name=tap][value^='add {key}|']:not([aria-disabled])"
    chosen = "ol.tray button.pc"
    link = f"{served.url}/t/{scorer.code}"
    plain = phone(java_script_enabled=False)
    plain.context.add_cookies(scorer.page.context.cookies())
    plain.goto(link)
    for page in (scorer.page, plain):
        page.locator(add).nth(1).click()
        page.locator(add).nth(2).click()
        expect(page.locator(chosen)).to_have_count(2)
        first, second = (each.inner_text() for each in page.locator(chosen).all())
        page.locator(chosen).first.click()
        expect(page.locator(chosen)).to_have_count(1)
        assert page.locator(chosen).inner_text() == second != first


def test_own_keypad_appears_wherever_numbers_are_typed(served, phone):
    """In an amendment, an adjustment and an enquiry: the phone’s keyboard is hidden there, too."""
    first = first_with(lambda q: q.kind == "points")
    assert first
    record, hand, _, key = first
    page = phone()
    code = brought_in(page, served, games.find(record.game).file("evening.txt"))
    page.goto(f"{served.url}/t/{code}/amend/{hand}")
    field = page.locator(f"[name='a.{key}']")
    field.evaluate("e => { e.closest('details').open = true }")
    field.tap()
    was = field.input_value()
    page.locator("[data-press=back]:visible").tap()
    page.locator("[data-press='8']:visible").tap()
    assert field.input_value() == was[:-1] + "8"
    assert field.evaluate("e => e.inputMode") == "none"
    page.goto(f"{served.url}/t/{code}/more")
    page.locator("summary", has_text="Agreed extra points").tap()
    page.locator("#points").tap()
    # A key appears under the finger: a second tap sooner than this is a double tap.
    page.wait_for_timeout(300)
    for press in ("−", "1", "0"):
        page.wait_for_timeout(TWICE)
        page.locator(f"[data-press='{press}']:visible").tap()
    page.get_by_role("button", name=SEE_WHAT_CHANGES).last.tap()
    page.get_by_role("button", name="Add the points").tap()
    page.wait_for_url(re.compile(r"/t/[A-Z]{6}(/hand/\d+)?$"))
    assert "-10" in str(record_of(served, code).hands)
    game, enquiry, key = first_typed_enquiry()
    page.goto(f"{served.url}/referee/{game}/{enquiry}")
    field = page.locator(f"[name='a.{key}']")
    field.tap()
    page.locator("[data-press='9']:visible").tap()
    page.wait_for_url(re.compile("=9"))
    page.locator("[data-press=back]:visible").tap()
    page.locator("[data-press='7']:visible").tap()
    page.wait_for_url(re.compile("=7"))
    assert field.input_value() == "7"


def brought_in(page, served, text):
    """A record pasted in as text; its table."""
    page.goto(f"{served.url}/import")
    page.locator("summary").tap()
    page.locator("#text").fill(text)
    page.get_by_role("button", name="Import").tap()
    link = page.locator("main li a.stretch")
    link.wait_for()
    return link.get_attribute("href")[-6:]


def first_typed_enquiry():
    """(game, enquiry, key) of the first enquiry that asks for a typed number at once."""
    for game in games.all_games().values():
        for enquiry in game.enquiries:
            _, found = game.enquire(enquiry, {})
            for question in found.page if isinstance(found, Pending) else ():
                if question.kind == "points" and not question.off:
                    return game.key, enquiry.key, question.key
    raise AssertionError("no enquiry asks for a typed number")


def test_keys_that_come_up_under_the_finger_stay(served, phone):
    """A number low on the page of a correction slides up, and the keys take its place."""
    page = phone()
    code = brought_in(page, served, games.find("scotch-whist").file("evening.txt"))
    page.goto(f"{served.url}/t/{code}/amend/1")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    field = page.locator("main [data-keys]").first
    field.evaluate("e => scrollBy(0, e.getBoundingClientRect().top - 640)")
    box = field.bounding_box()
    page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] / 2)
    was = field.input_value()
    page.locator("[data-press=back]:visible").tap()
    assert field.input_value() == was[:-1]
    page.locator("h1").first.tap()
    expect(page.locator(".pad:visible")).to_have_count(0)
