"""Fours of a kind and runs: which can exist, which are better, and their points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations_with_replacement

from companion.cards import Card, Suit
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.pack import NATURAL, TRICKS, four_order, say
from companion.questions import Refused
from companion.said import Text, word
from companion.seating import Seat

FOUR = 100
LENGTHS = range(3, len(NATURAL) + 1)


def run_rule(length: int) -> str:
    return {3: "JOJ-RUN3", 4: "JOJ-RUN4"}.get(length, "JOJ-RUN5")


def run_worth(length: int) -> int:
    """20 for three, 40 for four, 50 for five or more."""
    return {3: 20, 4: 40}.get(length, 50)


@dataclass(frozen=True, slots=True)
class Run:
    """Three to eight cards of one suit in natural order."""

    suit: Suit
    top: str
    length: int

    @property
    def cards(self) -> frozenset[Card]:
        start = NATURAL.index(self.top)
        return frozenset(Card(rank, self.suit) for rank in NATURAL[start : self.end])

    @property
    def height(self) -> int:
        return -NATURAL.index(self.top)

    @property
    def end(self) -> int:
        """The place in the natural order just below its last card."""
        return NATURAL.index(self.top) + self.length

    def __str__(self) -> str:
        return f"{self.suit} " + "-".join(NATURAL[NATURAL.index(self.top) : self.end])

    @property
    def words(self) -> str:
        return f"run of {word(self.length)} {self}"

    @classmethod
    def of(cls, cards: Collection[Card]) -> Run:
        """The run these cards make; Refused when they make none."""
        text = " ".join(map(str, cards))
        if len(cards) < LENGTHS[0]:
            raise Refused(say.run_too_short(cards=text))
        suits = {card.suit for card in cards}
        places = sorted(NATURAL.index(card.rank) for card in cards)
        suit = suits.pop()
        if suits or suit is None or places != list(range(places[0], places[0] + len(places))):
            raise Refused(say.not_a_run(cards=text))
        return cls(suit, NATURAL[places[0]], len(places))


@cache
def all_runs(length: int) -> tuple[Run, ...]:
    """Every run of this length, highest top first."""
    tops = NATURAL[: len(NATURAL) - length + 1]
    return tuple(Run(suit, top, length) for top in tops for suit in Suit)


def four(rank: str) -> frozenset[Card]:
    return frozenset(Card(rank, suit) for suit in Suit)


def fours_cards(ranks: Iterable[str]) -> frozenset[Card]:
    return frozenset(card for rank in ranks for card in four(rank))


def better_four(one: str, other: str, trump: Suit | None) -> bool:
    """True if fours of the first rank beat fours of the other (JOJ-MELD-FOURS)."""
    order = four_order(trump)
    return order.index(one) < order.index(other)


def four_counts(rank: str, rules: House) -> bool:
    """True if fours of this rank score; house rule `fours_ranks` (JOJ-R8)."""
    return rules.fours_ranks == "all" or rank not in LOW


LOW = ("8", "7")
"""The ranks whose fours some tables leave out."""


def level_runs(rules: House, dealer: Seat, declarer: Seat) -> Seat | None:
    """The player whose of two equal plain runs is good, if either: `equal_runs` (JOJ-R6)."""
    if rules.equal_runs == "neither":
        return None
    return declarer.left if rules.equal_runs == "defender" else dealer.left


def better_run(one: Run, other: Run, trump: Suit | None) -> int:
    """1 if the first run is better, −1 if the other is, 0 if neither (JOJ-MELD-RUNS)."""
    mine, theirs = (
        (run.length, run.height, trump is not None and run.suit is trump) for run in (one, other)
    )
    return (mine > theirs) - (mine < theirs)


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's claim about the best run: its length, then perhaps its top, then its suit."""

    length: int
    top: str = ""
    trump: bool | None = None
    """True if it is in trumps, if that was asked."""

    def fits(self, run: Run, trump: Suit | None) -> bool:
        trump_fits = self.trump is None or self.trump == (run.suit is trump)
        return run.length == self.length and self.top in ("", run.top) and trump_fits


