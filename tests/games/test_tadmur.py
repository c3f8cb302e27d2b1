"""Tadmur: roads round the circle held against walking them, secrets, and rare endings."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from evenings import answer
from hypothesis import given
from hypothesis import strategies as st

from companion.games import shelf
from companion.games.tadmur.circle import (
    CIRCLE,
    can_reach,
    joins,
    neighbours,
    road,
    road_with,
    safe_next,
    spare,
)
from companion.record import Record

TADMUR = shelf()["tadmur"]
some_rank = st.sampled_from(CIRCLE)


def ends(last: str, cards: int) -> set[str]:
    """Every rank on which a chain of that many cards can end, by walking."""
    found = {last}
    for _ in range(cards):
        found = {near for rank in found for near in neighbours(rank)}
    return found


@given(some_rank, some_rank, st.integers(0, 18))
def test_a_target_is_in_reach_exactly_when_some_walk_gets_there(
    last: str, target: str, spaces: int
) -> None:
    walked = any(joins(rank, target) for rank in ends(last, spaces))
    assert can_reach(last, target, spaces) == walked


@given(some_rank, some_rank, st.integers(1, 16))
def test_safe_cards_are_those_from_which_the_walk_goes_on(
    last: str, target: str, spaces: int
) -> None:
    walked = [
        near
        for near in neighbours(last)
        if any(joins(rank, target) for rank in ends(near, spaces - 1))
    ]
    assert safe_next(last, target, spaces) == walked


@given(some_rank, some_rank, st.integers(1, 16))
def test_a_road_shown_is_a_good_chain(last: str, target: str, spaces: int) -> None:
    shown = road(last, target, spaces)
    if shown is None:
        assert not can_reach(last, target, spaces)
        return
    chain = [last, *shown, target]
    assert len(shown) == spaces
    assert all(joins(one, two) for one, two in pairwise(chain))


@given(some_rank, some_rank, st.integers(1, 7), st.lists(some_rank, max_size=10))
def test_a_road_from_the_hand_is_found_exactly_when_there_is_one(
    last: str, target: str, spaces: int, held: list[str]
) -> None:
    def walks(rank: str, left: int, held: Counter[str]) -> bool:
        if not left:
            return joins(rank, target)
        return any(
            held[near] and walks(near, left - 1, held - Counter([near]))
            for near in neighbours(rank)
        )

    holding = Counter(held)
    found = road_with(last, target, spaces, holding)
    assert (found is not None) == walks(last, spaces, holding)
    if found is not None:
        assert not Counter(found) - holding
        assert all(joins(one, two) for one, two in pairwise([last, *found, target]))


def test_tables_of_the_rules_are_right() -> None:
    shut = {
        spaces: [up for up in range(13) if not can_reach("A", CIRCLE[up], spaces)]
        for spaces in range(7, 20)
    }
    assert shut[7] == [1, 3, 10, 12]
    assert shut[8] == [0, 2, 11]
    assert shut[9] == [1, 12]
    assert shut[10] == [0]
    assert all(not shut[spaces] for spaces in range(11, 20))


def test_sixteen_of_fifty_one_starts_are_shut() -> None:
    cards = [rank for rank in CIRCLE for _ in range(4)]
    cards.remove("A")
    assert (len(cards), sum(not can_reach("A", rank, 7) for rank in cards)) == (51, 16)


def test_wrong_guesses_that_open_a_road_shut_from_the_start() -> None:
    def opens(up: int) -> list[int]:
        return [n for n in range(1, 7) if can_reach("A", CIRCLE[up], 7 + n)]

    assert opens(3) == opens(10) == [1, 2, 3, 4, 5, 6]
    assert opens(1) == opens(12) == [1, 3, 4, 5, 6]


def test_steps_to_spare_of_the_wandering_road() -> None:
    assert (spare("9", "J", 7), spare("Q", "4", 7), spare("6", "7", 7)) == (6, 0, None)


# -- deals ----------------------------------------------------------------------------------------


def begun(rules: dict[str, str] | None = None, **answers: str) -> Record:
    """A deal in which Ann plays first, both starters on the table, no target entered."""
    record = Record.begin("tadmur", ["Ann", "Ben"], 2, rules)
    start = {"starter 1": "4", "starter 2": "10"}
    record.put(1, start | {"target 1": "not entered", "target 2": "not entered"} | answers)
    return record


def test_cards_thrown_away_run_out() -> None:
    record = begun({"stuck": "discard"})
    record.put(1, {f"move {turn}": "cannot play" for turn in range(1, 48)})
    replay = TADMUR.replay(record)
    assert [question.key for question in replay.pending.page] == ["shown 1", "shown 2"]
    record.put(1, {"shown 1": "not shown", "shown 2": "not shown"})
    (line,) = TADMUR.replay(record).hands[0].lines
    assert (str(line.to), line.rule) == ("Ben", "TAD-OUTWIN")
    assert line.why == "Ann has no cards left, with 7 spaces left in the chain"


def test_a_player_who_named_every_rank_cannot_name_another() -> None:
    record = begun({"repeat_guess": "refused", "guess_freeze": "off", "stuck": "pass"})
    for turn, rank in enumerate(CIRCLE):
        guess = {f"guess {2 * turn + 1}": rank, f"right {2 * turn + 1}": "no"}
        record.put(1, {f"move {2 * turn + 1}": "guess"} | guess)
        record.put(
            1, {f"card {2 * turn + 1}": "cannot play", f"move {2 * turn + 2}": "cannot play"}
        )
    record.put(1, {"move 27": "guess"})
    (refusal,) = TADMUR.replay(record).refused
    assert (refusal.code, refusal.rule) == ("all_guessed", "TAD-R7")


@pytest.mark.parametrize("last", ["move 3", "guess 3", "move 4"])
def test_a_target_entered_is_not_to_be_seen_before_the_end(last: str) -> None:
    def seen(target: str) -> object:
        record = begun(**{"target 1": target})
        keys = {"move 1": "5", "move 2": "guess", "guess 2": "2", "card 2": "J", "move 3": "guess"}
        keys |= {"guess 3": "3", "right 3": "no", "card 3": "6", "move 4": "guess"}
        for key, text in keys.items():
            record.put(1, {key: text})
            if key == last:
                break
        replay = TADMUR.replay(record)
        hand, page = replay.hands[0], replay.pending.page
        return (
            [tell.words for tell in hand.tells],
            hand.panels,
            list(hand.status.values()),
            [(badge.word, badge.more) for badge in hand.badges],
            hand.facts,
            hand.cells,
            [(option.label, option.hint, option.no) for q in page for option in q.answers],
        )

    assert seen("Q") == seen("8") == seen("5")


def test_random_deals_with_targets_entered_come_to_an_end() -> None:
    for seed in range(6):
        chance = random.Random(seed)
        rules = {"match_to": "1", "guess_freeze": chance.choice(["either", "off"])}
        record = Record.begin("tadmur", ["Ann", "Ben"], 1, rules, "guided")
        targets = {f"target {seat}": chance.choice(CIRCLE) for seat in (1, 2)}
        starters = {f"starter {seat}": chance.choice(CIRCLE) for seat in (1, 2)}
        record.put(1, starters | targets)
        replay = TADMUR.replay(record)
        while replay.pending:
            replay = answer(TADMUR, record, replay, chance)
        assert replay.outcome is not None
        assert len(replay.hands[0].lines) == 1
