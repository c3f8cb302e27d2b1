"""The counts behind the rate limits, in this process."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field

from limits.storage import MemoryStorage

HERE = "process://"
"""The URI of this storage."""
SWEEP = 60
"""Seconds after which keys are dropped whose window is over."""


@dataclass
class Window:
    """When a key was counted, the oldest first, and for how many seconds that holds. The times are
    monotonic: a clock that was a year ahead for a minute refuses nobody for a year."""

    seconds: int
    times: deque[float] = field(default_factory=deque)

    def forget(self, now: float) -> None:
        while self.times and self.times[0] < now - self.seconds:
            self.times.popleft()


class Counts(MemoryStorage):
    """The moving windows of every key, under one lock.

    `MemoryStorage` starts a thread from a hit, which can fail, and keeps every key for ever.
    """

    STORAGE_SCHEME = [HERE.partition(":")[0]]  # noqa: RUF012 (so the library declares it)

    def __init__(
        self, uri: str | None = None, wrap_exceptions: bool = False, **options: str
    ) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        self._lock = threading.Lock()
        self._windows: dict[str, Window] = {}
        self._swept = time.monotonic()

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        now = time.monotonic()
        with self._lock:
            self._sweep(now)
            window = self._windows.setdefault(key, Window(expiry))
            window.forget(now)
            if len(window.times) + amount > limit:
                return False
            window.times.extend([now] * amount)
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        now = time.monotonic()
        with self._lock:
            window = self._windows.get(key, Window(expiry))
            window.forget(now)
            age = now - window.times[0] if window.times else 0.0
            return time.time() - age, len(window.times)

    def clear(self, key: str) -> None:
        with self._lock:
            self._windows.pop(key, None)

    def reset(self) -> int:
        with self._lock:
            number = len(self._windows)
            self._windows.clear()
            return number

    def _sweep(self, now: float) -> None:
        if now < self._swept + SWEEP:
            return
        self._swept = now
        for key, window in [*self._windows.items()]:
            window.forget(now)
            if not window.times:
                del self._windows[key]
