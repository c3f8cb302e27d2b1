"""Processor seconds for which a store holds its write lock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.store import Store
from tests.spent import freeze

LIMIT = 0.05
"""The most there may be."""


class _Timed:
    """A lock that measures the processor time of the thread that holds it."""

    def __init__(self, lock: Any, spent: list[float]) -> None:
        self._lock, self._spent, self._since = lock, spent, 0.0

    def acquire(self, **how: float) -> bool:
        taken = bool(self._lock.acquire(**how))
        if taken:
            self._since = time.thread_time()
        return taken

    def release(self) -> None:
        self._spent.append(time.thread_time() - self._since)
        self._lock.release()


@contextmanager
def locked(store: Store) -> Iterator[list[float]]:
    """Collects the processor seconds of each transaction."""
    spent: list[float] = []
    lock = store._turn
    store._turn = _Timed(lock, spent)  # type: ignore[assignment]
    freeze()
    try:
        yield spent
    finally:
        store._turn = lock
