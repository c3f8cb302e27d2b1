"""`companion key`: the scorer's link of a table, for whoever keeps the server."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.common import data_option, opened
from companion.store import pencils


@click.command()
@click.argument("code", metavar="CODE")
@click.option("--new", is_flag=True, help="Make another key: all phones that were let in are out.")
@click.option("--address", default="", metavar="URL",
              help="Where the Companion is, such as http://192.168.1.5:8000.")  # fmt: skip
@data_option
def key(code: str, new: bool, address: str, data: Path | None) -> None:
    """Give back the right to write at the table of a watch code.

    Prints the scorer's link, the one on the printed sheet. Whoever opens it may take
    the pencil. Works while the Companion serves.
    """
    with opened(data) as store:
        if new:
            pencils.rekey(store, code)
        stored = store.table(code)
    path = f"/t/{stored.code}/score/{stored.key}"
    if address:
        click.echo(address.rstrip("/") + path)
    else:
        click.echo(f"Open this at the Companion's own address:  {path}")
