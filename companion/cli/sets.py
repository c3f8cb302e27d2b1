"""`companion sets`: named sets of house rules, listed, read out as text and taken in."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import show
from companion.cli.common import (
    GameName,
    NotAccepted,
    data_option,
    find,
    json_option,
    open_store,
    read_text,
    write_file,
)
from companion.game import Game
from companion.questions import Refused
from companion.record import BadRecord
from companion.report import as_json
from companion.rulesets import RuleSet, checked, differences, read
from companion.store import NoSuchSet


@click.group()
def sets() -> None:
    """Named sets of house rules: list them, write one as text, take one in."""


@sets.command("list")
@click.argument("game", type=GameName(), required=False, metavar="[GAME]")
@json_option
@data_option
def list_(game: Game | None, in_json: bool, data: Path | None) -> None:
    """List the sets that are kept, of one game or of all."""
    store = open_store(data)
    try:
        kept = store.sets.all(game.key if game else "")
    finally:
        store.close()
    if in_json:
        click.echo(as_json([
            {"code": k.code, "edition": k.edition, "game": k.game, "name": k.name,
             "source": k.source, "note": k.note, "rules": dict(k.rules)}
            for k in kept
        ]))  # fmt: skip
        return
    for each in kept:
        click.echo(f"{each.code}  {find(each.game).title}: {show.bold(each.name)}  "
                   f"{show.dim(f'edition {each.edition}')}")  # fmt: skip
        for difference in differences(find(each.game), each.rules):
            click.echo("\n".join(show.block(f"– {difference}", 7, 9)))


@sets.command("export")
@click.argument("code")
@click.option("-o", "file", default="-", metavar="FILE", help="Otherwise standard output.")
@click.option("--edition", type=click.IntRange(1), help="An earlier one than the newest.")
@data_option
def export(code: str, file: str, edition: int | None, data: Path | None) -> None:
    """Write a set as text that can be read, sent and typed."""
    store = open_store(data)
    try:
        kept = store.sets.get(code, edition or 0)
    except NoSuchSet as missing:
        raise NotAccepted(f"{missing}.".capitalize()) from None
    finally:
        store.close()
    text = RuleSet(kept.game, kept.name, kept.source, kept.note, kept.rules).text()
    write_file(file, text.encode())


@sets.command("import")
@click.argument("file", metavar="FILE|-")
@data_option
def import_(file: str, data: Path | None) -> None:
    """Keep a set that was written as text. It gets a code of its own."""
    try:
        wanted = read(read_text(file))
        game = find(wanted.game)
        ready = checked(game, wanted)
    except (BadRecord, Refused) as bad:
        raise NotAccepted(f"{file}: {bad}") from None
    store = open_store(data)
    try:
        kept = store.sets.keep(
            ready.game, ready.name, ready.rules, source=ready.source, note=ready.note
        )
    finally:
        store.close()
    click.echo(f"{kept.code}  {game.title}: {kept.name}")
