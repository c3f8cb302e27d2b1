"""A target lowered below a total does not end the game at once: the page explains its effect."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.tables.snapshot import standing
from companion.testing.evenings import NAMES, Supplied, at_most

EVENINGS, HANDS, FURTHER = 6, 5, 8
"""Random evenings of a game, hands of each before the target is lowered, and hands that follow."""


def lowered(game: Game) -> Iterator[tuple[Record, Replay, Replay]]:
    """An evening before and after an option lowers its target, from the next hand on, below the
    total of somebody, and the game goes on."""
    for option in game.rules.options.values():
        if option.low is None or option.high is None:
            continue
        for seed in range(EVENINGS):
            chance = random.Random(f"{game.key} {option.key} {seed}")
            rules = {option.key: option.high}
            players = NAMES[: 4 if 4 in game.players else min(game.players)]
            record = Record.begin(game.key, players, 1, rules, "quick")
            before = game.replay(record, Supplied(record, chance, lambda page: page.hand <= HANDS))
            if before.table.target != option.high or not before.pending:
                break
            record.put(before.pending.hand, {f"@rule {option.key}": str(option.low)})
            after = game.replay(record)
            if not after.over and max(after.ledger.totals.values()) >= option.low:
                yield record, before, after


def ends(game: Game, record: Record, seed: int) -> bool:
    """Whether the game is over after a hand played at random, or the hand scored nothing."""
    played, here = record.copy(), len(record.hands)
    replay = game.replay(played, Supplied(played, random.Random(seed), at_most(here, 40)))
    return replay.over or not replay.hands[here - 1].lines


def test_a_total_at_a_lowered_target_is_explained(game: Game) -> None:
    for record, before, after in lowered(game):
        assert not any(map(before.reached, before.table.sides))
        assert after.hand
        tells = [tell.words for tell in after.hand.tells]
        over = [ends(game, record, seed) for seed in range(FURTHER)]
        for place in standing(after).places:
            target = after.table.target
            assert target is not None
            words = after.reached(place.side)
            assert bool(words) is (place.total >= target)
            assert not words or f"{place.side}, {words}." in tells
            if words and place.side not in after.hand.status:
                assert place.state in (words, f"{target} reached")
            certain = bool(after.table.at_target) and "," not in words
            assert not words or (all(over) if certain and "can" not in words else any(over))
