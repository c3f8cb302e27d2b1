"""Questions and words that several enquiries share."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import Card, Suit
from companion.game import Desk
from companion.games.jo_jotte.bidding import NO_TRUMP
from companion.questions import Choice, option
from companion.seating import Seat


def trump_question(rule: str) -> Choice[object]:
    """The trump suit, or no trump."""
    return Choice("trump", "Trump?", rule, [*Suit, option(NO_TRUMP)], columns=5)


def suit_of(trump: object) -> Suit | None:
    """The trump suit of an answer; None at no trump."""
    return trump if isinstance(trump, Suit) else None


def who(desk: Desk, key: str, prompt: str, rule: str) -> Choice[Seat]:
    """One of the two players."""
    return Choice(key, prompt, rule, desk.seats)


def in_words(cards: Iterable[Card]) -> str:
    """Cards in a row."""
    return " ".join(map(str, cards))
