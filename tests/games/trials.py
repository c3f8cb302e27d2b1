"""Loads a room's `testing.py`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from companion import games
from companion.engine.game import Game
from companion.engine.testing import Trials


def trials(game: Game) -> Trials:
    """The room's trials; fails with instructions if there are none."""
    room = Path(game.room).parent
    if not room.joinpath("testing.py").exists():
        pytest.fail(
            f"{room} has no testing.py: TRIALS, what its referee must say of a hand that was "
            "played, and how a hand is told in its shorter ways of entry (docs/adding-a-game.md)",
            pytrace=False,
        )
    found = import_module(f"{games.rooms()[game.key].module}.testing").TRIALS
    assert isinstance(found, Trials)
    return found
