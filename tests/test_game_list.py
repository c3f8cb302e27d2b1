"""The game list: the data of each tile, and when a game package is imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion import games


def test_game_list_has_every_game_by_title():
    titles = [game.title.casefold() for game in games.all_games().values()]
    assert titles == [*sorted(set(titles) - {"another game"}), "another game"]
    assert list(games.all_games()) == list(games.covers())


def test_missing_game_is_reported_with_available_ones():
    with pytest.raises(KeyError, match=r"no game “chess”; there are: back-alley, "):
        games.find("chess")


def apart(code: str) -> list[str]:
    """The loaded modules after some code has run in a process of its own."""
    more = "import sys; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{more}"], capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


def test_only_requested_game_package_is_loaded():
    loaded = apart("from companion import games; games.covers(); games.find('kaiser')")
    packages = {name.split(".")[2] for name in loaded if name.startswith("companion.games.")}
    assert packages == {"kaiser"}
