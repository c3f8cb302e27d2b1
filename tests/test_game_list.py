"""The game list: the data of each tile, and when a game package is imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion import games


def test_the_shelf_has_every_room_in_the_order_of_titles():
    titles = [game.title.casefold() for game in games.all_games().values()]
    assert titles == [*sorted(set(titles) - {"another game"}), "another game"]
    assert list(games.all_games()) == list(games.covers())


def test_a_game_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(KeyError, match=r"no game “chess”; there are: back-alley, "):
        games.find("chess")


def apart(code: str) -> list[str]:
    """The loaded modules after some code has run in a process of its own."""
    more = "import sys; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{more}"], capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


def test_looking_at_covers_opens_no_room_and_asking_for_a_game_opens_one():
    loaded = apart("from companion import games; games.covers(); games.find('kaiser')")
    rooms = {name.split(".")[2] for name in loaded if name.startswith("companion.games.")}
    assert rooms == {"kaiser"}
