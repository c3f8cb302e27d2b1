"""What is known of a hand of Shakespeare's Dilemma: tricks, doublers, the widow, the first lead."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.cards import Card
from companion.games.shakespeares_dilemma.deck import ONE_OF_VENUS, RANKS, Deal, rank_of, suit_of
from companion.said import Sentences, Text
from companion.seating import Seat

say = Sentences(__file__)
DOUBLERS = ("Venus", "Saturn")
NOBODY = "nobody"
MOST = 9999
"""The highest price that can be written; the rules know no limit (SHK-R6)."""


@dataclass(frozen=True, slots=True)
class FirstLead:
    """Who leads to the first trick, and what: the 1 of Venus, the lowest Venus, or any card."""

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
    """Who won each trick so far."""
    doubled: list[int] = field(default_factory=list)
    """Tricks (from 0) in which a doubler fell."""

    def galaxies(self, seat: Seat) -> list[str]:
        """The doublers that this player has won so far."""
        return [name for name, who in self.doublers.items() if who is seat]


@dataclass(frozen=True, slots=True)
class Result:
    """What fell to whom in a hand: tricks, doublers, and the widow with its price."""

    tricks: dict[Seat, int]
    doublers: dict[str, Seat]
    widow: Seat | None = None
    price: int = 0
    offender: Seat | None = None

    def galaxies(self, seat: Seat) -> list[str]:
        """The doublers that this player won."""
        return [name for name, who in self.doublers.items() if who is seat]


def least_price(high: int, least: int) -> int:
    """The lowest bid for the widow over a bid of `high` (0: none yet); at least `least`."""
    return max(high + 1, least)
