"""The print queue: a process for short documents and pictures, one for long ones, and a cache."""

from __future__ import annotations

import concurrent.futures
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from cachetools import LRUCache, TTLCache

from companion import waiting
from companion.printing.fingerprints import fingerprint
from companion.printing.worker import PrintedFile, Sheets, Wanted, begin, made, work

SECONDS, TASKS = 20, 200
"""Processor seconds a document may take, documents until a process is replaced."""
CACHE_BYTES, WAITING = 48 << 20, 60
"""Bytes of remembered files; short orders that may wait, and as many long ones."""
PATIENCE, CHAIRS = (3.0, 15.0), 2
"""Seconds that a request waits for a document, and for a picture, which no page can wait for.
Requests of each kind that wait at a time; the others are answered at once."""
GONE, RETRY = 90.0, 60
"""Seconds until an order nobody asks for again is dropped; until a failed one is retried."""


class NotYet(RuntimeError):
    """The document is not printed yet. Ask again in `seconds`."""

    seconds = 3


class Printing(NotYet):
    """The document is being printed, or waits for its turn."""


class Busy(NotYet):
    """Too many orders wait."""


class PrintFailed(RuntimeError):
    """It took too long, or the process ended. The document is tried again after `seconds`."""

    seconds = RETRY


@dataclass(eq=False)
class Job:
    """A document or a picture that is not made yet."""

    key: str
    make: Callable[[], Wanted]
    whose: str = ""  # the address that asked; "" for the program itself
    picture: bool = False
    long: bool = False
    result: concurrent.futures.Future[PrintedFile] = field(
        default_factory=concurrent.futures.Future
    )
    until: float = float("inf")  # when it is dropped
    running: bool = False


class PrintQueue:
    """Each process makes pictures first, then the order of the address served longest ago."""

    def __init__(
        self, *, seconds: int = SECONDS, tasks: int = TASKS, cache_bytes: int = CACHE_BYTES,
        patience: tuple[float, float] = PATIENCE, job: Callable[[Sheets], PrintedFile] = work,
    ) -> None:  # fmt: skip
        self.waiting, self.seconds, self.tasks = WAITING, seconds, tasks
        self.patience, self.job = patience, job
        self._lock = threading.RLock()
        self._orders: dict[str, Job] = {}  # oldest first
        self._served = LRUCache[str, float](1000)  # when an address had its last turn
        self._chairs = [threading.BoundedSemaphore(CHAIRS) for _ in patience]
        self._files = LRUCache[str, PrintedFile](cache_bytes, getsizeof=lambda each: len(each.body))
        self._failed: TTLCache[str, PrintFailed] = TTLCache(WAITING, RETRY)
        self._at_work: set[bool] = set()  # True for the long orders
        self._pools: dict[bool, concurrent.futures.Executor] = {}

    def print(self, sheets: Sheets) -> PrintedFile:
        """Return the PDF. Raise Busy, PrintFailed or NoPango if there is none."""
        order = Job(fingerprint(sheets), lambda: sheets)
        return self.recall(order.key) or self._placed(order).result.result()

    def order(self, order: Job) -> PrintedFile:
        """Return the file of an order. Raise Printing if it takes longer than a request waits, and
        raise the error if it cannot be made. The same key is made once."""
        if kept := self.recall(order.key):
            return kept
        order = self._placed(order)
        sits = self._chairs[order.picture].acquire(blocking=False)
        try:
            with waiting.replaced():
                return order.result.result(self.patience[order.picture] if sits else 0)
        except TimeoutError:
            raise Printing(
                "This takes a few seconds." if order.running else "Others come first."
            ) from None
        finally:
            if sits:
                self._chairs[order.picture].release()

    def asked(self, key: str) -> bool:
        """True if this file is remembered or ordered."""
        return key in self._files or key in self._orders

    def recall(self, key: str) -> PrintedFile | None:
        """Return the file of this key, or None."""
        with self._lock:
            return self._files.get(key)

    def close(self) -> None:
        """Drop what waits and end the processes. The next document starts new ones."""
        with self._lock:
            self._orders = {key: each for key, each in self._orders.items() if each.running}
            pools, self._pools = self._pools, {}
        for pool in pools.values():
            pool.shutdown()

    def _placed(self, new: Job) -> Job:
        """Return the order of this key if there is one, otherwise queue the new one."""
        with self._lock:
            if failed := self._failed.get(new.key):
                raise failed
            order = self._orders.get(new.key)
            if order is None:
                self._drop_if_full(new)
                order = self._orders[new.key] = new
                if new.long not in self._at_work:
                    self._at_work.add(new.long)
                    threading.Thread(target=self._work, args=(new.long,), daemon=True).start()
            if new.whose:
                order.until = time.monotonic() + self.patience[new.picture] + GONE
            return order

    def _drop_if_full(self, new: Job) -> None:
        """If too many wait, drop the last order of the address with most, or raise Busy."""
        queued = [o for o in self._orders.values() if o.long == new.long and not o.running]
        if len(queued) < self.waiting:
            return
        many = Counter(each.whose for each in queued)
        last = max(reversed(queued), key=lambda each: many[each.whose], default=None)
        if last is None or many[last.whose] <= many[new.whose] + 1:
            raise Busy(f"{len(queued)} documents wait to be printed.")
        del self._orders[last.key]
        last.result.set_exception(Busy("Others wait to print as well."))

    def _work(self, long: bool) -> None:
        """Make the orders of one process until none is left."""
        while order := self._next(long):
            result = order.result
            try:
                result.set_result(self._run(order.make(), long))
            except Exception as error:  # noqa: BLE001 - the request raises it
                result.set_exception(error)
            with self._lock:
                del self._orders[order.key]
                if isinstance(fault := result.exception(), PrintFailed):
                    self._failed[order.key] = fault
                elif fault is None:
                    with suppress(ValueError):  # larger than the whole memory
                        self._files[order.key] = result.result()

    def _next(self, long: bool) -> Job | None:
        """Return the order whose turn it is; drop orders that nobody asks for any more."""
        with self._lock:
            now = time.monotonic()
            self._orders = {k: o for k, o in self._orders.items() if o.running or now < o.until}
            mine = [each for each in self._orders.values() if each.long == long]
            if not mine:
                self._at_work.discard(long)
                return None
            order = min(mine, key=lambda o: (not o.picture, self._served.get(o.whose, 0)))
            order.running = True
            self._served[order.whose] = now
            return order

    def _run(self, wanted: Wanted, long: bool) -> PrintedFile:
        """Return the file, made in a process. Raise PrintFailed if the process ends."""
        from multiprocessing import get_context  # a browser's Python has no processes

        try:
            with self._lock:
                if long not in self._pools:
                    self._pools[long] = concurrent.futures.ProcessPoolExecutor(
                        1, get_context("spawn"), begin, (self.seconds, long),
                        max_tasks_per_child=1 if long else self.tasks,  # a long one needs 200 MB
                    )  # fmt: skip
                pool = self._pools[long]
            return pool.submit(made, wanted, self.job).result()
        except OSError as error:  # the machine allows no process
            raise PrintFailed(f"Printing cannot be started on this machine: {error}") from None
        except concurrent.futures.BrokenExecutor:
            self._pools.pop(long, None)
            raise PrintFailed(f"It took over {self.seconds} seconds, or was interrupted.") from None


QUEUE = PrintQueue()
