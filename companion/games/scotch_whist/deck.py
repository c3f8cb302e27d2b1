"""The pack of Scotch Whist: which cards are in play, and what they are worth."""

from __future__ import annotations

from companion.cards import Card, Pack, Suit
from companion.games.scotch_whist.house import House
from companion.questions import Refused
from companion.tricks import ranking

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
"""What the five honours of a hand are worth together."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def left_out(players: int, rules: House) -> tuple[Card, ...]:
    """The sixes that are not in play with so many players."""
    if players == 8:
        return tuple(Card("6", suit) for suit in Suit)
    if players in (5, 7):
        return (Card("6", Suit.SPADES if rules.removed_six == "spades" else Suit.CLUBS),)
    return ()


FEWER = {5: 35, 7: 35, 8: 32}


def cards_in_play(players: int) -> int:
    """How many cards are dealt: 36, or 35 with five or seven, or 32 with eight."""
    return FEWER.get(players, 36)


def quota(players: int) -> int:
    """How many cards each player is dealt; also the number of tricks."""
    return cards_in_play(players) // players


def dealt(players: int, rules: House) -> int:
    """How many cards a side is dealt: its quota (SCW-CARDS, SCW-R9)."""
    count = {"solo": players, "two_sides": 2, "three_sides": 3}[rules.partners]
    return cards_in_play(players) // players * (players // count)


def named(rank: str, trump: Suit | None) -> str:
    """An honour in words, with its card where the trump is known."""
    card = f", {Card(rank, trump)}" if trump else ""
    return f"the {WORDS[rank]} of trumps{card}"


def briefly(rank: str, trump: Suit | None) -> str:
    """An honour as short as it can be said."""
    return f"the {Card(rank, trump)}" if trump else f"the {WORDS[rank]} of trumps"


def columns(people: int) -> int:
    """How many to a row, so that the last row is as full as can be."""
    return people if people < 5 else 3 if people < 7 else 4


def needed(rules: House) -> int:
    """The lowest total that wins."""
    return int(rules.target) + int(rules.target_rule == "exceed")


def sides(players: int, rules: House) -> tuple[tuple[int, ...], ...] | None:
    """The partnerships as seat numbers, partners sitting alternately; None when all are alone."""
    if players == 8 and rules.eight_players == "no":
        raise Refused(
            "Scotch Whist is for 2 to 7 players. Eight can play with all the sixes out: "
            "choose the house rule “Eight players”.",
            "SCW-R8",
            "wrong_players",
        )
    if rules.partners == "solo":
        return None
    count = 2 if rules.partners == "two_sides" else 3
    if players % count or players // count < 2:
        would = "four, six or eight" if count == 2 else "six"
        raise Refused(
            f"{NUMBERS[count].capitalize()} sides need {would} players; {players} are named.",
            "SCW-R9",
            "bad_partners",
        )
    return tuple(tuple(range(first, players + 1, count)) for first in range(1, count + 1))
