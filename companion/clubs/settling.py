"""The payments after a club's evening: the amounts of each game, and the fewest payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from companion.clubs.club import Club
from companion.clubs.season import people_of
from companion.questions import fold
from companion.results.summary import GameSummary
from companion.words import with_minus

EXACT = 14
"""Most people for whom the fewest payments are sought; with more, each payment settles somebody."""


def owed(summary: GameSummary, club: Club) -> dict[str, Fraction]:
    """Cents that each person of a game gets, below zero those that pay; they add up to nothing.

    For a stake a point: between two sides the difference, paid by each who lost; among several each
    against the average. For a stake a game: each loser pays it. What several get is shared. {}
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
    shares = {key: cents.__floor__() for key, cents in exact.items()}
    rest = sorted(exact, key=lambda key: (shares[key] - exact[key], key))
    for key in rest[: -sum(shares.values())]:
        shares[key] += 1
    return {names[key]: cents for key, cents in shares.items()}


@dataclass(frozen=True)
class Payment:
    """Cents from one person to another."""

    payer: str
    payee: str
    cents: int


def payments(balance: Mapping[str, int]) -> list[Payment]:
    """The fewest payments that settle these balances, which add up to nothing."""
    open_ = {name: cents for name, cents in balance.items() if cents}
    payments: list[Payment] = []
    for group in _groups(open_) if len(open_) <= EXACT else [list(open_)]:
        payments += _settle({name: open_[name] for name in group})
    return sorted(payments, key=lambda each: (-each.cents, fold(each.payer), fold(each.payee)))


def _groups(balance: Mapping[str, int]) -> list[list[str]]:
    """As many groups as there can be of people who settle among themselves: each saves one
    payment."""
    names = list(balance)
    sums, most = [0] * (1 << len(names)), [0] * (1 << len(names))
    for mask in range(1, len(sums)):
        bits = [place for place in range(len(names)) if mask >> place & 1]
        sums[mask] = sums[mask & (mask - 1)] + balance[names[bits[0]]]
        most[mask] = max(most[mask ^ 1 << place] for place in bits) + (sums[mask] == 0)
    groups: list[list[str]] = [[]]
    mask = len(sums) - 1
    while mask:
        if groups[-1] and not sums[mask]:
            groups.append([])
        rest = most[mask] - (sums[mask] == 0)
        place = next(p for p in range(len(names)) if mask >> p & 1 and most[mask ^ 1 << p] == rest)
        groups[-1].append(names[place])
        mask ^= 1 << place
    return [group for group in groups if group]


def _settle(balance: dict[str, int]) -> Iterable[Payment]:
    """One payment fewer than people: the largest debt goes to the largest claim."""
    while any(balance.values()):
        payer = min(balance, key=lambda name: (balance[name], name))
        payee = max(balance, key=lambda name: (balance[name], name))
        cents = min(-balance[payer], balance[payee])
        balance[payer] += cents
        balance[payee] -= cents
        yield Payment(payer, payee, cents)


def how(summary: GameSummary, club: Club) -> str:
    """The calculation of a game's payments, in words."""
    people = people_of(summary)
    if not owed(summary, club):
        return "closed early, nobody pays"
    if club.a_game:
        return "each loser pays"
    if len({each.side for each in people}) < 3:
        return "the difference"
    mean = sum(summary.totals[each.side] for each in people) / len(people)
    return f"against the average, {with_minus(f'{mean:.1f}'.removesuffix('.0'))}"


def money(cents: int, sign: bool = False) -> str:
    """Cents as "3.30"; with `sign` also "+3.30" and "−3.30"."""
    return with_minus(f"{cents / 100:{'+' if sign and cents else ''}.2f}")
