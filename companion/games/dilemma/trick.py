"""A trick of Dilemma: who plays third, who wins and by what. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import RANKS, Card, Pack

PACK = Pack.of(RANKS)
VALUES = {rank: value for value, rank in enumerate(reversed(RANKS), 2)}
"""2 to 10 at face, J 11, Q 12, K 13, A 14 (DIL-LAST)."""
TRICKS = 13


def value(card: Card) -> int:
    """What a card is worth, for winning and for scoring."""
    return VALUES[card.rank]


def second_plays_third(first: Card, second: Card) -> bool:
    """Whether the second player also plays the third card: only when the second card is higher."""
    return value(second) > value(first)


@dataclass(frozen=True)
class Judged:
    """A trick decided: whether the leader won, by which rule, and the sum in words."""

    leader_wins: bool
    rule: str
    why: str


def judge(cards: Sequence[Card], names: Sequence[str] = ("the leader", "the second")) -> Judged:
    """Who wins four cards in playing order: the higher sum, product, then first of the highest."""
    third = second_plays_third(cards[0], cards[1])
    leader = (cards[0], cards[3] if third else cards[2])
    second = (cards[1], cards[2] if third else cards[3])
    sums = [value(a) + value(b) for a, b in (leader, second)]
    if sums[0] != sums[1]:
        return Judged(sums[0] > sums[1], "DIL-SUM", f"{names[0]} {sums[0]}, {names[1]} {sums[1]}")
    products = [value(a) * value(b) for a, b in (leader, second)]
    if products[0] != products[1]:
        why = f"{sums[0]} each; products {names[0]} {products[0]}, {names[1]} {products[1]}"
        return Judged(products[0] > products[1], "DIL-PRODUCT", why)
    high = max(map(value, cards))
    first = next(place for place, card in enumerate(cards) if value(card) == high)
    by_leader = first == 0 or (first == 2 and not third) or (first == 3 and third)
    who = names[0] if by_leader else names[1]
    why = f"{sums[0]} and {products[0]} each; {who} played the first {cards[first].rank}"
    return Judged(by_leader, "DIL-FIRSTHIGH", why)


def bounds(tricks: int) -> tuple[int, int]:
    """The least and most that so many score cards can be worth (four of each rank)."""
    low = sorted(VALUES[rank] for rank in RANKS for _ in range(4))
    return sum(low[:tricks]), sum(low[len(low) - tricks :])
