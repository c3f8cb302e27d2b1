"""Whole evenings of every room, played on a phone by tapping, exported and replayed."""

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.desk.examples import cited
from tests.browser.driver import Scorer, golden, tapped

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def ledger(record):
    """Every line of a record with its hand, and how it ended."""
    replay = games.find(record.game).replay(record)
    lines = [(entry.hand, str(entry.line), entry.total) for entry in replay.ledger.entries]
    winners = [side.code for side in replay.outcome.winners] if replay.outcome else None
    return lines, winners, replay.closed


def brought(record):
    """The totals of all after each hand."""
    hands = games.find(record.game).replay(record).hands
    return [{side.code: total for side, total in hand.totals.items()} for hand in hands]


def unlike(record):
    """Runs of hands (first, last) that are asked or told something no hand before them was, with
    the first hand and the last."""
    met, found = set[tuple[str, str]](), list[list[int]]()
    hands = games.find(record.game).replay(record).hands
    for hand in hands:
        kinds = {(asked.question.kind, word(asked.question.key)) for asked in hand.asked}
        kinds |= {("table", word(key)) for key in hand.answers if key.startswith("@")}
        if kinds - met or hand.number in (1, len(hands)):
            if found and found[-1][1] == hand.number - 1:
                found[-1][1] = hand.number
            else:
                found.append([hand.number, hand.number])
        met |= kinds
    found[-1][1] = len(record.hands)  # what closes an evening early is no hand of its own
    return found


def word(key):
    """A key without its numbers."""
    return re.sub(r"\d+", "", key)


@pytest.mark.parametrize("key", sorted(games.shelf()))
def test_the_golden_evening_of_a_room_is_played_to_its_end_by_tapping(served, phone, key):
    """Hands of which each thing was tapped before are brought in, not tapped."""
    record = tapped(golden(key))
    assert brought(record) == brought(golden(key))
    scorer = Scorer(phone(), served.url)
    for first, last in unlike(record):
        if first == 1:
            scorer.begin(record)
        else:
            scorer.sit(record, first - 1)
        scorer.play(record, first, last)
        assert ledger(scorer.exported()) == ledger(until(record, last))
    assert ledger(scorer.exported()) == ledger(record)
    outcome = games.find(key).replay(record).outcome
    title = scorer.page.locator(".win .won h1")
    expect(title).to_contain_text(" win" if outcome else "The evening is closed")
    for winner in outcome.winners if outcome else ():
        assert str(winner) in title.inner_text()


ASKED_FOR = {
    "jo-jotte": {"JOJ-TIE", "JOJ-CARRY", "JOJ-DOUBLE", "JOJ-NULLO", "JOJ-JOTTE"},
    "panguingue": {"PAN-ANTE", "PAN-VALLE", "PAN-ROPE-LOW", "PAN-LAYOFF", "PAN-OUT-POT"},
}
"""A tie carried over, a double, a nullo and Jo-Jotte itself; live payments and going out."""


@pytest.mark.parametrize("key", sorted(ASKED_FOR))
def test_the_golden_evenings_have_what_is_most_unlike_kaiser(key):
    replay = games.find(key).replay(golden(key))
    assert cited(replay) >= ASKED_FOR[key]
    assert len(replay.hands) >= 3
    if key == "panguingue":
        assert len(replay.table.seats) == 7


def test_a_kaiser_evening_with_a_correction_in_the_middle(served, phone):
    """Nine hands; the five of hearts of hand 4 is given to the wrong side and put right later."""
    right = golden("kaiser")
    wrong = right.copy()
    wrong.hands[3]["5H"] = "B"
    page = phone()
    scorer = Scorer(page, served.url)
    scorer.begin(right)
    scorer.play(wrong, 1, 6)

    page.get_by_role("link", name="Menu").tap()
    page.locator("#up").get_by_role("link", name="Sheet and chart").tap()
    page.locator("table.sheet tbody a", has_text="4").click()
    page.get_by_role("link", name="Correct 4").click()
    page.locator("summary", has_text="the result").click()
    page.locator("[name='a.5H'][value='A']").tap(force=True)
    page.get_by_role("button", name="Show what changes").click()
    totals = page.locator("table.diff tfoot ins")
    totals.first.wait_for()
    expected = games.find("kaiser").replay(until(right, 6)).ledger.totals.values()
    assert totals.all_inner_texts() == [str(total) for total in expected]
    page.get_by_label("Reason (printed on the sheet)").fill("Recounted the pile")
    page.get_by_role("button", name="Correct it").click()
    page.wait_for_url(re.compile("/sheet$"))
    page.get_by_role("link", name="Corrections 1").click()
    expect(page.locator("main")).to_contain_text("Hand 4")
    assert "Recounted the pile" in page.locator("main").inner_text()

    page.goto(f"{served.url}/t/{scorer.code}")
    scorer.play(right, 7)
    assert ledger(scorer.exported()) == ledger(right)
    assert (page.locator("h1").text_content() or "").startswith("Nell & Pia win, 55 to 19")


def until(record, hands):
    """The first hands of a record."""
    part = record.copy()
    del part.hands[hands:]
    return part


def test_a_table_of_seven_has_room_for_everybody(served, phone):
    key = next((g.key for g in games.shelf().values() if max(g.players) >= 7), None)
    assert key, "no game for seven"
    page = phone()
    page.goto(f"{served.url}/new/{key}?players=7")
    page.locator("button[name=do][value=begin]").click()
    page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
