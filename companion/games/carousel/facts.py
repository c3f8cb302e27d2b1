"""The facts of a hand of Carousel: who knocked, and what everybody has left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from companion.cards import Card, Suit, rank_word
from companion.games.carousel import melds
from companion.games.carousel.house import House
from companion.games.carousel.melds import JOKER, JOKER_VALUE, LOW, NATURAL, VALUES, say
from companion.said import Sentence
from companion.seating import Seat


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a hand: the knocker (nobody if the stock ran out) and each player's cards left."""

    knocker: Seat | None
    left: Mapping[Seat, int]
    empty: frozenset[Seat] = field(default_factory=frozenset)
    """Those with no card at all."""

    @property
    def low(self) -> int:
        return min(self.left.values())

    @property
    def undercut(self) -> bool:
        """True if somebody has the knocker’s deadwood or less (CAR-UNDERCUT)."""
        others = [n for seat, n in self.left.items() if seat is not self.knocker]
        return self.knocker is not None and min(others) <= self.left[self.knocker]

    @property
    def winners(self) -> list[Seat]:
        """Who wins the hand: the knocker, or all who undercut with the lowest deadwood.

        Where the stock ran out and all are level, nobody.
        """
        if self.knocker is None:
            best = [seat for seat, n in self.left.items() if n == self.low]
            return best if len(best) < len(self.left) else []
        if not self.undercut:
            return [self.knocker]
        others = {seat: n for seat, n in self.left.items() if seat is not self.knocker}
        return [seat for seat, n in others.items() if n == min(others.values())]


def left_over(held: Sequence[Card], rules: House) -> int:
    """The deadwood of a holding, less the melds in it if the house rule says so (CAR-R2)."""
    return melds.deadwood(held) - (melded(held) if rules.hand_melds == "deduct" else 0)


def too_many(held: Iterable[Card], players: int, rules: House) -> Sentence | None:
    """Why these cards cannot all be in play: more of one than there are (CAR-PACK)."""
    copies, jokers = 1 if players == 2 else 2, melds.joker_count(players, rules.jokers)
    for card, number in Counter(held).items():
        most = jokers if card == JOKER else copies
        if number > most:
            if card.suit is None:
                return say.too_many_copies__joker(number=number, most=most)
            name = f"{rank_word(card.rank)} of {card.suit.word}"
            return say.too_many_copies(card=name, most=most)
    return None


def all_deadwood(players: int, rules: House) -> int:
    """The points of all cards in play together: 365 with two players."""
    copies = 1 if players == 2 else 2
    return copies * ALL_NATURAL + 25 * melds.joker_count(players, rules.jokers)


SUITS = tuple(Suit)
ALL_NATURAL = melds.deadwood(NATURAL)
Runs = tuple[int, ...]
"""The lengths of the open runs in a suit, at most 3."""
State = tuple[tuple[Runs, ...], int]
"""Open runs by suit, and the jokers still in hand."""


def melded(holding: Sequence[Card]) -> int:
    """The most deadwood that melds within these cards take away.

    A score depends on it, so the search is exact and uses no solver: it visits the ranks from ace
    to king, and keeps only the best result for each set of open runs.
    """
    counts = Counter(holding)
    cards = tuple(tuple(counts[Card(rank, suit)] for suit in SUITS) for rank in LOW)
    jokers = counts[JOKER]  # and every ace is low or high
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
    whole = [gain for (runs, _), gain in states.items() if all(n >= 3 for s in runs for n in s)]
    return max(whole, default=0)


def _next(
    states: dict[State, int], row: tuple[int, ...], value: int, *, last: bool = False
) -> dict[State, int]:
    """Every way of using the cards of one rank; `last`: high aces, which only end runs."""
    best: dict[State, int] = {}
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
                if gain > best.get(state, -1):
                    best[state] = gain
    return best


@cache
def _run_ways(runs: Runs, most: int, last: bool) -> tuple[tuple[Runs, int], ...]:
    """(open runs afterwards, cards used) for a suit: runs too short have to go on."""
    ways: set[tuple[Runs, int]] = set()
    for going in product((True, False), repeat=len(runs)):
        if any(length < 3 and not goes for length, goes in zip(runs, going, strict=True)):
            continue
        on = [min(length + 1, 3) for length, goes in zip(runs, going, strict=True) if goes]
        for new in range(1 if last else most - len(on) + 1):
            if len(on) + new <= most:
                ways.add((tuple(sorted([*on, *[1] * new])), len(on) + new))
    return tuple(ways)


def _sets(
    row: tuple[int, ...], used: tuple[int, ...], jokers: int, most: int
) -> Iterator[tuple[int, ...]]:
    """The numbers of cards of each suit in sets: none, or so that every set has three suits."""
    yield (0,) * len(SUITS)
    for number in range(1, most + 1):
        left = [
            range(min(number, max(0, n - u) + jokers) + 1) for n, u in zip(row, used, strict=True)
        ]
        for extra in product(*left):
            if 3 * number <= sum(extra) <= 4 * number:
                yield extra
