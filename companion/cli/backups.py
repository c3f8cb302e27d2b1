"""Backups and migration: `companion backup`, `restore`, `check` and `migrate`."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from companion.cli.common import Failed, NotAccepted, backups_of, data_option, find, opened
from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.store import Store, Trouble, default_url, upgrade
from companion.store.backups import backup as written
from companion.store.backups import check_file
from companion.store.engine import data_folder
from companion.store.exchange import Saved
from companion.store.migrate import copy, shown
from companion.store.restoring import restore as put_back
from companion.store.restoring import served
from companion.tables.comparing import otherwise
from companion.words import units


def findings(saved: Saved) -> list[str]:
    """Problems of a stored table, in words; empty if there are none."""
    try:
        replay = find(saved.game).replay(saved.record)
    except (BadRecord, Refused, NotAccepted) as bad:
        return [f"it cannot be replayed: {bad}"]
    return list(otherwise(replay, saved)) if saved.status == "finished" and saved.totals else []


def every(store: Store) -> list[Saved]:
    """All tables, oldest first."""
    return [store.saved(each.code) for each in reversed(store.tables(limit=10_000_000))]


def ledgers(store: Store) -> dict[str, list[str]]:
    """All ledger lines of all tables with all their fields, by watch code."""
    found: dict[str, list[str]] = {}
    for saved in every(store):
        try:
            ledger = find(saved.game).replay(saved.record).ledger
        except (Refused, NotAccepted) as bad:
            found[saved.code] = [str(bad)]
            continue
        found[saved.code] = [
            f"{e.hand} {e.line.side.code} {e.line.points} {e.line.rule} {e.line.why} {e.total}"
            for e in ledger.entries
        ]
    return found


def verified(file: Path) -> str:
    """Replays every table of a copy of a backup; says how many there are and how many differ."""
    with TemporaryDirectory() as folder:
        copied = written(f"sqlite:///{file}", Path(folder) / "club.db")
        store = Store(f"sqlite:///{copied}")
        try:
            saved = every(store)
            wrong = sum(bool(findings(table)) for table in saved)
        finally:
            store.close()
    rows = sum(len(table.rows) for table in saved)
    return (
        f"{units(len(saved), 'table')}, {units(rows, 'entry', 'entries')}, {wrong} with differences"
    )


def compared(one: str, other: str) -> int:
    """How many tables have equal ledgers in both databases; Trouble if any differ."""
    stores = [Store(one), Store(other)]
    try:
        mine, theirs = map(ledgers, stores)
    finally:
        for store in stores:
            store.close()
    differing = [code for code in mine.keys() | theirs.keys() if mine.get(code) != theirs.get(code)]
    if differing:
        raise Trouble(f"These tables do not replay to the same ledger: {', '.join(differing)}.")
    return len(mine)


@click.command()
@data_option
def check(data: Path | None) -> None:
    """Replay every stored table and hold it against what it came to when it was played.

    Ends with 1 when a table differs; says which, at which hand, and by how much.
    """
    with opened(data, whole=True) as store:
        saved, wrong = every(store), 0
        for table in saved:
            said = findings(table)
            wrong += bool(said)
            for each in said:
                click.echo(f"{table.code}  {table.game}: {each}.")
    click.echo(f"{units(len(saved), 'table')} replayed, {wrong} with differences.")
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
    with opened(data, whole=True) as store:
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
    with opened(data, whole=True) as store:
        click.echo(f"Restored {units(len(every(store)), 'table')} from {file}.")
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
