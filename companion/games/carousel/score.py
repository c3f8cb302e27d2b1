"""The score of a hand and of a game of Carousel. The rules are in rules.md, section Scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.carousel.facts import Result
from companion.games.carousel.house import House
from companion.games.carousel.melds import say
from companion.seating import Seat, Side

BONUS = "bonus"
"""The ledger column of the bonuses added after the last hand."""


def lines(result: Result, rules: House) -> Iterator[Line]:
    """The winners’ differences and bonuses, and a word for a beaten knocker."""
    for seat in result.winners:
        yield difference(seat, result)
        if result.knocker and seat is not result.knocker:
            left = result.left[result.knocker]
            yield line(seat, rules.undercut_bonus, say.undercut(who=result.knocker, left=left))
        if seat in result.empty:
            yield line(seat, rules.empty_bonus, say.no_card_left())
    if result.knocker and result.undercut:
        yield line(result.knocker, 0, say.was_undercut(left=result.left[result.knocker]))


def difference(seat: Seat, result: Result) -> Line:
    """The winner’s line: what everybody else has more."""
    own = result.left[seat]
    beaten = [n for who, n in result.left.items() if who not in result.winners]
    points = sum(beaten) - own * len(beaten)
    if result.knocker is None:
        also: tuple[str, ...] = ("CAR-R5",)
    elif seat is result.knocker:
        also = ("CAR-WIN", "CAR-KNOCK")
    else:
        also = ("CAR-UNDERCUT",)
    words = say.difference(own=own, beaten=beaten, points=points)
    return line(seat, points, words, *also)


def at_target(totals: Mapping[Side, int], rules: House) -> list[Side]:
    return [side for side in totals if totals[side] >= rules.target]


def bonuses(totals: Mapping[Side, int], won: Mapping[Side, int], rules: House) -> Iterator[Line]:
    """The bonuses after the last hand: for the game, for a shutout, a box for every hand won.

    The player with most points before any bonus wins the game (CAR-GAME-TIE).
    """
    _, best = highest(totals)
    blank = all(totals[side] == 0 for side in totals if side not in best)
    for side in best:
        yield line(
            side, rules.game_bonus, say.the_game(target=rules.target), column=BONUS, bonus=True
        )
        if blank and rules.shutout == "double":
            yield line(side, rules.game_bonus, say.shutout(), column=BONUS, bonus=True)
    for side in totals:
        if number := won.get(side, 0):
            words = say.boxes(number=number, each=rules.box_bonus)
            yield line(side, number * rules.box_bonus, words, column=BONUS, bonus=True)


def ending(before: Mapping[Side, int], after: Mapping[Side, int], rules: House) -> Outcome:
    """The winner, by the totals before the bonuses and after them."""
    high, best = highest(after if rules.winner_by == "final_total" else before)
    if rules.winner_by == "final_total":
        return won(say.by_total(total=high), best)
    if len(at_target(before, rules)) > 1:
        return won(say.most_before(who=best, high=high), best)
    return won(say.reached(side=best[0], target=rules.target, total=high), best)
