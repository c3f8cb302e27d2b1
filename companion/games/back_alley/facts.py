"""What is known of a Back Alley hand: bids and board levels, contracts, tricks won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from companion.games.back_alley.house import House
from companion.seating import Seat, Side

HIGHEST = 12
"""The largest number that can be bid: on thirteen cards all tricks are called board."""
LEVELS = ("", "board", "double board", "triple board", "quadruple board", "quintuple board")
MARKS = ("", "B", "2B", "3B", "4B", "5B")
"""How a scoresheet, and a button among four in a row, writes the levels."""
PASS = "pass"


@dataclass(frozen=True, slots=True)
class Bid:
    """A number of tricks, a board level from 1 to 5, or (neither of them) a pass."""

    tricks: int = 0
    level: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """How high it is: boards above all numbers, by level (BAL-P-LEAD)."""
        return self.level, self.tricks

    @property
    def mark(self) -> str:
        """How a scoresheet writes it."""
        return MARKS[self.level] or (str(self.tricks) if self.tricks else "–")

    def __str__(self) -> str:
        return LEVELS[self.level] or (str(self.tricks) if self.tricks else PASS)


BIDS = {
    str(bid): bid
    for bid in [
        *(Bid(n) for n in range(HIGHEST + 1)),
        *(Bid(level=n) for n in range(1, len(LEVELS))),
    ]
}
"""Every bid of any table, by its text in a record."""
Call = tuple[Seat, Bid]


@dataclass(frozen=True, slots=True)
class Contract:
    """What a side has promised: the sum of its numbers, or at a board level every trick."""

    tricks: int
    level: int = 0
    bids: tuple[Bid, ...] = ()
    """The bids it is made of; none where only the contract was entered."""

    @classmethod
    def of(cls, *bids: Bid) -> Contract:
        """The contract of these bids (BAL-SUM); the highest board level counts (BAL-R5)."""
        return cls(sum(bid.tricks for bid in bids), max(bid.level for bid in bids), bids)

    @property
    def promised(self) -> bool:
        """True unless everybody on the side passed."""
        return bool(self.tricks or self.level)

    def needs(self, cards: int) -> int:
        """How many of the tricks make it."""
        return cards if self.level else self.tricks

    @property
    def mark(self) -> str:
        """How a scoresheet writes it."""
        return MARKS[self.level] or str(self.tricks)

    def __str__(self) -> str:
        return LEVELS[self.level] or str(self.tricks)


@dataclass(frozen=True, slots=True)
class Result:
    """A hand that was played out: contracts, the tricks of each side, and what some tables add."""

    cards: int
    contracts: Mapping[Side, Contract]
    tricks: Mapping[Side, int]
    rainbows: tuple[Seat, ...] = ()
    """Players dealt one card of each suit on a four-card hand."""
    revoked: tuple[Side, ...] = ()
    """Sides scored as set for a revoke found too late."""

    def made(self, side: Side) -> bool:
        enough = self.tricks[side] >= self.contracts[side].needs(self.cards)
        return enough and side not in self.revoked


def leader(calls: Sequence[Call]) -> Seat:
    """Who leads first: the highest bid, the first of equals (BAL-P-LEAD)."""
    return max(calls, key=lambda call: call[1].rank)[0]


def most_bid(cards: int, rules: House) -> int:
    """The largest number that can be bid on a hand of this size; 0 where only board is left."""
    most = cards if rules.max_plain_bid == "hand_size" else cards - 1
    return min(HIGHEST, most)


def top_level(rules: House) -> int:
    """The highest board level of the table."""
    return 5 if rules.board_levels == "quintuple" else 4


def factors(rules: House) -> tuple[int, ...]:
    """Points per trick of the hand at each board level of the table, from 1."""
    value, doubling = rules.board_value, rules.board_progression == "doubling"
    return tuple(value * (2**n if doubling else n + 1) for n in range(top_level(rules)))


def auctions(order: tuple[int, ...], levels: int) -> frozenset[tuple[int, ...]]:
    """The highest levels of all sides that bids in turn can lead to.

    `order` tells for each player, in the order of the bids, the place of the side.
    """
    found: set[tuple[int, ...]] = set()
    for boards in product((False, True), repeat=len(order)):
        if sum(boards) > levels:
            continue
        sides, level = [0] * (max(order) + 1), 0
        for place, board in zip(order, boards, strict=True):
            if board:
                level += 1
                sides[place] = level
        found.add(tuple(sides))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player may bid: cards in the hand, largest number, level called so far, and what
    a board level wins or loses per trick of the hand."""

    cards: int
    most: int
    level: int
    worth: tuple[int, ...]

    @classmethod
    def of(cls, cards: int, level: int, rules: House) -> Turn:
        """A turn to bid under these house rules."""
        return cls(cards, most_bid(cards, rules), level, factors(rules))

    @property
    def next_level(self) -> str:
        """The board level that may be called; "" when all have been."""
        return LEVELS[self.level + 1] if self.level < len(self.worth) else ""

    def accept(self, text: str) -> Bid | None:
        """A legal bid written as a record keeps it."""
        bid = BIDS.get(text)
        if bid is None:
            return None
        if not bid.level:
            return bid if bid.tricks <= self.most else None
        return bid if bid.level == self.level + 1 <= len(self.worth) else None
