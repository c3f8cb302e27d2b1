"""The score of a hand of Nine-Card Don, and the end of the game. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.engine.ledger import Entry, Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.nine_card_don.facts import Pitch, Take, say
from companion.games.nine_card_don.house import House
from companion.said import Sentence
from companion.seating import Seat, Side


def capture_lines(pitch: Pitch, take: Take) -> Iterator[Line]:
    """A line for every counter of a trick, pegged by the side that won it."""
    for card in take.cards:
        counter = pitch.counters[card]
        rule, *more = counter.rules
        words = say.counter(counter=counter, by=take.by if isinstance(take.by, Seat) else "")
        yield Line(take.side, counter.points, rule, words, "play", (words.rule, *more))


def game_lines(counts: Mapping[Side, int], rules: House, carried: int = 0) -> Iterator[Line]:
    """The points for game, and those carried from level counts: to the higher count (DON-GAME)."""
    (one, first), (two, second) = counts.items()
    if first == second:
        yield from _level(counts, first, rules)
        return
    high, points = one if first > second else two, rules.game_points
    yield from _to(high, say.higher_count(one=first, two=second, points=points), rules, carried)


def most_lines(
    high: Side | None, sides: Iterable[Side], rules: House, carried: int = 0
) -> Iterator[Line]:
    """The same if the table entered the side with more and no counts. No line if they are level."""
    if high:
        yield from _to(high, say.higher_count__said(points=rules.game_points), rules, carried)
    else:
        yield from _level(sides, None, rules)


def _level(sides: Iterable[Side], count: int | None, rules: House) -> Iterator[Line]:
    carry = rules.level_count == "carried"
    also = ("DON-COUNT", "DON-R4") if carry else ("DON-COUNT",)
    for side in sides:
        words = say.level(count=count, carried=carry and rules.game_points)
        yield line(side, 0, words, *also, column="game")


def _to(high: Side, words: Sentence, rules: House, carried: int) -> Iterator[Line]:
    """The points for game to one side, and those that level counts left over."""
    yield line(high, rules.game_points, words, "DON-COUNT", column="game")
    if carried:
        yield line(high, carried, say.carried(points=carried), "DON-GAME", column="game")


def revoke_lines(offender: Side, lost: int, own_pitch: bool) -> Iterator[Line]:
    """The league penalty: the offenders' points of the hand, and 20 more in their own pitch."""
    yield line(offender, -lost, say.points_lost(lost=lost))
    if own_pitch:
        yield line(offender.opponents, 20, say.own_pitch())


def first_home(entries: Iterable[Entry], target: int, totals: Mapping[Side, int]) -> Side | None:
    """The side that reached the target first, in the order of the points, and is still there."""
    for entry in entries:
        side = entry.line.side
        if entry.total >= target and totals[side] >= target:
            return side
    return None


def ending(
    entries: Sequence[Entry], totals: Mapping[Side, int], rules: House, stopped: bool
) -> Outcome | None:
    """The end of the game by the table's finish rule. None if it goes on (DON-121, DON-R1)."""
    over = [side for side, total in totals.items() if total >= rules.target]
    if not over:
        return None
    if rules.finish == "immediate":
        winner = first_home(entries, rules.target, totals)
        assert winner is not None
        words = say.home_first(winner=winner, total=totals[winner], stopped=stopped)
    else:
        high, (winner, *level) = highest(totals)
        if level:
            return None
        words = say.ahead(side=winner, total=high)
    return won(words, [winner])


def too_late(total: int, worths: Iterable[int], target: int) -> bool:
    """True if a side was home before its last trick: even its best four counters were not needed.

    A trick holds four cards, and play stops with the one that gets there (DON-STOP).
    """
    return total - sum(sorted(worths, reverse=True)[:4]) >= target
