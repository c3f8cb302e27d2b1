"""The press: what waits to be printed, two printing processes, and a memory of what was printed."""

from __future__ import annotations

import concurrent.futures
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache, TTLCache

from companion.paths import PRINTABLES
from companion.printing.worker import (
    Drawing,
    NoPango,
    NoPictures,
    Painted,
    PrintedFile,
    Sheets,
    begin,
    paint,
    work,
)

if TYPE_CHECKING:
    # Imported with the first document: a browser's Python has neither processes nor PDFs.
    from concurrent.futures import ProcessPoolExecutor

SECONDS, TASKS, CACHE_BYTES = 20, 200, 48 << 20
"""The longest a document may take, documents before a fresh process, bytes remembered."""
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


class NotYet(RuntimeError):
    """It is not there yet: ask again in `seconds`."""

    seconds = 3


class Printing(NotYet):
    """The document is being printed, or waits for its turn."""


class Busy(NotYet):
    """The press has as much to do as it takes on."""


class PressFailed(RuntimeError):
    """A document could not be printed: it took too long, or the process ended."""


@cache
def edition() -> str:
    """What a PDF depends on besides its text: stylesheets, fonts, and WeasyPrint's version."""
    try:
        digest = sha256(version("weasyprint").encode())
    except PackageNotFoundError:
        digest = sha256()  # where there are print pages alone
    for file in sorted(PRINTABLES.glob("css/*.css")) + sorted(PRINTABLES.glob("fonts/*")):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


@cache
def program() -> str:
    """What a document depends on besides its order: the text of the whole program, read once."""
    digest = sha256(edition().encode())
    folders = (Path(__file__).parents[1], PRINTABLES / "html")
    for file in sorted(file for folder in folders for file in folder.rglob("*.*")):
        if file.suffix in {".py", ".md", ".txt", ".svg", ".html"} and file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def tag(*order: object) -> str:
    """What the cache and ETags know a document by before it is built: everything it depends on."""
    return sha256("\0".join([program(), *map(repr, order)]).encode()).hexdigest()[:40]


def fingerprint(sheets: Sheets | Drawing) -> str:
    """The content hash of a document or a picture that nobody gave another key."""
    if isinstance(sheets, Drawing):
        return sha256(f"{edition()}\0{sheets.foreign}\0{sheets.svg}".encode()).hexdigest()[:40]
    return sha256("\0".join((edition(), sheets.html, *sheets.styles)).encode()).hexdigest()[:40]


@cache
def can_print() -> bool:
    """Whether Pango is here. Costs a millisecond, once; WeasyPrint itself is not imported."""
    try:
        import ctypes
    except ImportError:
        return False
    ending = ".dylib" if sys.platform == "darwin" else ".so"
    for name in ("libgobject-2.0", "libpango-1.0", "libpangoft2-1.0", "libharfbuzz"):
        file = f"{name}.0{ending}" if sys.platform == "darwin" else f"{name}{ending}.0"
        try:
            ctypes.CDLL(file)
        except OSError:
            return False
    return True


@cache
def can_paint() -> bool:
    """True if pictures can be made here."""
    return find_spec("resvg_py") is not None


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
        self.hits = 0

    # -- asking ---------------------------------------------------------------------------------

    def print(self, sheets: Sheets, key: str = "") -> PrintedFile:
        """The PDF, from memory if it was printed before. Busy, PressFailed or NoPango otherwise."""
        key = key or fingerprint(sheets)
        made: PrintedFile = self.recall(key) or self._placed(key, lambda: sheets).made.result()
        return made

    def paint(self, drawing: Drawing, key: str = "") -> Painted:
        """The PNG, from memory if it was made before. Busy, PressFailed or NoPictures otherwise."""
        key = key or fingerprint(drawing)
        made: Painted = self.recall(key) or self._placed(key, lambda: drawing).made.result()
        return made

    def order(
        self, key: str, make: Callable[[], Sheets | Drawing], whose: str, *, picture: bool = False
    ) -> Any:
        """What was made under this key. Printing if that takes longer than a request waits: it goes
        on, and whoever asks again gets it. `make` is called in another thread; what it raises is
        raised here."""
        kept = self.recall(key)
        if kept:
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
            kept = self._kept.get(key)
            self.hits += kept is not None
            return kept

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
            if order.lane is self._short and _long(order.wanted):
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


def _long(wanted: Sheets | Drawing) -> bool:
    return isinstance(wanted, Sheets) and len(wanted.html) > SHORT


PRESS = Press()
"""The press of this program."""

__all__ = [
    "PRESS",
    "Busy",
    "NoPango",
    "NoPictures",
    "NotYet",
    "Press",
    "PressFailed",
    "Printing",
    "can_paint",
    "can_print",
    "fingerprint",
    "tag",
]
