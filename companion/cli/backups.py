"""Backups and migration: `companion backup`, `restore`, `check` and `migrate`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from companion.cli.common import Failed, NotAccepted, backups_of, data_option, find, opened
from companion.engine.game import Replay
from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.store import NotFound, Store, Stored, Trouble, default_url
from companion.store.backups import backup as written
from companion.store.backups import check_file
from companion.store.engine import data_folder
from companion.store.migrate import copy, shown, upgrade
from companion.store.models import TableRow
from companion.store.restoring import restore as put_back
from companion.store.restoring import served
from companion.tables.comparing import otherwise
from companion.tables.summaries import summary_of_table
from companion.words import units


@dataclass(frozen=True)
class TableCheck:
    """A stored table after its replay."""

    code: str
    game: str
    rows: int
    problems: list[str]
    """In words; empty if there are none."""


def checked(store: Store) -> Iterator[TableCheck]:
    """Replay all tables one after the other, by last change, oldest first."""
    for code in store.codes():
        # A table that is deleted meanwhile is left out.
        with suppress(NotFound), store.looking(code) as (_, row):
            yield TableCheck(code, row.game, row.seq, problems(store, row))


def problems(store: Store, row: TableRow) -> list[str]:
    """Return the problems of a stored table, in words."""
    try:
        table = store.table(row.code)
        replay = find(row.game).replay(table.record)
    except (BadRecord, Refused, NotAccepted) as bad:
        return [f"it cannot be replayed: {bad}"]
    over = table.status == "finished" and table.totals
    return [*(otherwise(replay, table) if over else ()), *_summary(store, table, replay)]


def _summary(store: Store, table: Stored, replay: Replay) -> Iterator[str]:
    """Yield a problem if the stored summary differs from the replay, and remove the summary."""
    right = summary_of_table(table, replay)[2]
    kept = store.summaries.of(table.code, right.stamp)
    if kept is None or kept.seq != table.seq:
        return  # it is missing, of another release, or the table goes on just now
    if (kept.summary, kept.card, kept.played) != (right.summary, right.card, right.played):
        store.summaries.drop(table.code)
        yield "the stored summary differed; it is replaced when a list is opened"


def verified(file: Path) -> str:
    """Replays every table of a copy of a backup; says how many there are and how many differ."""
    tables = rows = wrong = 0
    with TemporaryDirectory() as folder:
        copied = written(f"sqlite:///{file}", Path(folder) / "club.db")
        store = Store(f"sqlite:///{copied}")
        try:
            for table in checked(store):
                tables, rows, wrong = tables + 1, rows + table.rows, wrong + bool(table.problems)
        finally:
            store.close()
    return f"{units(tables, 'table')}, {units(rows, 'entry', 'entries')}, {wrong} with differences"


@click.command()
@data_option
def check(data: Path | None) -> None:
    """Replay every table and compare it with its saved totals.

    Ends with 1 when a table differs; says which, at which hand, and by how much.
    """
    tables = wrong = 0
    with opened(data, whole=True) as store:
        for table in checked(store):
            tables, wrong = tables + 1, wrong + bool(table.problems)
            for each in table.problems:
                click.echo(f"{table.code}  {table.game}: {each}.")
    click.echo(f"{units(tables, 'table')} replayed, {wrong} with differences.")
    if wrong:
        raise SystemExit(1)


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup(file: Path | None, data: Path | None) -> None:
    """Write a verified copy of all scores to FILE, also while they are being entered.

    Without FILE it goes into the folder of the automatic backups. A backup is one
    SQLite file, for any database; `companion restore` puts it back.
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
        click.echo(f"Restored {units(len(store.codes()), 'table')} from {file}.")
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
    may be serving. Every row is read again from both and compared; the file stays.
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
    except Trouble as trouble:
        raise Failed(str(trouble)) from None
    rows = ", ".join(f"{count} of {name}" for name, count in counts.items())
    click.echo(f"Carried over to {shown(goal)}: {rows}.")
    click.echo(f"Every row was read again from both: all the same. {folder} is left as it is.")