@dataclass(frozen=True, slots=True)
class Holding:
    """The known facts of a player's cards when runs are declared."""

    excluded: frozenset[Card]
    """Cards the player cannot hold."""
    fours: tuple[str, ...] = ()
    """Ranks of the player's own fours."""
    reuse: bool = True
    """True if a card of a four may be in a run too: house rule `meld_card_reuse`."""

    def can_hold(self, runs: Iterable[Run]) -> bool:
        """True if nine cards can hold these runs beside the fours."""
        cards = frozenset(card for run in runs for card in run.cards)
        mine = fours_cards(self.fours)
        apart = self.reuse or not cards & mine
        return apart and not cards & self.excluded and len(cards | mine) <= TRICKS

    def runs(self, claim: Claim, trump: Suit | None) -> Iterator[Run]:
        """Every run the player can have meant."""
        for run in all_runs(claim.length):
            if claim.fits(run, trump) and self.can_hold([run]):
                yield run


def together(one: Holding, claim: Claim, other: Holding, their: Claim, trump: Suit | None) -> bool:
    """True if both players can hold what they say at the same time."""
    return any(
        not mine.cards & theirs.cards
        for mine in one.runs(claim, trump)
        for theirs in other.runs(their, trump)
    )


def touching(runs: Collection[Run]) -> tuple[Run, Run] | None:
    """Two runs that continue each other, the upper one first, if there are any."""
    for upper in runs:
        for lower in runs:
            if upper.suit is lower.suit and upper.end == NATURAL.index(lower.top):
                return upper, lower
    return None


# -- sums, for the quick path ----------------------------------------------------------------------


def _fitting(fours: int, lengths: tuple[int, ...], reuse: bool) -> bool:
    """True if nine cards can hold this many fours beside runs of these lengths."""
    if 4 * fours + sum(length - fours for length in lengths) > TRICKS:
        return False  # even where every run shares a card with every four
    if fours == 0:
        return True
    if fours == 1:
        chosen: list[tuple[str, ...]] = [(rank,) for rank in NATURAL]
    else:
        chosen = [(a, b) for a in NATURAL for b in NATURAL if a != b]
    return any(
        Holding(frozenset(), ranks_, reuse).can_hold(runs)
        for ranks_ in chosen
        for runs in _placed(lengths)
    )


def _placed(lengths: tuple[int, ...]) -> Iterator[tuple[Run, ...]]:
    """Runs of these lengths in as many suits, at every possible start."""
    if not lengths:
        yield ()
        return
    for rest in _placed(lengths[1:]):
        suit = list(Suit)[len(rest)]
        for run in all_runs(lengths[0]):
            if run.suit is suit:
                yield run, *rest


@cache
def _readings(points: int, reuse: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    fours, rest = divmod(points, FOUR)
    runs = chain(*(combinations_with_replacement(LENGTHS, count) for count in range(4)))
    sets = [lengths for lengths in runs if sum(map(run_worth, lengths)) == rest]
    return tuple((fours, lengths) for lengths in sets if _fitting(fours, lengths, reuse))


def readings(points: int, rules: House) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every (number of fours, lengths of runs) that one player's meld points can mean.

    Empty when nine cards cannot hold melds of that sum. Runs never reach 100 (nine cards hold 90
    at most), so the hundreds are the fours. It makes no difference whether fours of eights and
    sevens count: whatever fits beside one of them fits beside another.
    """
    return _readings(points, rules.meld_card_reuse == "yes")


def impossible_sums(rules: House) -> dict[int, Text]:
    """The sums that one player’s melds cannot make, each with the reason."""
    sums = range(0, MOST_MELDS + 1, 10)
    return {n: say.not_allowed(points=n) for n in sums if not readings(n, rules)}


MOST_MELDS = 2 * FOUR + 20
"""Two fours, and the ninth card making a run of three with two of theirs."""
