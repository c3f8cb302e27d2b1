"""What a deal of Dilemma scores, and how the game ends. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.dilemma import show
from companion.games.dilemma.facts import Deal
from companion.games.dilemma.house import House
from companion.ledger import Line
from companion.seating import Seat, Side
from companion.table import Outcome


def lines(deal: Deal) -> Iterator[Line]:
    """One line a player for the deal, and what a forfeited trick moves."""
    for seat, pile in deal.piles.items():
        also = ("DIL-LAST", "DIL-CARRY")
        yield Line(seat, pile.points, "DIL-DEAL", show.pile(pile), also=also)
    if moved := deal.forfeit:
        yield Line(moved.who, -moved.points, "DIL-R12", show.forfeited(moved))
        yield Line(moved.who.left, moved.points, "DIL-R12", show.gained(moved))


def there(deal: Deal, before: Mapping[Side, int], rules: House) -> Seat | None:
    """Who stands at the target by this deal so far, the first of two in the order of the seats."""
    return next((s for s in deal.piles if before[s.side] + deal.points(s) >= rules.target), None)


def next_dealer(dealer: Seat, deal: Deal, rules: House) -> Seat:
    """Who deals after a deal: in turn, or its loser (DIL-R1)."""
    points = {seat: deal.points(seat) for seat in deal.piles}
    if rules.next_dealer == "alternate" or len(set(points.values())) == 1:
        return dealer.left
    return min(points, key=lambda seat: points[seat])


def ending(totals: Mapping[Side, int], rules: House) -> Outcome | None:
    """How the game ended; None when another deal is played (DIL-TARGET, DIL-TIE)."""
    over = [side for side in totals if totals[side] >= rules.target]
    if not over:
        return None
    if rules.end_when == "at_once" and len(over) == 1:
        (first,) = over
        return Outcome((first,), "DIL-R2", show.first(first, rules.target))
    high = max(totals.values())
    best = tuple(side for side in totals if totals[side] == high)
    if len(best) == 1:
        (winner,) = best
        return Outcome(best, "DIL-WINNER", show.higher(winner, totals))
    if rules.tie_at_target == "shared":
        return Outcome(best, "DIL-TIE", show.shared(high))
    return None
