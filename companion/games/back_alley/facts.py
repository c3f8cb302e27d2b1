"""The facts of a Back Alley hand: its cards, bids and board levels, contracts, tricks won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import RANKS, Card, Pack, Suit
from companion.games.back_alley.house import House
from companion.said import Sentences
from companion.seating import PAIRS, Seat, Side
from companion.tricks import following, ranking, winner

say = Sentences(__file__)
PACK = Pack.of(extra=("BB", "LB"))
BLOOPERS = {"BB": "big blooper", "LB": "little blooper"}
BIG_BLOOPER, LITTLE_BLOOPER = Card("BB", None), Card("LB", None)
RANK = ranking(("BB", "LB", *RANKS))
PLAYERS = (2, 3, 4, 5, 6)
DOWN, UP = tuple(range(13, 0, -1)), tuple(range(1, 14))
SCHEDULES = {
    "down_up_26": DOWN + UP,
    "down_up_25": DOWN + UP[1:],
    "up_down_26": UP + DOWN,
    "down_13": DOWN,
    "ten_20": DOWN[3:] + UP[:10],
    "every_other_14": DOWN[::2] + UP[::2],
    "seven_14": DOWN[6:] + UP[:7],
    "family_13": (12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13),
}
"""Cards to each player, hand by hand (BAL-R13)."""
Trump = Suit | str
"""The trump suit, or "none"."""
HIGHEST = 12
"""The largest number that can be bid: on thirteen cards all tricks are called board."""
LEVELS = ("", "board", "double board", "triple board", "quadruple board", "quintuple board")
MARKS = ("", "B", "2B", "3B", "4B", "5B")
"""The texts of the levels on a scoresheet, and on a button among four in a row."""
PASS = "pass"


@dataclass(frozen=True, slots=True)
class Bid:
    """A number of tricks, a board level from 1 to 5, or (neither of them) a pass."""

    tricks: int = 0
    level: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """Its rank: boards above all numbers, by level (BAL-P-LEAD)."""
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
    """The tricks a side has promised: the sum of its numbers, or every trick at a board level."""

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

    @property
    def boards(self) -> int:
        return sum(1 for bid in self.bids if bid.level)

    def needs(self, cards: int) -> int:
        """The number of tricks that make it."""
        return cards if self.level else self.tricks

    @property
    def mark(self) -> str:
        """How a scoresheet writes it."""
        return MARKS[self.level] or str(self.tricks)

    def __str__(self) -> str:
        return LEVELS[self.level] or str(self.tricks)


Contracts = Mapping[Side, Contract]


@dataclass(frozen=True, slots=True)
class Result:
    """A hand that was played out: contracts, the tricks of each side, and what some tables add."""

    cards: int
    contracts: Contracts
    tricks: Mapping[Side, int]
    rainbows: tuple[Seat, ...] = ()
    """Players dealt one card of each suit on a four-card hand."""
    revoked: tuple[Side, ...] = ()
    """Sides scored as set for a revoke found too late."""

    def made(self, side: Side) -> bool:
        enough = self.tricks[side] >= self.contracts[side].needs(self.cards)
        return enough and side not in self.revoked


def leader(calls: Sequence[Call]) -> Seat:
    """The first leader: the highest bidder, the first of equals (BAL-P-LEAD)."""
    return max(calls, key=lambda call: call[1].rank)[0]


def most_bid(cards: int, rules: House) -> int:
    """The largest number that can be bid on a hand of this size; 0 where only board is left."""
    most = cards if rules.max_plain_bid == "hand_size" else cards - 1
    return min(HIGHEST, most)


def top_level(rules: House) -> int:
    return 5 if rules.board_levels == "quintuple" else 4


def factors(rules: House) -> tuple[int, ...]:
    """Points per trick of the hand at each board level of the table, from 1."""
    value, doubling = rules.board_value, rules.board_progression == "doubling"
    return tuple(value * (2**n if doubling else n + 1) for n in range(top_level(rules)))


def sides(players: int, rules: House) -> Sequence[Sequence[int]] | None:
    """Partners sit opposite at a table of four; any other number plays each for himself."""
    return PAIRS if players == 4 and rules.partners == "pairs" else None


def undealt(cards: int, players: int, rules: House) -> int:
    """The cards left over from the deal, the one turned up among them."""
    return (54 if rules.bloopers == "two" else 52) - cards * players


def can_be_dealt(cards: int, players: int, rules: House) -> bool:
    """True if the pack has that many cards for everybody, and the upcard if the rules have one."""
    return undealt(cards, players, rules) >= (rules.trump_source == "turn_up")


def schedule(rules: House, players: int) -> tuple[int, ...]:
    """The hand sizes of a whole game; those for which the pack is too small are left out."""
    return tuple(n for n in SCHEDULES[rules.deal_schedule] if can_be_dealt(n, players, rules))


def ahead(rules: House, players: int, played: int, extra: int) -> tuple[int, ...]:
    """The sizes of the next hand and all after it; `extra` counts hands beyond the last.

    An extra hand, with which a table breaks a tie, is the largest of all (BAL-R10).

    House rules can change on the way: a schedule already at its end has one hand left.
    """
    sizes = schedule(rules, players)
    if extra:
        return (next(n for n in DOWN if can_be_dealt(n, players, rules)),)
    return sizes[played:] or sizes[-1:]


def turn(dealer: Seat, rules: House) -> list[Seat]:
    """Everybody as they bid and play: the one after the dealer first, the dealer last."""
    if rules.direction == "clockwise":
        return [*dealer.round[1:], dealer]
    return [*dealer.round[:0:-1], dealer]


def again(dealer: Seat, rules: House) -> Seat:
    """The dealer after everybody has passed (BAL-R8)."""
    return dealer if rules.all_pass == "redeal_same_dealer" else turn(dealer, rules)[0]


def suited(card: Card, trump: Trump) -> Card:
    """The card with a blooper counted to the trump suit."""
    return Card(card.rank, trump) if card.suit is None and isinstance(trump, Suit) else card


def is_trump(card: Card, trump: Trump) -> bool:
    return card.suit is None or card.suit is trump


def winning(cards: Sequence[Card], trump: Trump) -> int:
    """The place of the winning card (BAL-P-TRICK). If a blooper is the only trump, it wins."""
    if not isinstance(trump, Suit):
        jokers = [place for place, card in enumerate(cards) if card.suit is None]
        return jokers[0] if jokers else winner(cards, None, RANK)
    return winner([suited(card, trump) for card in cards], trump, RANK)


@dataclass(frozen=True, slots=True)
class Playable:
    """The legal cards after a lead, and the reason."""

    cards: tuple[Card, ...]
    why: str
    """"lowest", "highest", "partner" (free under the big blooper), "follow" or "any"."""


def playable(
    led: Card, holding: Iterable[Card], trump: Trump, rules: House, partner: bool
) -> Playable:
    """The legal cards after a lead. `partner`: the holding is that of the leader's partner."""
    held = list(holding)
    trumps = sorted(
        (card for card in held if is_trump(card, trump)), key=lambda c: RANK(suited(c, trump))
    )
    if led == BIG_BLOOPER and trumps:
        if partner and rules.big_blooper_partner == "may_play_any":
            return Playable(tuple(reversed(trumps)), "partner")
        if partner and rules.big_blooper_partner == "may_play_lowest":
            return Playable(tuple(dict.fromkeys((trumps[-1], trumps[0]))), "partner")
        return Playable((trumps[-1],), "highest")
    if led == LITTLE_BLOOPER and trumps and rules.little_blooper == "forces":
        return Playable((trumps[0],), "lowest")
    led = suited(led, trump)
    if led.suit is None:
        return Playable(tuple(reversed(trumps) if trumps else held), "follow" if trumps else "any")
    legal = following([suited(card, trump) for card in held], led.suit)
    cards = tuple(Card(c.rank, None) if c.rank in BLOOPERS else c for c in legal)
    return Playable(cards, "follow" if legal[0].suit is led.suit else "any")


def may_lead(
    holding: Iterable[Card], trump: Trump, rules: House, broken: bool, board: bool
) -> list[Card]:
    """The legal leads (BAL-P-BREAK). `board`: this player bid board."""
    held = list(holding)
    if broken or (board and rules.board_may_lead_trump == "yes"):
        return held
    return [card for card in held if not is_trump(card, trump)] or held


def breaker(cards: Sequence[Card], players: int, trump: Trump) -> int | None:
    """The place of the card that broke trumps: the first trump thrown on another suit."""
    for place, card in enumerate(cards):
        if is_trump(card, trump) and not is_trump(cards[place - place % players], trump):
            return place
    return None


def rainbow(holding: Iterable[Card], trump: Trump, rules: House) -> set[Suit]:
    """The suits of a holding that count towards a rainbow (BAL-R15)."""
    counted = [suited(card, trump) if rules.rainbow == 10 else card for card in holding]
    return {card.suit for card in counted if card.suit}
