"""The facts of a round of Dealer's Dilemma: the cards turned up, trumps, bids, tricks."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.cards import RANKS, Card, Pack, Suit
from companion.said import Sentences, Text
from companion.seating import Seat
from companion.tricks import ranking

say = Sentences(__file__)
PACK = Pack.of(RANKS[4:])
RANK = ranking()
TRICKS = 10
EASY, TOP, DIFFERENCE, ZERO = "easy", "top", "difference", "zero"
KINDS = {EASY: "Easy", TOP: "Top", DIFFERENCE: "Difference", ZERO: "Zero"}


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid by its kind and numbers: (shown, hidden), (top, under), (larger, smaller) or nothing.

    A hidden or covered number that nobody has said yet, or that does not matter, is None.
    """

    kind: str
    first: int = 0
    second: int | None = None

    @property
    def name(self) -> str:
        return KINDS[self.kind]

    @property
    def number(self) -> int | None:
        """The one number bid; None for an Easy bid, which has two."""
        if self.kind == TOP:
            return self.first
        if self.kind == DIFFERENCE:
            return self.first - (self.second or 0)
        return 0 if self.kind == ZERO else None

    def __str__(self) -> str:
        second = "?" if self.second is None else self.second
        return {
            EASY: f"{self.first}/{second}",
            TOP: f"{self.first} over {second}" if self.second else f"{self.first}",
            DIFFERENCE: f"{self.first}−{second}" if self.second else f"{self.first}",
            ZERO: "0",
        }[self.kind]


def of_numbers(kind: str, numbers: list[int]) -> Bid:
    """The bid that cards of these numbers make, in the order of entry."""
    if kind == DIFFERENCE:
        return Bid(kind, max(numbers), min(numbers))
    if kind == ZERO:
        return Bid(kind)
    return Bid(kind, numbers[0], numbers[1] if len(numbers) > 1 else None)


@dataclass
class Running:
    """A round while it is entered: the forced lead, the card taken, trumps, bids, cards gone."""

    dealer: Seat
    lead: Card
    taken: Card
    trump: Suit | None
    bids: dict[Seat, Bid] = field(default_factory=dict)
    lying: dict[Card, Text] = field(default_factory=dict)
    """Cards that cannot be entered any more, with the reason."""

    @property
    def holds_taken(self) -> bool:
        """True if the card the dealer took was neither bid nor played, and can be no hidden bid."""
        bid = self.bids[self.dealer]
        hidden = bid.kind == EASY and bid.second is None
        return self.taken not in self.lying and not hidden

    def gone(self, seat: Seat) -> dict[Card, Text]:
        """The cards this player cannot have: those gone, and the one the dealer took (DD-TRUMP)."""
        if seat is self.dealer:
            return self.lying
        return {self.taken: say.card_gone__taken(card=self.taken, dealer=self.dealer), **self.lying}


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played: bids, tricks, and who scores nothing for a revoke."""

    bids: dict[Seat, Bid]
    tricks: dict[Seat, int]
    offender: Seat | None = None


def trump_and_lead(up: tuple[Card, ...], taken: Card, wanted: bool) -> tuple[Suit | None, Card]:
    """The trump suit and the forced lead (DD-TRUMP); no-trump is possible with one suit only."""
    (lead,) = (card for card in up if card != taken)
    one_suit = up[0].suit is up[1].suit
    return (None if one_suit and not wanted else taken.suit), lead
