"""Readings side by side: what a record comes to under other house rules. Replayed, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.game import Game, Replay
from companion.ledger import Line
from companion.record import Record
from companion.rules import HouseRule, Value
from companion.seating import Side


@dataclass(frozen=True)
class Change:
    """One hand that comes out otherwise: its lines and the totals after it, was and would be."""

    hand: int
    was: tuple[Line, ...]
    would: tuple[Line, ...]
    totals_were: tuple[int, ...]
    totals_would: tuple[int, ...]

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
    for number in range(1, max(len(own.hands), len(other.hands)) + 1):
        was, would = _hand(own, number), _hand(other, number)
        if [_plain(line) for line in was[0]] != [_plain(line) for line in would[0]] or (
            was[1] != would[1]
        ):
            changes.append(Change(number, was[0], would[0], was[1], would[1]))
    return Comparison(own, other, tuple(changes), _stops(own, other))


def _hand(replay: Replay, number: int) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    if number > len(replay.hands):
        return (), ()
    hand = replay.hands[number - 1]
    return tuple(hand.lines), tuple(hand.totals.values())


def _plain(line: Line) -> tuple[str, int, str, str]:
    return line.side.code, line.points, line.rule, line.column


def _stops(own: Replay, other: Replay) -> str:
    if other.refused:
        hand = other.pending.hand if other.pending else 0
        return f"Hand {hand}: {other.refused[0].message}"
    if other.pending is None or other.pending.hand >= len(other.record.hands):
        return ""
    if own.pending and own.pending.hand <= other.pending.hand:
        return ""
    return f"Hand {other.pending.hand} would have asked: {other.pending.title}"


@dataclass(frozen=True)
class Reading:
    """One value of a house rule, and what it makes of a record."""

    option: HouseRule
    value: Value
    chosen: bool
    comparison: Comparison


def readings(game: Game, record: Record, option: HouseRule) -> list[Reading]:
    """Every value of one house rule and what each makes of the record, the chosen one first."""
    own = game.replay(record)
    present = game.rules.chosen(record.rules).text(option.key)
    values = [option.value(present), *(v for v in option.values if v.key != present)]
    return [
        Reading(option, v, v.key == present, compare(game, record, {option.key: v.key}, own=own))
        for v in values
    ]


def contested(
    game: Game, record: Record, keys: Iterable[str] | None = None
) -> Iterator[list[Reading]]:
    """The house rules under which this record would come out otherwise, with all their readings."""
    for key in keys or game.rules.options:
        found = readings(game, record, game.rules.options[key])
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
