"""Shared by the commands: game names, records, the database, errors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from companion.engine.game import Game
from companion.engine.record import BadRecord, Record
from companion.engine.transcript import Transcript
from companion.games import all_games, dashed, guests, key_of, lacking
from companion.rules import HouseRules
from companion.store import NotFound, Store, Trouble, default_url
from companion.store.backups import Backups, check_file
from companion.store.clubs import RuleSets
from companion.store.engine import data_folder
from companion.store.migrate import shown, upgrade
from companion.store.restoring import unfinished

MAX_BYTES = 8 << 20
"""Largest record file, in bytes."""


class NotAccepted(click.ClickException):
    """Invalid input; the message says what would be valid."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True)


class Failed(NotAccepted):
    """An operation failed although the input was valid."""

    exit_code = 1


class GameArgument(click.ParamType[Game]):
    """A game by key or title, or the beginning of one."""

    name = "game"

    def convert(self, value: Any, param: Any, ctx: Any) -> Game:
        return value if isinstance(value, Game) else find(value)


def find(text: str) -> Game:
    """The game of this key or title, or the only one with this prefix; NotAccepted otherwise."""
    wanted = dashed(text.strip().casefold())
    games = list(all_games().values())
    for game in games:
        if wanted in (dashed(game.key), game.title.casefold()):
            return game
    begun = [
        g
        for g in games
        if dashed(g.key).startswith(wanted) or g.title.casefold().startswith(wanted)
    ]
    if wanted and len(begun) == 1:
        return begun[0]
    if lacks := lacking(wanted):
        raise NotAccepted(f"{lacks[0].upper()}{lacks[1:]}.")
    keys = [game.key for game in games]
    near = get_close_matches(wanted, keys, n=1)
    hint = f"Did you mean {near[0]}? " if near else ""
    raise NotAccepted(f"There is no game “{text}”. {hint}There are: {', '.join(keys)}.")


game_argument = click.argument("game", type=GameArgument(), metavar="GAME")
data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the scores. Otherwise COMPANION_DATABASE_URL, COMPANION_DATA, or the "
    "system's own place for a program's data.",
)
json_option = click.option("--json", "in_json", is_flag=True, help="Print JSON.")


rules_option = click.option(
    "--rule", "rules", multiple=True, metavar="KEY=VALUE", help="A house rule; may be repeated."
)
set_option = click.option(
    "--set",
    "kept",
    metavar="NAME",
    help="A named set of house rules, of the rule sheet or kept; --rule changes it.",
)


def pairs(parts: tuple[str, ...]) -> dict[str, str]:
    """Arguments such as `trump=H` as a dict; NotAccepted without "=" or for a repeated key."""
    parsed: dict[str, str] = {}
    for part in parts:
        key, equals, text = part.partition("=")
        if not equals:
            raise NotAccepted(f"“{part}” is not KEY=VALUE.")
        if key.strip() in parsed:
            raise NotAccepted(f"“{key.strip()}” is given twice.")
        parsed[key.strip()] = text.strip()
    return parsed


def house_rules(game: Game, rules: dict[str, str]) -> HouseRules:
    """The house rules of a table; NotAccepted, with the known keys, for an unknown one."""
    keys = [*game.rules.options]
    if unknown := next((key for key in rules if key not in keys), None):
        near = get_close_matches(unknown, keys, n=1)
        hint = f"Did you mean {near[0]}? " if near else ""
        has = f"{hint}There are: {', '.join(keys)}." if keys else "It has none."
        raise NotAccepted(f"There is no house rule “{unknown}” in {game.title}. {has}")
    return game.rules.chosen(rules)


