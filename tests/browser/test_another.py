"""Two games that players name, scored by points alone: Hearts and 501."""

import re

import pytest
from playwright.sync_api import expect

from companion.engine.transcript import Transcript
from tests.browser.driver import Scorer, rested
from tests.browser.test_evenings import ledger
from tests.texts import SAVE_AS_IT_IS

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def written(players, rules, *rounds):
    head = f"game: another\nplayers: {players}\nrules: {rules}\nentry: quick\n"
    hands = [f"hand {number}\n{each}\n" for number, each in enumerate(rounds, 1)]
    return Transcript.read(head + "".join(hands)).record


HEARTS = written("Ada, Bo, Cy, Dee, Eli", "title=Hearts, best=lowest, adds=26, target=40",
    "points: 4 0 13+3 6 0", "points: 0 20 3 2 1", "points: 5 21 0 0 0")  # fmt: skip
DARTS = written("Nell, Omar", "title=501, best=down, deal=none, out=yes",
    "out: none; points: 460 300", "out: none; points: 60 100",
    "out: none; points: 41 0")  # fmt: skip


def press(page, text):
    typed(page, *text, "next")


def typed(page, *keys):
    for key in keys:
        page.locator(f"[data-press='{key}']").tap()
        page.wait_for_timeout(170)


def boxes(page):
    return [box.input_value() for box in page.locator("[name^='a.points.']").all()]


def test_digits_beyond_no_limit_of_a_game_stay(scored):
    page = scored(written("Nell, Omar", "title=Skat"))
    typed(page, *"99999")
    assert boxes(page) == ["99999", ""]


def test_hearts_is_typed_on_keypad_and_remembered(served, phone):
    scorer = Scorer(phone(), served.url)
    page = scorer.page
    scorer.begin(HEARTS)
    rested(page)
    for text in ("4", "0", "13+3"):
        press(page, text)
    expect(page.locator(".due .preview")).to_have_text("6 left of 26")
    press(page, "6")
    assert boxes(page) == ["4", "0", "13+3", "6", ""]
    # Not five totals in a row, but the leader.
    expect(page.locator(".bar .go")).to_contain_text("Bo and Eli ahead, 0, then Bo deals")
    scorer.save()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    press(page, "0")  # goes to the first box, in any state of the last round
    assert boxes(page)[:4] == ["0", "", "", ""]
    scorer.sit(HEARTS, 2)
    scorer.play(HEARTS, 3)
    assert ledger(scorer.exported()) == ledger(HEARTS)
    expect(page.locator(".win .won h1")).to_have_text("Eli wins")
    page.goto(f"{served.url}/new/another")
    name, chosen = page.locator("[name='rule.title']"), page.locator("[name='rule.best']:checked")
    for title, best in (("Hearts", "lowest"), ("Skat", "highest")):
        name.fill(title)
        name.blur()
        expect(chosen).to_have_value(best)
    # A name typed in lower case finds the known game; one tap does the same.
    name.fill("hearts")
    name.blur()
    expect(name).to_have_value("Hearts")
    expect(chosen).to_have_value("lowest")
    name.fill("Skat")
    name.blur()
    expect(chosen).to_have_value("highest")
    page.get_by_role("button", name="Hearts", exact=True).tap()
    expect(chosen).to_have_value("lowest")
    assert page.locator("[name='rule.adds']").input_value() == "26"
    assert page.locator("[name='rule.target']").input_value() == "40"


@pytest.mark.long
def test_exact_target_game_plays_without_a_dealer(served, phone):
    scorer = Scorer(phone(), served.url)
    scorer.sit(DARTS, 0)
    scorer.play(DARTS)
    assert ledger(scorer.exported()) == ledger(DARTS)
    scorer.page.goto(f"{served.url}/t/{scorer.code}/sheet")
    assert not re.search(r"\bdeals?\b", scorer.page.locator("#main").inner_text(), re.IGNORECASE)


@pytest.mark.long
def test_moon_is_saved_unchanged_after_warning(served, phone):
    """The sheet marks the round."""
    scorer = Scorer(phone(), served.url)
    scorer.sit(HEARTS, 0)
    page = scorer.page
    rested(page)
    for text in ("0", "26", "26", "26", "26"):
        press(page, text)
    expect(page.locator("#msg")).to_contain_text("makes 104; there are 26.")
    button = page.locator(".bar #stands")
    expect(button).to_have_text(SAVE_AS_IT_IS)
    button.tap()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    page.goto(f"{served.url}/t/{scorer.code}/sheet")
    mark = "Round 1: does not add up to 26: saved as it is"
    expect(page.locator("#main")).to_contain_text(mark)


def test_word_opens_its_choices_and_closes_with_one(served, phone):
    """Return in a number does the same, and begins nothing."""
    page = phone()
    page.goto(f"{served.url}/new/another")
    words = page.locator(".sentence")
    words.get_by_role("button", name="Who wins").tap()
    page.locator("#word-best [value=lowest]").tap()
    expect(page.locator("#word-best")).to_be_hidden()
    expect(words).to_contain_text("Lowest total wins")
    words.get_by_role("button", name="The game ends at").tap()
    field = page.locator("[name='rule.target']")
    field.fill("50")
    field.press("Enter")
    expect(page.locator("#word-target")).to_be_hidden()
    expect(words).to_contain_text("until somebody has 50")
    assert page.url.endswith("/new/another")


def test_tap_after_choices_closed_begins_no_game(served, phone):
    """The choices covered "Begin"."""
    page = phone()
    page.goto(f"{served.url}/new/another")
    page.locator("#which").fill("Hearts")
    page.locator("#which").press("Enter")
    words, begin = page.locator(".sentence"), page.locator(".bar .go")
    expect(begin).to_contain_text("Begin Hearts")
    rested(page)
    words.get_by_role("button", name="Who wins").tap()
    best = page.locator("#word-best")
    expect(best).to_be_visible()
    expect(best.get_by_text("Done")).to_have_count(0)
    best.locator("[value=highest]").evaluate("""e => {
        e.click();
        document.querySelector(".bar .go").click();
    }""")
    expect(words).to_contain_text("Highest total wins")
    expect(best).to_be_hidden()
    assert page.url.endswith("/new/another")
    page.locator("html:not([data-shut])").wait_for()
    begin.tap()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


@pytest.mark.long
def test_hand_and_foot_lines_are_explained(served, phone):
    scorer = Scorer(phone(), served.url)
    page = scorer.page
    page.goto(f"{served.url}/new/another")
    page.get_by_role("button", name="Hand & Foot", exact=True).tap()
    page.get_by_role("button", name="Begin Hand & Foot").tap()
    rested(page)
    for name, *texts in (("Clean books", "2", "1"), ("Dirty books", "1", "3"),
                         ("Red threes", "2", "−1"), ("Cards", "340", "−25")):  # fmt: skip
        if name == "Cards":
            page.locator(".ans button", has_text="North & South").tap()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        rested(page)
        column = page.locator(".entry-heads span").nth(1)
        expect(column).to_have_text("points" if name == "Cards" else "how many")
        if name == "Clean books":  # no digit of a number is the next side's
            typed(page, *"999")
            assert [each.input_value() for each in page.locator("[data-keys]").all()] == ["999", ""]
            expect(page.locator("#msg")).to_contain_text("say −99 to 99")
            typed(page, "back", "back", "back")
        for text in texts:
            press(page, text)
        scorer.save()
    expect(page.locator("#main")).to_contain_text("Clean books: 2 × 500")
    expect(page.locator("#main")).to_contain_text("Red threes: −1 × 100")
