"""The press: one printing process, few jobs at a time, and a memory of what it has printed."""

from __future__ import annotations

import concurrent.futures
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cachetools import LRUCache

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

ADMITTED, SECONDS, TASKS, CACHE_BYTES = 3, 20, 200, 48 << 20
"""Jobs at a time, the longest a page may take, pages before a fresh process, bytes remembered."""


class Busy(RuntimeError):
    """The press has as much to do as it takes on; try again in `seconds`."""

    seconds = 3


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


Made = TypeVar("Made", PrintedFile, Painted)


class Press:
    """Prints and paints in a process of its own, started when the first document comes."""

    def __init__(
        self,
        *,
        admitted: int = ADMITTED,
        seconds: int = SECONDS,
        tasks: int = TASKS,
        cache_bytes: int = CACHE_BYTES,
        job: Callable[[Sheets], PrintedFile] = work,
    ) -> None:
        self.seconds, self.tasks = seconds, tasks
        self.job = job
        self._admission = threading.BoundedSemaphore(admitted)
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._kept = LRUCache[str, Any](cache_bytes, getsizeof=lambda each: len(each.body))
        self.hits = 0

    def print(self, sheets: Sheets, key: str = "") -> PrintedFile:
        """The PDF, from memory if it was printed before. Busy, Failed or NoPango otherwise."""
        return self._made(self.job, sheets, key or fingerprint(sheets))

    def paint(self, drawing: Drawing, key: str = "") -> Painted:
        """The PNG, from memory if it was made before. Busy, Failed or NoPictures otherwise."""
        return self._made(paint, drawing, key or fingerprint(drawing))

    def _made(self, job: Callable[[Any], Made], wanted: Sheets | Drawing, key: str) -> Made:
        kept: Made | None = self.recall(key)
        if kept:
            return kept
        if not self._admission.acquire(blocking=False):
            raise Busy(f"The press is busy. Try again in {Busy.seconds} seconds.")
        try:
            made = self._run(job, wanted)
        finally:
            self._admission.release()
        self._keep(key, made)
        return made

    def close(self) -> None:
        """Ends the printing process; the next document starts another."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool:
            pool.shutdown()

    def _run(self, job: Callable[[Any], Made], wanted: Sheets | Drawing) -> Made:
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

    def recall(self, key: str) -> Any:
        """What was made under this key, None if it is not remembered."""
        with self._lock:
            kept = self._kept.get(key)
            self.hits += kept is not None
            return kept

    def _keep(self, key: str, made: PrintedFile | Painted) -> None:
        with self._lock, suppress(ValueError):  # larger than all that is remembered
            self._kept[key] = made


PRESS = Press()
"""The press of this program."""

__all__ = [
    "PRESS",
    "Busy",
    "NoPango",
    "NoPictures",
    "Press",
    "PressFailed",
    "can_paint",
    "can_print",
    "fingerprint",
    "tag",
]
