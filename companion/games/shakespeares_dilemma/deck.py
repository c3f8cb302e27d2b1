"""The Universal Card Deck and its deals: six suits of ten, the suit deciding before the rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import Card, Pack

SUITS = ("Earth", "Jupiter", "Mars", "Neptune", "Saturn", "Venus")
"""High to low (SHK-WINTRICK)."""
RANKS = ("Galaxy", "Sun", "Moon", "7", "6", "5", "4", "3", "2", "1")
"""High to low."""


def named(rank: str, suit: str) -> Card:
    """A card of this pack; its suits are not the four of others, so its name says all."""
    return Card(f"{rank}-{suit[0]}", None)


def rank_of(card: Card) -> str:
    """The rank: "Galaxy", "Sun" … "1"."""
    return card.rank.split("-")[0]


def suit_of(card: Card) -> str:
    """The suit: "Earth" … "Venus"."""
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
    """What a number of players makes of the pack: cards each, the zero award, the pass."""

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
