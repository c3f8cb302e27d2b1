"""What a hand of Oh Hell scores, and who wins. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, line
from companion.engine.table import Outcome
from companion.seating import Side
from companion_oh_hell.facts import Result, say
from companion_oh_hell.house import House


def lines(result: Result, rules: House) -> Iterator[Line]:
    """One line for each player."""
    for seat, bid in result.bids.items():
        took = result.tricks[seat]
        if took == bid:
            yield line(seat, 10 + bid, say.made(bid=bid))
        else:
            points = took if rules.missed == "tricks" else 0
            yield line(seat, points, say.missed(bid=bid, took=took))


def ending(totals: Mapping[Side, int]) -> Outcome:
    """The highest total wins; level, all who have it share."""
    high = max(totals.values())
    best = tuple(side for side in totals if totals[side] == high)
    words = say.won(best=best, total=high)
    return Outcome(best, words.rule, str(words))
