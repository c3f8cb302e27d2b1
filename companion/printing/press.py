"""The press: what waits to be printed, two printing processes, and a memory of what was printed."""

from __future__ import annotations

import concurrent.futures
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

from cachetools import LRUCache, TTLCache

from companion.printing.fingerprints import fingerprint
from companion.printing.lane import SECONDS, TASKS, Busy, Job, Lane, PressFailed, Printing
from companion.printing.worker import Drawing, PrintedFile, Sheets, paint, work

CACHE_BYTES = 48 << 20
"""Bytes remembered."""
WAITING, PATIENCE, CHAIRS = 60, (3.0, 15.0), 2
"""Most documents that wait; seconds for which a request waits for one, and for a picture, which no
page can wait for; and how many requests do, of each. To the others, and after that, it is said that
it is being printed."""
SHORT = 32 << 10
"""Letters up to which a document is a short one: a sheet has 20 000 and takes a second."""
GONE = 90.0
"""Seconds after which a document that nobody asked for again is not printed."""
FAILED_SECONDS = 60
"""Seconds for which a document that could not be printed is not tried again."""
MANY = 1000
"""Addresses that are remembered."""
IDLE = 10.0
"""Seconds after which a lane's thread ends if there is nothing to do."""


class Press:
    """Prints and paints in processes of its own: one for what is short, one for long documents.

    Of what waits, pictures come first, then whoever was served longest ago.
    """

    def __init__(
        self,
        *,
        waiting: int = WAITING,
        seconds: int = SECONDS,
        tasks: int = TASKS,
        cache_bytes: int = CACHE_BYTES,
        patience: tuple[float, float] = PATIENCE,
        job: Callable[[Sheets], PrintedFile] = work,
    ) -> None:
        self.waiting, self.patience, self.job = waiting, patience, job
        self._short, self._long = Lane(seconds, tasks), Lane(seconds, tasks)
        self._bell = threading.Condition()
        self._orders: dict[str, Job] = {}
        self._numbers, self._turns = count(1), count(1)
        self._served: dict[str, int] = {}  # by address, in which turn it was served last
        self._chairs = [threading.BoundedSemaphore(CHAIRS) for _ in patience]
        self._kept = LRUCache[str, Any](cache_bytes, getsizeof=lambda each: len(each.body))
        self._failed: TTLCache[str, PressFailed] = TTLCache(WAITING, FAILED_SECONDS)

    # -- asking ---------------------------------------------------------------------------------

    def print(self, sheets: Sheets) -> PrintedFile:
        """The PDF, from memory if it was printed before. Busy, PressFailed or NoPango otherwise."""
        key = fingerprint(sheets)
        made: PrintedFile = self.recall(key) or self._placed(key, lambda: sheets).made.result()
        return made

    def order(
        self, key: str, make: Callable[[], Sheets | Drawing], whose: str, *, picture: bool = False
    ) -> Any:
        """What was made under this key. Printing if that takes longer than a request waits: it goes
        on, and whoever asks again gets it. `make` is called in another thread; what it raises is
        raised here."""
        if kept := self.recall(key):
            return kept
        order = self._placed(key, make, whose, picture)
        chairs, patience = self._chairs[picture], self.patience[picture]
        sits = chairs.acquire(blocking=False)
        with self._bell:
            order.watched += 1
        try:
            return order.made.result(patience if sits else 0)
        except concurrent.futures.TimeoutError:
            raise Printing(self._before(order)) from None
        finally:
            with self._bell:
                order.watched -= 1
            if sits:
                chairs.release()

    def asked(self, key: str) -> bool:
        """True if this is remembered, or is being made."""
        with self._bell:
            return key in self._kept or key in self._orders

    def recall(self, key: str) -> Any:
        """What was made under this key, None if it is not remembered."""
        with self._bell:
            return self._kept.get(key)

    def close(self) -> None:
        """Ends the printing processes; the next document starts others."""
        self._short.close()
        self._long.close()

    def _placed(
        self, key: str, make: Callable[[], Sheets | Drawing], whose: str = "", first: bool = False
    ) -> Job:
        """The order of this key, a new one if there is none. Busy if too many wait and this address
        has as many of them as any other; else the last of whoever has most gives way."""
        with self._bell:
            if failed := self._failed.get(key):
                raise failed
            order = self._orders.get(key)
            if order is None:
                waiting = [each for each in self._orders.values() if not each.running]
                if len(waiting) >= self.waiting:
                    many = Counter(each.whose for each in waiting)
                    last = max(
                        waiting, key=lambda each: (many[each.whose], each.number), default=None
                    )
                    if last is None or many[last.whose] <= many[whose] + 1:
                        raise Busy(f"The press is busy: {len(waiting)} documents wait for it.")
                    del self._orders[last.key]
                    last.made.set_exception(Busy("The press is busy: others wait as well."))
                order = Job(key, make, whose, first, next(self._numbers), self._short)
                self._orders[key] = order
                self._attend(self._short)
            order.asked = time.monotonic()
            return order

    def _before(self, order: Job) -> str:
        with self._bell:
            before = sum(
                each.lane is order.lane and each.number < order.number
                for each in self._orders.values()
            )
        return f"{before} more before it." if before else "It is being made."

    # -- making ---------------------------------------------------------------------------------

    def _attend(self, lane: Lane) -> None:
        """Sees to it that a thread works on the lane's orders; called with the lock held."""
        if lane.thread is None:
            lane.thread = threading.Thread(target=self._work, args=(lane,), daemon=True)
            lane.thread.start()
        self._bell.notify_all()

    def _work(self, lane: Lane) -> None:
        while True:
            with self._bell:
                if not self._bell.wait_for(lambda: self._next(lane), IDLE):
                    lane.thread = None
                    return
                order = self._next(lane)
                assert order
                order.running = True
                if len(self._served) > MANY:
                    self._served.clear()
                self._served[order.whose] = next(self._turns)
            self._fill(order)

    def _next(self, lane: Lane) -> Job | None:
        """The order whose turn it is; those that nobody wants any more are dropped."""
        long_ago = time.monotonic() - GONE
        mine = [each for each in self._orders.values() if each.lane is lane]
        for each in mine:
            if each.asked < long_ago and not each.watched and not each.running and each.whose:
                del self._orders[each.key]
        left = [each for each in mine if each.key in self._orders]
        return min(left, key=self._turn, default=None)

    def _turn(self, order: Job) -> tuple[bool, int, int]:
        return not order.first, self._served.get(order.whose, 0), order.number

    def _fill(self, order: Job) -> None:
        made, fault = None, None
        try:
            order.wanted = order.wanted or order.make()
            long = isinstance(order.wanted, Sheets) and len(order.wanted.html) > SHORT
            if order.lane is self._short and long:
                with self._bell:
                    order.lane, order.running = self._long, False
                    self._attend(self._long)
                return
            job = paint if isinstance(order.wanted, Drawing) else self.job
            made = self._run(job, order.wanted, order.lane)
        except Exception as error:  # noqa: BLE001 - whoever asked gets it
            fault = error
        with self._bell:
            if isinstance(fault, PressFailed):
                self._failed[order.key] = fault
            elif made is not None:
                with suppress(ValueError):  # larger than all that is remembered
                    self._kept[order.key] = made
            self._orders.pop(order.key, None)
        if fault:
            order.made.set_exception(fault)
        else:
            order.made.set_result(made)

    def _run(self, job: Callable[[Any], Any], wanted: Sheets | Drawing, lane: Lane) -> Any:
        return lane.run(job, wanted)


PRESS = Press()
"""The press of this program."""
