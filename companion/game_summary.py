"""What one table comes to for the people at it: who sat where, won, made a contract, scored most.

A summary is worked out by replaying a record and is never stored as truth: it may be kept as long
as the record and the edition of the game stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.game import Contracts, Replay
from companion.record import EARLIER, Record
from companion.table import Played


@dataclass(frozen=True)
class Sitter:
    """A person in a seat, from one hand to another; `last` is None for whoever sits there now."""

    name: str
    seat: int
    side: str
    first: int
    last: int | None

    def played(self, hand: int) -> bool:
        """Whether this person held the cards of that hand."""
        return self.first <= hand and (self.last is None or hand <= self.last)


@dataclass(frozen=True)
class HandResult:
    """A hand that is over: points by side, and who made (True) or broke a contract."""

    number: int
    words: str
    points: Mapping[str, int]
    contracts: Mapping[str, bool]

    def seen_by(self, side: str) -> str:
        """What happened, from one side's place: another's contract was defended against."""
        return seen_by(self.words, bool(self.contracts) and side not in self.contracts)


def seen_by(words: str, defending: bool) -> str:
    """The sentence of a hand for a side that had the contract, or for one that defended."""
    return f"defending: {words}" if words and defending else words


@dataclass(frozen=True)
class GameSummary:
    """A table in the terms of its people. Sides are given by their codes."""

    game: str
    sitters: tuple[Sitter, ...]
    sides: Mapping[str, str]
    """Names by code."""
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    ended: bool
    """It was played to its end; otherwise it goes on, or was closed before one."""
    hands: tuple[HandResult, ...]

    @cached_property
    def finishers(self) -> list[Sitter]:
        """Those who sit at the table now: the game counts as theirs."""
        return [sitter for sitter in self.sitters if sitter.last is None]


def summary_of(replay: Replay) -> GameSummary:
    table, outcome = replay.table, replay.outcome
    sides = {seat.number: seat.side.code for seat in table.seats}
    contracts = replay.game.contracts
    hands = [
        HandResult(
            hand.number,
            hand.summary,
            {side.code: sum(line.change(side) for line in hand.lines) for side in table.sides},
            kept(hand, contracts) if contracts else {},
        )
        for hand in replay.hands
        if hand.over and not hand.void
    ]
    return GameSummary(
        replay.game.key,
        tuple(sitters(replay.record, sides)),
        {side.code: side.name for side in table.sides},
        {side.code: total for side, total in replay.ledger.totals.items()},
        tuple(side.code for side in outcome.winners) if outcome else (),
        outcome is not None,
        tuple(hands),
    )


def earlier(record: Record) -> dict[int, list[tuple[int, str]]]:
    """Who sat in a seat before, as (last hand, name) in order, by seat."""
    found: dict[int, list[tuple[int, str]]] = {}
    for key, name in record.head.items():
        parts = key.removeprefix(EARLIER).split()
        if key.startswith(EARLIER) and len(parts) == 2 and all(map(str.isdecimal, parts)):
            found.setdefault(int(parts[0]), []).append((int(parts[1]), name))
    return {seat: sorted(names) for seat, names in found.items()}


def sitters(record: Record, sides: Mapping[int, str]) -> Iterator[Sitter]:
    """Everybody who sits or sat at the table, seat by seat."""
    before = earlier(record)
    for seat, name in enumerate(record.players, 1):
        first = 1
        for last, other in before.get(seat, []):
            yield Sitter(other, seat, sides[seat], first, last)
            first = last + 1
        yield Sitter(name, seat, sides[seat], first, None)


def kept(hand: Played, contracts: Contracts) -> dict[str, bool]:
    """By side: whether a contract of this hand was made. A side that had none is left out."""
    found: dict[str, bool] = {}
    for line in hand.lines:
        if line.rule in contracts.made:
            found.setdefault(line.side.code, True)
        elif line.rule in contracts.broken:
            found[line.side.code] = False
        elif line.rule in contracts.paid:
            found[line.side.opponents.code] = False
    return found
