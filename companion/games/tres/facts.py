"""What is known of a deal of Très: the tricks each player won by kind, and what can be at all."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.cards import Card
from companion.games.tres.tricks import KEYS, TRICKS, Revoke, Trick
from companion.said import Text
from companion.seating import Seat

Kind = tuple[int, str]
"""What a trick is worth (1, 2, 4, 8 or 16), and by which rule."""
CELLS = {1: "ones", 2: "twos", 4: "fours", 8: "eights", 16: "sixteens"}


@dataclass
class Tally:
    """What each player has won while a deal is entered, and which cards are out of the pack."""

    won: dict[Seat, dict[Kind, int]]
    gone: dict[Card, Text] = field(default_factory=dict)
    tricks: list[Trick] = field(default_factory=list)

    def add(self, seat: Seat, points: int, rule: str, number: int = 1) -> None:
        """Counts tricks of a kind for a player."""
        if number:
            self.won[seat][points, rule] = self.won[seat].get((points, rule), 0) + number

    def points(self, seat: Seat) -> int:
        """What the player’s tricks come to."""
        return sum(points * number for (points, _), number in self.won[seat].items())

    def tricks_of(self, seat: Seat, points: int) -> int:
        """How many tricks worth so much the player won."""
        return sum(number for (each, _), number in self.won[seat].items() if each == points)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that was played: tricks by kind, or only the players' own totals; and its revokes."""

    points: dict[Seat, int]
    tally: Tally | None = None
    revokes: tuple[Revoke, ...] = ()


KINDS = ((0, 1), (1, 2), (2, 4), (3, 8), (3, 16))
"""How many key cards a trick can hold, and its points."""


def _possible() -> dict[tuple[int, int], frozenset[int]]:
    """What (tricks, key cards) of one player can come to, in points.

    Tricks with no key card are counted first, so that nothing follows the last of the key cards.
    """
    found: dict[tuple[int, int], set[int]] = {(0, 0): {0}}
    for tricks in range(TRICKS):
        for keys in range(len(KEYS)):
            for points in found.get((tricks, keys), ()):
                for more, worth in KINDS:
                    if keys + more <= len(KEYS):
                        found.setdefault((tricks + 1, keys + more), set()).add(points + worth)
    return {place: frozenset(points) for place, points in found.items()}


_WON = _possible()
POSSIBLE_TOTALS = _WON[TRICKS, len(KEYS)]
"""Every total that the two players’ points of one deal can make together (TRES-R6)."""
POSSIBLE_SPLITS = frozenset(
    (mine, theirs)
    for (tricks, keys), ours in _WON.items()
    for mine in ours
    for theirs in _WON.get((TRICKS - tricks, len(KEYS) - keys), ())
)
"""Every pair of points that the two players of one deal can have (TRES-R6)."""
