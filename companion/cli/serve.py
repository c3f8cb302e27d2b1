"""`companion serve`: the Companion on this machine, for every phone on the same network."""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
import time
from contextlib import ExitStack, nullcontext, suppress
from pathlib import Path
from typing import Any

import click
import segno
import waitress

from companion import waiting
from companion.app import create_app
from companion.cli.channels import Channel, Channels, FewFromOne
from companion.cli.common import Failed, backups_of, data_option, opened
from companion.hosting.log import say
from companion.hosting.workers import Workers
from companion.settings import Settings
from companion.store import Store, Trouble
from companion.store.backups import Rotation
from companion.store.engine import data_folder, file_of
from companion.store.onefile import OneFile, Resting, lost
from companion.store.restoring import served
from companion.tables.filling import Filling
from companion.words import counted

CONNECTIONS = 1000
"""Most connections in total."""
OWN, LEAST = 200, 16
"""File descriptors reserved for database, log and printing; connections allowed in any case."""
WITHOUT_POLL = 400
"""Most connections where only `select` is available: Windows has a limit of 512."""
IDLE, LOOK = 30, 5
"""Seconds until an idle connection is closed, and between checks for idle ones."""
PROXY_IDLE = 150
"""The same behind a proxy: longer than the proxy's own keep-alive (Caddy 120 s, nginx 60 s), so
that it never sends into a connection that is closing."""


def connections() -> int:
    """How many connections the process has file descriptors for, after raising its soft limit.

    One connection too many would make waitress retry `accept` in a loop, with a log line each time.
    """
    if not hasattr(select, "poll"):
        return WITHOUT_POLL
    try:
        import resource
    except ImportError:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OWN
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return CONNECTIONS
    top = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (top, hard))
        soft = top
    return max(LEAST, soft - OWN)


PORT = 8000
TRIES = 20
"""Ports that are tried in turn if none is given."""
THREADS = 4
"""Threads that compute: two for expensive requests, and two that are always left for play."""
COLLECT = (700, 10, 2000)
"""Thresholds of Python's collector. At 150 tables a full collection takes 0.4 s, in which nobody is
answered, and with Python's own last threshold, 10, there is one every four seconds. It is hardly
needed: replays are freed without it."""
SWITCH = 0.001
"""Seconds that a thread computes before another gets its turn."""
PATIENCE = 15.0
"""Seconds to finish requests at shutdown."""
HEADERS, BODY = 32 << 10, 5 << 20
"""Most bytes of a request's head and body: 4 MB for an uploaded file, plus its form. The app sets
lower limits for other pages."""


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on; "
              "127.0.0.1 keeps it to this machine.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), help=f"Otherwise {PORT} or the next free.")
@data_option
@click.option("--no-qr", is_flag=True, help="Show no code for the phones.")
def serve(host: str, port: int | None, data: Path | None, no_qr: bool) -> None:
    """Serve the Companion to the phones on this network.

    The scores lie in one file; it is made, or brought up to date, before the first
    page is served, and backed up while it is used. To copy them use “companion
    backup”: the file itself is whole only after some seconds without an entry.
    Ctrl-C stops it, and entries under way are finished first. HOSTING.md lists the
    settings.
    """
    with ExitStack() as stack:
        try:
            settings = Settings.read()
            stack.enter_context(served(data_folder(data)))
        except Trouble as trouble:
            raise Failed(str(trouble)) from None
        except OSError as error:
            raise Failed(f"{error.filename}: {error.strerror}.") from None
        _few_heaps()
        listening = listen(host, port)
        store = stack.enter_context(opened(data, whole=True))
        _kept_whole(store, stack)
        address = f"http://{_reachable(host)}:{listening.getsockname()[1]}/"
        sockets = Channels()
        server = _server(store, data, settings, listening, sockets, stack)
        server.channel_class = Channel
        stopping = _stopped_by_hand(server)  # before the address is printed
        _greet(address, store.url, qr=not no_qr and not _only_here(host))
        # An entry waits this long at most for a thread that computes, each time that it waits.
        sys.setswitchinterval(SWITCH)
        # The loaded code is never garbage: a full collection would stop every phone to look at it.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT)
        while not stopping:
            sockets.turn(1)
        drain(server, sockets)
    click.echo("\nStopped. Every score is kept.")


HEAPS = 2
M_ARENA_MAX = -8  # of <malloc.h>


