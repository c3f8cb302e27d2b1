"""Enquiries shared by trick games: who wins this trick, which cards may I play. And the questions
on which a hand's score depends in most games (`Game.depends`): dealer and totals.

A game package supplies pack, ranking and rule ids, and adds its own part of the ruling: the points
of the trick, and the next leader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Card, Pack, Suit
from companion.engine.game import Desk, Enquiry, Ruling, enquiry
from companion.questions import Cards, Choice, Shares, option
from companion.said import Text, word
from companion.seating import Seat
from companion.tricks import Rank, follow_suit
from companion.tricks import winner as winning_place
from companion.words import listed, with_minus


@dataclass(frozen=True, slots=True)
class Cited:
    """Rule ids on a trick: naming trumps ("" in a game without trumps), leading, winning."""

    trump: str
    lead: str
    trick: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: who led, the cards in the order played, and who wins it."""

    trump: Suit | None
    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    card: Card
    """The winning card."""
    steps: tuple[str, ...]
    """Sentences: who played what, and why the winning card wins."""


def trump_question(rule: str, *, none: bool = True) -> Choice[Suit | None]:
    """The trump suit; with `none` also no-trump, which is None."""
    more = [option(None, text="none", label="no-trump")] if none else []
    return Choice("trump", "Trump?", rule, [*Suit, *more], columns=5 if none else 4)


def trick(
    desk: Desk[Any],
    pack: Pack,
    rank: Rank,
    cited: Cited,
    *,
    trumps: Rank | None = None,
    no_trump: bool = True,
) -> Trick:
    """Asks for a trick and works out who wins it.

    `trumps` ranks the trump suit if it ranks differently; `no_trump` allows "no-trump".
    """
    number = len(desk.seats)
    leader = Choice("leader", "Who led?", cited.lead, desk.seats, columns=min(number, 4))
    prompt = f"The {word(number)} cards in the order played"
    cards = Cards("cards", prompt, cited.trick, pack, number, number, order=True)
    trump: Suit | None = None
    if cited.trump:
        asked = trump_question(cited.trump, none=no_trump)
        trump, first, played = desk.ask(asked, leader, cards)
    else:
        first, played = desk.ask(leader, cards)
    place = winning_place(played, trump, rank, trumps)
    return Trick(
        trump,
        first,
        played,
        first.round[place],
        played[place],
        (*plays_in_words(first.round, played), why_it_wins(played[place], trump)),
    )


def who_dealt(desk: Desk[Any], rule: str = "") -> Choice[Seat]:
    """The question for the dealer. The default is the first player."""
    seats = desk.seats
    return Choice(
        "dealer", "Who dealt?", rule, seats, columns=min(len(seats), 4), default=seats[0].code,
        told=lambda seat: f"{seat} dealt",
    )  # fmt: skip


def totals(desk: Desk[Any], rule: str = "", usual: int = 0, most: int = 9_999) -> Shares:
    """The totals before the hand, all the usual one unless somebody says otherwise."""
    asks = "The totals before this hand"
    return numbers("totals", asks, "totals", desk, most, rule, low=-most, usual=usual)


def numbers(
    key: str, asks: Text, name: str, desk: Desk[Any], high: int, rule: str = "", *, low: int = 0,
    usual: int = 0,
) -> Shares:  # fmt: skip
    """A number of each side before the hand: "all totals 0", "totals: Ann 12, Bo 7"."""

    def sentence(amounts: dict[Any, int]) -> str:
        if len(set(amounts.values())) == 1:
            return f"all {name} {with_minus(next(iter(amounts.values())))}"
        return f"{name}: {with_minus(listed((f'{w} {n}' for w, n in amounts.items()), 'and'))}"

    default = " ".join([str(usual)] * len(desk.sides))
    return Shares(
        key, asks, rule, desk.sides, low, high, default=default, told=sentence, typed=True
    )  # fmt: skip


def plays_in_words(seats: Sequence[Seat], cards: Sequence[Card | str]) -> list[str]:
    """A sentence for each card: "Nell played the 5♥."."""
    return [f"{seat} played the {card}." for seat, card in zip(seats, cards, strict=True)]


def why_it_wins(card: Card, trump: Suit | None) -> str:
    if trump and card.suit is trump:
        return f"The {card} is the highest trump in it."
    if trump:
        return f"Nobody played a trump: the {card} is the highest card of the suit led."
    return f"The {card} is the highest card of the suit led."


def follow(pack: Pack, most: int, rule: str, at: str) -> Enquiry:
    """The enquiry “Which cards may I play?” for games that require following suit, not winning.

    `most` is the largest number of cards in a holding; `at` as in `Enquiry`.
    """

    @enquiry("follow", "Which cards may I play?", rule, at)
    def ask(desk: Desk[Any]) -> Ruling:
        led, holding = desk.ask(
            Choice("led", "Which suit was led?", rule, list(Suit), columns=4),
            Cards("holding", "The cards still held", rule, pack, 1, most),
        )
        legal, because = follow_suit(holding, led)
        words = f"You may play: {' '.join(map(str, legal))}."
        return Ruling(words, (rule,), (because,), value=legal)

    return ask
