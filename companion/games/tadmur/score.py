"""The score of a deal of Tadmur, and the end of the match. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, highest
from companion.engine.table import Outcome, won
from companion.games.tadmur.facts import Result, say
from companion.games.tadmur.house import House
from companion.seating import Seat, Side
from companion.words import with_minus


def lines(result: Result) -> Iterator[Line]:
    """One game to the winner (TAD-MATCH); a drawn deal scores nothing."""
    if result.winner:
        also = ("TAD-MATCH", *result.also)
        yield Line(result.winner, 1, result.ending.rule, result.why, also=also)


def next_dealer(dealer: Seat, result: Result, rules: House) -> Seat:
    """The deal alternates, or falls to the loser (TAD-R12)."""
    if rules.next_dealer == "loser_deals" and result.winner:
        return result.winner.left
    return dealer.left


def ending(totals: Mapping[Side, int], rules: House) -> Outcome | None:
    """The match ends when somebody has won the games agreed on; an open one does not."""
    goal = rules.match_to
    high, leaders = highest(totals)
    if goal == "open" or len(leaders) != 1 or high < goal:
        return None
    return won(say.match_won(who=leaders[0], goal=goal, tally=_tally(totals)), leaders)


def stopped(totals: Mapping[Side, int]) -> Outcome:
    """An open match that stops is the leader's, if there is one."""
    _, leaders = highest(totals)
    winners = leaders if len(leaders) == 1 else []
    return won(say.play_stops(leaders=winners, tally=_tally(totals)), winners)


def _tally(totals: Mapping[Side, int]) -> str:
    """Games won, the higher number first: "3:2"."""
    return with_minus(":".join(str(n) for n in sorted(totals.values(), reverse=True)))
