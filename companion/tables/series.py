"""A best of three: its games, read when they are shown.

The head of a table has the winner of each earlier game as it was at the rematch ("series: B -",
with "-" for none), and where that game is ("series 1: MKTRWX 2026-11-28T20:00:05Z"): its watch code
and when it began, by which a copy is known too. Tables of earlier releases have winners only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC

from companion.engine.record import BadRecord, Record
from companion.questions import Refused
from companion.results.hand_result import Ending
from companion.seating import Side
from companion.tables.snapshot import Snapshot
from companion.words import does

SERIES = "series"
"""Head key of a table that is part of a best of three, and the beginning of those with a number."""
FIRST, NOBODY = "first", "-"
"""Its value in the first game; the place of a game that nobody has won."""
Find = Callable[[int, str, str], Snapshot | None]
"""Finds a game by its number, its watch code and when it began; None if it is not here."""


@dataclass(frozen=True)
class SeriesGame:
    """One game of a series."""

    number: int
    winner: Side | None
    code: str
    """Its watch code; "" if it is not here, and the winner is the stored one."""
    open: bool = False
    """True if it is not over, or not any more."""


@dataclass(frozen=True)
class BestOfThree:
    """The games of a series so far, the one that just ended last."""

    games: tuple[SeriesGame, ...]
    sides: tuple[Side, ...]

    @property
    def wins(self) -> tuple[Side, ...]:
        return tuple(game.winner for game in self.games if game.winner)

    @property
    def winner(self) -> Side | None:
        return next((side for side in self.sides if self.wins.count(side) >= 2), None)

    @property
    def words(self) -> str:
        """ "1 : 0, one more win", "1 : 1, the next decides", "Nell & Pia win it, 2 : 1"."""
        score = " : ".join(str(self.wins.count(side)) for side in self.sides)
        if self.winner:
            return f"{does(self.winner, 'win')} it, {score}"
        return f"{score}, {'the next decides' if len(self.wins) == 2 else 'one more win'}"

    @property
    def next(self) -> str:
        """ "game 3 of 3", or "" if the series is won, or has another open game."""
        number = len(self.wins) + sum(game.open for game in self.games) + 1
        return "" if self.winner or number > 3 else f"game {number} of 3"


def series_of(table: Snapshot, find: Find) -> BestOfThree | None:
    """The series a game belongs to, itself included; None if it is a single one."""
    head, sides = table.record.head, table.replay.table.sides
    stored = head.get(SERIES, "").split()
    if not stored or len(sides) != 2:
        return None
    earlier = [
        _before(number, winner, find(number, code, begun), sides)
        for number, winner in enumerate(stored if stored != [FIRST] else [], 1)
        for code, _, begun in [head.get(f"{SERIES} {number}", "").partition(" ")]
    ]
    own = _read(len(earlier) + 1, table, sides)
    return BestOfThree((*earlier, own), tuple(sides))


def _before(number: int, stored: str, game: Snapshot | None, sides: Sequence[Side]) -> SeriesGame:
    with suppress(Refused, BadRecord):  # one that cannot be replayed any more counts as stored
        if game:
            return _read(number, game, sides)
    return SeriesGame(number, next((side for side in sides if side.code == stored), None), "")


def _read(number: int, game: Snapshot, sides: Sequence[Side]) -> SeriesGame:
    won = [side.code for side in Ending(game.replay).winners]
    winner = next((side for side in sides if [side.code] == won), None)
    return SeriesGame(number, winner, game.code, not game.replay.over)


def next_head(table: Snapshot, find: Find) -> dict[str, str]:
    """The head of the rematch: the series goes on until somebody has won two games."""
    series = series_of(table, find)
    if series is None or series.winner:
        return {}
    winners = [game.winner.code if game.winner else NOBODY for game in series.games]
    head = before(table.record) | {f"{SERIES} {len(series.games)}": f"{table.code} {began(table)}"}
    return {SERIES: " ".join(winners)} | head


def before(record: Record) -> dict[str, str]:
    """The head entries that say where the earlier games of a series are."""
    return {key: text for key, text in record.head.items() if key.startswith(f"{SERIES} ")}


def began(table: Snapshot) -> str:
    """When a table began, as its series has it."""
    return f"{table.stored.begun.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
