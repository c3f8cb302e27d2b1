"""For every game and entry mode, a record of the shortest single hand that scores."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import all_games
from companion.questions import Refused
from companion.testing import trials
from companion.testing.evenings import answer, begin


def ways() -> list[tuple[str, str]]:
    """Every game with each of its entry modes."""
    found = []
    for key, game in all_games().items():
        hand = game.replay(begin(game, random.Random(1))).hand
        assert hand
        found += [(key, way) for way in hand.modes]
    return found


def single(key: str, way: str) -> Record:
    """A record of one scored hand in this entry mode, by two rules if possible."""
    game = all_games()[key]
    found = list(_written(game, way)) or list(_drawn(game, way))
    assert found, f"no hand of {key} is known in its way {way}"
    return min(found, key=lambda each: (len(_rules(game, each)) < 2, len(each.hands[0])))


def _rules(game: Game, record: Record) -> set[str]:
    return {line.rule for line in game.replay(record).hands[0].lines}


def _written(game: Game, way: str) -> Iterator[Record]:
    """Hands of the recorded evening and examples, in this entry mode or translated to it."""
    texts = [
        game.file("evening.txt"),
        *(e.text for e in game.rules.examples if e.kind == "example"),
    ]
    for text in texts:
        record = Transcript.read(text, game.key).record
        try:
            replay = game.replay(record)
        except Refused:  # the example is one of an impossible table
            continue
        if not replay.refused:
            yield from _hands(game, record, replay, way)


def _drawn(game: Game, way: str) -> Iterator[Record]:
    """A random hand."""
    chance = random.Random(f"{game.key} {way}")
    for _ in range(20):
        record = begin(game, chance)
        record.head["entry"] = way
        replay = game.replay(record)
        try:
            for _ in range(100):
                if replay.pending is None or replay.pending.hand > 1:
                    break
                replay = answer(game, record, replay, chance)
        except LookupError:
            continue
        found = list(_hands(game, record, replay, way))
        if found:
            yield from found
            return


def _hands(game: Game, record: Record, replay: Replay, way: str) -> Iterator[Record]:
    for hand in replay.hands:
        if not hand.over or not hand.lines:
            continue
        tells = [(hand.mode, record.hands[hand.number - 1])]
        if hand.result and (writer := trials(game).told):
            tells += writer(replay, hand)
        for mode, told in tells:
            answers = {key: text for key, text in told.items() if not key.startswith("@")}
            if mode == way and (one := _alone(game, record, hand.dealer.name, way, answers)):
                yield one


def _alone(
    game: Game, record: Record, dealer: str, way: str, answers: dict[str, str]
) -> Record | None:
    """The hand as the first of a table; None if it does not score the same there."""
    head = {key: text for key, text in record.head.items() if not key.startswith("earlier ")}
    one = Record(game.key, head | {"dealer": dealer, "entry": way}, [dict(answers)])
    try:
        replay = game.replay(one)
    except Refused:
        return None
    if replay.refused or replay.unused or not replay.hands[0].over or not replay.hands[0].lines:
        return None
    return one
