"""Processor seconds of a piece of work, whatever else a test run has left in memory."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Spent:
    """What `spent()` counts: seconds, set when the work ends."""

    seconds: float = 0.0


@contextmanager
def frozen() -> Iterator[None]:
    """Keeps full garbage collections short.

    After thousands of tests one takes more than a second, and an expensive request ends with one.
    What there was before is frozen, so that only what the work itself creates is searched.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def spent() -> Iterator[Spent]:
    """Counts the processor time of this thread."""
    work = Spent()
    with frozen():
        began = time.thread_time()
        try:
            yield work
        finally:
            work.seconds = time.thread_time() - began
