"""Processor seconds of a piece of work, without the garbage of earlier tests."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Spent:
    """The result of `spent()`: seconds, set when the work ends."""

    seconds: float = 0.0


def freeze() -> None:
    """Keep later garbage collections short: they search only objects made from now on.

    After thousands of tests a full collection takes more than a second, and an expensive request
    ends with one.
    """
    gc.collect()
    gc.freeze()


@contextmanager
def spent() -> Iterator[Spent]:
    """Count the processor time of this thread."""
    work = Spent()
    freeze()
    began = time.thread_time()
    try:
        yield work
    finally:
        work.seconds = time.thread_time() - began
