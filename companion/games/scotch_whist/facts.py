"""What is known of a hand of Scotch Whist: who captured what, and the totals step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Card, Suit
from companion.games.scotch_whist.deck import HONOURS, RULES, WORDS
from companion.seating import Seat, Side


@dataclass(frozen=True, slots=True)
class Haul:
    """What everybody captured: cards by side, and the side that has each honour."""

    cards: Mapping[Side, int]
    honours: Mapping[str, Side]
    """By rank; an honour not yet played is missing."""
    trump: Suit | None
    players: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended: its haul, who claimed in mid-hand, and if every card was played."""

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
        """The step as a scoresheet notes it: "Q", "cards"."""
        return SHORT.get(self.rule, "")

    @property
    def words(self) -> str:
        """What is counted at this step."""
        return STEP_WORDS.get(self.rule, "the adjustment")
