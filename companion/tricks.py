"""Following suit, and who wins a trick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.cards import RANKS, Card, Suit

Rank = Callable[[Card], int]
"""The strength of a card among its suit; higher wins."""


def ranking(order: Sequence[str] = RANKS) -> Rank:
    """Strengths from an order of ranks, strongest first."""
    strength = {rank: len(order) - place for place, rank in enumerate(order)}
    return lambda card: strength[card.rank]


def winner(
    cards: Sequence[Card], trump: Suit | None, plain: Rank, trumps: Rank | None = None
) -> int:
    """The place (from 0) of the winning card of a trick given in the order played.

    The highest trump wins, else the highest card of the suit led. `trumps` ranks the trump suit
    where it ranks differently from a plain one.
    """
    led = cards[0].suit

    def worth(place: int) -> tuple[int, int]:
        card = cards[place]
        if trump is not None and card.suit is trump:
            return 2, (trumps or plain)(card)
        return (1, plain(card)) if card.suit is led else (0, 0)

    return max(range(len(cards)), key=lambda place: (worth(place), -place))


def following(holding: Iterable[Card], led: Suit | None) -> list[Card]:
    """The legal cards: the suit led if the holding has it, otherwise all."""
    cards = list(holding)
    return [card for card in cards if card.suit is led] or cards


def follow_suit(holding: Iterable[Card], led: Suit) -> tuple[list[Card], str]:
    """The legal cards if a player must follow suit but need not win, and the reason in words."""
    legal = following(holding, led)
    if legal[0].suit is led:
        return legal, f"The holding has {led}, so it must follow suit; nothing obliges it to win."
    return legal, f"The holding has no {led}, so any card will do, a trump or not."
