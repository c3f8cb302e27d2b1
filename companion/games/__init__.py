"""The shelf: finds every room beside this file, so that adding a game is adding a folder.

What stands on a room's door (its covers) is read from its rule sheet. The room itself is opened,
that is, imported, when somebody asks for the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from companion.engine.game import Game

_PLAYERS = re.compile(
    r"^players: (?:\{% if [^%]* %\})?(\d+)(?: to (\d+))?(?:.*; (\d+) and)?", re.MULTILINE
)
_DOOR = re.compile(r"^door: *(.*?) *\| *(.*)$", re.MULTILINE)
_PITCH = re.compile(r"^pitch: (.*(?:\n[^\n:]+)*)$", re.MULTILINE)
_STANDARD = re.compile(r'\{\{ *"([^"]*)".*?\}\}')


@dataclass(frozen=True)
class Cover:
    """What can be said of a game without opening its room; the room says the same."""

    key: str
    title: str
    players: tuple[int, ...]
    pitch: str
    corner: str = ""
    """Its index, like a card's: "5♥"."""
    short: str = ""
    """The pitch in a few words."""
    last: bool = False
    """Stands after all others: `shelf: last` in the head of its rule sheet."""


@cache
def covers() -> dict[str, Cover]:
    """The cover of every game by its key, in alphabetical order of titles but for the last.

    A room stands on the shelf once its golden evening lies in it, the last thing to be written.
    """
    found = [_cover(path.parent) for path in Path(__file__).parent.glob("*/evening.txt")]
    return {
        each.key: each
        for each in sorted(found, key=lambda each: (each.last, each.title.casefold()))
    }


def _cover(room: Path) -> Cover:
    """Reads the head of a rule sheet: "players: 2 to 7, each alone; 8 and partnerships …".

    Where the line follows the house rules, its standard words come first.
    """
    head, _, _ = room.joinpath("rules.md").read_text(encoding="utf-8").partition("\n## ")
    title = head.partition("\n")[0].removeprefix("# ").strip()
    players, pitch = _PLAYERS.search(head), _PITCH.search(head)
    few, many, more = players.groups() if players else ("0", None, None)
    seats = (*range(int(few), int(many or few) + 1), *([int(more)] if more else ()))
    words = " ".join(_STANDARD.sub(r"\1", pitch[1]).split()) if pitch else ""
    corner, short = door.groups() if (door := _DOOR.search(head)) else ("", "")
    return Cover(room.name.replace("_", "-"), title, seats, words, corner, short or words,
                 "\nshelf: last\n" in head)  # fmt: skip


@cache
def shelf() -> dict[str, Game]:
    """Every game by its key, in alphabetical order of titles: opens all rooms."""
    return {key: find(key) for key in covers()}


def lacking(key: str) -> str:
    """What a room lacks that is not on the shelf yet, for its author; "" where there is none."""
    begun = {path.parent.name for path in Path(__file__).parent.glob("*/rules.md")}
    name = key.replace("-", "_")
    if name not in begun or key in covers():
        return ""
    return f"{name}/ has no evening.txt yet, a whole evening with what it scores"


def find(key: str) -> Game:
    """The game of that key; KeyError names the shelf when there is none."""
    if key not in covers():
        begun = f"; {why}" if (why := lacking(key)) else ""
        raise KeyError(f"no game “{key}”{begun}; there are: {', '.join(covers())}")
    game: Game = import_module(f"{__name__}.{key.replace('-', '_')}").GAME
    return game
