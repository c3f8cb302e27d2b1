"""A runner for the commands, with a temporary data folder; recorded evenings as files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine.game import Game
from companion.engine.record import Record
from companion.engine.transcript import Transcript

NAMES = "Nell,Omar,Pia,Quin"
HEAD = "game: kaiser\nplayers: Nell, Omar, Pia, Quin\n"
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """`run("score", "-", input=text)`; does not touch the user's data."""
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "scores"))
    monkeypatch.setenv("COLUMNS", "100")

    def command(*arguments: object, input: str = "") -> Result:
        return CliRunner().invoke(main, [str(each) for each in arguments], input=input)

    return command


@pytest.fixture
def told(run: Run) -> Callable[..., Any]:
    """The JSON output of a command."""
    return lambda *arguments, **how: json.loads(run(*arguments, "--json", **how).stdout)


@pytest.fixture
def evening(game: Game) -> Path:
    """Path of the game's recorded evening."""
    return Path(game.room).with_name("evening.txt")


@pytest.fixture
def whole(game: Game) -> Record:
    """The game's recorded evening."""
    return Transcript.read(game.file("evening.txt"), game.key).record
