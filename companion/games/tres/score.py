"""The score of a deal of Très, and the end of the game. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.tres.facts import Deal, Revoke, Trick, in_words, say, worth
from companion.games.tres.house import House
from companion.seating import Seat, Side

ORDER = ("TRES-KEY0", "TRES-KEY1", "TRES-KEY2", "TRES-KEY3", "TRES-RUN16", "TRES-RAINBOW16",
         "TRES-VALUE")  # fmt: skip


def void(deal: Deal, rules: House) -> bool:
    """True if a proved revoke makes the deal void (TRES-R7)."""
    return bool(deal.revokes) and rules.revoke == "void_deal"


def lines(deal: Deal, rules: House) -> Iterator[Line]:
    """One line for each kind of trick a player won, then what a revoke costs."""
    if deal.tally is None:
        for seat, points in deal.points.items():
            yield line(seat, points, say.counted_by_players(points=points))
        return
    for seat, kinds in deal.tally.won.items():
        for points, rule in sorted(kinds, key=lambda kind: ORDER.index(kind[1])):
            number = kinds[points, rule]
            also = ("TRES-RUN16", "TRES-RAINBOW16") if rule == "TRES-VALUE" else ()
            yield line(seat, points * number, in_words(rule, number), "TRES-DEAL", *also)
    if rules.revoke == "forfeit_trick":
        yield from forfeits(deal.revokes)


def forfeits(offences: Iterable[Revoke]) -> Iterator[Line]:
    """A trick with a revoke goes over, if the offender won it (TRES-R7)."""
    revokes = list(offences)
    for trick in dict.fromkeys(each.trick for each in revokes):
        offenders = {each.who for each in revokes if each.trick is trick}
        if trick.winner in offenders:
            yield from forfeit(trick)


def forfeit(trick: Trick) -> Iterator[Line]:
    """The points of a trick go from its winner to the other."""
    points = worth(trick.cards).points
    words = say.forfeited(number=trick.number)
    yield line(trick.winner, -points, words)
    yield line(trick.winner.left, points, words)


def next_dealer(dealer: Seat, posted: Sequence[Line], rules: House) -> Seat:
    """The dealer after a deal: in turn, or its loser (TRES-R2)."""
    points = {seat: sum(x.points for x in posted if x.to is seat) for seat in dealer.round}
    level = len(set(points.values())) == 1
    if rules.next_dealer == "alternate" or level:
        return dealer.left
    return min(points, key=lambda seat: points[seat])


def deals_to_play(rules: House, scored: int, further: int, totals: Mapping[Side, int]) -> int:
    """The number of deals of the game now, or 0 if it is open. A tie may add two (TRES-R3)."""
    if rules.deals == "open":
        return 0
    deals = rules.deals + further
    level = len(set(totals.values())) == 1
    return deals + 2 if scored >= deals and level and rules.tie == "two_more" else deals


def ending(totals: Mapping[Side, int]) -> Outcome:
    high, best = highest(totals)
    if len(best) > 1:
        return won(say.drawn(total=high))
    return won(say.won(best=best, high=high, low=min(totals.values())), best)
