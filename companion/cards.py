"""Suits, cards, and the pack a game is played with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property


class Suit(Enum):
    """The four suits, in the order a picker lays them out."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    __hash__ = object.__hash__
    """Hash by identity, as members compare; Enum's own hash is slow."""

    @property
    def symbol(self) -> str:
        """The suit sign, without the variation selector that pages add."""
        return _SYMBOLS[self]

    @property
    def word(self) -> str:
        """The plain English name, lower case, plural: "hearts"."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.symbol

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit written as letter, sign or word; ValueError when it is none of them."""
        folded = text.strip().replace("\ufe0e", "").replace("\ufe0f", "")
        for suit in cls:
            if folded == suit.symbol or folded.upper() == suit.value:
                return suit
            if folded.lower() in (suit.word, suit.word[:-1]):
                return suit
        raise ValueError(f"“{text}” is not a suit")


_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""The ranks of a standard pack, high to low; games order them as they please."""

_WORDS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "10", "t": "10", "1": "A"}


RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}


def rank_word(rank: str) -> str:
    """A rank as a word: "9", "jack"."""
    return RANK_WORDS.get(rank, rank)


def a_rank(rank: str) -> str:
    """A rank with its article: "a 9", "an 8", "an ace"."""
    return f"an {rank_word(rank)}" if rank in ("A", "8") else f"a {rank_word(rank)}"


@dataclass(frozen=True, slots=True)
class Card:
    """One card. A joker has no suit, and its rank is its name ("Joker", "BB")."""

    rank: str
    suit: Suit | None
    _hash: int = field(init=False, repr=False, compare=False)
    """Cached: cards are dictionary keys everywhere."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.rank, self.suit)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Card], tuple[str, Suit | None]]:
        """Pickles rank and suit only: string hashes differ between processes."""
        return Card, (self.rank, self.suit)

    @property
    def code(self) -> str:
        """Its text in a record: "5H", "10S", "BB"."""
        return self.rank + (self.suit.value if self.suit else "")

    def __str__(self) -> str:
        return self.rank + (self.suit.symbol if self.suit else "")

    @classmethod
    def parse(cls, text: str) -> Card:
        """A card written "5H", "h5", "5♥" or "ten of hearts"; ValueError when unreadable.

        Jokers are known only to their pack: see `Pack.parse`.
        """
        folded = text.strip().replace("\ufe0e", "").replace("\ufe0f", "")
        words = re.split(r"\s+of\s+", folded, flags=re.IGNORECASE)
        if len(words) == 2:
            folded = words[0] + Suit.parse(words[1]).value
        for rank_text, suit_text in ((folded[:-1], folded[-1:]), (folded[1:], folded[:1])):
            rank = _WORDS.get(rank_text.strip().lower(), rank_text.strip().upper())
            if rank in RANKS:
                try:
                    return cls(rank, Suit.parse(suit_text))
                except ValueError:
                    continue
        raise ValueError(f"“{text}” is not a card")


@dataclass(frozen=True)
class Pack:
    """The cards a game is played with, in picker order, and how many of each there are."""

    cards: tuple[Card, ...]
    copies: int = 1
    about: str = ""
    """The cards of the pack, for the refusal of a card that is not in it: "seven to ace only"."""

    @classmethod
    def of(
        cls,
        ranks: Iterable[str] = RANKS,
        *,
        copies: int = 1,
        without: Iterable[str] = (),
        extra: Iterable[str] = (),
        about: str = "",
    ) -> Pack:
        """Every suit in these ranks, less the cards `without`, plus the cards `extra` (codes).

        An extra code that is not a card of a suit is a joker of that name.
        """
        gone = set(without)
        ranks = tuple(ranks)
        cards = [Card(r, s) for s in Suit for r in ranks if r + s.value not in gone]
        for code in extra:
            try:
                card = Card.parse(code)
            except ValueError:
                card = Card(code, None)
            place = max(
                (i for i, other in enumerate(cards) if other.suit is card.suit),
                default=len(cards) - 1,
            )
            cards.insert(place + 1, card)
        return cls(tuple(cards), copies, about)

    @cached_property
    def places(self) -> dict[Card, int]:
        """Each card's position in picker order, from 0."""
        return {card: place for place, card in enumerate(self.cards)}

    @cached_property
    def _codes(self) -> dict[str, Card]:
        return {card.code: card for card in self.cards}

    def __contains__(self, card: object) -> bool:
        return card in self.places

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards) * self.copies

    def parse(self, text: str) -> Card:
        """The card of this pack that the text names; ValueError says what is wrong with it."""
        if known := self._codes.get(text):
            return known
        folded = text.strip()
        for card in self.cards:
            if card.suit is None and folded.lower() == card.rank.lower():
                return card
        card = Card.parse(folded)
        if card not in self.places:
            about = f": {self.about}" if self.about else ""
            raise ValueError(f"the {card} is not in the pack{about}")
        return card

    def too_many(self, cards: Iterable[Card]) -> Card | None:
        """The first card that occurs more often than the pack holds it; None if there is none."""
        for card, number in Counter(cards).items():
            if card not in self.places or number > self.copies:
                return card
        return None
