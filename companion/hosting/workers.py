"""The threads of `companion serve`, and whose request they answer next."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from cachetools import LRUCache
from waitress.task import ThreadedTaskDispatcher

from companion.web.platform.browser import network


def address_of(channel: Any, proxies: int = 0) -> str:
    """The address of a request as `network` gives it; behind so many trusted proxies, the address
    that the outermost of them adds."""
    added = channel.requests[0].headers.get("X_FORWARDED_FOR", "").split(",")[-proxies:]
    client = added[0].strip() if proxies and len(added) == proxies else ""
    return network(client or str(channel.addr[0]))


class Turns:
    """Requests that wait for a thread. It answers the address that was answered longest ago, and
    of one address at most `most` at a time.

    In the order of arrival a stranger's twelve expensive requests would all come before an entry.
    """

    def __init__(self, whose: Callable[[Any], str], most: int) -> None:
        self.running: Counter[str] = Counter()
        self._whose, self._most = whose, most
        self._waiting: dict[str, deque[Any]] = {}
        self._answered = LRUCache[str, int](1000)
        self._number = count(1)

    def __len__(self) -> int:
        """The number that may be answered now."""
        return sum(len(self._waiting[each]) for each in self._free())

    def append(self, channel: Any) -> None:
        self._waiting.setdefault(self._whose(channel), deque()).append(channel)

    def popleft(self) -> Any:
        """The next request; IndexError if none may be answered."""
        address = min(self._free(), key=lambda each: self._answered.get(each, 0), default=None)
        if address is None:
            raise IndexError("no request may be answered")
        request = self._waiting[address].popleft()
        if not self._waiting[address]:
            del self._waiting[address]
        self._answered[address] = next(self._number)
        self.running[address] += 1
        request.address = address
        return request

    def _free(self) -> list[str]:
        return [each for each in self._waiting if self.running[each] < self._most]

    def ended(self, address: str) -> None:
        """One of this address's requests is answered, or waits for others."""
        self.running[address] -= 1
        if not self.running[address]:
            del self.running[address]


class Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """So many threads that answer; one that waits for others is replaced while it waits."""

    def __init__(self, number: int, proxies: int = 0) -> None:
        super().__init__()
        self.queue = Turns(lambda channel: address_of(channel, proxies), max(1, number - 1))
        self._number, self._changing = number, threading.Lock()
        self._here = threading.local()
        self.set_thread_count(number)

    def answer(self, channel: Any, service: Callable[[], None]) -> None:
        """Answers a request that was taken from the queue."""
        self._here.address = channel.address
        try:
            service()
        finally:
            with self.lock:
                self.queue.ended(channel.address)

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """Around what this thread waits for."""
        address = self._here.address
        with self.lock:
            self.queue.ended(address)
        self._add(1)
        try:
            yield
        finally:
            self._add(-1)
            with self.lock:
                self.queue.running[address] += 1

    def _add(self, number: int) -> None:
        with self._changing:
            self._number += number
            self.set_thread_count(self._number)
