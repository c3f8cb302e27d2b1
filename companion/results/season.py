"""A club's evenings: places, the season's table, who deals first, who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import groupby

from companion.questions import fold
from companion.results.club import Club
from companion.results.game_summary import GameSummary, Sitter
from companion.results.tally import SummaryEntry, somebody

NIGHT = timedelta(hours=5)
"""What begins before five in the morning belongs to the evening before."""
EXACT = 14
"""Most people for whom the fewest payments are sought; with more, each payment settles somebody."""


def day_of(moment: datetime) -> str:
    """The day of the evening to which a moment belongs, as 2026-11-05."""
    return (moment.astimezone() - NIGHT).date().isoformat()


def people_of(summary: GameSummary) -> list[Sitter]:
    """Who finished a game, each person once: a name in two seats is one person."""
    found: dict[str, Sitter] = {}
    for sitter in summary.finishers:
        if somebody(sitter.name):
            found.setdefault(fold(sitter.name), sitter)
    return list(found.values())


@dataclass(frozen=True)
class Place:
    """Somebody's evening."""

    name: str
    place: int
    """From 1; those who are level have the same one."""
    points: int
    won: int
    alone: int
    """Games won without a partner or another winner."""
    games: int


@dataclass(frozen=True)
class ClubEvening:
    """The games that a club began on one day."""

    day: str
    entries: Sequence[SummaryEntry]
    points: Sequence[int]
    """Season points by place."""

    @property
    def played(self) -> list[SummaryEntry]:
        """The games that came to an end."""
        return [each for each in self.entries if each.summary.ended]

    @property
    def places(self) -> list[Place]:
        """Everybody who finished a game, the best first: games won decide, then games won alone."""
        won: dict[str, list[int]] = {}
        names: dict[str, str] = {}
        for each in self.played:
            winners = [s for s in each.summary.finishers if s.side in each.summary.winners]
            for sitter in people_of(each.summary):
                key = fold(sitter.name)
                names.setdefault(key, sitter.name)
                count = won.setdefault(key, [0, 0, 0])
                mine = sitter.side in each.summary.winners
                count[0] += mine
                count[1] += mine and len(winners) == 1
                count[2] += 1
        order = sorted(won, key=lambda key: (-won[key][0], -won[key][1], key))
        found: list[Place] = []
        for _, level in groupby(order, key=lambda key: won[key][:2]):
            place = len(found) + 1
            points = self.points[place - 1] if place <= len(self.points) else 0
            found += [Place(names[key], place, points, *won[key]) for key in level]
        return found

    @property
    def winners(self) -> list[str]:
        """Who has the first place; nobody where nobody won a game."""
        return [each.name for each in self.places if each.place == 1 and each.won]


def evenings(
    tables: Iterable[tuple[datetime, SummaryEntry]], points: Sequence[int]
) -> list[ClubEvening]:
    """Evenings, the earliest first, of tables with the time they were begun."""
    found: dict[str, list[tuple[datetime, SummaryEntry]]] = {}
    for begun, entry in tables:
        found.setdefault(day_of(begun), []).append((begun, entry))
    return [
        ClubEvening(day, [entry for _, entry in sorted(each, key=lambda one: one[0])], points)
        for day, each in sorted(found.items())
    ]


@dataclass
class SeasonRow:
    """Somebody's season."""

    name: str
    by_day: dict[str, Place] = field(default_factory=dict)
    """The evenings that count, by day."""
    counted: frozenset[str] = frozenset()
    """Days that are among the best ones."""
    figure: Fraction = Fraction(0)
    """What decides: the points of the days counted, or points an evening."""
    place: int = 0
    why: str = ""
    """How a tie with the one above is broken, or that it stays."""

    @property
    def all(self) -> int:
        return sum(each.points for each in self.by_day.values())

    @property
    def won(self) -> int:
        """Games won."""
        return sum(each.won for each in self.by_day.values())

    @property
    def firsts(self) -> int:
        """Evenings won."""
        return sum(each.place == 1 and each.won > 0 for each in self.by_day.values())

    @property
    def evenings(self) -> int:
        return len(self.by_day)


def standings(club: Club, found: Sequence[ClubEvening]) -> list[SeasonRow]:
    """The season's table, the leader first; then those of the club who have not played."""
    every: dict[str, SeasonRow] = {fold(name): SeasonRow(name) for name in club.people}
    for evening in found:
        if club.counts(evening.day):
            for place in evening.places:
                one = every.setdefault(fold(place.name), SeasonRow(place.name))
                one.by_day[evening.day] = place
    for one in every.values():
        _count(club, one)
    order = sorted(every.values(), key=lambda one: (not one.evenings, *_merit(one), fold(one.name)))
    for number, one in enumerate(order, 1):
        above = order[number - 2] if number > 1 else None
        level = above is not None and _merit(above) == _merit(one)
        one.place = above.place if above and level else number
        if above and one.evenings and above.figure == one.figure:
            one.why = _why(above, one)
    return order


