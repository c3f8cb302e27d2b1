"""`companion export` and `companion import`: stored tables as a file, and back again."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from companion.canonical import canonical
from companion.checking import ending
from companion.cli.common import (
    NotAccepted,
    data_option,
    find,
    open_store,
    read_record,
    read_text,
    write_file,
)
from companion.questions import Refused
from companion.record import BadRecord
from companion.report import as_json


@click.command()
@click.argument("codes", nargs=-1, metavar="[CODE …]")
@click.option("-o", "file", default="-", metavar="FILE", help="Otherwise standard output.")
@click.option("--text", is_flag=True, help="The records only, as text that can be read and typed.")
@data_option
def export(codes: tuple[str, ...], file: str, text: bool, data: Path | None) -> None:
    """Write stored tables to a file: those of the watch codes given, or all.

    All but those that were deleted, and demos. As JSON a table comes whole, with
    its journal of every entry and correction.
    """
    from companion.store import NotFound
    from companion.store.exchange import dump
    from companion.store.keeping import heads

    store = open_store(data)
    try:
        chosen = list(codes) or [head.code for head in reversed(heads(store, limit=1_000_000))]
        if text:
            written = "\n".join(store.table(code).record.text() for code in chosen)
        else:
            written = as_json(dump(map(store.saved, chosen))) + "\n"
    except NotFound as missing:
        raise NotAccepted(f"{missing}.") from None
    finally:
        store.close()
    write_file(file, written.encode())


@click.command("import")
@click.argument("file", metavar="FILE|-")
@data_option
def import_(file: str, data: Path | None) -> None:
    """Store the tables of an export, or one record as text or JSON.

    Tables get new watch codes. A file that cannot be read whole is not read at all.
    """
    from companion.store.exchange import Saved, read

    text = read_text(file)
    try:
        if _is_export(text):
            tables = read(json.loads(text))
        else:
            record, now = read_record(text).record, datetime.now(UTC)
            edition = find(record.game).edition
            record = canonical(find(record.game), record)
            tables = [Saved("", record.game, edition, "", "playing", now, now, record, [], None)]
        replays = [find(table.game).at(table.edition).replay(table.record) for table in tables]
    except (BadRecord, Refused, NotAccepted) as bad:
        raise NotAccepted(f"{file}: {bad}") from None
    store = open_store(data)
    try:
        for stored, replay in zip(store.restore(tables), replays, strict=True):
            came_to = ending(replay)
            if came_to and stored.status == "playing":
                store.settle(stored.code, *came_to)
            click.echo(f"{stored.code}  {stored.game}: {', '.join(stored.record.players)}")
    finally:
        store.close()


def _is_export(text: str) -> bool:
    if not text.lstrip().startswith("{"):
        return False
    try:
        return "tables" in json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotAccepted(f"not JSON: {error}") from None
