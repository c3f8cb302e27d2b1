"""Limits on open connections: fewer than open files, and few per address."""

from __future__ import annotations

import errno
import select
import socket
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

CONNECTIONS, FROM_ONE = 1000, 300
"""Most connections in total, and per address: two hundred watchers may share a house's router."""
OWN, LEAST = 200, 16
"""File descriptors reserved for database, log and printing; connections allowed in any case."""
WITHOUT_POLL = 400
"""Most connections where only `select` is available: Windows has a limit of 512."""
IDLE, LOOK = 30, 5
"""Seconds until an idle connection is closed, and between checks for idle ones."""
PROXY_IDLE = 150
"""The same behind a proxy: longer than the proxy's own keep-alive (Caddy 120 s, nginx 60 s), so
that it never sends into a connection that is closing."""


def room() -> int:
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


class FewFromOne(socket.socket):
    """A listening socket with a limit of connections per address; waitress has only a total one."""

    def __init__(self, listening: socket.socket, most: int = FROM_ONE) -> None:
        super().__init__(fileno=listening.detach())
        self.most = most
        self.held: WeakKeyDictionary[socket.socket, str] = WeakKeyDictionary()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. One above its address's limit is closed, and raises
        ConnectionAbortedError, which servers ignore."""
        connection, address = super().accept()
        held = sum(
            host == address[0] and each.fileno() >= 0 for each, host in list(self.held.items())
        )
        if held >= self.most:
            connection.close()
            raise ConnectionAbortedError(errno.ECONNABORTED, "too many connections of one address")
        self.held[connection] = address[0]
        return connection, address
