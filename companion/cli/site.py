"""`companion site`: the public site, static pages with the offline version below them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path

import click

from companion import games, printing
from companion.cli.common import Failed, GameArgument, NotAccepted
from companion.engine.game import Game
from companion.words import units


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("chosen", type=GameArgument(), metavar="[GAME...]", nargs=-1)
@click.option("--url", default="", help="The address at which the folder is published. Otherwise "
              "that of docs/address.txt.")  # fmt: skip
@click.option("--contact", default="", help="An address for questions, such as "
              "mailto:name@example.org. Otherwise that of docs/address.txt.")  # fmt: skip
@click.option("--no-play", is_flag=True, help="Without the offline version.")
@click.option("--quick", is_flag=True, help="Compress less; for a trial on this machine.")
def site(
    folder: Path, chosen: Sequence[Game], url: str, contact: str, no_play: bool, quick: bool
) -> None:
    """Write the public site into DIR: pages, PDFs and the offline version.

    Every game has a page with its rules, its scoring table and its printed
    sheets. The pages need no server and no JavaScript. Without GAME the site
    has all games.
    """
    from companion.pocket import runtime
    from companion.pocket import site as offline
    from companion.site import addresses, build, papers

    known = addresses.addresses()
    if not (url or known.site):
        raise NotAccepted("Say the address: --url https://… (or write it into docs/address.txt).")
    try:
        at = addresses.public(url or known.site)
    except ValueError as wrong:
        raise NotAccepted(f"{wrong}") from None
    list_of = chosen or list(games.all_games().values())
    try:
        pdfs = papers.printed(list_of, folder)
        pages = build.write(folder, at, list_of, pdfs, contact or known.contact)
        if not no_play:
            offline.write(folder / build.PLAY, small=not quick, url=f"{at}{build.PLAY}",
                          picture=f"{at}preview.png")  # fmt: skip
    except (BrokenExecutor, runtime.CannotBuild, printing.NoPango) as error:
        raise Failed(f"{error}") from None
    except OSError as error:
        raise Failed(f"{error.filename}: {error.strerror}.") from None
    count = sum(map(len, pdfs.values()))
    click.echo(f"{folder}: {units(len(pages), 'page')} and {units(count, 'PDF')} for {at}")
