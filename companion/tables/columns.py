"""Column entry: which questions the hands of a table ask where each is entered at once.

The questions of a hand follow from its answers, so nobody can list them beforehand. A few evenings
are therefore played with drawn answers; what their hands asked are the columns.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion import games
from companion.game import Game, Replay
from companion.questions import Choice, Option, Question
from companion.record import Record
from companion.table import Pending

GUIDED, QUICK = "guided", "quick"
EVENINGS, HANDS, PAGES, DRAWS = 4, 12, 60, 6
"""What is played to find the columns: evenings, hands of one, pages in all, draws for a page."""
WIDE = 10
"""Boxes of a hand that still stand side by side."""


@dataclass(frozen=True)
class Column:
    """A question that hands may ask, under one key."""

    key: str
    head: str
    question: Question[Any]
    """One of those that were asked under the key."""
    options: tuple[Option[Any], ...]
    """The answers of all of them, where they are choices."""
    usual: bool
    """At least every second hand asks it: it stands on the page from the start."""

    @property
    def boxes(self) -> int:
        """How many boxes it takes side by side."""
        return len(self.question.parts) or 1

    @property
    def typed(self) -> bool:
        """True if its answer is written as text, so that somebody must be told how."""
        return self.question.control(len(self.options)) == "text"


def ways(replay: Replay) -> tuple[str, ...]:
    """The ways in which a hand is entered other than step by step; the quickest first."""
    found = [mode for mode in (replay.hand.modes if replay.hand else ()) if mode != GUIDED]
    return tuple(sorted(found, key=lambda mode: mode != QUICK))


def columns(game: Game, replay: Replay, way: str) -> tuple[Column, ...]:
    """The columns of a table that is entered in this way, with the house rules now in force."""
    head = dict(replay.record.head)
    head |= {f"rule {key}": str(text) for key, text in replay.table.rules}
    if way:
        head["entry"] = way
    return _columns(game.key, game.edition, tuple(head.items()))


@lru_cache(maxsize=64)
def _columns(key: str, edition: int, head: tuple[tuple[str, str], ...]) -> tuple[Column, ...]:
    game = games.find(key).at(edition)
    hands = list(_drawn(game, dict(head)))
    asked = Counter(question for hand in hands for question in {each.key for each in hand})
    known: dict[str, list[Question[Any]]] = {}
    for hand in hands:
        for question in hand:
            known.setdefault(question.key, []).append(question)
    return tuple(
        Column(each, heading(known[each]), known[each][0], options(known[each]),
               asked[each] * 2 >= len(hands))
        for each in ordered([question.key for question in hand] for hand in hands)
    )  # fmt: skip


def heading(questions: Sequence[Question[Any]]) -> str:
    """What stands over a column: the words of its question, or its key where they vary."""
    prompts = {question.prompt for question in questions}
    key = questions[0].key
    return prompts.pop() if len(prompts) == 1 else key[:1].upper() + key[1:]


def options(questions: Iterable[Question[Any]]) -> tuple[Option[Any], ...]:
    """Every answer that can be seen in one of these questions, each once."""
    found: dict[str, Option[Any]] = {}
    for question in questions:
        for each in question.answers if isinstance(question, Choice) else ():
            if not each.hidden:
                found.setdefault(each.text, each)
    return tuple(found.values())


def ordered(sequences: Iterable[Sequence[str]]) -> list[str]:
    """Every key once; one that is new stands behind the key it followed."""
    found: list[str] = []
    for sequence in sequences:
        place = 0
        for key in sequence:
            if key not in found:
                found.insert(place, key)
            place = found.index(key) + 1
    return found


def _drawn(game: Game, head: Mapping[str, str]) -> Iterator[list[Question[Any]]]:
    """What each hand of some evenings asked, answered by chance: the same ones every time."""
    pages = 0
    for evening in range(EVENINGS):
        chance = random.Random(evening)
        record = Record(game.key, dict(head))
        replay = game.replay(record)
        hands: dict[int, list[Question[Any]]] = {}
        while (pending := replay.pending) and pages < PAGES and pending.hand <= HANDS:
            pages += 1
            hands.setdefault(pending.hand, []).extend(pending.page)
            replay = _answered(game, record, pending, chance)
        yield from hands.values()


def _answered(game: Game, record: Record, pending: Pending, chance: random.Random) -> Replay:
    """The record after an answer drawn for a page; the hand is thrown in where none is found."""
    for _ in range(DRAWS):
        trial = record.copy()
        try:
            trial.put(pending.hand, pending.sample(chance.randrange))
        except LookupError:
            break
        after = game.replay(trial)
        still = after.pending
        if still is None or still.hand != pending.hand or not same(still, pending):
            record.hands = trial.hands
            return after
    record.put(pending.hand, {"@void": "not known"})
    return game.replay(record)


def same(one: Pending, other: Pending) -> bool:
    """True if two pages ask the same questions."""
    return [question.key for question in one.page] == [question.key for question in other.page]
