"""`companion serve`: the Companion on this machine, for every phone on the same network."""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path
from types import FrameType

import click

from companion.cli.common import Failed, data_option, open_store

PORT = 8000
TRIES = 20
"""Ports that are tried, one after the other, where none was asked for."""
THREADS, CONNECTIONS = 8, 1000


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on; "
              "127.0.0.1 keeps it to this machine.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), help=f"Otherwise {PORT} or the next free.")
@data_option
@click.option("--no-qr", is_flag=True, help="Show no code for the phones.")
def serve(host: str, port: int | None, data: Path | None, no_qr: bool) -> None:
    """Serve the Companion to the phones on this network.

    The scores lie in one file; it is made, or brought up to date, before the first
    page is served. Ctrl-C stops it, and entries under way are finished first.
    """
    import waitress

    listening = listen(host, port)
    store = open_store(data)
    from companion.web import create_app

    app = create_app(store, data=data)
    server = waitress.create_server(
        app, sockets=[listening], threads=THREADS, connection_limit=CONNECTIONS, ident=None
    )
    address = f"http://{_reachable(host)}:{listening.getsockname()[1]}/"
    _greet(address, store.url, qr=not no_qr and not _only_here(host))
    signal.signal(signal.SIGTERM, _stop)
    try:
        server.run()
    finally:
        server.close()
        store.close()
    click.echo("\nStopped. Every score is kept.")


def _stop(_signal: int, _frame: FrameType | None) -> None:
    # The server's own loop takes this as the word to finish what is under way.
    raise SystemExit(0)


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket on that port, or on the first free one; Failed when there is none."""
    reason = ""
    for number in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            return socket.create_server((host, number), backlog=1024)
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
    if port is not None:
        raise Failed(f"Port {port} on {host} cannot be used ({reason}); try another --port.")
    raise Failed(f"No free port from {PORT} to {PORT + TRIES - 1} on {host} ({reason}).")


def _only_here(host: str) -> bool:
    return host == "localhost" or host.startswith("127.")


def _reachable(host: str) -> str:
    """The address by which a phone on the same network finds this machine."""
    if _only_here(host):
        return "localhost"
    if host not in ("0.0.0.0", ""):
        return host
    try:
        # Nothing is sent: connecting a datagram socket only asks which way it would go.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "localhost"


def _greet(address: str, url: str, *, qr: bool) -> None:
    click.echo(f"The Companion is at {click.style(address, bold=True)}")
    if qr:
        import segno

        segno.make(address, error="m").terminal(out=sys.stdout, compact=True)
        click.echo("Phones on the same network open it by this code.")
    if url.startswith("sqlite:///"):
        click.echo(f"Scores are kept in {url.removeprefix('sqlite:///')}")
    click.echo("Ctrl-C stops it.")
    sys.stdout.flush()