def named_set(kept: str, game: Game, data: Path | None) -> tuple[str, dict[str, str]]:
    """Display name and values of a named set of house rules."""
    if preset := game.rules.preset(kept):
        return preset.name, dict(preset.rules)
    with opened(data) as store:
        known = RuleSets(store).all(game.key)
    for each in known:
        if kept.casefold() in (each.name.casefold(), each.id.casefold()):
            return each.name, dict(each.rules)
    every = [*(each.name for each in game.rules.presets), *(each.name for each in known)]
    names = ", ".join(f"“{name}”" for name in every)
    has = f" There are {names}." if names else ""
    raise NotAccepted(f"There is no set “{kept}” of {game.title}.{has}")


def read_text(path: str) -> str:
    """The text of a file, or of standard input for "-"."""
    try:
        with click.open_file(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Failed(f"{path}: {error.strerror}.") from None
    if len(data) > MAX_BYTES:
        raise NotAccepted(f"{path}: larger than {MAX_BYTES >> 20} MB, so hardly a record.")
    try:
        return bytes(data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotAccepted(f"{path}: not a text file (byte {error.start} is not UTF-8).") from None


def read_record(text: str, game: str = "") -> Transcript:
    """A record as text or JSON (alone, or the only one of an export); BadRecord otherwise."""
    if not text.lstrip().startswith("{"):
        script = Transcript.read(text, game)
    else:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"not JSON: {error}") from None
        script = Transcript(Record.from_json(_alone(data)))
    script.record.game = key_of(script.record.game or game)
    if not script.record.game:
        raise BadRecord("it does not say which game: begin it with a line such as “game: KEY”")
    return script


def _alone(data: Any) -> Any:
    """The record inside an export of a single table."""
    tables = data.get("tables")
    if isinstance(tables, list):
        if len(tables) != 1:
            raise BadRecord(f"an export of {len(tables)} tables; say which one by exporting it")
        data = tables[0]
    return data.get("record", data) if isinstance(data, dict) else data


def backups_of(url: str, data: Path | None, keep: int = 1) -> Backups:
    return Backups(url, data_folder(data) / "backups", keep)


def write_file(path: str, data: bytes | Iterable[str]) -> None:
    """Writes a file, or standard output for "-"; text part by part, as it is made."""
    try:
        with click.open_file(path, "wb", atomic=path != "-") as file:
            file.writelines([data] if isinstance(data, bytes) else map(str.encode, data))
    except OSError as error:
        raise Failed(f"{path}: {error.strerror}.") from None


def open_store(data: Path | None, *, whole: bool = False) -> Store:
    """The store, after migrating its database; with `whole`, after an integrity check.

    Raises Failed if it cannot be used. A damaged database is not changed; the message names the
    last backup.
    """
    url = ""
    try:
        url = default_url(data)
        unfinished(url)
        if whole:
            check_file(url)
        upgrade(url)
        store = Store(url)
        try:
            if whole:
                store.ready()
        except Trouble as trouble:
            store.close()
            message = f"The database {shown(url)} cannot be used: {trouble}"
            raise Trouble(message, trouble.kind) from trouble
        return store
    except Trouble as trouble:
        if trouble.kind == "full":
            more = "The server’s disk is full. Free some space, then start again."
            raise Failed(f"{trouble}. {more}") from None
        if trouble.kind != "damaged":
            raise Failed(str(trouble)) from None
        last = backups_of(url, data).last()
        hint = "There is no backup in the folder “backups” beside it."
        hint = f"The last good backup is {last}: companion restore {last}" if last else hint
        raise Failed(f"{trouble}. Nothing was changed. {hint}") from None
    except OSError as error:
        raise Failed(f"{error.filename}: {error.strerror}.") from None


@contextmanager
def opened(data: Path | None, *, whole: bool = False) -> Iterator[Store]:
    """The store, closed at the end; NotAccepted for a table that is not in it."""
    store = open_store(data, whole=whole)
    try:
        yield store
    except NotFound as missing:
        raise NotAccepted(f"{missing}.") from None
    finally:
        store.close()


def warn_of_failed() -> None:
    """Says which installed packages bring a game that cannot be loaded, and why."""
    for package, why in guests().failed.items():
        click.echo(f"Not loaded: {package}: {why}", err=True)
