"""What a hand of Tribello changes, and who wins. The rules are in rules.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.games.tribello import show
from companion.games.tribello.facts import Result
from companion.games.tribello.house import House
from companion.ledger import Line
from companion.seating import Seat, Side
from companion.table import Outcome


def lines(found: Result) -> Iterator[Line]:
    """Everybody's change: tricks above the quota gain, in nullo they cost."""
    nullo = found.phase.nullo
    for seat, own in found.quotas.items():
        over = found.tricks[seat] - own
        rule = "TRI-OVER" if over > 0 else "TRI-UNDER" if over < 0 else "TRI-EXACT"
        yield Line(
            seat,
            -over if nullo else over,
            "TRI-NULLO" if nullo and over else rule,
            show.change(found, seat),
            also=("TRI-QUOTA", "TRI-ZERO"),
        )


def missing(totals: Mapping[Side, int]) -> int:
    """What somebody has yet to get or give so that all totals add up to zero (TRI-ADJ)."""
    return -sum(totals.values())


def shared_out(seat: Seat, rest: int) -> Line:
    """The other end of points agreed on, which the table gives to one player."""
    return Line(seat, rest, "TRI-ADJ", show.REST, "adjust", ("TRI-ZERO",))


def nullo_totals(results: Iterable[Result]) -> Counter[Side]:
    """What everybody gained in the hands of phase 4."""
    found = Counter[Side]()
    for result in results:
        for line in lines(result) if result.phase.nullo else ():
            found[line.side] += line.points
    return found


def ending(totals: Mapping[Side, int], results: Iterable[Result], rules: House) -> Outcome:
    """The highest total wins; equal ones share it, or nullo decides."""
    high = max(totals.values())
    winners = tuple(side for side, total in totals.items() if total == high)
    paid = show.settlement(totals, rules)
    if len(winners) == 1:
        return Outcome(winners, "TRI-WIN", show.highest(*winners, high=high) + paid)
    words = show.level(winners, high)
    if rules.tie_at_end == "nullo_total":
        gained = nullo_totals(results)
        most = max(gained[side] for side in winners)
        words += show.nullo_decides({side: gained[side] for side in winners})
        winners = tuple(side for side in winners if gained[side] == most)
    return Outcome(winners, "TRI-TIE", words + paid)
