"""How many connections the server holds: fewer than it may open files, and few from one address."""

from __future__ import annotations

import select
import socket
from contextlib import suppress
from typing import Any

CONNECTIONS, FROM_ONE = 1000, 100
"""Connections at a time: all together, and from one address."""
OWN, LEAST = 200, 16
"""Files kept for the database, the log and the press; connections that there are in any case."""
WITHOUT_POLL = 400
"""Connections where the system has `select` alone, as Windows: it takes 512 at most."""
IDLE, LOOK = 30, 5
"""Seconds until a connection that says nothing is closed, and between two looks for such ones."""
PROXY_IDLE = 150
"""The same behind a proxy: longer than it keeps one for later (Caddy two minutes, nginx one), so
that it sends nothing into a connection that is being closed."""


def room() -> int:
    """The connections this process has files for. Raises its limit of open files first, where it
    may: a connection too many would otherwise be tried again and again, with a line in the log."""
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


def few_from_one(server: Any, most: int = FROM_ONE) -> None:
    """Closes what comes from an address that holds so many connections already."""
    made = server.channel_class

    def channel(
        server: Any, connection: socket.socket, address: tuple[str, int], *rest: Any, **more: Any
    ) -> None:
        held = sum(each.addr[0] == address[0] for each in list(server.active_channels.values()))
        if held >= most:
            connection.close()
        else:
            made(server, connection, address, *rest, **more)

    server.channel_class = channel
