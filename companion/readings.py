"""Readings side by side: what a record comes to under other house rules. Replayed, never stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.game import Game, Replay
from companion.ledger import Line
from companion.questions import Refused
from companion.record import Record
from companion.rules import HouseRule, HouseRules, Value
from companion.seating import Side


@dataclass(frozen=True)
class Change:
    """One hand that comes out otherwise: its lines and the totals after it, was and would be."""

    hand: int
    was: tuple[Line, ...]
    would: tuple[Line, ...]
    totals_were: tuple[int, ...]
    totals_would: tuple[int, ...]

    @property
    def otherwise(self) -> bool:
        """The hand itself scores otherwise, not only the totals it is added to."""
        return [_points_of(line) for line in self.was] != [_points_of(line) for line in self.would]

    def points(self, side: int) -> tuple[int, int]:
        """What the hand brought a side (from 0), was and would be."""
        return tuple(  # type: ignore[return-value]
            sum(
                line.change(who)
                for line in lines
                for who in (line.side, *line.by)
                if who.number == side + 1
            )
            for lines in (self.was, self.would)
        )


@dataclass(frozen=True)
class Comparison:
    """A record under its own rules and under others."""

    own: Replay
    other: Replay
    changes: tuple[Change, ...]
    stops: str
    """Why the other replay cannot be carried through: an answer that its rules refuse, or ask."""

    @property
    def same(self) -> bool:
        """Nothing would have come out otherwise."""
        return not self.changes and not self.stops and self.winners[0] == self.winners[1]

    @property
    def totals(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The totals, as they are and as they would be, in the order of the sides."""
        return tuple(self.own.ledger.totals.values()), tuple(self.other.ledger.totals.values())

    @property
    def winners(self) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
        """Codes of the winners under each, None while the game goes on."""
        return _winners(self.own), _winners(self.other)

    @property
    def until(self) -> int:
        """The hand at which the other replay stops; 0 where it is carried through."""
        return self.other.pending.hand if self.stops and self.other.pending else 0


def _winners(replay: Replay) -> tuple[str, ...] | None:
    return tuple(side.code for side in replay.outcome.winners) if replay.outcome else None


def with_rules(record: Record, rules: Mapping[str, str], first: int = 0) -> Record:
    """The record under other house rules: over the whole evening, or from a hand on."""
    other = record.copy()
    if first:
        while len(other.hands) < first:
            other.hands.append({})
        other.hands[first - 1] |= {f"@rule {key}": text for key, text in rules.items()}
        return other
    other.head |= {f"rule {key}": text for key, text in rules.items()}
    for hand in other.hands:
        for key in rules:
            hand.pop(f"@rule {key}", None)
    return other


def compare(
    game: Game, record: Record, rules: Mapping[str, str], first: int = 0, own: Replay | None = None
) -> Comparison:
    """The record as it is and as it would be. Refused when a rule or value is unknown."""
    own = own or game.replay(record)
    game.rules.chosen({**record.rules, **rules})
    other = game.replay(with_rules(record, rules, first))
    changes: list[Change] = []
    stops = _stops(own, other)
    last = max(len(own.hands), len(other.hands))
    if stops and other.pending:
        last = other.pending.hand - 1  # what was not carried through is no change
    for number in range(1, last + 1):
        was, would = _hand(own, number), _hand(other, number)
        if [_points_of(line) for line in was[0]] != [_points_of(line) for line in would[0]] or (
            was[1] != would[1]
        ):
            changes.append(Change(number, was[0], would[0], was[1], would[1]))
    return Comparison(own, other, tuple(changes), stops)


def _hand(replay: Replay, number: int) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    if number > len(replay.hands):
        return (), ()
    hand = replay.hands[number - 1]
    return tuple(hand.lines), tuple(hand.totals.values())


def _points_of(line: Line) -> tuple[str, int, str, str]:
    return line.side.code, line.points, line.rule, line.column


def _stops(own: Replay, other: Replay) -> str:
    if _sides(own) != _sides(other):
        return "Other sides would have played, so the scores cannot be set side by side."
    if other.refused:
        hand = other.pending.hand if other.pending else 0
        return f"Hand {hand}: {other.refused[0].message}"
    if other.pending is None or other.pending.hand >= len(other.record.hands):
        return ""
    if own.pending and own.pending.hand <= other.pending.hand:
        return ""
    return f"Hand {other.pending.hand} would have asked: {other.pending.title}"


