"""What a hand of Leopard scores, and how the game ends. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.leopard import show
from companion.games.leopard.facts import Result
from companion.games.leopard.house import House
from companion.ledger import Line
from companion.seating import Side
from companion.table import Outcome


def lines(result: Result, rules: House) -> Iterator[Line]:
    """Each player's square, what is over seven, and the point for going out."""
    over = rules.bonus_over
    for seat, square in result.squares.items():
        value = square.value
        yield Line(seat, value, "LEO-VALUE", show.sums(square), "value", square.rules)
        if value > over:
            yield Line(seat, value - over, "LEO-BONUS", show.bonus(value, over), "bonus")
        if seat is result.out:
            cost = rules.out_penalty
            also = () if cost == 1 else ("LEO-R2",)
            yield Line(seat, -cost, "LEO-OUT", show.went_out(value, cost), "out", also)


def points(result: Result, rules: House) -> dict[Side, int]:
    """What each player scores in a hand."""
    found = {seat.side: 0 for seat in result.squares}
    for line in lines(result, rules):
        found[line.side] += line.points
    return found


def ending(totals: Mapping[Side, int], hands: int, rules: House) -> Outcome | None:
    """After the last hand the higher total wins; level totals draw, or another hand decides."""
    if hands < rules.hands:
        return None
    leaders = [side for side in totals if totals[side] == max(totals.values())]
    if len(leaders) == 1:
        return Outcome(tuple(leaders), "LEO-END", show.ahead(totals, hands))
    if rules.tie == "draw":
        return Outcome((), "LEO-TIE", show.level(totals, hands))
    return None
