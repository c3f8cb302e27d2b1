"""The facts of a hand of Jo-Jotte, as they are entered and then scored. Every entry mode
refuses facts that no deal can give, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from companion.cards import Card, Suit
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import FOUR, Run, run_worth
from companion.games.jo_jotte.pack import TRICKS, in_order, most_in, say, span, suit_name
from companion.questions import Refused
from companion.said import Text
from companion.seating import Seat
from companion.words import listed


@dataclass(frozen=True, slots=True)
class Contract:
    """The declarer, the trump, the stakes below the line, and a nullo or slam bid afterwards."""

    declarer: Seat
    suit: Suit | None
    times: int = 1
    """1, doubled 2, redoubled 4."""
    nullo: bool = False
    """Bid by the defender; a slam cancels it."""
    slam: bool = False

    @property
    def defender(self) -> Seat:
        return self.declarer.left

    @property
    def special(self) -> str:
        """The final special bid: "slam", "nullo", or "" for an ordinary hand."""
        return "slam" if self.slam else "nullo" if self.nullo else ""

    @property
    def speaker(self) -> Seat:
        """The player of the final bid: the declarer, or the defender for a nullo."""
        return self.defender if self.special == "nullo" else self.declarer

    def trump(self, rules: House) -> Suit | None:
        """The trump suit the hand is played in; house rule `slam_trump`."""
        if self.special == "nullo":
            return None
        if self.slam and self.nullo and rules.slam_trump == "no_trump":
            return None
        return self.suit

    def __str__(self) -> str:
        return suit_name(self.suit) + {1: "", 2: " doubled", 4: " redoubled"}[self.times]


def royals(trump: Suit | None) -> tuple[Card, ...]:
    return (Card("K", trump), Card("Q", trump)) if trump else ()


@dataclass(frozen=True, slots=True)
class KnownCards:
    """Cards whose place everybody knows: out of play (with the place), or held by a player."""

    out: Mapping[Card, str] = field(default_factory=dict)
    """Card -> "the upcard", "the bottom card of the stub"."""
    held: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)

    def of(self, seat: Seat) -> frozenset[Card]:
        return self.held.get(seat, frozenset())

    def showing(self, seat: Seat, cards: Iterable[Card]) -> KnownCards:
        """The same, with these cards known to be the player's."""
        return KnownCards(self.out, {**self.held, seat: self.of(seat) | set(cards)})

    def with_royals(self, seat: Seat | None, trump: Suit | None) -> KnownCards:
        return self.showing(seat, royals(trump)) if seat else self

    def excluded_from(self, seat: Seat) -> frozenset[Card]:
        return frozenset(self.out) | self.of(seat.left)

    def has_space(self, seat: Seat, cards: Iterable[Card]) -> bool:
        """True if nine cards can hold these beside those the player is known to hold."""
        return len(self.of(seat) | set(cards)) <= TRICKS

    def where(self, card: Card, seat: Seat) -> str:
        """Why the card cannot be in the player's holding, in words."""
        out = self.out.get(card)
        return f"the {card} is {out}" if out else f"{seat.left} has the {card}"

    @property
    def played(self) -> frozenset[Card]:
        """Cards known to be in a holding, which are therefore played."""
        return frozenset().union(*self.held.values())

    @property
    def bounds(self) -> str:
        """The reasons that lower or raise the trick points of a hand, in words."""
        parts = [f"{' and '.join(map(str, self.out))} out of play"] if self.out else []
        parts += ["the cards shown in play"] if self.played else []
        return f", with {' and '.join(parts)}" if parts else ""


@dataclass(frozen=True, slots=True)
class Fours:
    """The fours of a kind that score: whose, their ranks (best first), and why they are good."""

    seat: Seat
    ranks: tuple[str, ...]
    why: Text = ""


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs that score: whose, which, and why they are good."""

    seat: Seat
    runs: tuple[Run, ...]
    why: Text = ""


@dataclass(frozen=True, slots=True)
class Melds:
    """The result of the two contests. A quick hand has only its sums, per player."""

    fours: Fours | None = None
    runs: Runs | None = None
    sums: Mapping[Seat, int] = field(default_factory=dict)

    def of(self, seat: Seat) -> int:
        """A player's points for melds that were shown."""
        fours = len(self.fours.ranks) if self.fours and self.fours.seat is seat else 0
        runs = self.runs.runs if self.runs and self.runs.seat is seat else ()
        return FOUR * fours + sum(run_worth(run.length) for run in runs)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the play. It has no points on a nullo, and no tricks if no rule needs them."""

    points: Mapping[Seat, int] = field(default_factory=dict)
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    swept: Seat | None = None
    """The player who took all nine tricks."""
    jotte: Seat | None = None
    revoked: Seat | None = None
    """The player whose revoke was found too late to be corrected."""

    @property
    def both(self) -> int:
        return sum(self.points.values())

    @property
    def added(self) -> str:
        """Both players' trick points, the greater first: "60 + 45 = 105"."""
        parts = sorted(self.points.values(), reverse=True)
        return f"{' + '.join(map(str, parts))} = {self.both}"


