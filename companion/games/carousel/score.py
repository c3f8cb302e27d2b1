"""The score of a hand and of a game of Carousel. The rules are in rules.md, section Scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.facts import fact
from companion.ledger import Line
from companion.rules import Options
from companion.seating import Seat, Side

BONUS = "bonus"
"""The ledger column of what is added after the last hand."""


@fact
class Result:
    """How a hand ended: who knocked (nobody when the stock ran out) and what each has left."""

    knocker: Seat | None
    left: Mapping[Seat, int]

    @property
    def low(self) -> int:
        """The lowest deadwood."""
        return min(self.left.values())

    @property
    def undercut(self) -> bool:
        """Whether somebody has the knocker’s deadwood or less."""
        others = [n for seat, n in self.left.items() if seat is not self.knocker]
        return self.knocker is not None and min(others) <= self.left[self.knocker]

    @property
    def winners(self) -> list[Seat]:
        """Who wins the hand: the knocker, or all who undercut with the lowest deadwood."""
        if self.knocker is None:
            return [seat for seat, n in self.left.items() if n == self.low]
        if not self.undercut:
            return [self.knocker]
        others = {seat: n for seat, n in self.left.items() if seat is not self.knocker}
        return [seat for seat, n in others.items() if n == min(others.values())]


def score(result: Result, rules: Options) -> Iterator[Line]:
    """The winners’ differences and bonuses, and a word for a beaten knocker."""
    winners = result.winners
    for seat in winners:
        yield difference(seat, result)
        if result.knocker and seat is not result.knocker:
            words = f"undercut {result.knocker}’s {result.left[result.knocker]}"
            yield Line(seat, rules.undercut_bonus, "CAR-UNDERCUT", words)
        if not result.left[seat]:
            yield Line(seat, rules.empty_bonus, "CAR-EMPTY", "no card left")
    if result.knocker and result.undercut:
        words = f"knocked with {result.left[result.knocker]} and was undercut"
        yield Line(result.knocker, 0, "CAR-ZERO", words)


def difference(seat: Seat, result: Result) -> Line:
    """The winner’s line: what everybody else has more."""
    own = result.left[seat]
    parts = [f"({n} − {own})" for who, n in result.left.items() if who not in result.winners]
    points = sum(n - own for who, n in result.left.items() if who not in result.winners)
    if result.knocker is None:
        also: tuple[str, ...] = ("CAR-R5",)
    elif seat is result.knocker:
        also = ("CAR-WIN", "CAR-KNOCK")
    else:
        also = ("CAR-UNDERCUT",)
    return Line(seat, points, "CAR-DIFF", " + ".join(parts) + f" = {points}", also=also)


def bonuses(
    champions: list[Side], won: Mapping[Side, int], blank: bool, rules: Options
) -> Iterator[Line]:
    """What is added after the last hand: the game, a shutout, a box for every hand won."""
    for side in champions:
        yield Line(side, rules.game_bonus, "CAR-GAME", f"the game, {rules.target} reached", BONUS)
        if blank and rules.shutout == "double":
            yield Line(side, rules.game_bonus, "CAR-R21", "a shutout: the game bonus again", BONUS)
    for side, number in won.items():
        if number:
            words = f"{number} hand{'s' * (number != 1)} won × {rules.box_bonus}"
            yield Line(side, number * rules.box_bonus, "CAR-BOX", words, BONUS)