def _few_heaps() -> None:
    """With glibc, limits the heaps among which threads are shared out, here and in the printing
    processes. Otherwise each thread leaves holes in one of its own: 444 MB for 287 MB after the
    most expensive requests."""
    os.environ.setdefault("MALLOC_ARENA_MAX", str(HEAPS))
    with suppress(ImportError, OSError, AttributeError, TypeError):
        import ctypes

        ctypes.CDLL(None).mallopt(M_ARENA_MAX, HEAPS)


def _kept_whole(store: Store, stack: ExitStack) -> None:
    """Watches over the file of the scores, and says if entries are gone from it."""
    file = file_of(store.url)
    if file is None:
        return
    if gone := lost(file):
        entries = counted(gone, "entry", "entries")
        click.echo(
            f"{file} has {entries} fewer than when it was last served. Backups are in "
            f"{file.parent / 'backups'}; “companion restore” puts one back.",
            err=True,
        )
        say("fewer entries", level="error", fewer=gone)
    store.file = OneFile(file)
    resting = Resting(file)
    resting.start()
    stack.callback(resting.stop)


def _server(
    store: Store,
    data: Path | None,
    settings: Settings,
    listening: socket.socket,
    sockets: Channels,
    stack: ExitStack,
) -> Any:
    """The server over its listening sockets, with the backup thread; closed by the exit stack."""
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
    filling = Filling(store)
    filling.start()
    stack.callback(filling.stop)
    # Behind a proxy all connections have one address.
    listener = listening if settings.proxies else FewFromOne(listening)
    for module in (waitress.channel, waitress.server):
        module.time = Monotonic
    workers = Workers(THREADS, settings.proxies)
    waiting.replace_by(workers.replaced)
    stack.callback(waiting.replace_by, nullcontext)
    return waitress.create_server(
        app, sockets, _dispatcher=workers, sockets=[listener], connection_limit=connections(),
        ident=None, max_request_header_size=HEADERS, max_request_body_size=BODY,
        channel_timeout=PROXY_IDLE if settings.proxies else IDLE, cleanup_interval=LOOK,
        # Werkzeug's ProxyFix handles these headers, if the settings name a proxy.
        clear_untrusted_proxy_headers=not settings.proxies,
    )  # fmt: skip


class Monotonic:
    """The time for waitress, which measures by it how long a connection is idle.

    By the clock no idle connection would be closed for a year after the clock was a year ahead.
    """

    time = staticmethod(time.monotonic)


def _stopped_by_hand(server: Any) -> list[int]:
    """Handles SIGINT and SIGTERM: returns a list that receives them, and wakes the server."""
    stopping: list[int] = []

    def stop(number: int, _frame: object) -> None:
        stopping.append(number)
        server.pull_trigger()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return stopping


def drain(server: Any, sockets: Channels, patience: float = PATIENCE) -> None:
    """Stops accepting, answers the requests that have arrived, then closes.

    Waitress alone would finish the work but not send the responses: a scorer would not learn that
    the last answer was saved.
    """
    deadline = time.monotonic() + patience
    server.accepting = False
    server.del_channel()
    server.socket.close()
    while server.active_channels and time.monotonic() < deadline:
        for channel in list(server.active_channels.values()):
            if not channel.requests:
                channel.close_when_flushed = True
        sockets.ask_all()
        sockets.turn(0.05)
    server.task_dispatcher.shutdown(timeout=max(0.0, deadline - time.monotonic()))
    server.trigger.close()


def listen(host: str, port: int | None) -> socket.socket:
    """A socket listening on this port, or on the first free one; Failed if there is none."""
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
    """The address under which other devices reach this machine."""
    if _only_here(host):
        return "localhost"
    if host not in ("0.0.0.0", ""):
        return host
    try:
        # Sends nothing: connecting a datagram socket only selects the route.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "localhost"


def _greet(address: str, url: str, *, qr: bool) -> None:
    click.echo(f"The Companion is at {click.style(address, bold=True)}")
    if qr:
        segno.make(address, error="m").terminal(out=sys.stdout, compact=True)
        click.echo("Phones on the same network open it by this code.")
    if url.startswith("sqlite:///"):
        click.echo(f"Scores are kept in {url.removeprefix('sqlite:///')}")
    click.echo("Ctrl-C stops it.")
    sys.stdout.flush()
