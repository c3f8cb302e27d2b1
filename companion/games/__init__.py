"""The shelf: finds every room beside this file, so that adding a game is adding a folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from companion.game import Game


@cache
def shelf() -> dict[str, Game]:
    """Every game by its key, in alphabetical order of titles.

    A room stands on the shelf once its golden evening lies in it, the last thing to be written.
    """
    rooms = [path.parent.name for path in Path(__file__).parent.glob("*/evening.txt")]
    found: list[Game] = [import_module(f"{__name__}.{room}").GAME for room in rooms]
    return {game.key: game for game in sorted(found, key=lambda game: game.title.casefold())}


def find(key: str) -> Game:
    """The game of that key; KeyError names the shelf when there is none."""
    try:
        return shelf()[key]
    except KeyError:
        raise KeyError(f"no game “{key}”; there are: {', '.join(shelf())}") from None