def _sides(replay: Replay) -> list[list[str]]:
    return [[seat.code for seat in side.seats] for side in replay.table.sides]


@dataclass(frozen=True)
class Reading:
    """One value of a house rule, and what it makes of a record."""

    option: HouseRule
    value: Value
    chosen: bool
    comparison: Comparison

    def hand(self, number: int) -> list[tuple[int, int]]:
        """What a hand brings each side under this reading, and the total after it; empty where
        the hand does not come to a score."""
        other = self.comparison.other
        if number > len(other.hands) or not other.hands[number - 1].over:
            return []
        totals = other.hands[number - 1].totals
        lines = other.hands[number - 1].lines
        return [(sum(line.change(side) for line in lines), totals[side]) for side in totals]


def always() -> bool:
    """There is time for every reading."""
    return True


def readings(
    game: Game,
    record: Record,
    option: HouseRule,
    first: int = 0,
    own: Replay | None = None,
    wished: Iterable[str] = (),
    in_time: Callable[[], bool] = always,
) -> list[Reading]:
    """Every value of one house rule and what each makes of the record, the one in force first.

    With `first` the rule holds from that hand on; otherwise over the whole evening. `wished` are
    further values of a rule of numbers. What these people cannot play at all is left out, and so
    is what there is no time for.
    """
    own = own or game.replay(record)
    present = in_force(own, option.key, first)
    # Where the rule was changed on the way, even the present value would change something.
    steady = first or not any(f"@rule {option.key}" in hand for hand in record.hands)
    found: list[Reading] = []
    for value in values(game, option, present, wished):
        chosen = value.key == present
        if chosen and steady:
            same = Comparison(own, own, (), "")
        elif not in_time():
            continue
        else:
            try:
                same = compare(game, record, {option.key: value.key}, first, own)
            except Refused:
                continue  # so few or so many cannot play by it
        found.append(Reading(option, value, chosen, same))
    return found


def in_force(replay: Replay, key: str, hand: int = 0) -> str:
    """What a house rule stands at: in a hand, or at the end of what was replayed."""
    at = replay.hands[hand - 1] if 0 < hand <= len(replay.hands) else replay.table
    rules: HouseRules = at.rules
    return rules.text(key)


FEW = 10
"""Numbers that are all tried."""


def values(game: Game, option: HouseRule, present: str, wished: Iterable[str] = ()) -> list[Value]:
    """What a house rule may be worth trying at: the present value, the named ones, the bundles'.

    A rule of few numbers yields all of them. Refused for a wish that is no value.
    """
    keys = [present, *(value.key for value in option.values), *wished]
    keys += [p.rules[option.key] for p in game.rules.presets if option.key in p.rules]
    if option.low is not None and option.high is not None and option.high - option.low < FEW:
        keys += map(str, range(option.low, option.high + 1))
    found = {value.key: value for value in map(option.value, keys)}
    return list(found.values())


def contested(
    game: Game,
    record: Record,
    keys: Iterable[str] | None = None,
    first: int = 0,
    in_time: Callable[[], bool] = always,
) -> Iterator[list[Reading]]:
    """The house rules under which this record would come out otherwise, with all their readings."""
    own = game.replay(record)
    for key in game.rules.options if keys is None else keys:
        found = readings(game, record, game.rules.options[key], first, own, in_time=in_time)
        if any(not reading.comparison.same for reading in found):
            yield found


def behind(game: Game, rules: Iterable[str]) -> list[HouseRule]:
    """The house rules that bear on these rules: declared there, or in a ruling related to them."""
    wanted = set(rules)
    found: list[HouseRule] = []
    for option in game.rules.options.values():
        rule = game.rules.rules.get(option.rule)
        if rule and (rule.id in wanted or wanted & set(rule.see)):
            found.append(option)
    return found


def up_to(record: Record, hand: int) -> Record:
    """The record as it stood when this hand was scored: later hands left out."""
    other = record.copy()
    del other.hands[hand:]
    return other


def leaders(replay: Replay) -> list[Side]:
    """Who has won, or who leads."""
    return list(replay.outcome.winners) if replay.outcome else replay.ledger.leaders()
