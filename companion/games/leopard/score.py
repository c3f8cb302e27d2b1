"""The score of a hand of Leopard, and the end of the game. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, line
from companion.engine.table import Outcome, won
from companion.games.leopard.facts import Result, Square, say
from companion.games.leopard.house import House
from companion.said import Sentence
from companion.seating import Seat, Side
from companion.words import with_minus


def lines(result: Result, rules: House) -> Iterator[Line]:
    """Lines for each player's square, the points over seven, and the point for going out."""
    over, cost = rules.bonus_over, rules.out_penalty
    for seat, square in result.squares.items():
        value = square.value
        yield line(seat, value, sums(square), *square.rules, column="value")
        if value > over:
            yield line(seat, value - over, say.bonus(value=value, over=over), column="bonus")
        if seat is result.out:
            also = () if cost == 1 else ("LEO-R2",)
            yield line(seat, -cost, say.price(value=value, cost=cost), *also, column="out")


def sums(square: Square) -> Sentence:
    """The value as it is counted up, as far as the lines are known."""
    worths = [worth for _, worth in square.worths]
    rows, columns, diagonals = (" + ".join(worths[a:b]) for a, b in ((0, 3), (3, 6), (6, 8)))
    return say.sums(value=square.value, rows=rows, columns=columns, diagonals=diagonals)


def reckoning(value: int, out: bool, rules: House) -> str:
    """A hand score as a sum: "9 + 2 − 1 = 10"."""
    extra = max(0, value - rules.bonus_over)
    cost = rules.out_penalty if out else 0
    parts = f"{value}" + (f" + {extra}" if extra else "") + (f" − {cost}" if cost else "")
    return f"{parts} = {with_minus(value + extra - cost)}" if extra or cost else parts


def outlook(squares: Mapping[Seat, Square], out: Seat | None, rules: House) -> str:
    """Both hand scores if this player goes out: "Ann 9 + 2 − 1 = 10, Ben 5"."""
    sums = {seat: reckoning(each.value, seat is out, rules) for seat, each in squares.items()}
    if out is None:
        sums = {seat: each.rpartition("= ")[2] for seat, each in sums.items()}
    return ", ".join(f"{seat} {each}" for seat, each in sums.items())


def ending(totals: Mapping[Side, int], hands: int, rules: House) -> Outcome | None:
    """After the last hand the higher total wins; level totals draw, or another hand decides."""
    if hands < rules.hands:
        return None
    (first, high), (second, low) = sorted(totals.items(), key=lambda each: -each[1])
    if high > low:
        words = say.ahead(first=first, high=high, second=second, low=low, hands=hands)
        return won(words, [first])
    return won(say.draw(total=high, hands=hands)) if rules.tie == "draw" else None
