"""What one request may cost: rows to read and replay, and processor seconds.

The web package begins a budget for each request. Without one, as on the command line or on a phone
of its own, nothing is limited.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

spent: Callable[[], float] = getattr(time, "thread_time", time.monotonic)
"""Processor seconds of this thread (elapsed time if unavailable), so that load on the machine does
not shorten a page."""


class UsedUp(Exception):
    """The processor seconds of this request are used up."""


@dataclass
class Budget:
    """When a request costs more than `rows`, it calls `expensive` once, which waits for a slot."""

    seconds: float
    rows: int
    expensive: Callable[[], None]

    def __post_init__(self) -> None:
        self.began = spent()

    @property
    def used(self) -> float:
        """The used share of the seconds."""
        return (spent() - self.began) / self.seconds if self.seconds else 1.0


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


def begin(budget: Budget | None) -> None:
    """The budget of this thread from now on; None for no limits."""
    _budget.set(budget)


@contextmanager
def unlimited() -> Iterator[None]:
    """Work that has a limit of its own."""
    before = _budget.get()
    _budget.set(None)
    try:
        yield
    finally:
        _budget.set(before)


def expect(rows: int) -> None:
    """Called before work on so many rows. Raises UsedUp as `check` does, and what `expensive`
    raises."""
    check()
    budget = _budget.get()
    if budget is None:
        return
    before, budget.rows = budget.rows, budget.rows - rows
    if budget.rows < 0 <= before:
        budget.expensive()


def check() -> None:
    """Called in each round of a long loop: raises UsedUp if no time is left."""
    budget = _budget.get()
    if budget and budget.used >= 1:
        raise UsedUp


def in_time() -> bool:
    """True while less than half of the time is used: a loop that can end early leaves the rest to
    the page that shows its results."""
    budget = _budget.get()
    return budget is None or budget.used < 0.5
