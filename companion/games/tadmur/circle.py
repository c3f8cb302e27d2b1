"""The circle of thirteen ranks: which may follow which, and which roads lead to a target."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from companion.cards import RANK_WORDS, RANKS, Pack, a_rank
from companion.questions import Refused
from companion.said import Sentence, Sentences

say = Sentences(__file__)
CIRCLE = (RANKS[0], *reversed(RANKS[1:]))
"""A 2 3 … Q K, and back to the ace."""

PACK = Pack.of(CIRCLE)
AROUND = len(CIRCLE)
COPIES = 4
"""Cards of each rank; suits never matter."""


def neighbours(rank: str) -> tuple[str, str]:
    place = CIRCLE.index(rank)
    return CIRCLE[place - 1], CIRCLE[(place + 1) % AROUND]


def joins(rank: str, other: str) -> bool:
    """Whether two ranks are next to each other; a rank does not join itself."""
    return other in neighbours(rank)


def not_joining(rank: str, target: str) -> Sentence:
    """Why a chain does not end at its target."""
    return say.does_not_join(rank=a_rank(rank), target=a_rank(target))


def only(rank: str) -> Sentence:
    low, high = neighbours(rank)
    return say.not_next(after=a_rank(rank), low=a_rank(low), high=a_rank(high))


def ranks(text: str) -> tuple[str, ...]:
    """Ranks written in a row: "4 5 6 J", "ace, king"; Refused when one is none."""
    found: list[str] = []
    for part in filter(None, re.split(r"[\s,]+", text.strip())):
        folded = {name: rank for rank, name in RANK_WORDS.items()} | {"1": "A", "t": "10"}
        rank = folded.get(part.lower(), part.upper())
        if rank not in CIRCLE:
            raise Refused(say.unknown_rank(part=part))
        found.append(rank)
    if not found:
        raise Refused(say.unknown_rank__none())
    return tuple(found)


# -- roads ----------------------------------------------------------------------------------------


def ways(last: str, target: str) -> tuple[int, int]:
    """Steps from one rank to another, upward and downward round the circle."""
    up = (CIRCLE.index(target) - CIRCLE.index(last)) % AROUND
    return up, AROUND - up


def spare(last: str, target: str, spaces: int) -> int | None:
    """Steps to spare on the shortest road that fits; None when no road does.

    A road has one step more than there are spaces, because the last card joins the target. Steps
    to spare are gone in pairs, there and back, so a way fits only if it is as odd or as even.
    """
    steps = spaces + 1
    fitting = [way for way in ways(last, target) if way <= steps and way % 2 == steps % 2]
    return steps - min(fitting) if fitting else None


def can_reach(last: str, target: str, spaces: int) -> bool:
    """Whether some chain of exactly that many cards ends beside the target (TAD-REACH)."""
    return spare(last, target, spaces) is not None


def safe_next(last: str, target: str, spaces: int) -> list[str]:
    """The ranks that may be played next and leave the road open (TAD-KEEP)."""
    return [rank for rank in neighbours(last) if can_reach(rank, target, spaces - 1)]


def road(last: str, target: str, spaces: int) -> list[str] | None:
    """Some chain that fits, turning back as late as it can; None when there is none."""
    if not can_reach(last, target, spaces):
        return None
    found: list[str] = []
    for left in range(spaces, 0, -1):
        last = safe_next(last, target, left)[-1]
        found.append(last)
    return found


def road_with(
    last: str, target: str, spaces: int, holding: Mapping[str, int]
) -> tuple[str, ...] | None:
    """A chain that fits from the ranks held, as often as each is held; None when there is none."""
    held = tuple(holding.get(rank, 0) for rank in CIRCLE)

    @cache
    def walk(last: str, left: int, held: tuple[int, ...]) -> tuple[str, ...] | None:
        if not left:
            return () if joins(last, target) else None
        for rank in safe_next(last, target, left):
            place = CIRCLE.index(rank)
            if held[place]:
                rest = walk(rank, left - 1, (*held[:place], held[place] - 1, *held[place + 1 :]))
                if rest is not None:
                    return (rank, *rest)
        return None

    return walk(last, spaces, held) if sum(held) >= spaces else None
