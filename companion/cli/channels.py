"""The connections of `companion serve`, and the loop that waits for them.

waitress's own loop asks each open connection before each wait. With 150 tables that took more than
half of the server's processor time.
"""

from __future__ import annotations

import errno
import selectors
import socket
import time
from collections import Counter
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel

FROM_ONE = 300
"""Most connections of one address: two hundred watchers may share a house's router."""
ALL = 1.0
"""Seconds after which every connection is asked: waitress marks the idle ones to be closed."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that tells the loop and the threads when a thread answers its request."""

    address = ""
    """Of its request, once a thread has taken it."""

    def service(self) -> None:
        self._map.served.add(self._fileno)
        self.server.task_dispatcher.answer(self, super().service)


class Channels(dict[int, Any]):
    """waitress's channels by file descriptor: its `map`.

    Asks a channel what it waits for only where that may have changed: the channel is new, something
    happened to it, or a thread is answering its request.
    """

    def __init__(self) -> None:
        super().__init__()
        self.served: set[int] = set()
        """Those that a thread answers; other threads add to it."""
        self._selector = selectors.DefaultSelector()
        self._waiting: dict[int, int] = {}
        self._changed: set[int] = set()
        self._all_at = 0.0

    def __setitem__(self, descriptor: int, channel: Any) -> None:
        super().__setitem__(descriptor, channel)
        self._changed.add(descriptor)

    def __delitem__(self, descriptor: int) -> None:
        super().__delitem__(descriptor)
        self._wait(descriptor, 0)

    def turn(self, timeout: float) -> None:
        """Waits at most `timeout` seconds, then lets channels read and write that can."""
        if (now := time.monotonic()) >= self._all_at:
            self._changed.update(self)
            self._all_at = now + ALL
        served = list(self.served)
        for descriptor in self._changed.union(served):
            if (channel := self.get(descriptor)) is not None:
                self._wait(descriptor, events(channel))
        self.served.difference_update(each for each in served if self._reads(each))
        self._changed.clear()
        for key, ready in self._selector.select(timeout):
            for event, act in ACTS:
                if ready & event and (channel := self.get(key.fd)) is not None:
                    self._changed.add(key.fd)
                    act(channel)

    def ask_all(self) -> None:
        """Lets the next turn ask every channel, after something outside has changed them."""
        self._all_at = 0.0

    def _reads(self, descriptor: int) -> bool:
        return descriptor not in self or bool(
            self._waiting.get(descriptor, 0) & selectors.EVENT_READ
        )

    def _wait(self, descriptor: int, wanted: int) -> None:
        before = self._waiting.pop(descriptor, 0)
        if wanted:
            self._waiting[descriptor] = wanted
        if wanted == before:
            return
        if not before:
            self._selector.register(descriptor, wanted)
        elif wanted:
            self._selector.modify(descriptor, wanted)
        else:
            self._selector.unregister(descriptor)


class FewFromOne(socket.socket):
    """A listening socket with a limit of connections per address; waitress has only a total one."""

    def __init__(self, listening: socket.socket, most: int = FROM_ONE) -> None:
        super().__init__(fileno=listening.detach())
        self.most = most
        self.held: Counter[str] = Counter()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. One above its address's limit is closed, and raises
        ConnectionAbortedError, which servers ignore."""
        accepted, address = super().accept()
        connection = HeldConnection(self.held, address[0], accepted.detach())
        if self.held[address[0]] > self.most:
            connection.close()
            raise ConnectionAbortedError(errno.ECONNABORTED, "too many connections of one address")
        return connection, address


class HeldConnection(socket.socket):
    """A connection that is counted for its address until it is closed."""

    def __init__(self, held: Counter[str], address: str, descriptor: int) -> None:
        super().__init__(fileno=descriptor)
        self._held, self._address = held, address
        held[address] += 1

    def close(self) -> None:
        self._let_go()
        super().close()

    def __del__(self) -> None:
        self._let_go()

    def _let_go(self) -> None:
        if self.fileno() >= 0:
            self._held[self._address] -= 1
            if not self._held[self._address]:
                del self._held[self._address]


ACTS = ((selectors.EVENT_READ, wasyncore.read), (selectors.EVENT_WRITE, wasyncore.write))


def events(channel: Any) -> int:
    """The events that a channel waits for. A listening socket never waits to write."""
    reads = selectors.EVENT_READ if channel.readable() else 0
    writes = selectors.EVENT_WRITE if channel.writable() and not channel.accepting else 0
    return reads | writes
