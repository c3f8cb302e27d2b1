"""Decisions about house rules, from the acts of a journal; the values of a house rule, and the
house rules behind a score line."""

from __future__ import annotations

from types import SimpleNamespace

from companion import games
from companion.engine.record import Act, Record
from companion.tables.decisions import behind, decisions, values

GAME = games.find("kaiser")


def test_decision_follows_its_hand_through_renumbering_and_removal():
    acts = [
        Act("answer", 0, {"rule target": "40"}),
        Act("answer", 2, {"@rule min_bid": "8"}),
        Act("answer", 3, {"@rule target": "60"}),
    ]

    replay = GAME.replay(Record.begin(GAME.key, ["Nell", "Omar", "Pia", "Quin"]))

    def made(*more: Act) -> list[tuple[str, int]]:
        journal = [SimpleNamespace(act=act) for act in (*acts, *more)]
        return [(each.option.key, each.hand) for each in decisions(replay, journal)]

    assert made() == [("target", 0), ("min_bid", 2), ("target", 3)]
    assert made(Act("insert", 2, {"tricks": "6"})) == [("target", 0), ("min_bid", 3), ("target", 4)]
    assert made(Act("insert", 3)) == [("target", 0), ("min_bid", 2), ("target", 4)]
    assert made(Act("remove", 2)) == [("target", 0), ("target", 2)]
    assert made(Act("remove", 2), Act("undo")) == made()
    assert made(Act("settle"), Act("undo")) == [("target", 0), ("min_bid", 2)]


def test_line_finds_house_rules_through_its_ruling():
    assert {option.key for option in behind(GAME, ["KAI-BROKEN"])} == {
        "failed_contract",
        "broken_negative",
    }


def test_current_value_comes_first_among_all_values():
    found = values(GAME, GAME.rules.options["min_bid"], "7")
    assert found[0].key == "7"
    assert len(found) == len({value.key for value in found}) > 2
