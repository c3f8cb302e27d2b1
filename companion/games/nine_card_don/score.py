"""What a hand of Nine-Card Don scores, and how the game ends. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.games.nine_card_don import show
from companion.games.nine_card_don.counters import Pitch, Take
from companion.games.nine_card_don.house import House
from companion.ledger import Entry, Line
from companion.seating import Side
from companion.table import Outcome


def capture_lines(pitch: Pitch, take: Take) -> Iterator[Line]:
    """A line for every counter of a trick, pegged by the side that won it."""
    for card in take.cards:
        counter = pitch.counters[card]
        rule, *more = counter.rules
        words = show.captured(counter, take)
        yield Line(take.side, counter.points, rule, words, "play", ("DON-NOW", *more))


def game_lines(counts: Mapping[Side, int], rules: House, carried: int = 0) -> Iterator[Line]:
    """The points for game, and those carried from level counts: to the higher count (DON-GAME)."""
    (one, first), (two, second) = counts.items()
    if first == second:
        also: tuple[str, ...] = ("DON-COUNT",)
        if rules.level_count == "carried":
            also = ("DON-COUNT", "DON-R4")
        for side in (one, two):
            yield Line(side, 0, "DON-LEVEL", show.level_counts(first, rules), "game", also)
        return
    high = one if first > second else two
    yield from _to(high, show.higher_count(first, second, rules.game_points), rules, carried)


def most_lines(
    high: Side | None, sides: Iterable[Side], rules: House, carried: int = 0
) -> Iterator[Line]:
    """The same where the table said who has more, and no counts; nobody where they are level."""
    if high:
        yield from _to(high, show.most(rules.game_points), rules, carried)
        return
    also = ("DON-COUNT", "DON-R4") if rules.level_count == "carried" else ("DON-COUNT",)
    for side in sides:
        yield Line(side, 0, "DON-LEVEL", show.level(rules), "game", also)


def _to(high: Side, words: str, rules: House, carried: int) -> Iterator[Line]:
    """The points for game to one side, and those that level counts left over."""
    yield Line(high, rules.game_points, "DON-GAME", words, "game", ("DON-COUNT",))
    if carried:
        yield Line(high, carried, "DON-R4", show.carried(carried), "game", ("DON-GAME",))


def revoke_lines(offender: Side, lost: int, own_pitch: bool) -> Iterator[Line]:
    """The league penalty: the offenders' points of the hand, and 20 more in their own pitch."""
    yield Line(offender, -lost, "DON-R11", show.points_lost(lost))
    if own_pitch:
        yield Line(offender.opponents, 20, "DON-R11", show.OWN_PITCH)


def first_home(entries: Iterable[Entry], target: int, totals: Mapping[Side, int]) -> Side | None:
    """The side that stood on the target first, in the order the points fell, and still does."""
    for entry in entries:
        side = entry.line.side
        if entry.total >= target and totals[side] >= target:
            return side
    return None


def ending(
    entries: Sequence[Entry], totals: Mapping[Side, int], rules: House, stopped: bool
) -> Outcome | None:
    """How the game ended by the table's way of stopping; None when it goes on (DON-121, DON-R1)."""
    over = [side for side, total in totals.items() if total >= rules.target]
    if not over:
        return None
    if rules.finish == "immediate":
        winner = first_home(entries, rules.target, totals)
        assert winner is not None
        words = show.home_first(winner, totals[winner], stopped)
        return Outcome((winner,), "DON-121", words)
    high = max(over, key=lambda side: totals[side])
    if totals[high] == totals[high.opponents]:
        return None
    return Outcome((high,), "DON-R1", show.ahead(high, totals[high]))


def too_late(total: int, worths: Iterable[int], target: int) -> bool:
    """True if a side was home before its last trick: even its best four counters were not needed.

    A trick holds four cards, and play stops with the one that gets there (DON-STOP).
    """
    return total - sum(sorted(worths, reverse=True)[:4]) >= target
