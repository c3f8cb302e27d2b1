"""What happens between the hands of any game: who deals after a hand that was thrown in."""

from __future__ import annotations

import random

from companion.engine.game import Game
from companion.engine.record import Record
from companion.testing.evenings import at_once, evening


def redealt(game: Game, record: Record, dealers: list[str]) -> list[str]:
    """The dealers of the next hands if each of them but the last is set and thrown in."""
    record = record.copy()
    start = len(record.hands)
    for dealer in dealers:
        record.hands.append({"@dealer": dealer, "@void": "misdeal"})
    return [hand.dealer.code for hand in game.replay(record).hands[start:]]


def test_thrown_in_hand_is_dealt_again_by_its_dealer(game: Game) -> None:
    tried = 0
    for seed in range(6):
        chance = random.Random(f"{game.key} redeal {seed}")
        record, replay = evening(game, seed, seed % 3, 40, at_once)
        if replay.pending is None or replay.half_amended:
            continue
        record.hands = record.hands[: replay.pending.hand - 1]
        dealers = [chance.choice(replay.table.seats).code for _ in range(3)]
        assert redealt(game, record, dealers[:1]) == [dealers[0]] * 2
        assert redealt(game, record, dealers) == [*dealers, dealers[-1]]
        tried += 1
    assert tried > 2
