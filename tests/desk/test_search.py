"""Searching the rules: ids, words, other tables' words, slips of the thumb."""

from __future__ import annotations

import pytest

from companion.desk.search import Index
from companion.games import find, shelf
from companion.rules.wording import under


@pytest.fixture(scope="module")
def index() -> Index:
    return Index(shelf().values())


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("KAI-MADE", "KAI-MADE"),
        ("kai-made", "KAI-MADE"),
        ("who starts", "KAI-P-LEAD"),
        ("renege", "KAI-R17"),
        ("undertrick", "KAI-BROKEN"),
        ("tie", "KAI-TIE"),
        ("frozn", "KAI-LIMIT"),
        ("dealer equl", "KAI-P-BID"),
        ("seven of hearts", "KAI-P-PACK"),
        ("what happens if everybody passes", "KAI-ALLPASS"),
    ],
)
def test_the_rule_meant_comes_first(index: Index, query: str, first: str) -> None:
    assert index.find(query, "kaiser")[0].rule.id == first


@pytest.mark.parametrize(
    "query", ["", "   ", '"', "' or 1=1 --", "*", "NEAR(", "🂡", "x" * 5000, "a"]
)
def test_any_text_may_be_typed(index: Index, query: str) -> None:
    assert isinstance(index.find(query), list)


def test_a_search_can_keep_to_one_game(index: Index) -> None:
    assert {found.game.key for found in index.find("dealer", "kaiser")} == {"kaiser"}


def test_the_excerpt_is_the_rules_own_text(index: Index) -> None:
    found = index.find("frozen", "kaiser")[0]
    body = under(find("kaiser").rules).rules[found.rule.id].text
    words = [word for word in found.excerpt.replace("…", " ").split() if word.isalpha()]
    assert [word for word in words if word not in body] == []
