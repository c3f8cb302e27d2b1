"""The facts of a hand of Jo-Jotte, as they are asked for and then scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from companion.cards import Card, Suit
from companion.facts import fact
from companion.games.jo_jotte.melds import Run
from companion.games.jo_jotte.pack import TRICKS, suit_name
from companion.rules import Options
from companion.seating import Seat


@fact
class Contract:
    """Who fixed the trump, the stakes below the line, and a nullo or slam bid afterwards."""

    declarer: Seat
    suit: Suit | None
    times: int = 1
    """1, doubled 2, redoubled 4."""
    nullo: bool = False
    """Bid by the defender; a slam cancels it."""
    slam: bool = False

    @property
    def defender(self) -> Seat:
        """The other player."""
        return self.declarer.left

    @property
    def special(self) -> str:
        """Which bid stands: "slam", "nullo", or "" for an ordinary hand."""
        return "slam" if self.slam else "nullo" if self.nullo else ""

    def trump(self, rules: Options) -> Suit | None:
        """The trump suit the hand is played in; house rule `slam_trump`."""
        if self.special == "nullo":
            return None
        if self.slam and self.nullo and rules.slam_trump == "no_trump":
            return None
        return self.suit

    def __str__(self) -> str:
        return suit_name(self.suit) + {1: "", 2: " doubled", 4: " redoubled"}[self.times]


@fact
class Seen:
    """Cards whose place everybody knows: out of play (and where they lie), or held by a player."""

    out: Mapping[Card, str] = field(default_factory=dict)
    """Card -> "the upcard", "the bottom card of the stub"."""
    held: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)

    def of(self, seat: Seat) -> frozenset[Card]:
        """The cards this player is known to hold."""
        return self.held.get(seat, frozenset())

    def showing(self, seat: Seat, cards: Iterable[Card]) -> Seen:
        """The same, with these cards known to be the player's."""
        return Seen(self.out, {**self.held, seat: self.of(seat) | set(cards)})

    def shut(self, seat: Seat) -> frozenset[Card]:
        """Cards that cannot be in this player's holding."""
        return frozenset(self.out) | self.of(seat.left)

    def where(self, card: Card, seat: Seat) -> str:
        """Why the card cannot be in the player's holding, in words."""
        if card in self.out:
            return f"the {card} is {self.out[card]}"
        return f"{seat.left} has the {card}"

    @property
    def played(self) -> frozenset[Card]:
        """Cards known to be in a holding, which are therefore played."""
        return frozenset().union(*self.held.values())


@fact
class Fours:
    """The fours of a kind that score: whose, their ranks (best first), and why they are good."""

    seat: Seat
    ranks: tuple[str, ...]
    why: str = ""


@fact
class Runs:
    """The runs that score: whose, which, and why they are good."""

    seat: Seat
    runs: tuple[Run, ...]
    why: str = ""


@fact
class Melds:
    """What the two contests come to. A quick hand knows only its sums, per player."""

    fours: Fours | None = None
    runs: Runs | None = None
    sums: Mapping[Seat, int] = field(default_factory=dict)


@fact
class Result:
    """How the play came out. Points are missing on a nullo; tricks where nobody needs them."""

    points: Mapping[Seat, int] = field(default_factory=dict)
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    swept: Seat | None = None
    """Who took all nine tricks."""
    jotte: Seat | None = None
    revoked: Seat | None = None
    """Whose revoke was found too late to be put right."""

    @property
    def both(self) -> int:
        """Both players' trick points."""
        return sum(self.points.values())

    @property
    def sum(self) -> str:
        """The same in words, the greater first: "60 + 45 = 105"."""
        parts = sorted(self.points.values(), reverse=True)
        return f"{' + '.join(map(str, parts))} = {self.both}"


def slam_made(contract: Contract, result: Result) -> bool:
    """Nine tricks; a revoke decides against whoever made it (JOJ-R23)."""
    if result.revoked:
        return result.revoked is contract.defender
    return result.tricks[contract.declarer] == TRICKS


@fact
class Aside:
    """What ties have set aside: (in which hand, how much), oldest first."""

    ties: tuple[tuple[str, int], ...] = ()

    @property
    def amount(self) -> int:
        """The whole amount."""
        return sum(points for _, points in self.ties)

    def __str__(self) -> str:
        parts = " + ".join(f"{points} ({hand})" for hand, points in self.ties)
        return parts if len(self.ties) < 2 else f"{parts} = {self.amount}"
