"""The score of a hand and of a game of Carousel. The rules are in rules.md, section Scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.carousel import show
from companion.games.carousel.facts import Result
from companion.games.carousel.house import House
from companion.ledger import Line
from companion.seating import Seat, Side
from companion.table import Outcome

BONUS = "bonus"
"""The ledger column of what is added after the last hand."""


def lines(found: Result, rules: House) -> Iterator[Line]:
    """The winners’ differences and bonuses, and a word for a beaten knocker."""
    for seat in found.winners:
        yield difference(seat, found)
        if found.knocker and seat is not found.knocker:
            yield Line(seat, rules.undercut_bonus, "CAR-UNDERCUT", show.undercut(found))
        if seat in found.empty:
            yield Line(seat, rules.empty_bonus, "CAR-EMPTY", show.NO_CARD)
    if found.knocker and found.undercut:
        yield Line(found.knocker, 0, "CAR-ZERO", show.was_undercut(found))


def difference(seat: Seat, found: Result) -> Line:
    """The winner’s line: what everybody else has more."""
    own = found.left[seat]
    points = sum(n - own for who, n in found.left.items() if who not in found.winners)
    if found.knocker is None:
        also: tuple[str, ...] = ("CAR-R5",)
    elif seat is found.knocker:
        also = ("CAR-WIN", "CAR-KNOCK")
    else:
        also = ("CAR-UNDERCUT",)
    return Line(seat, points, "CAR-DIFF", show.difference(seat, found, points), also=also)


def at_target(totals: Mapping[Side, int], rules: House) -> list[Side]:
    """The sides that have reached the target (CAR-GAME)."""
    return [side for side in totals if totals[side] >= rules.target]


def champions(totals: Mapping[Side, int], rules: House) -> list[Side]:
    """Those of them with the most: who wins the game, before any bonus (CAR-GAME-TIE)."""
    high = max(totals.values())
    return [side for side in at_target(totals, rules) if totals[side] == high]


def bonuses(totals: Mapping[Side, int], won: Mapping[Side, int], rules: House) -> Iterator[Line]:
    """What is added after the last hand: the game, a shutout, a box for every hand won."""
    best = champions(totals, rules)
    blank = all(totals[side] == 0 for side in totals if side not in best)
    for side in best:
        yield Line(side, rules.game_bonus, "CAR-GAME", show.game(rules.target), BONUS)
        if blank and rules.shutout == "double":
            yield Line(side, rules.game_bonus, "CAR-R21", show.SHUTOUT, BONUS)
    for side in totals:
        if number := won.get(side, 0):
            words = show.boxes(number, rules.box_bonus)
            yield Line(side, number * rules.box_bonus, "CAR-BOX", words, BONUS)


def ending(before: Mapping[Side, int], after: Mapping[Side, int], rules: House) -> Outcome:
    """Who won, by the totals before the bonuses and after them."""
    best: Sequence[Side] = champions(before, rules)
    high = max(before.values())
    if rules.winner_by == "final_total":
        high = max(after.values())
        leaders = tuple(side for side in after if after[side] == high)
        return Outcome(leaders, "CAR-R6", show.by_total(high))
    if len(at_target(before, rules)) > 1:
        return Outcome(tuple(best), "CAR-GAME-TIE", show.most_before(best, high))
    (winner,) = best
    return Outcome((winner,), "CAR-GAME", show.reached(winner, rules.target, high))
