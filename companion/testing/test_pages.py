"""Pages of questions: a row is about one side, and the main button is the main answer."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from companion.engine.game import Game
from companion.engine.table import Pending
from companion.questions import Choice, Question
from companion.said import Sentence
from companion.seating import Seat, Side
from companion.testing.evenings import positions, sampled

SEEDS, ANSWERS = range(6), 12


def whole_hands(game: Game) -> Iterator[tuple[Pending, Mapping[str, str]]]:
    """Pages that ask for a whole hand, each empty and with random answers."""
    for seed in SEEDS:
        chance = random.Random(f"{game.key} pages {seed}")
        for replay in positions(game, seed, ANSWERS):
            page = replay.pending
            if page and page.together:
                yield page, {}
                yield page, sampled(page, chance)


def rows(questions: Sequence[Question[Any]]) -> list[list[str]]:
    """Keys of questions that ask the same about one side or player each."""
    groups = defaultdict[str, list[str]](list)
    for each in questions:
        values = each.asks.values if isinstance(each.asks, Sentence) else ()
        if isinstance(each.asks, Sentence) and [v for v in values if isinstance(v, Seat | Side)]:
            groups[each.asks.name].append(each.key)
    return [keys for keys in groups.values() if len(keys) > 1]


def moot(page: Pending, given: Mapping[str, str]) -> set[str]:
    return {each.key for each in page.page_for(given) if each.off}


@pytest.mark.kinds
def test_answer_for_one_side_leaves_others_open(game: Game) -> None:
    wrong: list[str] = []
    for page, given in whole_hands(game):
        for keys in rows(page.page_for(given)):
            for question in page.page_for(given):
                if question.key not in keys or not isinstance(question, Choice):
                    continue
                others = set(keys) - {question.key}
                rest = {key: text for key, text in given.items() if key != question.key}
                before = moot(page, rest)
                wrong += [
                    f"{question.key}: {each.text}"
                    for each in question.answers
                    if not (each.for_all or each.refusal)
                    and (moot(page, {**rest, question.key: each.text}) - before) & others
                ]
    assert wrong == []
