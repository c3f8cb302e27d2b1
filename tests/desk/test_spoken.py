"""Questions as players call them: how often the right rule stands first, and among three."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from companion.desk.search import Index, SearchResult
from companion.games import shelf


@dataclass(frozen=True)
class Spoken:
    kind: str
    game: str
    words: str
    rules: Sequence[str]
    also: Sequence[str]
    """Rules of other games that answer the words just as well."""


@cache
def spoken() -> list[Spoken]:
    lines = (Path(__file__).parent / "spoken.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if not line.startswith("#"):
            kind, game, words, rules, *also = (part.strip() for part in line.split("|"))
            found.append(Spoken(kind, game, words, rules.split(), also[0].split() if also else []))
    return found


@cache
def index() -> Index:
    return Index(shelf().values())


def shares(kinds: str, *, known: bool) -> tuple[float, float]:
    """The shares of the questions whose rule stands first, and among the first three."""
    places = []
    for each in spoken():
        if each.kind in kinds.split():
            found = [f.rule.id for f in index().find(each.words, each.game if known else "", 3)]
            right = [*each.rules, *([] if known else each.also)]
            places.append(next((place for place, id in enumerate(found) if id in right), 9))
    return sum(p == 0 for p in places) / len(places), sum(p < 3 for p in places) / len(places)


def test_sixty_questions_over_all_games():
    own = [each for each in spoken() if each.kind in ("tuned", "aside")]
    assert len(own) >= 60
    games = {each.game for each in own}
    assert games <= set(shelf())
    assert len(games) == 14
    assert sum(each.kind == "aside" for each in own) * 3 >= len(own) - 3


@pytest.mark.parametrize(
    ("kinds", "known", "first", "three"),
    [
        ("tuned", True, 0.9, 0.95),
        ("tuned", False, 0.75, 0.88),
        ("aside", True, 0.8, 0.9),
        ("aside", False, 0.55, 0.85),
        ("heard", True, 0.7, 0.9),
        ("heard", False, 0.4, 0.65),
        ("stranger", True, 0.7, 0.9),
        ("stranger", False, 0.5, 0.6),
        ("table", True, 0.85, 0.95),
        ("table", False, 0.7, 0.9),
        ("reader", True, 0.55, 0.8),
        ("reader", False, 0.45, 0.65),
    ],
)
def test_the_right_rule_stands_first_or_among_three(kinds, known, first, three):
    found = shares(kinds, known=known)
    assert found[0] >= first, found
    assert found[1] >= three, found


def answer(words: str, game: str = "") -> SearchResult:
    return index().answer(words, game)


def test_where_the_desk_is_sure_it_is_right():
    """At least nine times in ten, and it dares to be for two of five questions of a known game."""
    older = [each for each in spoken() if each.kind not in ("reader", "kept")]
    for known, dares in ((True, 0.4), (False, 0.25)):
        every = [(each, answer(each.words, each.game if known else "")) for each in older]
        sure = [(each, found) for each, found in every if found.sure]
        right = [
            each for each, found in sure if found.found[0].rule.id in (*each.rules, *each.also)
        ]
        assert len(sure) >= dares * len(every), len(sure)
        assert len(right) >= 0.9 * len(sure), [each.words for each, _ in sure if each not in right]


def test_what_matches_little_is_never_sure():
    found = answer("how low must I be to knock", "nine-card-don")
    assert (found.game, found.weak, found.sure) == ("nine-card-don", True, False)
    assert not answer("how low must I be to knock", "carousel").weak


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("nine of trumps", "9 of trumps"),
        ("what does the 5♥ count", "what does the five of hearts count"),
        ("revoke", "renig"),
        ("renege", "reneged"),
        ("what’s the penalty for a revoke", "whats the penalty for a revoke"),
    ],
)
def test_numbers_and_words_spelt_two_ways_are_one(one, other):
    for game in ("kaiser", "tribello"):
        first = index().find(one, game)[0].rule.id
        assert first == index().find(other, game)[0].rule.id


def test_a_plain_rule_stands_before_a_ruling_that_matches_as_well():
    assert answer("who leads first", "kaiser").found[0].rule.id == "KAI-P-LEAD"
    assert answer("everybody passes", "kaiser").found[0].rule.id == "KAI-ALLPASS"


FINDS = """
from tests.desk.test_spoken import index, spoken
for each in spoken():
    for game in ("", each.game):
        print(each.words, game, [found.rule.id for found in index().find(each.words, game)])
"""


@pytest.mark.slow
def test_every_process_gives_the_same_answers():
    """Python orders a set of words differently in each process."""
    answers = {
        subprocess.run(
            [sys.executable, "-c", FINDS],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert all(len(each.splitlines()) == 2 * len(spoken()) for each in answers)
