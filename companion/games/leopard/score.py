"""What a hand of Leopard comes to: the facts it ends with, and the lines they score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.facts import fact
from companion.games.leopard.square import Square
from companion.ledger import Line
from companion.rules import Options
from companion.seating import Seat


@fact
class Result:
    """How a hand ended: both squares, and who went out, if anybody did."""

    squares: Mapping[Seat, Square]
    out: Seat | None


def score(result: Result, rules: Options) -> Iterator[Line]:
    """Each player's square, what is over seven, and the point for going out."""
    over = rules.bonus_over
    for seat, square in result.squares.items():
        value = square.value
        yield Line(seat, value, "LEO-VALUE", square.sums, "value", square.rules)
        if value > over:
            words = f"{value} is {value - over} over {over}"
            yield Line(seat, value - over, "LEO-BONUS", words, "bonus")
        if seat is result.out:
            cost = rules.out_penalty
            words = f"went out with {value}" + ("" if cost else ", which costs nothing here")
            also = () if cost == 1 else ("LEO-R2",)
            yield Line(seat, -cost, "LEO-OUT", words, "out", also)


def reckoning(value: int, out: bool, rules: Options) -> str:
    """A hand score as a sum: "9 + 2 − 1 = 10"."""
    bonus = max(0, value - rules.bonus_over)
    cost = rules.out_penalty if out else 0
    parts = f"{value}" + (f" + {bonus}" if bonus else "") + (f" − {cost}" if cost else "")
    return f"{parts} = {value + bonus - cost}" if bonus or cost else parts


def outlook(squares: Mapping[Seat, Square], out: Seat | None, rules: Options) -> str:
    """Both hand scores if this player goes out: "Ann 9 + 2 − 1 = 10, Ben 5"."""
    sums = {seat: reckoning(square.value, seat is out, rules) for seat, square in squares.items()}
    if out is None:
        sums = {seat: each.rpartition("= ")[2] for seat, each in sums.items()}
    return ", ".join(f"{seat} {each}" for seat, each in sums.items())
