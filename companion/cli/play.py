"""`companion play`: a whole game in the terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from companion.cli import show
from companion.cli.common import (
    NotAccepted,
    game_argument,
    pairs,
    read_record,
    read_text,
    rules_option,
)
from companion.cli.interview import Evening
from companion.engine.game import Game
from companion.engine.record import BadRecord, Record
from companion.engine.transcript import Transcript
from companion.questions import Refused
from companion.results.report import report
from companion.store import Store, upgrade
from companion.tables import Sent, Tables


@contextlib.contextmanager
def a_table(game: Game, start: Record, file: str | None) -> Iterator[Evening]:
    """A temporary table for the record; only the file remains."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'evening.db'}"
        upgrade(url)
        store = Store(url)
        try:
            tables = Tables(store)
            begun = tables.begin(start, game.edition, Sent(0, ""))
            yield Evening(tables, begun.code, file)
        finally:
            store.close()


@click.command()
@game_argument
@click.option("--players", help="Names in turn order, with commas; asked for otherwise.")
@click.option("--dealer", default="1", show_default=True, help="First dealer: seat or name.")
@rules_option
@click.option("--entry", default="", help="How hands are entered: guided, quick …")
@click.option("-o", "file", metavar="FILE", help="Write the record there, after every answer; "
              "where FILE holds a record, go on with it.")  # fmt: skip
def play(
    game: Game,
    players: str | None,
    dealer: str,
    rules: tuple[str, ...],
    entry: str,
    file: str | None,
) -> None:
    """Score a game in the terminal: the same questions a phone would show.

    Type ? for the legal answers in full, /help for what else can be typed.
    """
    if file and Path(file).exists() and Path(file).stat().st_size:
        start = _resumed(game, file)
    else:
        start = _begun(game, players, dealer, pairs(rules), entry)
    with a_table(game, start, file) as evening:
        with contextlib.suppress(click.Abort):
            evening.run()
        replay = evening.table.replay
    click.echo()
    click.echo("\n".join(show.ending(report(replay))))
    if not file:
        click.echo(f"\n{Transcript(replay.record).text()}", nl=False)


def _resumed(game: Game, file: str) -> Record:
    try:
        record = read_record(read_text(file), game.key).record
        game.accept(record)
    except (BadRecord, Refused) as bad:
        raise NotAccepted(f"{file}: {bad}") from None
    if record.game != game.key:
        raise NotAccepted(f"{file} is a record of {record.game}, not of {game.key}.")
    return record


def _begun(
    game: Game, players: str | None, dealer: str, rules: dict[str, str], entry: str
) -> Record:
    """A new record; asks for the players if they are not given."""
    if players is None:
        players = click.prompt(f"Who plays? {game.people}, in turn order, with commas")
    names = [name.strip() for name in players.split(",") if name.strip()]
    record = Record.begin(game.key, names, 1, rules, entry)
    try:
        record.head["dealer"] = game.replay(record).table.seating.seat(dealer).code
        game.replay(record.limited())
    except (BadRecord, Refused) as bad:
        raise NotAccepted(str(bad)) from None
    except KeyError:
        raise NotAccepted(f"“{dealer}” is not at the table: {', '.join(names)}.") from None
    return record
