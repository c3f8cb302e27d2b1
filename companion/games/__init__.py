"""The game list: the game packages beside this file, so that a new folder adds a game, and
the games of installed packages (entry points of the group `companion.games`).

The covers are read from the rule sheets. A built-in game package is imported at the first use of
the game. A game of an installed package is imported at once, to check that it loads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from threading import current_thread, main_thread

from companion.engine.game import Game
from companion.engine.record import Record
from companion.rules import read_folder
from companion.rules.wording import standard_head, under

_PLAYERS = re.compile(r"(\d+)(?: to (\d+))?")

GROUP = "companion.games"
"""Entry points of packages that bring a game: `oh-hell = "companion_oh_hell"`."""


@dataclass(frozen=True)
class GamePackage:
    """The place of a game: its folder, and the module that defines its GAME."""

    folder: Path
    module: str


@dataclass(frozen=True)
class Guests:
    """The games of installed packages, and why others could not be loaded, by package."""

    packages: dict[str, GamePackage]
    failed: dict[str, str]


@dataclass(frozen=True)
class Cover:
    """The facts of a game that need no import of its game package. The package has the same."""

    key: str
    title: str
    players: tuple[int, ...]
    """The numbers of players that the standard rules allow."""
    pitch: str
    corner: str = ""
    """Its index, like a card's: "5♥"."""
    short: str = ""
    """The pitch in a few words."""
    last: bool = False
    """True if the game is last in the list: `shelf: last` in the head of its rule sheet."""


@cache
def covers() -> dict[str, Cover]:
    """The cover of every game by its key, in alphabetical order of titles but for the last.

    A game package is in the list when it has its golden evening, the last file to be written.
    """
    covers = [_cover(key, package.folder) for key, package in packages().items()]
    return {
        each.key: each
        for each in sorted(covers, key=lambda each: (each.last, each.title.casefold()))
    }


@cache
def packages() -> dict[str, GamePackage]:
    """Every game package in the game list, by the key of its game."""
    return {**guests().packages, **_ours()}


def _ours() -> dict[str, GamePackage]:
    paths = sorted(path.parent for path in Path(__file__).parent.glob("*/evening.txt"))
    return {dashed(path.name): GamePackage(path, f"{__name__}.{path.name}") for path in paths}


def folders() -> dict[str, Path]:
    """The folder of every game package by the key of its game, whether it can be loaded or not."""
    folders = {key: package.folder for key, package in _ours().items()}
    for entry in entry_points(group=GROUP):
        spec = find_spec(entry.module)
        if spec and spec.submodule_search_locations:
            folders.setdefault(entry.name, Path(spec.submodule_search_locations[0]))
    return folders


@cache
def guests() -> Guests:
    """The games of installed packages. A game that cannot be loaded is reported and left out."""
    guests = Guests({}, {})
    entries = sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value))
    begins = {_begins(package.folder): key for key, package in _ours().items() if entries}
    for entry in entries:
        dist = entry.dist.name if entry.dist else entry.module
        try:
            if entry.name in guests.packages:
                raise ValueError(f"another package brings a game {entry.name}, too")
            package = _brought(entry)
            ids = _begins(package.folder)
            if (other := begins.setdefault(ids, entry.name)) != entry.name:
                raise ValueError(f"its rules are called {ids}-… as those of {other} are")
            guests.packages[entry.name] = package
        except BaseException as failure:  # of the code of others, which may do anything
            if isinstance(failure, KeyboardInterrupt) and current_thread() is main_thread():
                raise  # Ctrl-C
            guests.failed[f"{dist}, {entry.name}"] = f"{type(failure).__name__}: {failure}"
    return guests


def _brought(entry: EntryPoint) -> GamePackage:
    """The game package of an entry point. Raise ValueError if it cannot be in the game list."""
    if entry.name in _ours():
        raise ValueError(f"there is a game {entry.name} already")
    game = import_module(entry.module).GAME
    if not isinstance(game, Game) or game.key != entry.name:
        raise ValueError(f"{entry.module}.GAME is no game of the key {entry.name}")
    folder = Path(game.room).parent
    if not (folder / "evening.txt").is_file():
        raise ValueError("evening.txt is missing, a whole evening with what it scores")
    under(game.rules)
    game.replay(Record.begin(game.key, [f"Seat {n}" for n in range(min(game.players))]))
    return GamePackage(folder, entry.module)


def _begins(folder: Path) -> str:
    """The prefix of the rule ids of a game package, such as "KAI"."""
    return next(iter(read_folder(folder).rules), "").partition("-")[0]


def _cover(key: str, folder: Path) -> Cover:
    """The cover that the head of a rule sheet gives under the standard rules."""
    sheet = read_folder(folder)
    head = standard_head(sheet)
    players, pitch = _PLAYERS.match(head.get("players", "")), head.get("pitch", "")
    few, many = players.groups() if players else ("0", None)
    seats = tuple(range(int(few), int(many or few) + 1))
    corner, _, short = (words.strip() for words in head.get("door", "").partition("|"))
    last = head.get("shelf", "") == "last"
    return Cover(key, sheet.title, seats, pitch, corner, short or pitch, last)


@cache
def all_games() -> dict[str, Game]:
    """Every game by its key, in alphabetical order of titles: opens all game packages."""
    return {key: find(key) for key in covers()}


def lacking(key: str) -> str:
    """The missing part of a game package that is not listed yet, for its author. "" if none."""
    begun = {path.parent.name for path in Path(__file__).parent.glob("*/rules.md")}
    name = key.replace("-", "_")
    if name not in begun or key_of(key) in packages():
        return ""
    return f"{name}/ has no evening.txt yet, a whole evening with what it scores"


def dashed(text: str) -> str:
    """The text as a key is compared: a folder has "_" where the key of its game has "-"."""
    return text.replace("_", "-")


def key_of(text: str) -> str:
    """The key of the game with this key or folder name; the text itself if there is none."""
    return next((key for key in packages() if dashed(key) == dashed(text)), text)


def find(key: str) -> Game:
    """The game with this key. Raise KeyError with the list of games if there is none."""
    key = key_of(key)
    if key not in packages():
        begun = f"; {why}" if (why := lacking(key)) else ""
        raise KeyError(f"no game “{key}”{begun}; there are: {', '.join(covers())}")
    game: Game = import_module(packages()[key].module).GAME
    return game
