"""Summary of one table for the statistics: who sat where, won, made contracts, scored most.

A summary is computed by replay and never stored; a cached one is valid as long as the record and
the game's edition are unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.engine.game import Contracts, Replay
from companion.engine.record import Record
from companion.engine.replaced import earlier
from companion.engine.table import Hand


@dataclass(frozen=True)
class Sitter:
    """A person in a seat from hand `first` to `last` (None for whoever sits there now)."""

    name: str
    seat: int
    side: str
    first: int
    last: int | None

    def played(self, hand: int) -> bool:
        """True if this person played that hand."""
        return self.first <= hand and (self.last is None or hand <= self.last)


@dataclass(frozen=True)
class HandResult:
    """A finished hand: points by side, and contracts made (True) or broken by side."""

    number: int
    words: str
    points: Mapping[str, int]
    contracts: Mapping[str, bool]
    sides: Mapping[str, str]
    """Names by code, as they were in this hand."""

    def seen_by(self, side: str) -> str:
        """The summary from one side's point of view; see `seen_by`."""
        return seen_by(self.words, bool(self.contracts) and side not in self.contracts)


def seen_by(words: str, defending: bool) -> str:
    """A hand's summary, prefixed with "defending: " for a side without the contract."""
    return f"defending: {words}" if words and defending else words


@dataclass(frozen=True)
class GameSummary:
    """Players, results and hands of a table. Sides are given by their codes."""

    game: str
    """Its key; for one that the table named, also that name: "another: Hearts"."""
    sitters: tuple[Sitter, ...]
    sides: Mapping[str, str]
    """Names by code."""
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    ended: bool
    """True if the game was played to its end, or closed after a hand; it counts."""
    hands: tuple[HandResult, ...]
    closed: bool = False
    """Closed before its end: nobody won, nobody lost."""
    lowest: bool = False
    """The lowest total is best: no hand of most points is a best one."""
    notes: tuple[tuple[str, str], ...] = ()
    """(where, what) the players wrote."""

    @cached_property
    def finishers(self) -> list[Sitter]:
        """Those who sit at the table now, for whom the game counts."""
        return [sitter for sitter in self.sitters if sitter.last is None]


def summary_of(replay: Replay) -> GameSummary:
    table, outcome = replay.table, replay.outcome
    sides = {seat.number: seat.side.code for seat in table.seats}
    contracts = replay.game.contracts
    hands = [
        HandResult(
            hand.number,
            hand.summary,
            {side.code: hand.points(side) for side in table.sides},
            contract_results(hand, contracts) if contracts else {},
            {side.code: side.name for side in hand.table.sides},
        )
        for hand in replay.hands
        if hand.over and not hand.void
    ]
    own = replay.title != replay.game.title
    return GameSummary(
        f"{replay.game.key}: {replay.title}" if own else replay.game.key,
        tuple(sitters(replay.record, sides)),
        {side.code: side.name for side in table.sides},
        {side.code: total for side, total in replay.ledger.totals.items()},
        tuple(side.code for side in outcome.winners) if outcome else (),
        outcome is not None or (replay.over and bool(hands)),
        tuple(hands),
        closed=replay.over and outcome is None,
        lowest=replay.ledger.lowest,
        notes=tuple(replay.notes),
    )


def sitters(record: Record, sides: Mapping[int, str]) -> Iterator[Sitter]:
    """Everybody who sits or sat at the table, seat by seat."""
    before = earlier(record.head)
    for seat, name in enumerate(record.players, 1):
        first = 1
        for last, other in before.get(seat, []):
            yield Sitter(other, seat, sides[seat], first, last)
            first = last + 1
        yield Sitter(name, seat, sides[seat], first, None)


def sat_before(replay: Replay) -> list[tuple[str, str, str]]:
    """Who sat in a seat earlier, whose it is now, and the last hand, in the order in which they
    left."""
    players = replay.record.players
    found = [
        (last, name, players[seat - 1])
        for seat, names in earlier(replay.record.head).items()
        for last, name in names
        if seat <= len(players)
    ]
    return [(name, now, replay.named(last)) for last, name, now in sorted(found)]


def contract_results(hand: Hand, contracts: Contracts) -> dict[str, bool]:
    """By side code: True if it made its contract, False if it broke it. Others are left out."""
    found: dict[str, bool] = {}
    for line in hand.lines:
        if line.rule in contracts.made:
            found.setdefault(line.side.code, True)
        elif line.rule in contracts.broken:
            found[line.side.code] = False
        elif line.rule in contracts.paid:
            found[line.side.opponents.code] = False
    return found
