"""`companion export` and `companion import`: stored tables as a file, and back again; and
`companion key`: the scorer's link of one, for whoever keeps the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from companion.cli.common import (
    NotAccepted,
    data_option,
    find,
    opened,
    read_text,
    write_file,
)
from companion.engine.record import BadRecord
from companion.engine.transcript import Transcript
from companion.questions import Refused
from companion.store import NotFound, Store, write_access
from companion.store.clubs import Clubs
from companion.store.exchange import parts, read_clubs
from companion.store.models import DELETED, DEMO
from companion.tables import Tables
from companion.tables.carrying import parsed, tables_of
from companion.tables.copies import Arrivals, Reader, Taken
from companion.words import capital, counted

EVERYBODYS = Reader(scores=lambda _: True, sees=lambda _: True)
"""The reader at the terminal, who keeps the server, may score every table."""


@click.command()
@click.argument("codes", nargs=-1, metavar="[CODE …]")
@click.option("-o", "file", default="-", metavar="FILE", help="Otherwise standard output.")
@click.option("--text", is_flag=True, help="The records only, as text that can be read and typed.")
@data_option
def export(codes: tuple[str, ...], file: str, text: bool, data: Path | None) -> None:
    """Write stored tables to a file: those of the watch codes given, or all.

    All but those that were deleted, and demos. As JSON a table comes whole, with
    its journal of every entry and correction; with all tables come the clubs.
    """
    with opened(data) as store:
        clubs = [] if codes else Clubs(store).all().values()
        chosen = codes or listed(store)
        for code in codes:
            store.seq(code)  # says which is unknown before anything is written
        written = parts(map(store.saved, chosen), clubs)
        if text:
            written = (
                "\n" * (number > 0) + Transcript(store.table(code).record).text()
                for number, code in enumerate(chosen)
            )
        write_file(file, written)


def listed(store: Store) -> Iterator[str]:
    """The watch codes of all tables but demos and deleted ones, by last change, oldest first."""
    for code in store.codes():
        with suppress(NotFound), store.looking(code) as (_, row):
            if row.status != DELETED and DEMO not in row.start["head"]:
                yield code


@click.command("import")
@click.argument("file", metavar="FILE|-")
@data_option
def import_(file: str, data: Path | None) -> None:
    """Store the tables and clubs of an export, or one record as text or JSON.

    Tables get new watch codes, clubs new addresses. A table or club of an export that
    is here already is brought up to date; if a table went on in both places, nothing
    is added. A file that cannot be read whole is not read at all.
    """
    # Imported here: the other commands of this module need no web app.
    from companion.settings import Settings

    text = read_text(file)
    try:
        tables = tables_of(text)
        clubs = read_clubs(parsed(text)) if text.lstrip().startswith("{") else []
        for each in tables:
            find(each.game)  # says which games there are
    except KeyError as unknown:
        raise NotAccepted(f"{file}: {capital(str(unknown.args[0]))}.") from None
    except (BadRecord, Refused, NotAccepted) as bad:
        raise NotAccepted(f"{file}: {bad}") from None
    try:
        with opened(data) as store:
            store.code_length = Settings.read().code_length
            arrivals = Arrivals(Tables(store), EVERYBODYS)
            taken = arrivals.take(arrivals.recognised(tables))
            for one in taken:
                click.echo(line_of(one))
            codes = {one.arrival.saved.code: one.code for one in taken}
            known = Clubs(store).all()
            keys = Clubs(store).take_in(clubs, codes, known, sure=True)
            for club, key in zip(clubs, keys, strict=True):
                click.echo(f"/club/{key}  {club.name}{HERE if key in known else ''}")
            if not (taken or clubs):
                click.echo("No tables in this file.")
    except (BadRecord, Refused) as bad:
        raise NotAccepted(f"{file}: {bad}") from None


HERE = ", is here already"
OUTCOMES = {
    "new": "",
    "same": f"{HERE}, with every entry",
    "behind": f"{HERE}, and further on",
    "parted": f"{HERE}, and went on in both places: nothing was added",
}


def line_of(taken: Taken) -> str:
    """A line about a table: its watch code here, its players, and the result of the import."""
    arrival, record = taken.arrival, taken.arrival.saved.record
    added = len(arrival.held.there) if arrival.held else 0
    grown = f"{HERE}: {counted(added, 'entry', 'entries')} added"
    done = OUTCOMES.get(arrival.kind, grown)
    return f"{taken.code}  {record.game}: {', '.join(record.players)}{done}"


@click.command()
@click.argument("code", metavar="CODE")
@click.option("--new", is_flag=True, help="Make another key: all other phones lose access.")
@click.option("--address", default="", metavar="URL",
              help="Address of the server, such as http://192.168.1.5:8000.")  # fmt: skip
@data_option
def key(code: str, new: bool, address: str, data: Path | None) -> None:
    """Print the scorer's link of a table, the one on the printed sheet.

    CODE is the watch code. The phone that opens the link may keep the score.
    Works while the server runs.
    """
    with opened(data) as store:
        if new:
            write_access.rekey(store, code)
        stored = store.table(code)
    path = f"/t/{stored.code}/score/{stored.key}"
    if address:
        click.echo(address.rstrip("/") + path)
    else:
        click.echo(f"Open this at the Companion's own address:  {path}")
