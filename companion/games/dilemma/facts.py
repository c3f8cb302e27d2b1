"""The facts of a deal of Dilemma: its tricks, their winners, and each player's score cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards import RANKS, Card, Pack, Suit
from companion.said import Sentence, Sentences, Text
from companion.seating import Seat

say = Sentences(__file__)
PACK = Pack.of(RANKS)
VALUES = {rank: value for value, rank in enumerate(reversed(RANKS), 2)}
"""2 to 10 at face, J 11, Q 12, K 13, A 14 (DIL-LAST)."""
TRICKS = 13


def value(card: Card) -> int:
    """The value of a card, for winning and for scoring."""
    return VALUES[card.rank]


def second_plays_third(first: Card, second: Card) -> bool:
    """True if the second player also plays the third card: the second is higher (DIL-THIRD)."""
    return value(second) > value(first)


def missing(cards: Sequence[Card]) -> list[Suit]:
    return [suit for suit in Suit if suit not in [card.suit for card in cards]]


@dataclass(frozen=True, slots=True)
class Judged:
    """A trick decided: if the leader won, and the sum in words."""

    leader_wins: bool
    why: Sentence


def judge(cards: Sequence[Card], names: Sequence[str] = ("the leader", "the second")) -> Judged:
    """The winner of four cards in playing order: higher sum, product, then first of the highest."""
    third = second_plays_third(cards[0], cards[1])
    leader = (cards[0], cards[3] if third else cards[2])
    second = (cards[1], cards[2] if third else cards[3])
    one, other = names
    own, theirs = (value(a) + value(b) for a, b in (leader, second))
    if own != theirs:
        return Judged(own > theirs, say.sums(one=one, own=own, other=other, theirs=theirs))
    product, their_product = (value(a) * value(b) for a, b in (leader, second))
    facts = {"sum": own, "product": product}
    if product != their_product:
        words = say.products(**facts, one=one, other=other, theirs=their_product)
        return Judged(product > their_product, words)
    high = max(map(value, cards))
    first = next(place for place, card in enumerate(cards) if value(card) == high)
    # Both have the same two ranks. The player of the second and third card played the higher first.
    by_leader = first in (0, 2)
    words = say.first_high(**facts, who=one if by_leader else other, rank=cards[first].rank)
    return Judged(by_leader, words)


def bounds(tricks: int) -> tuple[int, int]:
    """The least and most that so many score cards can be worth (four of each rank)."""
    low = sorted(VALUES[rank] for rank in RANKS for _ in range(4))
    return sum(low[:tricks]), sum(low[len(low) - tricks :])


@dataclass
class Running:
    """A deal while it is entered trick by trick: values of the score cards, and a forfeit."""

    leader: Seat
    played: dict[Card, Text] = field(default_factory=dict)
    kept: dict[Seat, list[int]] = field(default_factory=dict)
    forfeit: Forfeit | None = None

    @property
    def piles(self) -> dict[Seat, Pile]:
        return {seat: Pile.of(kept) for seat, kept in self.kept.items()}


@dataclass(frozen=True, slots=True)
class Pile:
    """A player's score cards of a deal: their number, their points, and the cards if known."""

    tricks: int
    points: int
    kept: tuple[int, ...] | None = None
    """The values of the score cards in the order they were won."""

    @classmethod
    def of(cls, kept: list[int]) -> Pile:
        return cls(len(kept), sum(kept), tuple(kept))

    def may_hold(self, value: int) -> bool:
        if self.kept is not None:
            return value in self.kept
        if not self.tricks:
            return False
        low, high = bounds(self.tricks - 1)
        return low <= self.points - value <= high


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A trick that goes over for a wrong suit (DIL-R12): who loses it, and its score card."""

    who: Seat
    rank: str

    @property
    def points(self) -> int:
        return VALUES[self.rank]

    def change(self, seat: Seat) -> int:
        return -self.points if seat is self.who else self.points


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as it ended. `stopped`: before its thirteenth trick, by somebody at the target."""

    piles: dict[Seat, Pile]
    forfeit: Forfeit | None = None
    stopped: bool = False

    def points(self, seat: Seat) -> int:
        return self.piles[seat].points + (self.forfeit.change(seat) if self.forfeit else 0)
