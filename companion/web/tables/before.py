"""This browser's tables before a new one: who sat where, and a game that is not over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from companion import clock, games
from companion.engine.game import Game
from companion.questions import Refused
from companion.results.summary import somebody
from companion.store import NotFound
from companion.store.models import DELETED, DEMO
from companion.tables import Snapshot
from companion.tables.names import score_line
from companion.web.platform import browser

LOOKED = 13
"""The number of recent tables searched for the last one of a game."""
RUNS = timedelta(days=1)
"""The time after its last answer in which a game counts as running."""


def tables_before(game: Game | None, looked: int) -> Iterator[Snapshot]:
    """This browser's own tables among its latest ones, the newest first: of a game, or all."""
    for code, key in list(browser.known().items())[:-looked:-1]:
        try:
            table = browser.tables().get(code, keep=False) if key else None
        except NotFound:
            continue
        if table and (game is None or table.record.game == game.key):
            yield table


def unlike_last_time(table: Snapshot, wanted: int) -> bool:
    """True if the table cannot be repeated: a demo, deleted, or another number of players."""
    other = bool(wanted) and wanted != len(table.record.players)
    return DEMO in table.record.head or table.status == DELETED or other


def named_players(table: Snapshot) -> list[str]:
    """The names of a table, without the stand-ins for empty fields."""
    return [name if somebody(name) else "" for name in table.record.players]


def seated_before(names: Sequence[str]) -> Snapshot | None:
    """The last table, of any game, at which the same people sat; None if there is none."""
    for table in tables_before(None, LOOKED):
        same = sorted(named_players(table)) == sorted(names) and all(names)
        if same and table.record.game in games.all_games() and not unlike_last_time(table, 0):
            return table
    return None


def seats_of(table: Snapshot, game: Game) -> list[str]:
    """The names of a table in the order of a new game, so that everybody keeps the chair."""
    first, *others = named_players(table)
    return [first, *(others if table.game.turn == game.turn else others[::-1])]


def running(game: Game) -> tuple[str, str]:
    """The code of the last table of the game and its score in words; "" if it is over, or older
    than `RUNS`."""
    table = next(tables_before(game, LOOKED), None)
    if table is None or unlike_last_time(table, 0) or table.status != "playing":
        return "", ""
    try:
        replay = table.replay
    except Refused:
        return "", ""
    hand = replay.hand.short_name if replay.hand else ""
    words = ", ".join(filter(None, (hand, score_line(replay))))
    runs = not replay.over and clock.now() - table.stored.touched < RUNS
    return (table.code, words) if runs else ("", "")
