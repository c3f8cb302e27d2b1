"""The facts of a hand of Shakespeare's Dilemma: the Universal Card Deck, and each win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards import Card, Pack
from companion.said import Sentences, Text
from companion.seating import Seat

SUITS = ("Earth", "Jupiter", "Mars", "Neptune", "Saturn", "Venus")
"""High to low (SHK-WINTRICK)."""
RANKS = ("Galaxy", "Sun", "Moon", "7", "6", "5", "4", "3", "2", "1")
"""High to low."""


def named(rank: str, suit: str) -> Card:
    """A card of this pack; its suits are not the four of others, so its name says all."""
    return Card(f"{rank}-{suit[0]}", None)


def rank_of(card: Card) -> str:
    return card.rank.split("-")[0]


def suit_of(card: Card) -> str:
    letter = card.rank.split("-")[1]
    return next(suit for suit in SUITS if suit[0] == letter)


PACK = Pack(tuple(named(rank, suit) for suit in SUITS for rank in RANKS))
VENUS, SATURN = named("Galaxy", "Venus"), named("Galaxy", "Saturn")
ONE_OF_VENUS = named("1", "Venus")
PACK_OF_FOUR = Pack(
    tuple(card for card in PACK if rank_of(card) != "Galaxy" or card in (VENUS, SATURN))
)


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal for a number of players: cards each, the zero award, the pass."""

    players: int
    each: int
    passing: str

    @property
    def tricks(self) -> int:
        """Tricks of a hand; also what taking none of them scores (SHK-NONE)."""
        return self.each

    @property
    def pack(self) -> Pack:
        return PACK_OF_FOUR if self.players == 4 else PACK


DEALS = {
    3: Deal(3, 15, "two cards to each opponent"),
    4: Deal(4, 14, "one card to each opponent"),
    5: Deal(5, 12, "one card to the left and one to the right"),
    6: Deal(6, 10, "one card to the left and one to the right"),
}


def winner(cards: Sequence[Card], galaxies_above: bool = False) -> int:
    """The place (from 0) of the winning card: the highest suit present, then the highest rank.

    With `galaxies_above` any Galaxy beats any other card (SHK-R10).
    """

    def worth(card: Card) -> tuple[int, int, int]:
        galaxy = int(galaxies_above and rank_of(card) == "Galaxy")
        return galaxy, -SUITS.index(suit_of(card)), -RANKS.index(rank_of(card))

    return max(range(len(cards)), key=lambda place: worth(cards[place]))


say = Sentences(__file__)
DOUBLERS = ("Venus", "Saturn")
NOBODY = "nobody"
MOST = 9999
"""The highest price that can be written; the rules know no limit (SHK-R6)."""


@dataclass(frozen=True, slots=True)
class FirstLead:
    """The first leader, and the card: the 1 of Venus, the lowest Venus, or any card."""

    leader: Seat
    lead: str

    def refusal(self, card: Card) -> Text:
        """Why this card cannot open the first trick; "" if it can (SHK-FIRSTLEAD, SHK-R8)."""
        if self.lead == "one" and card != ONE_OF_VENUS:
            return say.forced_lead(leader=self.leader, card=card)
        if self.lead == "lowest" and suit_of(card) != "Venus":
            return say.forced_lead__lowest(leader=self.leader, card=card)
        return ""

    def aside(self, pack: list[Card], led: Card | None) -> list[Card]:
        """The cards that cannot be in play, once the lowest Venus was led or none is there."""
        venus = [card for card in pack if suit_of(card) == "Venus"]
        if self.lead == "none":
            return venus
        if self.lead == "one":
            return []
        if self.lead == "lowest" and led is not None:
            low = RANKS.index(rank_of(led))
            return [card for card in venus if RANKS.index(rank_of(card)) > low]
        return [ONE_OF_VENUS]


@dataclass
class Running:
    """A hand while it is entered trick by trick."""

    dealt: Deal
    first: FirstLead
    tricks: dict[Seat, int]
    doublers: dict[str, Seat] = field(default_factory=dict)
    played: dict[Card, Text] = field(default_factory=dict)
    won: list[Seat] = field(default_factory=list)
    """The winner of each trick so far."""
    doubled: list[int] = field(default_factory=list)
    """Tricks (from 0) in which a doubler fell."""

    def galaxies(self, seat: Seat) -> list[str]:
        return [name for name, who in self.doublers.items() if who is seat]


@dataclass(frozen=True, slots=True)
class Result:
    """The winnings of each player in a hand: tricks, doublers, and the widow with its price."""

    tricks: dict[Seat, int]
    doublers: dict[str, Seat]
    widow: Seat | None = None
    price: int = 0
    offender: Seat | None = None

    def galaxies(self, seat: Seat) -> list[str]:
        return [name for name, who in self.doublers.items() if who is seat]


def least_price(high: int, least: int) -> int:
    """The lowest bid for the widow over a bid of `high` (0: none yet); at least `least`."""
    return max(high + 1, least)
