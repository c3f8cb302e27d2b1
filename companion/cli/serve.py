"""`companion serve`: the Companion on this machine, for every phone on the same network."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.common import Failed, data_option, open_store

if TYPE_CHECKING:
    from companion.store import Store
    from companion.web.settings import Settings

PORT = 8000
TRIES = 20
"""Ports that are tried, one after the other, where none was asked for."""
THREADS, CONNECTIONS = 8, 1000
PAUSE = 0.5
"""Seconds from the greeting until the rest is brought in: the first page has the machine alone."""
TURN = 0.0005
"""Seconds a thread computes while another wants to. An entry waits for the database a dozen times,
and each time for whoever computes meanwhile: Python's own five milliseconds are felt."""
HEADERS, BODY = 32 << 10, 512 << 10
"""Bytes of a request's head and body that are read at all."""


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on; "
              "127.0.0.1 keeps it to this machine.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), help=f"Otherwise {PORT} or the next free.")
@data_option
@click.option("--no-qr", is_flag=True, help="Show no code for the phones.")
def serve(host: str, port: int | None, data: Path | None, no_qr: bool) -> None:
    """Serve the Companion to the phones on this network.

    The scores lie in one file; it is made, or brought up to date, before the first
    page is served, and backed up while it is used. Ctrl-C stops it, and entries
    under way are finished first. HOSTING.md lists the settings.
    """
    with ExitStack() as stack:
        # Nothing that is loaded is garbage, and to look for some takes a sixth of the start.
        gc.disable()
        stack.callback(gc.enable)
        from companion.store import Trouble
        from companion.store.backups import served
        from companion.store.engine import data_folder
        from companion.web.settings import Settings

        try:
            settings = Settings.read()
            stack.enter_context(served(data_folder(data)))
        except Trouble as trouble:
            raise Failed(str(trouble)) from None
        except OSError as error:
            raise Failed(f"{error.filename}: {error.strerror}.") from None
        listening = listen(host, port)
        store = open_store(data, whole=True)
        stack.callback(store.close)
        server = _server(store, data, settings, listening, stack)
        address = f"http://{_reachable(host)}:{listening.getsockname()[1]}/"
        stopping = _stopped_by_hand(server)  # before anybody is told how
        _greet(address, store.url, qr=not no_qr and not _only_here(host))
        stack.callback(Warming(store).end)
        _serve(server, stopping)
    click.echo("\nStopped. Every score is kept.")


def tune() -> None:
    """Sets Python up for many short requests at once, once everything is loaded."""
    # What is there by now stays, and need not be looked through again.
    gc.freeze()
    sys.setswitchinterval(TURN)


def _server(
    store: Store, data: Path | None, settings: Settings, listening: socket.socket, stack: ExitStack
) -> Any:
    """The server, and beside it the backups, which end with the stack."""
    import waitress

    from companion.cli.common import backups_of
    from companion.store import Trouble
    from companion.store.backups import Rotation
    from companion.web import create_app
    from companion.web.watching import say

    backups = backups_of(store.url, data, settings.backups)
    try:
        app = create_app(store, data=data, settings=settings, backups=backups)
    except Trouble as trouble:
        raise Failed(str(trouble)) from None
    if settings.backups:

        def failed(trouble: Trouble) -> None:
            say("backup failed", level="error", kind=trouble.kind or "other")

        rotation = Rotation(backups, settings.hours * 3600, failed)
        rotation.start()
        stack.callback(rotation.stop)
    return waitress.create_server(
        app, sockets=[listening], threads=THREADS, connection_limit=CONNECTIONS, ident=None,
        max_request_header_size=HEADERS, max_request_body_size=BODY,
        # Werkzeug's ProxyFix weighs these headers, where the settings say that there is a proxy.
        clear_untrusted_proxy_headers=not settings.proxies,
    )  # fmt: skip


class Warming:
    """Brings in what the first page does without, before somebody taps: the database's library and
    every room. Whoever taps sooner waits for the part that is wanted, and for nothing else."""

    def __init__(self, store: Store, pause: float = PAUSE) -> None:
        self._store = store
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._warm, args=(pause,), name="warming")
        self._thread.start()

    def end(self) -> None:
        """Ends it, at the next pause."""
        self._ended.set()
        self._thread.join()

    def _warm(self, pause: float) -> None:
        from companion.store import Trouble

        try:
            for step in self._steps(pause):
                # A database that cannot be used now says so to whoever wants it.
                with suppress(Trouble):
                    step()
                if self._ended.is_set():
                    return
        finally:
            tune()
            gc.enable()

    def _steps(self, pause: float) -> Iterator[Callable[[], object]]:
        from companion import games

        yield partial(self._ended.wait, pause)
        yield self._store.warm
        for key in games.covers():
            yield partial(_opened, key)
        yield partial(import_module, "companion.printing")


def _opened(key: str) -> None:
    """Opens a room and reads its rule sheet."""
    from companion import games

    _ = games.find(key).rules


def _stopped_by_hand(server: Any) -> list[int]:
    """Ctrl-C and SIGTERM from now on: which of them came, and the server wakes up."""
    stopping: list[int] = []

    def stop(number: int, _frame: object) -> None:
        stopping.append(number)
        server.pull_trigger()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return stopping


def _serve(server: Any, stopping: Sequence[int]) -> None:
    """Serves until it is stopped, and then until what is under way is done and sent."""
    from companion.cli.draining import drain

    while not stopping:
        server.asyncore.loop(timeout=1, map=server._map, use_poll=True, count=1)
    drain(server)


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
