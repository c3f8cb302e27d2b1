"""The score changes of a hand of Tribello, and the winner. The rules are in rules.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.tribello.facts import Result, offices, say
from companion.games.tribello.house import House
from companion.said import Text
from companion.seating import Side
from companion.words import listed, signed


def lines(result: Result) -> Iterator[Line]:
    """Everybody's change: tricks above the quota gain, in nullo they cost."""
    for seat, office in offices(result.dealer).items():
        own, taken, gain = result.quotas[seat], result.tricks[seat], result.gains[seat]
        facts = {"office": office, "own": own, "taken": taken}
        if result.phase.nullo and gain:
            words = say.nullo(**facts)
        elif gain > 0:
            words = say.above(**facts)
        else:
            words = say.below(**facts) if gain else say.exactly(**facts)
        yield line(seat, gain, words, "TRI-QUOTA", "TRI-ZERO")


def nullo_totals(results: Iterable[Result]) -> Counter[Side]:
    """The points of every player in the hands of phase 4."""
    totals = Counter[Side]()
    for result in results:
        for seat, gain in result.gains.items() if result.phase.nullo else ():
            totals[seat.side] += gain
    return totals


def ending(totals: Mapping[Side, int], results: Iterable[Result], rules: House) -> Outcome:
    """The highest total wins; equal ones share it, or nullo decides."""
    high, winners = highest(totals)
    paid = settlement(totals, rules)
    if len(winners) == 1:
        return won(say.highest(who=winners[0], high=high, paid=paid), winners)
    details = {"winners": winners, "high": high, "paid": paid}
    figures = ""
    if rules.tie_at_end == "nullo_total":
        gained = nullo_totals(results)
        figures = listed((f"{side} {signed(gained[side])}" for side in winners), "and")
        _, winners = highest({side: gained[side] for side in winners})
    return won(say.level(**details, gained=figures), winners)


def settlement(totals: Mapping[Side, int], rules: House) -> Text:
    """The payments of every player, if the table plays for a stake (TRI-R17)."""
    if rules.stake == "none":
        return ""
    stake = rules.stake
    each = [say.payment(side=side, amount=total * stake) for side, total in totals.items()]
    return say.settled(stake=stake, payments=listed(each, "and"))
