"""A player who is replaced after some hand: each hand names its own players, in every game."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from companion.engine.game import Game, Replay
from companion.engine.table import Hand
from companion.games import find
from companion.questions import Choice
from companion.testing.evenings import evening

NEW = "Zebedee"
HANDS, ANSWERS = 5, 150
"""Hands of an evening at most, and pages answered in each."""
SEEDS = range(20 if os.environ.get("COMPANION_TEST_LONG") else 4)


class Replaced:
    """An evening in which somebody has taken over a seat after hand `last`."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, chance = game, random.Random(f"{game.key} replaced {seed}")
        self.whole, self.plain = evening(game, seed, HANDS, ANSWERS)
        self.seat = chance.randint(1, len(self.whole.players))
        self.old = self.whole.players[self.seat - 1]
        self.last = chance.randint(1, max(1, len(self.plain.hands) - 1))
        self.record = self.whole.copy()
        self.record.head |= {
            f"player {self.seat}": NEW,
            f"earlier {self.seat} {self.last}": self.old,
        }
        self.replay = game.replay(self.record)

    def wrong(self, hand: int) -> str:
        """The name of who did not play a hand."""
        return NEW if hand <= self.last else self.old

    def says(self, hand: int, text: str) -> list[str]:
        """The texts about a hand that name a person who did not play it."""
        name = re.escape(self.wrong(hand))
        return re.findall(rf".{{0,60}}\b{name}\b.{{0,60}}", text, re.DOTALL)


@cache
def replaced(key: str, seed: int) -> Replaced | None:
    """None if the evening has too few hands."""
    try:
        evening = Replaced(find(key), seed)
    except LookupError:
        return None
    return evening if len(evening.plain.hands) > 1 else None


def evenings(game: Game) -> Iterator[Replaced]:
    replacements = [each for seed in SEEDS if (each := replaced(game.key, seed))]
    assert replacements, "no evening has two hands"
    yield from replacements


def points(replay: Replay, names: tuple[str, str] = ("", "")) -> list[Any]:
    """Every line, and how it ended. `names` are to be exchanged."""
    lines = [(e.hand, e.line.side.code, e.line.points, e.line.rule, e.total, e.line.why)
             for e in replay.ledger.entries]  # fmt: skip
    return [[(*each[:5], each[5].replace(*names)) for each in lines], replay.final]


def texts(hand: Hand) -> Iterator[str]:
    """Every text of a hand, on every screen."""
    yield from (hand.summary, hand.deals, str(hand.cells), *map(str, hand.lines))
    for asked in hand.asked:
        one = asked.question
        yield from (
            asked.title,
            one.prompt,
            str(one.hint),
            asked.shown,
            asked.sentence,
            one.legal(),
        )
        yield str([str(who) for who in one.parts])
        if isinstance(one, Choice):
            yield from (f"{each.label} {each.hint} {each.aloud} {each.refusal}"
                        for each in one.answers)  # fmt: skip
    yield from (tell.words for tell in hand.tells)
    yield from (f"{each.side} {each.word} {each.more} {each.words}" for each in hand.badges)
    yield from (f"{side} {text}" for side, text in hand.status.items())
    yield from (f"{line.to} {[str(side) for side in line.by]}" for line in hand.lines)
    yield from map(str, hand.totals)
    for event in hand.events:
        yield f"{dict(event.cells)} {[str(side) for side in event.totals]}"


def test_replaced_player_changes_no_points(game: Game) -> None:
    for each in evenings(game):
        assert points(each.replay, (NEW, each.old)) == points(each.plain, (NEW, each.old))
        assert not game.holds or list(game.holds(each.replay)) == []


def test_hand_names_who_played_it_and_nobody_else(game: Game) -> None:
    for each in evenings(game):
        for hand in each.replay.hands:
            wrong = [mention for text in texts(hand) for mention in each.says(hand.number, text)]
            assert wrong == [], (hand.number, each.last)
