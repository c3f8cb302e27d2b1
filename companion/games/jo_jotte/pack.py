"""The pack of Jo-Jotte: the rank and points of its cards, and the range of a hand's points."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.cards import Card, Pack, Suit
from companion.games.jo_jotte.house import House
from companion.said import Sentences
from companion.seating import Seat
from companion.tricks import following, ranking

say = Sentences(__file__)
NATURAL = ("A", "K", "Q", "J", "10", "9", "8", "7")
"""The order of runs, high to low, in every suit."""
TRUMP_ORDER = ("J", "9", "A", "10", "K", "Q", "8", "7")
PLAIN_ORDER = ("A", "10", "K", "Q", "J", "9", "8", "7")
PACK = Pack.of(NATURAL, about="Jo-Jotte uses the 7 through the ace only")
TRICKS = 9
LAST = 10
"""Points of the last trick."""

TRUMP_VALUES = {"J": 20, "9": 15, "A": 10, "10": 10, "K": 5, "Q": 5, "8": 0, "7": 0}
PLAIN_VALUES = {
    "source": {"A": 10, "K": 10, "Q": 5, "J": 5, "10": 0, "9": 0, "8": 0, "7": 0},
    "tens_count": {"A": 10, "10": 10, "K": 5, "Q": 5, "J": 0, "9": 0, "8": 0, "7": 0},
}
PLURAL = {
    "A": "aces", "K": "kings", "Q": "queens", "J": "jacks", "10": "tens", "9": "nines",
    "8": "eights", "7": "sevens",
}  # fmt: skip

IN_TRUMPS, PLAIN = ranking(TRUMP_ORDER), ranking(PLAIN_ORDER)


def suit_name(suit: Suit | None) -> str:
    """A suit's sign, or "no-trump"."""
    return str(suit) if suit else "no-trump"


def first_leader(rules: House, dealer: Seat, declarer: Seat) -> Seat:
    """The leader of the first trick (JOJ-LEAD): house rule `first_lead`."""
    return dealer.left if rules.first_lead == "non_dealer" else declarer.left


def four_order(trump: Suit | None) -> tuple[str, ...]:
    """The ranks in the order in which fours of a kind beat each other, best first."""
    return TRUMP_ORDER if trump else PLAIN_ORDER


COUNTS = {
    (trump, key): {c: (TRUMP_VALUES if c.suit is trump else plain)[c.rank] for c in PACK}
    for key, plain in PLAIN_VALUES.items() for trump in (*Suit, None)
}  # fmt: skip
"""The points of every card, by trump and house rule `card_values`."""


def value(card: Card, trump: Suit | None, rules: House) -> int:
    """The points of a captured card (JOJ-CARDS)."""
    return COUNTS[trump, rules.card_values][card]


def pile_value(cards: Iterable[Card], trump: Suit | None, rules: House) -> int:
    return sum(value(card, trump, rules) for card in cards)


class Span(NamedTuple):
    """The least and the greatest sum of both players' trick points."""

    low: int
    high: int


def span(
    trump: Suit | None, rules: House, out: Collection[Card] = (), held: Collection[Card] = (),
) -> Span:  # fmt: skip
    """The range of points of the eighteen cards that are played, with the last trick.

    `out` are cards known not to be played (upcard, exposed stub card), `held` cards known to be.
    House rule `trump_ceiling`: the source's stated total is 5 below what its values add up to.
    """
    sure = pile_value(held, trump, rules) + LAST
    known = {*out, *held}
    counts = COUNTS[trump, rules.card_values]
    rest = sorted(count for card, count in counts.items() if card not in known)
    free = 2 * TRICKS - len(held)
    high = sure + sum(rest[-free:] if free else ())
    if trump and rules.trump_ceiling == 160:
        high -= 5
    return Span(sure + sum(rest[:free]), high)


def most_in(tricks: int, trump: Suit | None, rules: House, out: Collection[Card] = ()) -> int:
    """The most trick points that this many tricks can hold, the last one among them."""
    if not tricks:
        return 0
    counts = COUNTS[trump, rules.card_values]
    values = sorted(count for card, count in counts.items() if card not in out)
    return min(sum(values[-2 * tricks :]) + LAST, span(trump, rules, out).high)


def legal_cards(holding: Iterable[Card], lead: Card, trump: Suit | None) -> list[Card]:
    """The legal cards of the second player: follow suit, go over a led trump, else trump."""
    cards = following(holding, lead.suit)
    if trump is None:
        return cards
    if cards[0].suit is not lead.suit:
        return [card for card in cards if card.suit is trump] or cards
    if lead.suit is trump:
        return [card for card in cards if IN_TRUMPS(card) > IN_TRUMPS(lead)] or cards
    return cards


def ranks_higher(one: Card, other: Card, trump: Suit | None) -> bool:
    """True if a card ranks above another of its suit in a trick."""
    rank = IN_TRUMPS if one.suit is trump else PLAIN
    return rank(one) > rank(other)


def in_order(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=PACK.cards.index)
