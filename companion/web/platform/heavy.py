"""Pages that replay a table again and again: a few at a time, each for seconds only."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from werkzeug.exceptions import ServiceUnavailable

AT_ONCE, PATIENCE = 2, 2.0
"""Such pages at a time, and seconds another one waits for its turn: three quarters of the server's
threads are always free for the table."""
SECONDS = 3.0
"""What one page may spend on replays before it shows what it has."""
_turns = threading.BoundedSemaphore(AT_ONCE)


@contextmanager
def replaying(seconds: float | None = None) -> Iterator[Callable[[], bool]]:
    """A turn; it gives a function that is true while there is time for one more replay.

    503 when no turn comes. A page asks before each replay, so it may overrun by one.
    """
    if not _turns.acquire(timeout=PATIENCE):
        raise ServiceUnavailable("Others are comparing scores. Try again in a moment.",
                                 retry_after=3)  # fmt: skip
    until = time.monotonic() + (SECONDS if seconds is None else seconds)
    try:
        yield lambda: time.monotonic() < until
    finally:
        _turns.release()
