"""Processor seconds of a piece of work, without the garbage of earlier tests."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Spent:
    """The result of `spent()`: seconds, set when the work ends."""

    seconds: float = 0.0


class _Freeze:
    """Freezes once for all calls that overlap, in one thread or in several."""

    def __init__(self) -> None:
        self._lock, self._depth = threading.Lock(), 0

    def __enter__(self) -> None:
        with self._lock:
            self._depth += 1
            if self._depth == 1:
                gc.freeze()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                gc.unfreeze()


_FREEZE = _Freeze()


@contextmanager
def frozen() -> Iterator[None]:
    """Keep full garbage collections short.

    After thousands of tests a full collection takes more than a second, and an expensive request
    ends with one. Earlier objects are frozen: a collection searches only the objects of the work.
    """
    with _FREEZE:
        yield


@contextmanager
def spent() -> Iterator[Spent]:
    """Count the processor time of this thread."""
    work = Spent()
    with frozen():
        began = time.thread_time()
        try:
            yield work
        finally:
            work.seconds = time.thread_time() - began
