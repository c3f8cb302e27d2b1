"""The melds that lie in one player's own cards: how much deadwood they would take away.

Exact, and without a solver, because a score rests on it: the ranks are gone through from ace to
king, and of every way in which runs can stand open only the best is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from companion.cards import Card, Suit
from companion.games.carousel.melds import JOKER, JOKER_VALUE, LOW, VALUES

SUITS = tuple(Suit)
Runs = tuple[int, ...]
"""The lengths of the runs that stand open in a suit, none told beyond 3."""
State = tuple[tuple[Runs, ...], int]
"""Open runs by suit, and the jokers still in hand."""


def melded(holding: Sequence[Card]) -> int:
    """The most deadwood that melds within these cards take away."""
    counts = Counter(holding)
    cards = tuple(tuple(counts[Card(rank, suit)] for suit in SUITS) for rank in LOW)
    return _melded(cards, counts[JOKER])


def _melded(cards: tuple[tuple[int, ...], ...], jokers: int) -> int:
    """The same, by the number of cards of each rank and suit; every ace is low or high."""
    kept = [range(number + 1) for number in cards[0]]
    if not jokers and not any(cards[12]):
        kept = [range(1)] * len(SUITS)
    return max(_played(cards, high, jokers) for high in product(*kept))


def _played(cards: tuple[tuple[int, ...], ...], high: tuple[int, ...], jokers: int) -> int:
    states: dict[State, int] = {(((),) * len(SUITS), jokers): 0}
    low = tuple(number - kept for number, kept in zip(cards[0], high, strict=True))
    for place, row in enumerate((low, *cards[1:]), 1):
        states = _next(states, row, VALUES[LOW[place - 1]])
    if any(high):
        states = _next(states, high, VALUES["A"], last=True)
    return max((gain for (runs, _), gain in states.items() if _whole(runs)), default=0)


def _whole(runs: tuple[Runs, ...]) -> bool:
    return all(length >= 3 for suit in runs for length in suit)


def _next(
    states: dict[State, int], row: tuple[int, ...], value: int, *, last: bool = False
) -> dict[State, int]:
    """Every way of using the cards of one rank; `last`: high aces, which only end runs."""
    found: dict[State, int] = {}
    for (runs, jokers), before in states.items():
        ways = [
            list(_run_ways(suit, number + jokers, last))
            for suit, number in zip(runs, row, strict=True)
        ]
        for chosen in product(*ways):
            used = tuple(number for _, number in chosen)
            most = 0 if last else (sum(row) + jokers) // 3
            for extra in _sets(row, used, jokers, most):
                total = [a + b for a, b in zip(used, extra, strict=True)]
                wild = sum(max(0, t - n) for t, n in zip(total, row, strict=True))
                if wild > jokers:
                    continue
                natural = sum(min(t, n) for t, n in zip(total, row, strict=True))
                state = tuple(after for after, _ in chosen), jokers - wild
                gain = before + natural * value + wild * JOKER_VALUE
                if gain > found.get(state, -1):
                    found[state] = gain
    return found


@cache
def _run_ways(runs: Runs, most: int, last: bool) -> tuple[tuple[Runs, int], ...]:
    """(open runs afterwards, cards used) for a suit: runs too short have to go on."""
    found: set[tuple[Runs, int]] = set()
    for going in product((True, False), repeat=len(runs)):
        if any(length < 3 and not goes for length, goes in zip(runs, going, strict=True)):
            continue
        on = [min(length + 1, 3) for length, goes in zip(runs, going, strict=True) if goes]
        for new in range(1 if last else most - len(on) + 1):
            if len(on) + new <= most:
                found.add((tuple(sorted([*on, *[1] * new])), len(on) + new))
    return tuple(found)


def _sets(
    row: tuple[int, ...], used: tuple[int, ...], jokers: int, most: int
) -> Iterator[tuple[int, ...]]:
    """How many cards of each suit go into sets: none, or so that every set has three suits."""
    yield (0,) * len(SUITS)
    for number in range(1, most + 1):
        left = [
            range(min(number, max(0, n - u) + jokers) + 1) for n, u in zip(row, used, strict=True)
        ]
        for extra in product(*left):
            if 3 * number <= sum(extra) <= 4 * number:
                yield extra
