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
from companion.engine.table import Hand
from companion.tables.disputes import known
from companion.testing import began, depends
from companion.testing.evenings import Supplied, at_most, at_once, scored_hands, written

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
EVENINGS, HANDS, PAGES = (300, 40, 300) if LONG else (30, 14, 80)
"""Random evenings of a game, hands of each, and pages answered in each."""
SAMPLES = 4
"""Answers to a question that are tried on a hand: of two, both in all but a few cases."""


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


class Reasons:
    """For each question of `Game.depends`, whether another answer changed the score of a hand."""

    def __init__(self, game: Game) -> None:
        self.game, self.chance, self.matters = game, random.Random(game.key), dict[str, bool]()

    def try_on(self, replay: Replay, hand: Hand, answers: dict[str, str], score: Ruling) -> None:
        for question in depends(self.game, replay, hand):
            if not self.matters.get(question.key):
                others = {question.sample(self.chance.randrange) for _ in range(SAMPLES)}
                ends = (asked(self.game, replay, hand, answers | {question.key: text})
                        for text in sorted(others - {answers.get(question.key, "")}))  # fmt: skip
                self.matters[question.key] = any(
                    not isinstance(end, Ruling) or plain(end) != plain(score) for end in ends
                )


def asked(game: Game, replay: Replay, hand: Hand, answers: dict[str, str]) -> object:
    """The ruling on a hand without its table, or the page that is still to answer."""
    return game.enquire(worth(game), answers, hand.rules, replay.table.seating)[1]


def test_a_hand_scores_the_same_without_its_table(game: Game) -> None:
    tried, reasons = 0, Reasons(game)
    for replay in evenings(game):
        for hand in replay.hands:
            if not hand.over or hand.void:
                continue
            tried += 1
            answers = began(game, replay, hand) | known(worth(game), hand)
            end = asked(game, replay, hand, answers)
            where = (hand.number, answers, replay.record.head)
            assert isinstance(end, Ruling), (where, end)
            assert plain(end) == plain(of_hand(hand)), where
            reasons.try_on(replay, hand, answers, end)
    assert tried
    for _, replay in written(game):  # random evenings rarely come to every total
        for hand in scored_hands(replay):
            answers = began(game, replay, hand) | known(worth(game), hand)
            if isinstance(end := asked(game, replay, hand, answers), Ruling):
                reasons.try_on(replay, hand, answers, end)
    assert [key for key, once in reasons.matters.items() if not once] == [], "asks for no reason"
