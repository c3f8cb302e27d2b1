"""Sees to it that the file of the scores is the one that was opened, and may be copied alone.

For `companion serve` on SQLite. A server's entries lie in a write-ahead log beside the file;
`Resting` brings them into it whenever nothing was entered for seconds.
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
"""Seconds between two looks; of rest after which the log is emptied; between two times that it is
brought into the file while entries keep coming."""
WAIT = 0.2
"""Seconds that emptying the log waits for readers, and entries for it."""
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
        """Trouble if another file, or none, has its name now. After something was `written` the log
        is there as well."""
        log = _identity(self.log)
        if written and self._logged is None:
            self._logged = log
        if _identity(self.file) != self._opened or self._logged not in (None, log):
            raise Trouble(MOVED, "moved")
        if written and log is None:
            raise Trouble(MOVED, "moved")

    def fewer(self) -> None:
        """Called before rows are deleted: the number beside is no longer to be compared with."""
        beside(self.file).unlink(missing_ok=True)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


# -- the number of rows, kept beside ---------------------------------------------------------------


def beside(file: Path) -> Path:
    """The file with the number of journal rows."""
    return file.with_name(f"{file.name}.rows")


def rows(file: Path) -> int | None:
    """The number of journal rows; None if it cannot be read."""
    try:
        with closing(_opened(file)) as database:
            return int(database.execute("SELECT count(*) FROM journal").fetchone()[0])
    except sqlite3.Error:
        return None


def note(file: Path) -> None:
    """Writes down how many journal rows there are."""
    many = rows(file)
    if many is None:
        return
    fresh = beside(file).with_name(f".{beside(file).name}.part")
    with suppress(OSError):
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(f"{many}\n")
        fresh.replace(beside(file))


def lost(file: Path) -> int:
    """How many of the journal rows that were written down are missing; 0 if nobody knows."""
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
    """Brings the log into the file, which may then be copied alone; True if it is all in there. To
    `empty` the log as well, the entries under way are awaited."""
    how = "TRUNCATE" if empty else "PASSIVE"
    try:
        with closing(_opened(file)) as database:
            busy, log, done = database.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
    except sqlite3.Error:
        return False
    return not busy and log == done


class Resting(threading.Thread):
    """A thread that brings the log into the file while nobody enters anything, and writes down how
    many rows there are."""

    def __init__(self, file: Path) -> None:
        super().__init__(name="resting", daemon=True)
        self.file, self.log = file, file.with_name(f"{file.name}-wal")
        self._done: tuple[int, int] | None = None
        self._noted: tuple[int, int] | None = None
        self._last = time.monotonic()
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(LOOK):
            self.look()

    def look(self) -> None:
        """Does what is due."""
        try:
            found = self.log.stat()
        except OSError:
            return
        mark = (found.st_mtime_ns, found.st_size)
        if not found.st_size or mark == self._done:
            return
        if mark != self._noted:
            note(self.file)
            self._noted = mark
        rests = not 0 <= time.time() - found.st_mtime < REST
        if (rests or time.monotonic() - self._last > OFTEN) and checkpoint(self.file, empty=rests):
            self._done, self._last = mark, time.monotonic()

    def stop(self) -> None:
        """Ends the thread; what is in the log is brought into the file."""
        self._ended.set()
        self.join(10)
        note(self.file)
        checkpoint(self.file)