def _count(club: Club, one: SeasonRow) -> None:
    days = sorted(one.by_day, key=lambda day: (-one.by_day[day].points, day))
    best = days if club.average or not club.best else days[: club.best]
    one.counted = frozenset(best)
    total = sum(one.by_day[day].points for day in best)
    one.figure = Fraction(total, len(days)) if club.average and days else Fraction(total)


def _merit(one: SeasonRow) -> tuple[Fraction, int, int]:
    return -one.figure, -one.firsts, -one.won


def _why(above: SeasonRow, one: SeasonRow) -> str:
    if above.firsts != one.firsts:
        return f"Level with {above.name}, who won more evenings: {above.firsts} to {one.firsts}"
    if above.won != one.won:
        return f"Level with {above.name}, who won more games: {above.won} to {one.won}"
    return f"Level with {above.name}, in evenings and games won, too"


def next_dealer(people: Sequence[str], here: Sequence[str], last: str) -> str:
    """Who deals first: of those here, the next one after the first dealer of last time in the order
    of the club; "" if nobody is here."""
    keys = [fold(name) for name in people]
    after = keys.index(fold(last)) + 1 if fold(last) in keys else 0
    return next((name for name in (*people[after:], *people[:after]) if name in here), "")


# -- settling up --------------------------------------------------------------------------------


def owed(summary: GameSummary, club: Club) -> dict[str, Fraction]:
    """Cents that each person of a game gets, below zero those that pay; they add up to nothing.

    For a stake a point: between two sides the difference, paid by each who lost; among several each
    against the average. For a stake a game: each who lost pays it. What several get is shared. {}
    for a game closed early, and without a stake.
    """
    people = people_of(summary)
    if not (summary.ended and not summary.closed and club.stake and len(people) > 1):
        return {}
    sides = {sitter.side for sitter in people}
    sign = -1 if summary.lowest else 1
    total = {side: sign * summary.totals[side] for side in sides}
    if len(sides) > 2 and not club.a_game:
        mean = Fraction(sum(total[each.side] for each in people), len(people))
        return {each.name: club.stake * (total[each.side] - mean) for each in people}
    won = set(summary.winners)
    winners = [each for each in people if each.side in won]
    losers = [each for each in people if each.side not in won]
    if not (winners and losers):
        return {each.name: Fraction(0) for each in people}
    pays = Fraction(club.stake)
    if not club.a_game:
        pays *= abs(total[winners[0].side] - total[losers[0].side])
    gets = pays * len(losers) / len(winners)
    return {each.name: gets if each.side in won else -pays for each in people}


def balances(games: Iterable[Mapping[str, Fraction]]) -> dict[str, int]:
    """Whole cents that each has to get or to pay over several games; they add up to nothing."""
    exact: dict[str, Fraction] = {}
    names: dict[str, str] = {}
    for game in games:
        for name, cents in game.items():
            key = fold(name)
            names.setdefault(key, name)
            exact[key] = exact.get(key, Fraction(0)) + cents
    # Each is rounded down; the cents left over go to the largest remainders.
    found = {key: cents.__floor__() for key, cents in exact.items()}
    rest = sorted(exact, key=lambda key: (found[key] - exact[key], key))
    for key in rest[: -sum(found.values())]:
        found[key] += 1
    return {names[key]: cents for key, cents in found.items()}


@dataclass(frozen=True)
class Payment:
    """Cents from one person to another."""

    payer: str
    payee: str
    cents: int


def payments(balance: Mapping[str, int]) -> list[Payment]:
    """The fewest payments that settle these balances, which add up to nothing."""
    open_ = {name: cents for name, cents in balance.items() if cents}
    found: list[Payment] = []
    for group in _groups(open_) if len(open_) <= EXACT else [list(open_)]:
        found += _settle({name: open_[name] for name in group})
    return sorted(found, key=lambda each: (-each.cents, fold(each.payer), fold(each.payee)))


def _groups(balance: Mapping[str, int]) -> list[list[str]]:
    """As many groups as there can be of people who settle among themselves: each saves one
    payment."""
    names = list(balance)
    sums, most = [0] * (1 << len(names)), [0] * (1 << len(names))
    for mask in range(1, len(sums)):
        bits = [place for place in range(len(names)) if mask >> place & 1]
        sums[mask] = sums[mask & (mask - 1)] + balance[names[bits[0]]]
        most[mask] = max(most[mask ^ 1 << place] for place in bits) + (sums[mask] == 0)
    found: list[list[str]] = [[]]
    mask = len(sums) - 1
    while mask:
        if found[-1] and not sums[mask]:
            found.append([])
        rest = most[mask] - (sums[mask] == 0)
        place = next(p for p in range(len(names)) if mask >> p & 1 and most[mask ^ 1 << p] == rest)
        found[-1].append(names[place])
        mask ^= 1 << place
    return [group for group in found if group]


def _settle(balance: dict[str, int]) -> Iterable[Payment]:
    """One payment fewer than people: the largest debt goes to the largest claim."""
    while any(balance.values()):
        payer = min(balance, key=lambda name: (balance[name], name))
        payee = max(balance, key=lambda name: (balance[name], name))
        cents = min(-balance[payer], balance[payee])
        balance[payer] += cents
        balance[payee] -= cents
        yield Payment(payer, payee, cents)
