"""The values of a house rule, and which house rules a line rests on."""

from __future__ import annotations

from companion.desk.decisions import behind, values
from companion.games import find

KAISER = find("kaiser")


def test_the_house_rules_behind_a_line_are_found_through_its_ruling():
    assert {option.key for option in behind(KAISER, ["KAI-BROKEN"])} == {
        "failed_contract",
        "broken_negative",
    }


def test_the_value_in_force_comes_first_and_few_numbers_are_all_tried():
    found = values(KAISER, KAISER.rules.options["min_bid"], "7")
    assert found[0].key == "7"
    assert len(found) == len({value.key for value in found}) > 2
