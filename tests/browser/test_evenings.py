"""Evenings of every game, played on a phone by tapping, exported and replayed."""

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.examples import cited
from tests.browser.driver import Scorer, golden, stopped, tapped, written
from tests.texts import GAME_IS_CLOSED, SHEET_AND_CHART, SHOW_WHAT_CHANGES

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
    """Pages (hand, place in it) with a new question, or a new word as answer, and the last page.
    The place None is for an act beside answers, once for each kind (a misdeal, agreed points,
    another dealer or rule, the end)."""
    met, found = set[object](), list[tuple[int, int | None]]()
    hands = games.find(record.game).replay(record).hands
    for number, kept in enumerate(record.hands, 1):
        asked = hands[number - 1].asked if number <= len(hands) else []
        pages = sorted({each.page for each in asked})
        for place, page in enumerate(pages):
            kinds = {kind(each) for each in asked if each.page == page}
            if kinds - met or (number, page) == (len(hands), pages[-1]):
                found.append((number, place))
            met |= kinds
        own = {word(key) for key in kept if key.startswith("@")} - {"@entry"}
        found += [(number, None)] * bool(own - met)
        met |= own
    return found


def kind(asked):
    """The kind of an entry: its control, its question, and the chosen word."""
    said = asked.question.write(asked.value) if asked.question.kind == "choice" else ""
    chosen = "" if re.fullmatch(r"[A-Z\d]{1,3}", said) else word(said)
    return asked.question.kind, word(asked.question.key), chosen


def word(key):
    return re.sub(r"\d+", "", key)


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", games.all_games())
def test_golden_evening_taps_every_kind_of_page(served, store, phone, key):
    """Also the acts beside answers. Pages like one that was tapped are imported instead."""
    record = tapped(golden(key))
    assert brought(record) == brought(golden(key))
    scorer, at = Scorer(phone(), served.url, store), (0, 0)
    scorer.begin(record)
    for hand, place in unlike(record):
        if place is None:
            scorer.tells(record, hand)
            assert ledger(scorer.exported()) == ledger(until(record, hand))
            continue
        if (hand, place - 1) != at and (hand, place) != (1, 0):
            scorer.up_to(record, hand, place)
        at = hand, place
        scorer.plays(record, hand, place)
        assert written(scorer.exported()) == written(stopped(record, hand, place + 1))
    assert ledger(scorer.exported()) == ledger(record)
    outcome = games.find(key).replay(record).outcome
    title = scorer.page.locator(".win .won h1")
    expect(title).to_contain_text(" win" if outcome else GAME_IS_CLOSED)
    for winner in outcome.winners if outcome else ():
        assert str(winner) in title.inner_text()


ASKED_FOR = {
    "jo-jotte": {"JOJ-TIE", "JOJ-CARRY", "JOJ-DOUBLE", "JOJ-NULLO", "JOJ-JOTTE"},
    "panguingue": {"PAN-ANTE", "PAN-VALLE", "PAN-ROPE-LOW", "PAN-LAYOFF", "PAN-OUT-POT"},
}
"""A tie carried over, a double, a nullo and Jo-Jotte itself; live payments and going out."""


@pytest.mark.parametrize("key", sorted(ASKED_FOR))
def test_golden_evenings_cover_rules_unlike_kaiser(key):
    replay = games.find(key).replay(golden(key))
    assert cited(replay) >= ASKED_FOR[key]
    assert len(replay.hands) >= 3
    if key == "panguingue":
        assert len(replay.table.seats) == 7


def test_kaiser_evening_accepts_correction_in_the_middle(served, store, phone):
    """The five of hearts of hand 4 is given to the wrong side and put right later."""
    right, wrong, page = until(golden("kaiser"), 6), golden("kaiser"), phone()
    wrong.hands[3]["5H"] = "B"
    scorer = Scorer(page, served.url, store)
    scorer.sit(wrong, 6)
    page.get_by_role("link", name="Menu").tap()
    page.locator("#up").get_by_role("link", name=SHEET_AND_CHART).tap()
    page.locator("table.sheet tbody a", has_text="4").click()
    page.get_by_role("link", name="Correct 4").click()
    page.locator("summary", has_text="the result").click()
    page.locator("[name='a.5H'][value='A']").dispatch_event("click")
    place = page.locator("summary", has_text="the result").bounding_box()
    page.get_by_role("button", name=SHOW_WHAT_CHANGES).click()
    new = page.locator("#effect .news ins")
    new.wait_for()
    assert page.locator("summary", has_text="the result").bounding_box()["y"] == place["y"]
    expected = games.find("kaiser").replay(right).ledger.totals.values()
    assert new.inner_text() == " : ".join(str(total) for total in expected)
    page.locator("summary", has_text="Reason").click()
    page.get_by_label("Reason (printed on the sheet)").fill("Recounted the pile")
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("main")).to_contain_text("Hand 4 corrected")
    page.goto(f"{served.url}/t/{scorer.code}/sheet")
    page.get_by_role("link", name="Corrections 1").click()
    expect(page.locator("main")).to_contain_text("Hand 4")
    assert "Recounted the pile" in page.locator("main").inner_text()
    assert ledger(scorer.exported()) == ledger(right)


def until(record, hands):
    """The first hands of a record."""
    part = record.copy()
    del part.hands[hands:]
    return part
