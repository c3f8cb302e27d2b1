"""What is known of a deal of Dilemma: who leads, what was played, which score cards lie where."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.cards import Card
from companion.games.dilemma.trick import VALUES, bounds
from companion.said import Text
from companion.seating import Seat


@dataclass
class Running:
    """A deal while it is entered trick by trick: values of the score cards, and a forfeit."""

    leader: Seat
    played: dict[Card, Text] = field(default_factory=dict)
    kept: dict[Seat, list[int]] = field(default_factory=dict)
    forfeit: Forfeit | None = None

    @property
    def piles(self) -> dict[Seat, Pile]:
        return {seat: Pile.of(kept) for seat, kept in self.kept.items()}


@dataclass(frozen=True, slots=True)
class Pile:
    """What a player kept in a deal: how many score cards, their worth, and which, where known."""

    tricks: int
    points: int
    kept: tuple[int, ...] | None = None
    """The values of the score cards in the order they were won."""

    @classmethod
    def of(cls, kept: list[int]) -> Pile:
        """A pile of known score cards."""
        return cls(len(kept), sum(kept), tuple(kept))

    def may_hold(self, value: int) -> bool:
        """True if a score card of this value can be in the pile."""
        if self.kept is not None:
            return value in self.kept
        if not self.tricks:
            return False
        low, high = bounds(self.tricks - 1)
        return low <= self.points - value <= high


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A trick that goes over for a wrong suit (DIL-R12): who loses it, and its score card."""

    who: Seat
    rank: str

    @property
    def points(self) -> int:
        """What it moves."""
        return VALUES[self.rank]

    def change(self, seat: Seat) -> int:
        """What it does to a player’s points."""
        return -self.points if seat is self.who else self.points


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as it ended. `stopped`: before its thirteenth trick, by somebody at the target."""

    piles: dict[Seat, Pile]
    forfeit: Forfeit | None = None
    stopped: bool = False

    def points(self, seat: Seat) -> int:
        """What the deal brings a player, a forfeit included."""
        return self.piles[seat].points + (self.forfeit.change(seat) if self.forfeit else 0)
