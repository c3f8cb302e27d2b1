"""A correction drops answers that no longer apply, and has no limit on its length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from companion.engine.record import Record
from companion.questions import Question
from companion.store import Store
from companion.tables.answering import answered
from companion.tables.changes import inserting
from companion.tables.proposal import propose
from companion.tables.snapshot import Snapshot
from companion.tables.tables import Tables

FIVE = ["Ann", "Bo", "Cy", "Di", "Ed"]


def given(answers: Mapping[str, str]) -> Callable[[Sequence[Question[Any]]], dict[str, str]]:
    """A form that has these answers to any of its questions."""
    return lambda page: {q.key: answers[q.key] for q in page if q.key in answers}


def stored(store: Store, game: str, players: list[str], hand: Mapping[str, str]) -> Snapshot:
    record = Record.begin(game, players)
    record.put(1, {"@entry": "quick", **hand})
    return Tables(store).get(store.begin(record).code)


def test_honours_only_one_player_can_have_fall_away(store):
    hand = {"trump": "C", "cards": "5 10 10 5 5", "10": "1", "A": "2", "K": "3", "Q": "2", "J": "4"}
    table = stored(store, "scotch-whist", FIVE, hand)
    assert table.replay.hands[0].over
    made = answered(propose(table, []), 1, given({"trump": "D", "cards": "0 0 0 35 0"}))
    assert made.refused == []
    assert made.ready
    assert made.replay.hands[0].over
    assert [text.split("?")[0] for text in made.effect.falls] == [
        f"Who captured the {card}♣" for card in ("10", "A", "K", "Q")
    ]


@pytest.mark.parametrize("change", [{"trump": "no trump"}, {"special": "slam over nullo"}])
def test_a_jotte_falls_away_where_there_is_none(store, change):
    hand = {"declarer": "1", "trump": "H", "stakes": "plain", "special": "none", "melds 1": "0",
            "melds 2": "0", "points 1": "90", "points 2": "30", "tricks 1": "5", "tricks 2": "4",
            "jotte": "1", "revoke": "nobody"}  # fmt: skip
    table = stored(store, "jo-jotte", ["Ada", "Ben"], hand)
    assert table.replay.hands[0].over, table.pending and table.pending.problems
    made = answered(propose(table, []), 1, given(change))
    assert not any(each.code == "jotte" or "Jo-Jotte" in each.message for each in made.refused)


def test_hand_of_two_hundred_pages_inserts_whole(store):
    """Every card of both packs discarded: two pages a turn, 104 turns."""
    table = stored(store, "leopard", ["Ann", "Ben"], {})
    pending = table.replay.pending
    assert pending
    drawn = {question.key: question.sample(lambda below: 0) for question in pending.page}
    record = table.record.copy()
    record.put(1, drawn)
    table = Tables(store).get(store.begin(record).code)
    assert table.replay.hands[0].over
    made = inserting(table, 1, "guided")
    ranks = [str(number) for number in range(2, 11)]
    cards = [f"{rank}{suit}" for rank in ["A", *ranks, "J", "Q", "K"] for suit in "CDHS"] * 2

    def form(page: Sequence[Question[Any]]) -> dict[str, str]:
        said = {}
        for question in page:
            if question.key.startswith("card"):
                said[question.key] = cards[int(question.key.split()[-1]) - 1]
            elif question.key.startswith("place"):
                said[question.key] = "discard"
            elif question.key.startswith("out"):
                said[question.key] = "no"
        return said

    made = answered(made, 1, form)
    hand = made.replay.hands[0]
    assert made.ready is hand.over
    assert len(hand.asked) > 200
