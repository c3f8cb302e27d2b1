"""What is known of a hand of Carousel: who knocked, what everybody has left, which cards exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import Card
from companion.games.carousel.holding import melded
from companion.games.carousel.house import House
from companion.games.carousel.melds import JOKER, NATURAL, deadwood, joker_count, say
from companion.said import Sentence
from companion.seating import Seat

WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended: who knocked (nobody when the stock ran out) and what each has left."""

    knocker: Seat | None
    left: Mapping[Seat, int]
    empty: frozenset[Seat] = field(default_factory=frozenset)
    """Those with no card at all."""

    @property
    def low(self) -> int:
        """The lowest deadwood."""
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
    """The deadwood of a holding, the melds in it deducted where the house does so (CAR-R2)."""
    return deadwood(held) - (melded(held) if rules.hand_melds == "deduct" else 0)


def too_many(held: Iterable[Card], players: int, rules: House) -> Sentence | None:
    """Why these cards cannot all be in play: more of one than there are (CAR-PACK)."""
    copies, jokers = 1 if players == 2 else 2, joker_count(players, rules.jokers)
    for card, number in Counter(held).items():
        most = jokers if card == JOKER else copies
        if number > most:
            if card.suit is None:
                return say.too_many_copies__joker(number=number, most=most)
            name = f"{WORDS.get(card.rank, card.rank)} of {card.suit.word}"
            return say.too_many_copies(card=name, most=most)
    return None


def all_deadwood(players: int, rules: House) -> int:
    """What every card in play counts together: 365 with two players."""
    copies = 1 if players == 2 else 2
    return copies * deadwood(NATURAL) + 25 * joker_count(players, rules.jokers)


def no_knock(who: Seat, number: int, rules: House) -> Sentence | None:
    """Why this deadwood is too high for a knock (CAR-KNOCK)."""
    if number <= rules.knock_limit:
        return None
    return say.knock_too_high(who=who, number=number, limit=rules.knock_limit)
