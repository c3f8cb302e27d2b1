"""Limits for pages that replay many records: how many run at once, and for how long."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from werkzeug.exceptions import ServiceUnavailable

from companion.tables.statistics import spent

AT_ONCE, PATIENCE = 2, 2.0
"""Most such pages at once, and seconds another waits for its turn. Three quarters of the server's
threads are always left for play."""
SECONDS = 3.0
"""Processor seconds that one page may spend on replays; it then shows what it has."""
_turns = threading.BoundedSemaphore(AT_ONCE)


@contextmanager
def replaying(seconds: float | None = None) -> Iterator[Callable[[], bool]]:
    """Waits for a turn (503 if none comes) and yields a function: True while there is time for
    another replay.

    It is asked before each replay, so a page can overrun by one.
    """
    if not _turns.acquire(timeout=PATIENCE):
        raise ServiceUnavailable("Others are comparing scores. Try again in a moment.",
                                 retry_after=3)  # fmt: skip
    until = spent() + (SECONDS if seconds is None else seconds)
    try:
        yield lambda: spent() < until
    finally:
        _turns.release()