def may_bid_slam(nullo: bool, rules: House) -> bool:
    """True if the declarer may bid slam now (JOJ-R11)."""
    return nullo or rules.slam_needs_nullo == "no"


def next_dealer(dealer: Seat, passed_out: bool, rules: House) -> Seat:
    return dealer if passed_out and rules.passout_dealer == "same" else dealer.left


def slam_made(contract: Contract, result: Result) -> bool:
    """Nine tricks. A revoke decides against its player (JOJ-R23)."""
    if result.revoked:
        return result.revoked is contract.defender
    return result.tricks[contract.declarer] == TRICKS


@dataclass(frozen=True, slots=True)
class Aside:
    """The points that ties have set aside: (hand, points), oldest first."""

    ties: tuple[tuple[str, int], ...] = ()

    @property
    def amount(self) -> int:
        return sum(points for _, points in self.ties)


@dataclass(frozen=True, slots=True)
class Rubber:
    """The state of a rubber: the current game, the hands before it, and the points set aside."""

    game: int = 1
    began: int = 0
    aside: Aside = field(default_factory=Aside)


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand that was played out, and the points set aside after it."""

    result: Result
    aside: Aside


def no_jotte(rules: House, contract: Contract, seen: KnownCards, seat: Seat) -> Text | None:
    """The reason why a player cannot have declared Jo-Jotte, or None."""
    trump = contract.trump(rules)
    if trump is None:
        return say.jotte_at_no_trump()
    if contract.slam and rules.jojotte_on_slam == "no":
        return say.jotte_on_slam()
    for card in royals(trump):
        if card in seen.excluded_from(seat):
            return say.jotte_impossible(where=seen.where(card, seat), who=seat)
    return None if seen.has_space(seat, royals(trump)) else say.jotte_impossible__full(who=seat)


def check_sum(
    points: Mapping[Seat, int], trump: Suit | None, rules: House, seen: KnownCards, key: str
) -> None:
    """Refuses trick points that the eighteen cards played cannot hold."""
    low, high = span(trump, rules, seen.out, seen.played)
    total, known = sum(points.values()), seen.bounds
    if total > high:
        no = say.together_too_high(total=total, trump=trump, high=high, known=known)
        raise Refused(no, key=key)
    if total < low:
        no = say.together_too_low(total=total, trump=trump, low=low, known=known)
        raise Refused(no, key=key)


def check_melds(sums: Mapping[Seat, int]) -> None:
    """Only one player scores fours, and only one scores runs."""
    for what, values in (
        ("fours of a kind", [points // FOUR for points in sums.values()]),
        ("runs", [points % FOUR for points in sums.values()]),
    ):
        if all(values):
            *_, last = sums
            raise Refused(say.both_score_melds(what=what), key=f"melds {last.code}")


def check_tricks(
    points: Mapping[Seat, int], tricks: Mapping[Seat, int], trump: Suit | None, rules: House,
    seen: KnownCards,
) -> None:  # fmt: skip
    """Refuses more points than a player's tricks can hold."""
    for seat, value in points.items():
        taken = tricks[seat]
        most = most_in(taken, trump, rules, seen.out)
        if value > most:
            no = say.too_much_for_tricks(points=value, who=seat, tricks=taken, most=most)
            raise Refused(no, key=f"points {seat.code}")


def check_pile(taker: Seat, pile: Collection[Card], seen: KnownCards, left: int) -> None:
    """Refuses a pile that no tricks can have made, given that `left` cards lie in the other one.

    Every card shown is played (JOJ-R2), one of each player to a trick.
    """
    if len(pile) % 2:
        raise Refused(say.odd_pile(many=len(pile), who=taker))
    for seat, held in seen.held.items():
        mine = held & set(pile)
        for cards, whose, size in ((mine, taker, len(pile)), (held - mine, taker.left, left)):
            if len(cards) > size // 2:
                no = say.too_many_of_one_holding(
                    who=whose, tricks=size // 2, cards=row(cards), holder=seat,
                    several=len(cards) > 1,
                )  # fmt: skip
                raise Refused(no, key=f"pile {taker.code}")


def check_played(piles: Mapping[Seat, Collection[Card]], seen: KnownCards, key: str) -> None:
    """Refuses piles that do not hold every card shown: all cards held are played (JOJ-R2)."""
    played = {card for pile in piles.values() for card in pile}
    for seat, held in seen.held.items():
        if missing := held - played:
            several = len(missing) > 1
            no = say.shown_not_played(who=seat, cards=row(missing), several=several)
            raise Refused(no, key=key)
    for taker, pile in piles.items():
        check_pile(taker, pile, seen, 2 * TRICKS - len(pile))


def row(cards: Iterable[Card]) -> str:
    return listed(in_order(cards), "and")
