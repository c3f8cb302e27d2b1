"""`companion print`: rule sheets, pocket cards and scoresheets as PDF files."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.common import (
    Failed,
    NotAccepted,
    data_option,
    game_argument,
    open_store,
    read_record,
    read_text,
    write_file,
)
from companion.game import Game, Replay
from companion.questions import Refused
from companion.record import BadRecord, Record


@click.command("print")
@game_argument
@click.argument("document")
@click.option("-o", "file", required=True, metavar="FILE", help='The PDF; "-" for standard output.')
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--record", help="A record, for a scoresheet filled in or with its players.")
@click.option("--table", "code", help="The watch code of a stored table, likewise.")
@data_option
def print_(
    game: Game,
    document: str,
    file: str,
    paper: str,
    record: str | None,
    code: str | None,
    data: Path | None,
) -> None:
    """Print a DOCUMENT of a game as a PDF; an unknown one lists what there is."""
    from companion import printing

    kinds = list(printing.KINDS)
    if document not in kinds:
        raise NotAccepted(f"There is no document “{document}”. There are: {', '.join(kinds)}.")
    replay = _replay(game, record, code, data)
    try:
        made = printing.make(document, game, paper=paper, replay=replay)
    except printing.NoPango as lacking:
        raise Failed(str(lacking)) from None
    write_file(file, made)


def _replay(game: Game, file: str | None, code: str | None, data: Path | None) -> Replay | None:
    """The evening the sheet is about, if one was named."""
    found: Record | None = None
    try:
        if file:
            found = read_record(read_text(file), game.key).record
        elif code:
            found = _stored(code, data)
        if found is None:
            return None
        if found.game != game.key:
            raise NotAccepted(f"That is a record of {found.game}, not of {game.key}.")
        return game.replay(found)
    except (Refused, BadRecord) as bad:
        raise NotAccepted(f"{file or code}: {bad}") from None


def _stored(code: str, data: Path | None) -> Record:
    from companion.store import NotFound

    store = open_store(data)
    try:
        return store.table(code).record
    except NotFound as missing:
        raise NotAccepted(f"{missing}.") from None
    finally:
        store.close()
