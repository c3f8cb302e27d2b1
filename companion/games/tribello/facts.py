"""The facts of a hand of Tribello: its phase, everybody’s quota, and the tricks taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Pack
from companion.games.tribello.house import House
from companion.said import Sentences
from companion.seating import Seat

say = Sentences(__file__)
PACK = Pack.of()

OFFICES = ("dealer", "left", "right")
"""The seats as the deal names them, clockwise from the dealer."""
CARDS = 13
"""Cards of a holding and of the widow, and tricks of a hand."""
HANDS = 3
"""Hands of a phase: everybody deals once."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Three hands with one kind of trump, one aim and one set of quotas (TRI-QUOTA)."""

    number: int
    title: str
    trump: str
    """The choice of trump: "cut", "named", or "" for no trumps."""
    quotas: tuple[int, int, int]
    """Tricks for dealer, left and right; they add up to 13."""
    nullo: bool = False

    @property
    def note(self) -> str:
        words = {"cut": "the cut shows trumps", "named": "the dealer names trumps", "": "no trumps"}
        return f"{words[self.trump]}, {'avoid' if self.nullo else 'take'} tricks"


PHASES = (
    Phase(1, "Cut trump", "cut", (6, 4, 3)),
    Phase(2, "Named trump", "named", (6, 4, 3)),
    Phase(3, "No trump", "", (6, 4, 3)),
    Phase(4, "Nullo", "", (3, 4, 6), nullo=True),
)


def phase_of(hand: int) -> Phase:
    return PHASES[(hand - 1) // HANDS % len(PHASES)]


def hands_before(phase: Phase | None) -> int:
    """The number of hands before a phase; 0 without one."""
    return HANDS * PHASES.index(phase) if phase else 0


def offices(dealer: Seat) -> dict[Seat, str]:
    return dict(zip(dealer.round, OFFICES, strict=True))


def names_late(phase: Phase, rules: House) -> bool:
    return phase.trump == "named" and rules.phase2_trump_time == "after_dealer_draw"


def may_draw(phase: Phase, rules: House) -> bool:
    return not phase.nullo or rules.nullo_draw == "yes"


def quotas(phase: Phase, dealer: Seat) -> dict[Seat, int]:
    return dict(zip(dealer.round, phase.quotas, strict=True))


@dataclass(frozen=True, slots=True)
class Result:
    """A hand that was played: who dealt in which phase, and everybody's tricks, 13 in all."""

    phase: Phase
    dealer: Seat
    tricks: Mapping[Seat, int]

    @property
    def quotas(self) -> dict[Seat, int]:
        return quotas(self.phase, self.dealer)

    @property
    def gains(self) -> dict[Seat, int]:
        """Everybody's change: tricks above the quota, in nullo below it."""
        sign = -1 if self.phase.nullo else 1
        return {seat: sign * (self.tricks[seat] - own) for seat, own in self.quotas.items()}
