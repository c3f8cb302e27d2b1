"""“What does this hand score?” without a table: the same as at the table where the hand was played.

The test asks about each hand of a random evening: with its answers, and with the answers to the
questions of `Game.depends`. If one of these questions is missing, the lines differ from those that
the table wrote.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace

from companion.engine.enquiry import of_hand
from companion.engine.game import Enquiry, Game, Replay, Ruling
from companion.tables.disputes import known
from companion.testing import began, depends
from companion.testing.evenings import Supplied, at_most, at_once

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
EVENINGS, HANDS, PAGES = (300, 40, 300) if LONG else (30, 14, 80)
"""Random evenings of a game, hands of each, and pages answered in each."""


def evenings(game: Game) -> Iterator[Replay]:
    """Random evenings entered by their results; every other one goes to a low target."""
    target = game.rules.options.get("target")
    for seed in range(EVENINGS):
        chance = random.Random(f"{game.key} hand scores {seed}")
        record = at_once(game, chance)
        if target and target.low is not None and seed % 2:
            record.head["rule target"] = str(target.low)
        yield game.replay(record, Supplied(record, chance, at_most(HANDS, PAGES)))


def plain(ruling: Ruling) -> Ruling:
    """The ruling with its steps in any order, and without their brackets, which may name earlier
    hands."""
    steps = sorted(re.sub(r" \([^)]*\)", "", step) for step in ruling.steps)
    return replace(ruling, steps=tuple(steps), rules=tuple(sorted(ruling.rules)))


def worth(game: Game) -> Enquiry:
    (enquiry,) = (each for each in game.enquiries if each.whole)
    return enquiry


def test_a_hand_scores_the_same_without_its_table(game: Game) -> None:
    tried, matters, chance = 0, dict[str, bool](), random.Random(game.key)
    for replay in evenings(game):
        for hand in replay.hands:
            if not hand.over or hand.void:
                continue
            tried += 1
            facts, own = began(game, replay, hand), known(worth(game), hand)
            _, end = game.enquire(worth(game), facts | own, hand.rules, replay.table.seating)
            where = (hand.number, facts, own, replay.record.head)
            assert isinstance(end, Ruling), (where, end.problems or [q.key for q in end.page])
            assert plain(end) == plain(of_hand(hand)), where
            for question in depends(game, replay, hand):
                if not matters.get(question.key):
                    answers = facts | own | {question.key: question.sample(chance.randrange)}
                    _, end = game.enquire(worth(game), answers, hand.rules, replay.table.seating)
                    differs = not isinstance(end, Ruling) or plain(end) != plain(of_hand(hand))
                    matters[question.key] = differs
    assert tried
    assert [key for key, once in matters.items() if not once] == [], "it asks for no reason"
