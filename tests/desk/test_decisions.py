"""Decisions about house rules, as the acts of a journal tell them."""

from __future__ import annotations

from companion import games
from companion.desk.decisions import decisions
from companion.engine.record import Act


def test_a_decision_stays_with_its_hand_whatever_its_number_is_now_and_goes_with_it():
    game = games.find("kaiser")
    acts = [
        Act("answer", 0, {"rule target": "40"}),
        Act("answer", 2, {"@rule min_bid": "8"}),
        Act("answer", 3, {"@rule target": "60"}),
    ]

    def made(*more: Act) -> list[tuple[str, int]]:
        return [(each.option.key, each.hand) for each in decisions(game, [*acts, *more])]

    assert made() == [("target", 0), ("min_bid", 2), ("target", 3)]
    assert made(Act("insert", 2, {"tricks": "6"})) == [("target", 0), ("min_bid", 3), ("target", 4)]
    assert made(Act("insert", 3)) == [("target", 0), ("min_bid", 2), ("target", 4)]
    assert made(Act("remove", 2)) == [("target", 0), ("target", 2)]
    assert made(Act("remove", 2), Act("undo")) == made()
