"""The four phases of Tribello: how trump is made, what the aim is, and the quotas by seat."""

from __future__ import annotations

from companion.facts import fact
from companion.seating import Seat

OFFICES = ("dealer", "left", "right")
"""The seats as the deal names them, clockwise from the dealer."""
CARDS = 13
"""Cards of a holding and of the widow, and tricks of a hand."""
HANDS = 3
"""Hands of a phase: everybody deals once."""


@fact
class Phase:
    """Three hands with one kind of trump, one aim and one set of quotas (TRI-QUOTA)."""

    number: int
    title: str
    trump: str
    """How trump is made: "cut", "named", or "" for no trumps."""
    quotas: tuple[int, int, int]
    """Tricks for dealer, left and right; they add up to 13."""
    nullo: bool = False

    def note(self) -> str:
        """The aim and the trump in a few words."""
        made = {"cut": "the cut shows trump", "named": "the dealer names trump", "": "no trumps"}
        return f"{made[self.trump]}, {'avoid' if self.nullo else 'take'} tricks"


PHASES = (
    Phase(1, "Cut trump", "cut", (6, 4, 3)),
    Phase(2, "Named trump", "named", (6, 4, 3)),
    Phase(3, "No trump", "", (6, 4, 3)),
    Phase(4, "Nullo", "", (3, 4, 6), nullo=True),
)


def phase_of(hand: int) -> Phase:
    """The phase of a hand, from 1; after the fourth phase the first comes again."""
    return PHASES[(hand - 1) // HANDS % len(PHASES)]


def quotas(phase: Phase, dealer: Seat) -> dict[Seat, int]:
    """Everybody's quota, the dealer first."""
    return dict(zip(dealer.round, phase.quotas, strict=True))
