"""Corrections anywhere in any game: what is shown is what happens, and the game goes on."""

from __future__ import annotations

import os
import random

import pytest

from companion.tables import Sent
from companion.tables.answering import answered
from companion.tables.proposal import answering, propose
from companion.testing.evenings import evening, tabled

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
EVENINGS, CORRECTIONS, TRIES, ON = (30, 20, 400, 12) if LONG else (3, 5, 200, 4)
"""Random evenings of a game, corrections in each, draws for an answer, pages played on."""


def another(question, text, chance):
    """An answer to the question that is not the one it has; None where none was found."""
    for _ in range(20):
        drawn = question.sample(chance.randrange)
        if question.written(drawn) != question.written(text):
            return drawn
    return None


def sure(typed):
    """What is typed, whatever is asked."""
    return lambda asked: {q.key: typed[q.key] for q in asked if q.key in typed}


def drawn_correction(table, chance):
    """A correction of one answer somewhere, as somebody might have it previewed."""
    every = [(hand.number, asked) for hand in table.replay.hands for asked in hand.asked]
    for number, asked in chance.choices(every, k=20) if every else ():
        text = another(asked.question, asked.text, chance)
        if text is not None:
            typed = {asked.question.key: text}
            made = answered(propose(table, []), number, sure(typed))
            if made.ready:
                return made
    return None


def goes_on(table, chance):
    """Holds that what is asked can be answered, and so on for some pages."""
    record, replay = table.record.copy(), table.replay
    for _ in range(ON):
        if replay.pending is None:
            return
        for _ in range(TRIES):
            answers = replay.pending.sample(chance.randrange)
            tried = answering(tabled(table.game, record, replay), answers)
            if tried.ready:
                break
        assert tried.ready, (replay.pending.title, dict(replay.pending.problems))
        record, replay = tried.record, tried.replay


def moved(base, after):
    """By hand and side, every sum of points that is not what it was."""
    found = {}
    for number in range(1, max(len(base.hands), len(after.hands)) + 1):
        for side, there in zip(base.table.sides, after.table.sides, strict=True):
            was = sum(line.change(side) for line in base.ledger.of_hand(number))
            now = sum(line.change(there) for line in after.ledger.of_hand(number))
            if was != now:
                found[number, side.code] = (was, now)
    return found


@pytest.mark.kinds
@pytest.mark.parametrize("seed", range(EVENINGS))
def test_a_correction_never_dead_ends_and_moves_no_point_it_did_not_show(game, seed, tables):
    chance = random.Random(f"{game.key} corrections {seed}")
    record, _ = evening(game, seed, hands=6, answers=60)
    table = tables.begin(record, game.edition, Sent(0, f"{seed}"))
    for _ in range(CORRECTIONS):
        made = drawn_correction(table, chance)
        if made is None:
            continue
        shown = {(hand.number, each.side.code)
                 for hand in made.effect.hands for each in hand.sums}  # fmt: skip
        after = tables.enter(made, Sent.now(table))
        assert after.record == made.record
        assert set(moved(table.replay, after.replay)) <= shown
        now = [total for _, _, total in made.effect.totals]
        assert now == list(after.replay.ledger.totals.values())
        goes_on(after, chance)
        table = after


def test_what_falls_away_is_said(game, tables):
    """Whatever was asked for and is not any more is named: as dropped, as waiting, or as wanted."""
    chance = random.Random(f"{game.key} falls")
    for seed in range(EVENINGS):
        record, _ = evening(game, seed, hands=4, answers=40)
        table = tables.begin(record, game.edition, Sent(0, f"{game.key} {seed}"))
        for _ in range(CORRECTIONS):
            made = drawn_correction(table, chance)
            if made is None:
                continue
            number = made.acts[0].hand
            was = {asked.question.key for asked in table.replay.hands[number - 1].asked}
            hands = made.replay.hands
            now = {a.question.key for a in hands[number - 1].asked} if number <= len(hands) else ()
            if was - set(now):
                assert made.effect.falls or made.effect.waits or made.open_page, (was, now)


def test_replays_that_are_alike_differ_in_nothing(begun):
    made = propose(begun, [])
    assert made.effect.nothing
    assert not made.ready
