"""`companion pocket`: the Companion as a folder of static files, for phones without a server."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.common import Failed, warn_of_failed


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--quick", is_flag=True, help="Compress less; for a trial on this machine.")
def pocket(folder: Path, quick: bool) -> None:
    """Write the Companion as static files into DIR.

    Any file host serves them over https; whoever opens the page once needs no
    server and no network from then on. docs/offline.md has the rest. The runtime is
    fetched once, by npm and pip, and held to its hashes.
    """
    from companion.pocket import archive, runtime, site

    try:
        build = site.write(folder, small=not quick)
    except runtime.CannotBuild as error:
        raise Failed(str(error)) from None
    except OSError as error:
        raise Failed(f"{error.filename}: {error.strerror}.") from None
    for package, entries in archive.bringing().items():
        click.echo(f"With {package}: {', '.join(entry.name for entry in entries)}")
    warn_of_failed()
    click.echo(f"{folder}: edition {build.edition}, {build.sent / 1e6:.1f} MB on a first opening")
