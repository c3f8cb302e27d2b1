"""Keeping a club's scores: `companion backup`, `restore`, `check` and `migrate`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.cli.common import Failed, NotAccepted, backups_of, data_option, open_store
from companion.cli.keeping import compared, every, findings, verified
from companion.store import Trouble, default_url, upgrade
from companion.store.backups import backup as written
from companion.store.backups import check_file
from companion.store.copying import copy
from companion.store.engine import data_folder
from companion.store.migrate import shown
from companion.store.restoring import restore as put_back
from companion.store.restoring import served


@click.command()
@data_option
def check(data: Path | None) -> None:
    """Replay every stored table and hold it against what it came to when it was played.

    Ends with 1 when a table differs; says which, at which hand, and by how much.
    """
    store = open_store(data, whole=True)
    try:
        saved, wrong = every(store), 0
        for table in saved:
            said = findings(table)
            wrong += bool(said)
            for each in said:
                click.echo(f"{table.code}  {table.game}: {each}.")
    finally:
        store.close()
    click.echo(f"{len(saved)} tables replayed, {wrong} with differences.")
    if wrong:
        raise SystemExit(1)


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup(file: Path | None, data: Path | None) -> None:
    """Write a verified copy of all scores to FILE, also while they are being entered.

    Without FILE it goes into the folder of the automatic backups. A backup is one
    SQLite file, whatever the database; `companion restore` puts it back.
    """
    store = open_store(data, whole=True)
    store.close()
    target = file or backups_of(store.url, data).next()
    if target.exists():
        raise Failed(f"{target} is there already; nothing was written.")
    try:
        click.echo(f"{written(store.url, target)}  {verified(target)}")
    except Trouble as trouble:
        raise Failed(str(trouble)) from None


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
def restore(file: Path, data: Path | None) -> None:
    """Put a backup back in the place of the scores, once it has been verified.

    What was there before is kept beside it under another name. Nobody may be serving.
    """
    try:
        with served(data_folder(data), alone=True):
            kept = put_back(file, default_url(data))
    except Trouble as trouble:
        raise Failed(f"{trouble} Nothing was changed.") from None
    store = open_store(data, whole=True)
    try:
        click.echo(f"Restored {len(every(store))} tables from {file}.")
    finally:
        store.close()
    if kept:
        click.echo(f"The scores that were there are in {kept}.")


@click.group()
def migrate() -> None:
    """Move a club from one database to another."""


@migrate.command("sqlite-to-postgres")
@click.argument("target", required=False)
@data_option
def sqlite_to_postgres(target: str | None, data: Path | None) -> None:
    """Carry every table from the SQLite file to PostgreSQL, with codes, keys and journals.

    TARGET is the address of an empty database; otherwise COMPANION_DATABASE_URL. Nobody
    may be serving. Every ledger is replayed from both and compared; the file stays.
    """
    goal = target or os.environ.get("COMPANION_DATABASE_URL", "")
    if not goal:
        raise NotAccepted("Say where to: an address such as postgresql://club@host/club.")
    folder = data_folder(data)
    source = f"sqlite:///{folder / 'companion.db'}"
    if not (folder / "companion.db").exists():
        raise NotAccepted(f"There are no scores in {folder}.")
    try:
        with served(folder, alone=True):
            check_file(source)
            upgrade(source)
            upgrade(goal)
            counts = copy(source, goal)
            tables = compared(source, goal)
    except Trouble as trouble:
        raise Failed(str(trouble)) from None
    rows = ", ".join(f"{count} of {name}" for name, count in counts.items())
    click.echo(f"Carried over to {shown(goal)}: {rows}.")
    click.echo(f"{tables} ledgers replayed from both: all the same. {folder} is left as it is.")
