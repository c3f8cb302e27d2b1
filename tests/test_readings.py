"""What a record comes to under other house rules."""

from __future__ import annotations

import pytest

from companion.games import find
from companion.questions import Refused
from companion.readings import behind, compare, contested, readings, up_to, with_rules
from companion.record import Record, Transcript

KAISER = find("kaiser")


@pytest.fixture
def evening() -> Record:
    return Transcript.read(KAISER.file("evening.txt")).record


def test_the_bid_lost_instead_of_the_pile_changes_the_broken_hands(evening: Record) -> None:
    found = compare(KAISER, evening, {"failed_contract": "bid_amount"})
    assert [(c.hand, c.points(0), c.points(1)) for c in found.changes if c.otherwise][:1] == [
        (5, (8, 8), (-2, -18))
    ]
    assert found.totals[0] == (55, 19)
    assert found.winners == (("A",), ("A",))


def test_its_own_rules_change_nothing(evening: Record) -> None:
    assert compare(KAISER, evening, dict(KAISER.rules.chosen(evening.rules))).same


def test_a_record_the_other_rule_refuses_says_where(evening: Record) -> None:
    assert compare(KAISER, evening, {"min_bid": "7"}).stops.startswith(
        "Hand 7: 7 is the lowest bid"
    )


def test_a_rule_can_hold_from_a_hand_on(evening: Record) -> None:
    late = compare(KAISER, evening, {"failed_contract": "bid_amount"}, first=6)
    assert min(change.hand for change in late.changes) == 8


def test_the_readings_of_an_option_begin_with_the_one_in_force(evening: Record) -> None:
    found = readings(KAISER, evening, KAISER.rules.options["failed_contract"])
    assert [(r.value.key, r.chosen) for r in found] == [
        ("trick_value", True),
        ("bid_amount", False),
    ]


def test_contested_lists_only_what_would_change(evening: Record) -> None:
    keys = {found[0].option.key for found in contested(KAISER, evening)}
    assert "failed_contract" in keys
    assert "pass_card" not in keys


def test_the_house_rules_behind_a_line_are_found_through_its_ruling() -> None:
    assert {option.key for option in behind(KAISER, ["KAI-BROKEN"])} == {
        "failed_contract",
        "broken_negative",
    }


def test_an_unknown_value_is_refused(evening: Record) -> None:
    with pytest.raises(Refused, match="is not a value"):
        compare(KAISER, evening, {"failed_contract": "twice"})


def test_a_change_to_the_whole_evening_takes_back_changes_inside_it(evening: Record) -> None:
    changed = with_rules(evening, {"min_bid": "5"}, first=3)
    assert changed.hands[2]["@rule min_bid"] == "5"
    assert "@rule min_bid" not in with_rules(changed, {"min_bid": "6"}).hands[2]


def test_up_to_leaves_later_hands_out(evening: Record) -> None:
    assert len(up_to(evening, 4).hands) == 4
    assert len(evening.hands) == 9
