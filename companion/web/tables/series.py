"""Best of three: the games of a series are read when it is shown.

The head of a table names the games before it, each as "CODE:SIDE", with its winner then ("-" for
none). A code alone is a game of an older version, which stored only the winner: "SIDE".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.game import Replay
from companion.questions import Refused
from companion.results.moment import Ending
from companion.seating import Side
from companion.store import NotFound
from companion.tables import Snapshot
from companion.web.platform import browser
from companion.words import does

SERIES = "series"
"""Head key of a table that is part of a best of three: the games before it."""
FIRST = "first"
"""Its value in the first game."""
NOBODY = "-"
"""Written for a game without a winner."""


@dataclass(frozen=True)
class SeriesGame:
    """A game of a series before the one that is shown."""

    number: int
    """Its place in the series, from 1."""
    winner: Side | None
    """The winner that counts; None if nobody has won, or the game is open again."""
    code: str = ""
    """The code of its table, if it is on this server."""
    open: bool = False
    """True if a correction has opened it again."""
    away: bool = False
    """True if it is not on this server, so that its stored result counts."""

    @property
    def words(self) -> str:
        """What is to be known of it; "" for nothing."""
        if self.open:
            return f"Game {self.number} is open again and does not count"
        return f"Game {self.number} is not on this server; its stored result counts" * self.away


@dataclass(frozen=True)
class BestOfThree:
    """The games of a series so far, the one that just ended last."""

    games: tuple[SeriesGame, ...]
    wins: tuple[Side, ...]
    """The winners of all games that count, in order."""
    sides: tuple[Side, ...]

    @property
    def winner(self) -> Side | None:
        return next((side for side in self.sides if self.wins.count(side) > 1), None)

    @property
    def words(self) -> str:
        """ "1 : 0, one more win", "1 : 1, the next decides", "Nell & Pia win it, 2 : 1"."""
        score = " : ".join(str(self.wins.count(side)) for side in self.sides)
        if self.winner:
            return f"{does(self.winner, 'win')} it, {score}"
        return f"{score}, {'the next decides' if len(self.wins) == 2 else 'one more win'}"


def series_of(table: Snapshot) -> BestOfThree | None:
    """The series a game belongs to, itself included; None if it is a single one."""
    replay = table.replay
    sides = tuple(replay.table.sides)
    if not replay.record.head.get(SERIES, "") or len(sides) != 2:
        return None
    games = tuple(_before(replay))
    wins = [each.winner for each in games if each.winner]
    return BestOfThree(games, (*wins, *Ending(replay).winners[:1]), sides)


def next_head(table: Snapshot) -> dict[str, str]:
    """The head key of the rematch: the series goes on until somebody has won two games."""
    series = series_of(table)
    if series is None or series.winner:
        return {}
    winners = [side.code for side in Ending(table.replay).winners[:1]]
    return {SERIES: " ".join([*_written(table.replay), f"{table.code}:{(winners or [NOBODY])[0]}"])}


def _written(replay: Replay) -> list[str]:
    return [text for text in replay.record.head[SERIES].split() if text != FIRST]


def _before(replay: Replay) -> Iterator[SeriesGame]:
    """The games before this one."""
    sides = {side.code: side for side in replay.table.sides}
    for number, text in enumerate(_written(replay), 1):
        code, _, side = text.rpartition(":")
        found = _found(replay, code) if code else None
        if found is None:
            yield SeriesGame(number, sides.get(side), away=bool(code))
            continue
        winners = [each.code for each in Ending(found.replay).winners[:1]]
        won = next((sides[each] for each in winners if each in sides), None)
        yield SeriesGame(number, won, found.code, open=not found.replay.over)


def _found(replay: Replay, code: str) -> Snapshot | None:
    """An earlier game of the series; None if it is not on this server.

    A table with the same code by chance has a different game or number of players.
    """
    try:
        found = browser.tables().get(code, keep=False)
        seats = len(found.replay.table.seats)
    except (NotFound, Refused, KeyError):
        return None
    same = found.record.game == replay.record.game and seats == len(replay.table.seats)
    return found if same else None
