"""Tricks of Très: who wins three cards, what they are worth, and who did not follow suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from companion.cards import RANKS, Card, Pack, Suit
from companion.facts import fact
from companion.seating import Seat
from companion.tricks import ranking, winner

PACK = Pack.of(RANKS, without=("5H",))
KEYS = Pack.of(("4", "3", "2"))
RANK = ranking(RANKS)
TRUMP = Suit.HEARTS
TRICKS = 17
VALUES = (1, 2, 4, 8, 16)
"""What a trick can be worth, least first."""


def is_key(card: Card) -> bool:
    """A two, three or four."""
    return card.rank in ("2", "3", "4")


@fact
class Worth:
    """What a trick scores, by which rule, and why."""

    points: int
    rule: str
    why: str


def worth(cards: Iterable[Card]) -> Worth:
    """What the key cards of a trick make it worth (TRES-VALUE): 1, 2, 4, 8 or 16."""
    keys = [card for card in cards if is_key(card)]
    names = " ".join(map(str, keys))
    if len(keys) < 3:
        points = (1, 2, 4)[len(keys)]
        word = ("no key card", "one key card", "two key cards")[len(keys)]
        return Worth(points, f"TRES-KEY{len(keys)}", f"{word}: {names}" if keys else word)
    suits = len({card.suit for card in keys})
    if suits == 2:
        return Worth(8, "TRES-KEY3", f"three key cards of two suits: {names}")
    if suits == 1:
        return Worth(16, "TRES-RUN16", f"three key cards of one suit: {names}")
    return Worth(16, "TRES-RAINBOW16", f"three key cards of three suits: {names}")


def reply_wins(lead: Card, reply: Card) -> bool:
    """Whether the reply is winning: higher in the suit led, or a heart on a plain lead."""
    return winner((lead, reply), TRUMP, RANK) == 1


def taker(cards: Sequence[Card]) -> int:
    """The place (from 0) of the winning card: places 0 and 2 are the leader’s."""
    return winner(cards, TRUMP, RANK)


@fact
class Trick:
    """A trick as it fell: its number, who led, the three cards."""

    number: int
    leader: Seat
    cards: tuple[Card, ...]

    @property
    def player(self) -> tuple[Seat, Seat, Seat]:
        """Who played each card."""
        return self.leader, self.leader.left, self.leader

    @property
    def winner(self) -> Seat:
        """Who won it."""
        return self.player[taker(self.cards)]

    @property
    def bound(self) -> list[int]:
        """The places (from 0) whose card had to follow: the reply, and the third if it stood."""
        return [1, 2] if reply_wins(self.cards[0], self.cards[1]) else [1]


@fact
class Revoke:
    """A card that should have followed suit: the trick, the offender, and the proof."""

    trick: Trick
    who: Seat
    suit: Suit
    shown: Card
    """The card of that suit that the offender played later."""
    later: int

    def __str__(self) -> str:
        still = f"{self.who} still had {self.suit.word} at trick {self.trick.number}"
        return f"{still} and had to follow: the {self.shown} went in trick {self.later}."


def revokes(tricks: Sequence[Trick]) -> Iterator[Revoke]:
    """Every failure to follow suit that the later tricks prove (TRES-AUDIT)."""
    for place, trick in enumerate(tricks):
        led = trick.cards[0].suit
        assert led is not None
        for bound in trick.bound:
            who, card = trick.player[bound], trick.cards[bound]
            if card.suit is led:
                continue
            proof = _later(tricks[place + 1 :], who, led)
            if proof:
                yield Revoke(trick, who, led, *proof)


def _later(tricks: Sequence[Trick], who: Seat, suit: Suit) -> tuple[Card, int] | None:
    for trick in tricks:
        for player, card in zip(trick.player, trick.cards, strict=True):
            if player is who and card.suit is suit:
                return card, trick.number
    return None


@cache
def possible_totals() -> frozenset[int]:
    """Every total that the two players’ points of one deal can make together (TRES-R6)."""
    kinds = ((0, 1), (1, 2), (2, 4), (3, 8), (3, 16))  # key cards in a trick, and its points
    sums = {(0, 0)}
    for _ in range(TRICKS):
        more = {(keys + new, points + worth) for keys, points in sums for new, worth in kinds}
        sums = {(keys, points) for keys, points in more if keys <= len(KEYS)}
    return frozenset(points for keys, points in sums if keys == len(KEYS))
