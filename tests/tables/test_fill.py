"""A hand filled in at once has the record of the same hand entered page by page."""

from __future__ import annotations

from functools import partial

import pytest

from companion.engine.fill import fill, hand_stage
from companion.engine.record import Record
from companion.tables.proposal import answering
from companion.testing.evenings import entered, evening
from tests.daily import LONG
from tests.replays import tabled

EVENINGS, HANDS, PAGES = (40, 6, 120) if LONG else (6, 3, 60)
"""Random evenings of a game under random house rules, in each entry mode; the most hands
and pages of each."""


def form(hand, questions):
    """The texts that a form sends for these questions of a hand. A count does not name its side. A
    question that other answers make moot has a text, too."""
    sent = {}
    for asked in hand.asked:
        whose = getattr(asked.question, "of", None)
        text = asked.question.written(asked.text)
        sent[asked.question.key] = text.removeprefix(f"{whose.code} ") if whose else text
    keys = [each.key for each in questions if each.off or each.key in sent]
    return {key: sent.get(key, "moot") for key in keys}


def page_by_page(game, record, hand):
    """The record with the hand, each page answered by an act of its own."""
    replay = game.replay(record)
    while (page := replay.pending) and page.hand == hand.number:
        questions = page.page_for(form(hand, page.page))
        made = answering(tabled(game, record, replay), form(hand, questions))
        assert made.ready, (hand.number, made.acts, made.problems)
        record, replay = made.record, made.replay
    return record


def at_once(game, record, hand):
    """The record with the hand, filled in from all of its answers."""

    def given(questions):
        sent = form(hand, questions)
        return {q.key: q.written(sent[q.key]) for q in questions if q.key in sent}

    def run(answers):
        trial = record.copy()
        trial.put(hand.number, answers)
        return hand_stage(game.replay(trial), hand.number)

    return fill(run({}), given, run).end.record


def lines(replay, record):
    """The lines of the record's hands in a replay."""
    entries = replay.ledger.entries
    return [(e.hand, str(e.line)) for e in entries if e.hand <= len(record.hands)]


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_fill_enters_the_record_of_single_acts(game, seed):
    start, replay = evening(game, seed, HANDS, PAGES, partial(entered, turn=seed))
    record = Record(game.key, start.head)
    for hand in replay.hands:
        if not hand.over:
            break
        after = page_by_page(game, record, hand)
        assert at_once(game, record, hand).hands == after.hands
        record = after
    assert lines(game.replay(record), record) == lines(replay, record)
