"""`companion forget`: tables and names deleted for good, by whoever keeps the server."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.common import NotAccepted, data_option, open_store
from companion.store import NotFound
from companion.store.keeping import erase_name, heads


@click.command()
@click.argument("codes", nargs=-1, metavar="[CODE …]")
@click.option("--name", "names", multiple=True, metavar="NAME",
              help="Take this name out of every table; may be repeated.")  # fmt: skip
@click.option("--deleted", is_flag=True, help="Every table that was deleted on a page.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@data_option
def forget(
    codes: tuple[str, ...], names: tuple[str, ...], deleted: bool, yes: bool, data: Path | None
) -> None:
    """Delete tables, or somebody's name, for good.

    A table goes with its whole journal. A name becomes “Player 2” wherever it was
    entered; scores stay. Nothing brings either back, except a backup made before.
    """
    if not codes and not names and not deleted:
        raise NotAccepted("Say which: watch codes of tables, --name NAME, or --deleted.")
    store = open_store(data)
    try:
        gone = [store.table(code).code for code in codes]
        gone += [h.code for h in heads(store, deleted=True, limit=1_000_000)] if deleted else []
        folded = {name.casefold() for name in names}
        found = [
            head
            for kind in ({}, {"deleted": True}, {"demo": True})
            for head in heads(store, limit=1_000_000, **kind)  # type: ignore[arg-type]
            if head.code not in gone and folded & {name.casefold() for name in head.names}
        ]
        if not yes:
            question = f"Delete {len(gone)} tables, and change names at {len(found)}, for good?"
            click.confirm(question, abort=True)
        for code in gone:
            store.forget(code)
        changed = {h.code for h in found for name in names if erase_name(store, h.code, name)}
        click.echo(f"{len(gone)} tables deleted, names changed at {len(changed)}.")
    except NotFound as missing:
        raise NotAccepted(f"{missing}.") from None
    finally:
        store.close()
