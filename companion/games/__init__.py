"""The shelf: finds every room beside this file, so that adding a game is adding a folder."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from companion.game import Game


@cache
def shelf() -> dict[str, Game]:
    """Every game by its key, in alphabetical order of titles."""
    found = [
        import_module(f"{__name__}.{room.name}").GAME for room in pkgutil.iter_modules(__path__)
    ]
    return {game.key: game for game in sorted(found, key=lambda game: game.title.casefold())}


def find(key: str) -> Game:
    """The game of that key; KeyError names the shelf when there is none."""
    try:
        return shelf()[key]
    except KeyError:
        raise KeyError(f"no game “{key}”; there are: {', '.join(shelf())}") from None
