"""All ways of entry accept the same hands: what one scores, a shorter one scores the same."""

from __future__ import annotations

import os
import random
from collections import Counter

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.table import Hand
from companion.engine.testing import Impossible
from companion.engine.transcript import Transcript
from companion.testing import trials
from companion.testing.evenings import Supplied, at_most, entered, scored_hands, written

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
EVENINGS, HANDS, ANSWERS = (120, 4, 150) if LONG else (10, 2, 100)
"""Random evenings of a game, hands of each at most, and pages answered in each."""


def came_to(replay: Replay, number: int) -> tuple[object, ...]:
    """The result of a hand: every side's points, the totals, the winner."""
    hand = replay.hands[number - 1]
    points = Counter[str]()
    for line in hand.lines:
        points[line.side.code] += line.points
    last = number == len(replay.hands) and replay.outcome
    ended = [side.code for side in replay.outcome.winners] if last and replay.outcome else None
    totals = {side.code: total for side, total in hand.totals.items()}
    return hand.over, {key: n for key, n in points.items() if n}, totals, ended


def rewritten(record: Record, number: int, way: str, texts: dict[str, str]) -> Record:
    """The record with one hand entered in another way."""
    copy = record.copy()
    kept = {key: text for key, text in copy.hands[number - 1].items() if key.startswith("@")}
    answers = {key: text for key, text in texts.items() if key != "@entry"}
    copy.hands[number - 1] = kept | answers | {"@entry": way}
    return copy


def same(game: Game, record: Record, replay: Replay, hand: Hand) -> Counter[tuple[str, str]]:
    """Check that each shorter way gives the same result. Count the pairs (from, to)."""
    tried, writer = Counter[tuple[str, str]](), trials(game).told
    for way, texts in writer(replay, hand) if writer else ():
        again = game.replay(rewritten(record, hand.number, way, texts))
        where = (hand.mode, way, dict(hand.answers), texts, hand.rules)
        refused = [str(each) for each in again.refused]
        assert not refused or len(again.hands) > hand.number, (refused, where)
        assert came_to(again, hand.number) == came_to(replay, hand.number), where
        tried[hand.mode, way] += 1
    return tried


def test_hand_scores_same_in_every_shorter_way(game: Game) -> None:
    if not trials(game).told:
        return  # its ways of entry share a page
    tried = Counter[tuple[str, str]]()
    for seed in range(EVENINGS):
        chance = random.Random(f"{game.key} ways {seed}")
        record = entered(game, chance, seed)
        try:
            game.replay(record, Supplied(record, chance, at_most(HANDS, ANSWERS)))
        except LookupError:
            assert trials(game).seldom, "no legal answers were drawn"
        replay = game.replay(record)
        for hand in scored_hands(replay):
            tried += same(game, record, replay, hand)
    assert {way for _, way in tried} >= trials(game).shorter, tried


def test_golden_evening_and_examples_match_in_shorter_ways(game: Game) -> None:
    tried = Counter[tuple[str, str]]()
    for record, replay in written(game):
        for hand in scored_hands(replay):
            tried += same(game, record, replay, hand)
    assert not trials(game).told or tried.keys() >= trials(game).written, tried


# -- facts that no deal could give ----------------------------------------------------------------


def test_impossible_deal_is_refused_with_its_rule(game: Game) -> None:
    for each in trials(game).impossible:
        refused(game, each)


def refused(game: Game, it: Impossible) -> None:
    """Holds that the last of the answers is refused in words, with its rule."""
    dealer = it.players.split(", ")[0]
    text = f"players: {it.players}\ndealer: {dealer}\nentry: {it.way}\nhand 1\n{it.answers}"
    replay = game.replay(Transcript.read(text, game.key).record)
    assert replay.hand
    assert replay.hand.mode == it.way
    assert replay.refused, (it, replay.pending and [each.key for each in replay.pending.page])
    assert not replay.hand.over
    for refusal in replay.refused:
        assert refusal.message
        assert replay.pending
        asked = {each.key: each.rule for each in replay.pending.page}
        assert refusal.rule in game.rules.rules or asked[refusal.key or ""] in game.rules.rules


def test_every_way_of_entry_refuses_something(game: Game) -> None:
    tried = {each.way for each in trials(game).impossible}
    assert set(modes_of(game)) - tried <= trials(game).possible


def modes_of(game: Game) -> tuple[str, ...]:
    """The game's ways of entry."""
    hand = game.replay(entered(game, random.Random(1), 0)).hand
    assert hand
    return hand.modes
