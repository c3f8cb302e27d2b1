"""A printing process, what it is given to do, and what is said where it cannot."""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.printing.worker import Drawing, Sheets, begin

if TYPE_CHECKING:
    # Imported with the first document: a browser's Python has neither processes nor PDFs.
    from concurrent.futures import ProcessPoolExecutor


SECONDS, TASKS = 20, 200
"""The longest a document may take, documents before a fresh process."""


class NotYet(RuntimeError):
    """It is not there yet: ask again in `seconds`."""

    seconds = 3


class Printing(NotYet):
    """The document is being printed, or waits for its turn."""


class Busy(NotYet):
    """The press has as much to do as it takes on."""


class PressFailed(RuntimeError):
    """A document could not be printed: it took too long, or the process ended."""


@dataclass(eq=False)
class Job:
    """A document or a picture that was asked for and is not made yet."""

    key: str
    make: Callable[[], Sheets | Drawing]
    whose: str
    """The address that asked; "" for the program itself."""
    first: bool
    """A picture, which takes no time."""
    number: int
    lane: Lane
    wanted: Sheets | Drawing | None = None
    made: Future[Any] = field(default_factory=Future)
    asked: float = 0.0
    watched: int = 0
    """How many requests wait for it just now."""
    running: bool = False


class Lane:
    """A printing process of its own, one job after the other; started when the first job comes."""

    def __init__(self, seconds: int, tasks: int) -> None:
        self.seconds, self.tasks = seconds, tasks
        self.thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def run(self, job: Callable[[Any], Any], wanted: Sheets | Drawing) -> Any:
        """What the job makes of it; PressFailed if it takes too long, or cannot be begun."""
        try:
            pool = self._open()
        except OSError as error:
            # Of a machine that allows no process or no shared memory.
            raise PressFailed(f"Printing cannot be started on this machine: {error}") from None
        try:
            return pool.submit(job, wanted).result()
        except concurrent.futures.BrokenExecutor:
            with self._lock:
                if self._pool is pool:
                    self._pool = None
            raise PressFailed(
                f"The page could not be printed: it took more than {self.seconds} seconds, "
                "or printing was interrupted."
            ) from None

    def close(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool:
            pool.shutdown()

    def _open(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                from multiprocessing import get_context

                self._pool = concurrent.futures.ProcessPoolExecutor(
                    1,
                    mp_context=get_context("spawn"),
                    initializer=begin,
                    initargs=(self.seconds,),
                    max_tasks_per_child=self.tasks,
                )
            return self._pool
