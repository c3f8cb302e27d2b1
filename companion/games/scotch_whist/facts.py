"""The facts of a hand of Scotch Whist: its pack, the captures, and the totals step by
step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Card, Pack, Suit
from companion.games.scotch_whist.house import House
from companion.questions import Refused
from companion.said import Sentences
from companion.seating import Seat, Side
from companion.tricks import ranking

say = Sentences(__file__)
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
PACK = Pack.of(RANKS, about="six to ace only")
PLAIN = ranking(RANKS)
TRUMPS = ranking(("J", "A", "K", "Q", "10", "9", "8", "7", "6"))

HONOURS = ("10", "A", "K", "Q", "J")
"""The honours in the order in which they are counted."""
POINTS = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 11}
WORDS = {"10": "ten", "A": "ace", "K": "king", "Q": "queen", "J": "jack"}
RULES = {rank: f"SCW-{word.upper()}" for rank, word in WORDS.items()}
ALL_HONOURS = sum(POINTS.values())
"""The points of the five honours of a hand together."""


def left_out(players: int, rules: House) -> tuple[Card, ...]:
    """The sixes that are not in play with so many players."""
    if players == 8:
        return tuple(Card("6", suit) for suit in Suit)
    if players in (5, 7):
        return (Card("6", Suit.SPADES if rules.removed_six == "spades" else Suit.CLUBS),)
    return ()


FEWER = {5: 35, 7: 35, 8: 32}


def cards_in_play(players: int) -> int:
    """The number of cards dealt: 36, or 35 with five or seven, or 32 with eight."""
    return FEWER.get(players, 36)


def quota(players: int) -> int:
    """The number of cards per player, which is also the number of tricks."""
    return cards_in_play(players) // players


def dealt(players: int, rules: House) -> int:
    """The number of cards dealt to a side: its quota (SCW-CARDS, SCW-R9)."""
    count = {"solo": players, "two_sides": 2, "three_sides": 3}[rules.partners]
    return cards_in_play(players) // players * (players // count)


def named(rank: str, trump: Suit | None) -> str:
    """An honour in words, with its card if the trump is known."""
    card = f", {Card(rank, trump)}" if trump else ""
    return f"the {WORDS[rank]} of trumps{card}"


def briefly(rank: str, trump: Suit | None) -> str:
    """The shortest text for an honour."""
    return f"the {Card(rank, trump)}" if trump else f"the {WORDS[rank]} of trumps"


def columns(people: int) -> int:
    """The number per row, so that the last row is as full as possible."""
    return people if people < 5 else 3 if people < 7 else 4


def needed(rules: House) -> int:
    return int(rules.target) + int(rules.target_rule == "exceed")


def sides(players: int, rules: House) -> tuple[tuple[int, ...], ...] | None:
    """The partnerships as seat numbers, partners sitting alternately; None when all are alone."""
    if players == 8 and rules.eight_players == "no":
        raise Refused(say.wrong_players())
    if rules.partners == "solo":
        return None
    count = 2 if rules.partners == "two_sides" else 3
    if players % count or players // count < 2:
        would = "four, six or eight" if count == 2 else "six"
        raise Refused(say.bad_partners(sides=count, would=would, players=players))
    return tuple(tuple(range(first, players + 1, count)) for first in range(1, count + 1))


@dataclass(frozen=True, slots=True)
class Haul:
    """The captures of all sides: cards by side, and the side that has each honour."""

    cards: Mapping[Side, int]
    honours: Mapping[str, Side]
    """By rank; an honour not yet played is missing."""
    trump: Suit | None
    players: int


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a hand: its captures, the side that claimed, and if every card was played."""

    haul: Haul
    claimant: Side | None
    played_out: bool


def jack_captor(turned: Card | None, dealer: Seat) -> Side | None:
    """Whose side must have captured the trump jack: its holder's, if it was turned up.

    It is the dealer's own card (SCW-TURNUP), and no card beats it (SCW-R11).
    """
    return dealer.side if turned is not None and turned.rank == "J" else None


ORDER = ("SCW-TEN", "SCW-CARDS", "SCW-ACE", "SCW-KING", "SCW-QUEEN", "SCW-JACK")
STEP_WORDS = {RULES[rank]: f"the {word} of trumps" for rank, word in WORDS.items()} | {
    "SCW-CARDS": "the cards over quota",
    "": "what they had before the hand",
}
SHORT = {RULES[rank]: rank for rank in HONOURS} | {"SCW-CARDS": "cards", "": "before"}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the counting order: its rule ("" before the first) and all totals after it."""

    rule: str
    totals: Mapping[Side, int]

    @property
    def short(self) -> str:
        return SHORT.get(self.rule, "")

    @property
    def words(self) -> str:
        return STEP_WORDS.get(self.rule, "the adjustment")
