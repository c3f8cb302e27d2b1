"""`companion print`: rule sheets, pocket cards and scoresheets as PDF files."""

from __future__ import annotations

import os
import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from companion import games, printing
from companion.cli.common import (
    Failed,
    GameArgument,
    NotAccepted,
    data_option,
    game_argument,
    house_rules,
    named_set,
    opened,
    pairs,
    read_record,
    read_text,
    rules_option,
    set_option,
    write_file,
)
from companion.engine.game import Game
from companion.engine.record import BadRecord
from companion.printing import worker
from companion.printing.library import club_set, library
from companion.printing.text import unspelt
from companion.questions import Refused
from companion.words import units

PATIENCE = 300
"""Time limit in seconds for one document; generous, since no server waits."""


def print_all(ctx: click.Context, _: click.Parameter, folder: Path | None) -> None:
    """`--all`: prints every document of every game into a folder and exits."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    club = ctx.params.get("club") or ""
    pages, warnings = 0, list[str]()
    pool = ProcessPoolExecutor(cores(), get_context("spawn"), worker.begin, (PATIENCE, False))
    try:
        names = {
            pool.submit(worker.made, document.sheets, worker.work): document.name
            for document in library(games.all_games().values(), club=club)
        }
        label = units(len(names), "document")
        # Progress goes to standard error, which is not output.
        with click.progressbar(length=len(names), label=label, file=sys.stderr) as bar:
            for order in as_completed(names):
                printed, name = order.result(), names[order]
                (folder / f"{name}.pdf").write_bytes(printed.body)
                pages += printed.pages
                warnings += [f"{name}: {warning}" for warning in printed.warnings]
                bar.update(1)
    except BrokenExecutor:
        raise Failed(
            f"A document took over {PATIENCE} seconds, or its process was ended. Try again."
        ) from None
    except (printing.NoPango, OSError) as trouble:
        raise Failed(f"{trouble}") from None
    finally:
        # After an error or Ctrl-C the other documents are not printed.
        pool.shutdown(cancel_futures=True)
    for line in sorted(warnings):
        click.echo(line, err=True)
    click.echo(f"{units(len(names), 'document')}, {units(pages, 'page')}, in {folder}")
    ctx.exit(1 if warnings else 0)


def cores() -> int:
    """Return the number of processor cores that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("print")
@click.option("--all", metavar="DIR", type=click.Path(file_okay=False, path_type=Path),
              expose_value=False, callback=print_all,
              help="Print every document of every game on both papers into a folder.")  # fmt: skip
@game_argument
@click.argument("document", required=False)
@click.option("-o", "file", metavar="FILE", help='The PDF, or a page where FILE ends in ".html"; '
              '"-" for standard output.')  # fmt: skip
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True,
              help="The paper in the printer.")  # fmt: skip
@click.option("--record", help="A record: the scoresheet is filled in with it.")
@click.option("--table", "code", help="The watch code of a stored table, likewise, with what was "
              "corrected.")  # fmt: skip
@click.option("--players", help="Names in turn order, with commas, for a blank scoresheet.")
@rules_option
@set_option
@click.option("--suits", help="How suits are printed: two, four (colours) or black.")
@click.option("--large", is_flag=True, default=None, help="In large type.")
@click.option("--rows", type=int, help="Rows of a blank scoresheet.")
@click.option("--copies", type=int, help="How many times.")
@click.option("--url", help="An address to print as a code.")
@click.option("--date", help="The day of a record, as text on the paper.")
@click.option("--club", is_eager=True, help="Whose house card it is.")
@data_option
def print_(
    game: Game,
    document: str | None,
    file: str | None,
    paper: str,
    record: str | None,
    code: str | None,
    players: str | None,
    rules: tuple[str, ...],
    kept: str | None,
    data: Path | None,
    **given: Any,
) -> None:
    """Print a DOCUMENT of a game: rule sheet, scoresheet … Without one they are listed."""
    kinds = printing.kinds_of(game)
    if document is None:
        for key, kind in kinds.items():
            click.echo(f"{key:<12}  {kind.title}")
        return
    if document not in kinds:
        raise NotAccepted(f"There is no document “{document}”. There are: {', '.join(kinds)}.")
    if file is None:
        raise NotAccepted("Say where to print it: -o FILE.")
    wished = {name: settings for name, settings in given.items() if settings is not None}
    names = [name.strip() for name in (players or "").split(",") if name.strip()]
    try:
        if record or code:
            options, begun = _played(game, record, code or "", data)
            wished.setdefault("date", begun)
            names = options["replay"].record.players
        else:
            name, own = named_set(kept, game, data) if kept else ("", {})
            options = {"rules": own | pairs(rules), "players": names}
            house_rules(game, options["rules"])
            wished |= {"set": name} if not pairs(rules) else {}
        pages = printing.build(
            document, game, settings=printing.PrintSettings(paper=paper, **wished), **options
        )
        if file.endswith(".html"):
            content = pages.embedded().encode()
        else:
            content = printing.PrintQueue(seconds=PATIENCE).print(pages.sheets).body
    except (Refused, BadRecord, ValueError) as bad:
        raise NotAccepted(f"{bad}") from None
    except printing.NoPango as lacking:
        raise Failed(f"{lacking} An -o that ends in .html needs none.") from None
    except printing.PrintFailed as trouble:
        raise Failed(f"{trouble}") from None
    if letters := unspelt(names):
        click.echo(f"No typeface here has {letters}: a PDF leaves it out. The package "
                   "fonts-noto-cjk has them.", err=True)  # fmt: skip
    write_file(file, content)


@click.command("club")
@click.argument("chosen", type=GameArgument(), metavar="GAME...", nargs=-1, required=True)
@click.option("-o", "file", metavar="FILE", required=True, help='The PDF; "-" for standard output.')
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True,
              help="The paper in the printer.")  # fmt: skip
@click.option("--club", default="", help="Whose house cards they are.")
def club_(chosen: tuple[Game, ...], file: str, paper: str, club: str) -> None:
    """Print every document of the games a club plays, in one PDF."""
    try:
        pages = club_set(
            [*{game.key: game for game in chosen}.values()],
            printing.PrintSettings(paper=paper, club=club),
        )
        content = printing.PrintQueue(seconds=PATIENCE).print(pages.sheets).body
    except ValueError as bad:
        raise NotAccepted(f"{bad}") from None
    except (printing.NoPango, printing.PrintFailed) as trouble:
        raise Failed(f"{trouble}") from None
    write_file(file, content)


def _played(
    game: Game, file: str | None, code: str, data: Path | None
) -> tuple[dict[str, Any], str]:
    """What fills in a sheet, with its corrections if they are known, and the day it was played;
    Refused or BadRecord if it cannot be replayed."""
    more: dict[str, Any] = {}
    date = ""
    if file:
        try:
            record = read_record(read_text(file)).record
        except BadRecord as bad:
            raise NotAccepted(f"{file}: {bad}") from None
    else:
        with opened(data) as store:
            saved = store.saved(code)
        record, begun = saved.record, saved.begun.astimezone()
        more = {"start": saved.start, "journal": [*map(printing.Journalled.of, saved.rows)]}
        date = f"{begun.day} {begun:%B %Y}"
    if record.game != game.key:
        raise BadRecord(f"That is a record of {record.game}, not of {game.key}.")
    return more | {"replay": game.accept(record) if file else game.replay(record)}, date
