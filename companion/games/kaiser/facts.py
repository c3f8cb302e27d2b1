"""The facts of a Kaiser hand: its bids, its contract, and the captures of each side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.cards import Pack
from companion.games.kaiser.house import House
from companion.said import Sentence, Sentences, Text
from companion.seating import Seat, Side

say = Sentences(__file__)
PACK = Pack.of(("A", "K", "Q", "J", "10", "9", "8", "7"), without=("7H", "7S"), extra=("5H", "3S"))
HIGHEST, TRICKS = 12, 8
LEGEND = "NT: no-trump"
PASS, REST = "pass", "rest pass"
"""One player passes; this player passes, and so does everybody after."""


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
        """The points of the bid alone when it is made: twice its number at no-trump (KAI-NT)."""
        return self.points * (2 if self.no_trump else 1)

    @property
    def code(self) -> str:
        """The bid in a record: "7 no"."""
        return "kaiser" if self.kaiser else f"{self.points}{' no' * self.no_trump}"

    @property
    def words(self) -> str:
        """The bid in a sentence; on its key and in a record it is short."""
        return self.code if self.kaiser else f"{self.code}{'-trump' * self.no_trump}"

    def __str__(self) -> str:
        return "kaiser" if self.kaiser else f"{self.points}{' NT' * self.no_trump}"


NAMED = {bid.code: bid for n in range(100) for bid in (Bid(n), Bid(n, True))}
NAMED["kaiser"] = Bid(HIGHEST, True, True)


def key_of_bid(seat: Seat) -> str:
    """The key of a player's bid in a hand."""
    return f"bid {seat.code}"


def bid_named(text: str) -> Bid | None:
    """The bid that a record writes so, "7 no", or a key, "7 NT"; None for any other text."""
    return NAMED.get(text.lower().replace(" nt", " no"))


def ladder(rules: House) -> tuple[Bid, ...]:
    return tuple(_rungs(rules.min_bid, rules.eleven == "yes", rules.kaiser_bid == "on").values())


def rung(text: str, rules: House) -> Bid | None:
    """The bid that a record or a key writes so, if these rules have it."""
    bid = bid_named(text)
    return bid if bid in ladder(rules) else None


@cache
def _rungs(lowest: int, eleven: bool, kaiser: bool) -> dict[str, Bid]:
    numbers = [n for n in range(lowest, HIGHEST + 1) if n != 11 or eleven]
    top = [Bid(HIGHEST, True, True)] if kaiser else []
    return {bid.code: bid for bid in [Bid(n, no) for n in numbers for no in (False, True)] + top}


def no_bids(rules: House) -> list[Bid]:
    """Calls that are no bid in this game."""
    known = ladder(rules)
    return [bid for n in range(1, 20) for bid in (Bid(n), Bid(n, True)) if bid not in known]


def decides_all(bid: Bid, rules: House) -> bool:
    """True for a bid that is the table's kaiser (KAI-R21)."""
    if rules.kaiser_bid == "on" or rules.kaiser_bid == "off":
        return bid.kaiser
    return bid.points == HIGHEST and (bid.no_trump or rules.kaiser_bid == "twelve")


def kaiser_decides(rules: House) -> bool:
    """True if a kaiser wins or loses the game: never in a game of so many hands (KAI-HANDS)."""
    return rules.kaiser_pays == "game" and rules.ends != "hands"


def first_leader(dealer: Seat, declarer: Seat, rules: House) -> Seat:
    """The leader of the first trick (KAI-P-LEAD)."""
    return dealer.left if rules.first_lead == "dealer_left" else declarer


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn to bid: the highest bid, and the legal bids over it (KAI-P-BID, KAI-R1)."""

    high: Bid | None
    dealer: bool
    rules: House

    @property
    def forced(self) -> bool:
        return self.high is None and self.rules.all_pass == "dealer_must_bid"

    def equals(self, call: object) -> bool:
        """True for the dealer’s right, if the house rules have it."""
        return self.dealer and self.rules.dealer_equal == "yes" and call == self.high

    def why_not(self, call: object) -> Text:
        """The reason why this bid is not legal now. "" if it is legal."""
        if not isinstance(call, Bid):
            if call == REST:
                return say.dealer_must_bid__rest() if self.forced else ""
            return say.dealer_must_bid() if self.forced and self.dealer else ""
        if call not in ladder(self.rules):
            return no_bid(call.points, self.rules)
        if self.high is None or call.rung > self.high.rung or self.equals(call):
            return ""
        return self.too_low(call, self.high)

    def least(self) -> str:
        """The legal bids over the highest bid: "7 no-trump or more". "" if only a pass is legal."""
        above = [bid for bid in ladder(self.rules) if self.high and bid.rung > self.high.rung]
        equal = [self.high] if self.high and self.equals(self.high) else []
        lowest = next((bid.words for bid in equal + above), "")
        return f"{lowest} or more" if above else lowest

    def too_low(self, bid: Bid, high: Bid) -> Sentence:
        right = self.rules.dealer_equal == "yes"
        return say.bid_not_higher(
            bid=bid, high=high, would=self.least(), right=right, dealer=self.dealer
        )


def no_bid(number: int, rules: House) -> Sentence:
    if number < rules.min_bid:
        return say.bid_below_minimum(lowest=rules.min_bid)
    return say.bid_above_maximum() if number > HIGHEST else say.no_eleven()


@dataclass(frozen=True, slots=True)
class Contract:
    """The final bid, and the player who made it (KAI-P-DECL)."""

    bid: Bid
    declarer: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """The captures of one side: 0 to 8 tricks, and each of the two odd cards."""

    tricks: int
    five: bool
    three: bool

    @property
    def pile(self) -> int:
        """Tricks + 5 for the 5♥ − 3 for the 3♠ (KAI-PILE): from −2 to 12."""
        return self.tricks + 5 * self.five - 3 * self.three

    @property
    def rules(self) -> tuple[str, ...]:
        return "KAI-PILE", "KAI-TRICK", *["KAI-5H"] * self.five, *["KAI-3S"] * self.three

    def __str__(self) -> str:
        return str(say.pile(take=self))


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
"""The addition of a no-trump contract to target and limit, if it raises them (KAI-R22)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The totals that count in a hand: the target, and the most on which defenders still add. A
    game that only a number of hands ends has neither (KAI-HANDS)."""

    target: int | None
    limit: int | None

    @classmethod
    def of(cls, rules: House, raised: bool) -> Marks:
        """The marks of the table, ten higher once a no-trump contract has raised them."""
        if rules.ends == "hands":
            return cls(None, None)
        more = RAISE if raised else 0
        limit = None if rules.defender_limit == "none" else rules.defender_limit + more
        return cls(rules.target + more, limit)

    def frozen(self, total: int) -> bool:
        """True if defenders on this total add nothing (KAI-LIMIT)."""
        return self.limit is not None and total > self.limit

    def cap(self, rules: House) -> int | None:
        """The total at which the gains of defenders stop (KAI-R5); None if nothing stops them."""
        if self.target is None or rules.defender_cap == "none":
            return None
        return self.target - rules.min_bid
