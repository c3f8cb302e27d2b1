"""What is known of a Kaiser hand: its bids, its contract, and what each side took."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.cards import Card, Pack
from companion.games.kaiser.house import House
from companion.seating import Seat, Side

PACK = Pack.of(("A", "K", "Q", "J", "10", "9", "8", "7"), without=("7H", "7S"), extra=("5H", "3S"))
HIGHEST = 12
TRICKS = 8
PASS = "pass"
REST = "rest pass"
"""This player passes, and so does everybody after."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Points from 5 to 12, in a suit or at no-trump; or the call “kaiser” above them."""

    points: int
    no_trump: bool = False
    kaiser: bool = False

    @property
    def rung(self) -> tuple[int, bool]:
        """The place on the ladder: 6 < 6 no < 7 < … < 12 no < kaiser (KAI-P-BID)."""
        return self.points + self.kaiser, self.no_trump

    @property
    def worth(self) -> int:
        """What the bid alone brings when it is made: twice its number at no-trump (KAI-NT)."""
        return self.points * (2 if self.no_trump else 1)

    def __str__(self) -> str:
        return (
            "kaiser" if self.kaiser else f"{self.points} no" if self.no_trump else str(self.points)
        )


KAISER = Bid(HIGHEST, no_trump=True, kaiser=True)
BIDS = {
    str(bid): bid
    for bid in [KAISER, *(Bid(n, no) for n in range(5, HIGHEST + 1) for no in (False, True))]
}
"""Every bid of any table, by its text in a record."""


@dataclass(frozen=True, slots=True)
class Contract:
    """The bid that stands at the end, and who made it (KAI-P-DECL)."""

    bid: Bid
    declarer: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """What one side won: 0 to 8 tricks, and which of the two odd cards."""

    tricks: int
    five: bool
    three: bool

    @property
    def pile(self) -> int:
        """Tricks + 5 for the 5♥ − 3 for the 3♠ (KAI-PILE): from −2 to 12."""
        return self.tricks + 5 * self.five - 3 * self.three


@dataclass(frozen=True, slots=True)
class Result:
    """A hand that was played out. `all_or_nothing`: the bid was a kaiser, and its answer."""

    contract: Contract
    takes: dict[Side, Take]
    all_or_nothing: bool | None = None

    @property
    def made(self) -> bool:
        """True if the declarers took what they bid (KAI-MADE)."""
        if self.all_or_nothing is not None:
            return self.all_or_nothing
        return self.takes[self.contract.declarer.side].pile >= self.contract.bid.points


RAISE = 10
"""What a no-trump contract adds to target and limit where it raises them (KAI-R22)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The totals that count in a hand: the target, and the most on which defenders still add."""

    target: int
    limit: int | None

    @classmethod
    def of(cls, rules: House, raised: bool) -> Marks:
        """The marks of the table, ten higher once a no-trump contract has raised them."""
        more = RAISE if raised else 0
        limit = None if rules.defender_limit == "none" else rules.defender_limit + more
        return cls(rules.target + more, limit)

    def raised(self, rules: House) -> Marks:
        """These marks once this hand has raised the target; the limit moves with the next hand."""
        return Marks(rules.target + RAISE, self.limit)

    def frozen(self, total: int) -> bool:
        """True if defenders on this total add nothing (KAI-LIMIT)."""
        return self.limit is not None and total > self.limit


def ladder(rules: House) -> list[Bid]:
    """Every bid of this table, lowest first."""
    numbers = [n for n in range(rules.min_bid, HIGHEST + 1) if n != 11 or rules.eleven == "yes"]
    rungs = [Bid(n, no) for n in numbers for no in (False, True)]
    return [*rungs, KAISER] if rules.kaiser_bid == "on" else rungs


def decides_all(bid: Bid, rules: House) -> bool:
    """True for a bid that is the table's kaiser (KAI-R21)."""
    if rules.kaiser_bid == "twelve":
        return bid.points == HIGHEST
    if rules.kaiser_bid == "twelve_no":
        return bid.points == HIGHEST and bid.no_trump
    return bid.kaiser


def first_leader(dealer: Seat, declarer: Seat, rules: House) -> Seat:
    """Who leads to the first trick (KAI-P-LEAD)."""
    return dealer.left if rules.first_lead == "dealer_left" else declarer


def honours(holding: Iterable[Card]) -> list[Card]:
    """The cards with which a holding is no misdeal (KAI-P-MISDEAL)."""
    return [c for c in holding if c.rank in ("A", "K", "Q", "J") or c.code in ("5H", "3S")]


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn to bid: what stands, and what may be said over it."""

    high: Bid | None
    dealer: bool
    rules: House

    @property
    def may_equal(self) -> bool:
        """The dealer’s right, where the table has it (KAI-P-BID)."""
        return self.dealer and self.rules.dealer_equal == "yes"

    @property
    def forced(self) -> bool:
        """True for a dealer who must bid because nobody has (KAI-R1)."""
        must = self.rules.all_pass == "dealer_must_bid"
        return self.dealer and self.high is None and must

    @property
    def rest(self) -> str:
        """Why not everybody from here on can pass; "" where they can."""
        if self.high is None and self.rules.all_pass == "dealer_must_bid":
            return "Nobody has bid: then the dealer must."
        return ""

    def allows(self, bid: Bid) -> bool:
        """True if this bid is on the table's ladder and high enough."""
        return bid in ladder(self.rules) and self.beats(bid)

    def beats(self, bid: Bid) -> bool:
        """True if the bid is high enough here."""
        if self.high is None or bid.rung > self.high.rung:
            return True
        return self.may_equal and bid == self.high

    def accept(self, text: str) -> object | None:
        """A legal call as a record writes it; None for anything that wants a closer look."""
        if text == PASS:
            return None if self.forced else PASS
        if text == REST:
            return None if self.dealer or self.rest else REST
        bid = BIDS.get(text)
        return bid if bid and self.allows(bid) else None
