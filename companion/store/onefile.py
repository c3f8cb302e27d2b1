"""Checks that the path still leads to the database file opened at the start, and merges its log.

For `companion serve` on SQLite. New entries are in a write-ahead log beside the file; `Resting`
merges it whenever nothing was entered for some seconds, so that the file may be copied alone.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

from companion.store.engine import Trouble

LOOK, REST, OFTEN = 1.0, 2.0, 15.0
"""Seconds: between checks; without entries before the log is emptied; between merges of the log,
and counts of the rows, while entries keep coming."""
WAIT = 0.2
"""Seconds that emptying the log waits for readers; a writer waits no longer than that for it."""
MOVED = (
    "the file of the scores was moved, replaced or removed while it was served: stop the "
    "Companion, put the file back, and start it again"
)


class OneFile:
    """The file that was opened, with its log."""

    def __init__(self, file: Path) -> None:
        self.file, self.log = file, file.with_name(f"{file.name}-wal")
        self._opened, self._logged = _identity(file), _identity(self.log)

    def same(self, *, written: bool = False) -> None:
        """Trouble if the path leads to another file or to none; with `written`, also if the log is
        missing or another."""
        log = _identity(self.log)
        if written and self._logged is None:
            self._logged = log
        if _identity(self.file) != self._opened or self._logged not in (None, log):
            raise Trouble(MOVED, "moved")
        if written and log is None:
            raise Trouble(MOVED, "moved")

    def fewer(self) -> None:
        """Call before rows are deleted: drops the stored count, or they would count as lost."""
        beside(self.file).unlink(missing_ok=True)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


# -- the number of rows, kept beside ---------------------------------------------------------------


def beside(file: Path) -> Path:
    """The path of the stored count of journal rows."""
    return file.with_name(f"{file.name}.rows")


def rows(file: Path) -> int | None:
    """The number of journal rows; None if it cannot be read."""
    try:
        with closing(_opened(file)) as database:
            return int(database.execute("SELECT count(*) FROM journal").fetchone()[0])
    except sqlite3.Error:
        return None


def note(file: Path) -> None:
    """Stores the number of journal rows."""
    many = rows(file)
    if many is None:
        return
    fresh = beside(file).with_name(f".{beside(file).name}.part")
    with suppress(OSError):
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(f"{many}\n")
        fresh.replace(beside(file))


def lost(file: Path) -> int:
    """The number of journal rows missing by the stored count, or 0 if unknown."""
    try:
        before = int(beside(file).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0
    now = rows(file)
    return max(0, before - now) if now is not None else 0


# -- the log ---------------------------------------------------------------------------------------


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=WAIT)


def checkpoint(file: Path, *, empty: bool = True) -> bool:
    """Merges the log into the file; True if all of it is in. With `empty` it waits for
    entries under way and truncates the log."""
    how = "TRUNCATE" if empty else "PASSIVE"
    try:
        with closing(_opened(file)) as database:
            busy, log, done = database.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
    except sqlite3.Error:
        return False
    return not busy and log == done


class Resting(threading.Thread):
    """A thread that merges the log while nobody enters anything, and stores the count of rows."""

    def __init__(self, file: Path) -> None:
        super().__init__(name="resting", daemon=True)
        self.file, self.log = file, file.with_name(f"{file.name}-wal")
        self._done: tuple[int, int] | None = None
        self._noted: tuple[int, int] | None = None
        self._last = float("-inf")
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(LOOK):
            self.look()

    def look(self) -> None:
        """Does what is due."""
        try:
            stat = self.log.stat()
        except OSError:
            return
        mark = (stat.st_mtime_ns, stat.st_size)
        if not stat.st_size or mark == self._done:
            return
        rests = not 0 <= time.time() - stat.st_mtime < REST
        if not rests and time.monotonic() - self._last <= OFTEN:
            return
        if mark != self._noted:
            # Counting reads every table's rows, so not while each entry comes in.
            note(self.file)
            self._noted = mark
        if checkpoint(self.file, empty=rests):
            self._done, self._last = mark, time.monotonic()

    def stop(self) -> None:
        """End the thread, and write the log into the file."""
        self._ended.set()
        self.join(10)
        note(self.file)
        checkpoint(self.file)
