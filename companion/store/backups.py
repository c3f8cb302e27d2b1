"""Online backups: consistent, verified and rotated.

A backup is always one SQLite file, also of a PostgreSQL database. It is written under a temporary
name and renamed once verified, so a file with a backup's name is complete.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from companion import clock
from companion.store.engine import Trouble, file_of, kind_of
from companion.store.migrate import copy, upgrade

STEP = 256
"""Database pages copied at a time; writers can proceed in between."""
_NAME = re.compile(r"companion-(?:(\d{6})-)?\d{8}-\d{6}(?:-\d{6})?Z?\.db")
"""Number and UTC time. Older backups have no number, and local time."""


# -- one file ------------------------------------------------------------------------------------


def sound(file: Path) -> None:
    """Checks a database file read-only; Trouble if it is damaged."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=5)) as database:
            messages = [row[0] for row in database.execute("PRAGMA quick_check(3)")]
            lost = database.execute("PRAGMA foreign_key_check").fetchmany(3)
    except sqlite3.Error as error:
        raise Trouble(f"{file} cannot be used: {error}", kind_of(error)) from error
    if messages != ["ok"]:
        raise Trouble(f"{file} is damaged: {messages[0]}", "damaged")
    if lost:
        raise Trouble(f"{file} is damaged: it has rows without their table: {lost}", "damaged")


def check_file(url: str) -> None:
    """Trouble if the database is a damaged file; a missing file is fine.

    Restricts the file's permissions to its owner again, in case it was copied back: it holds the
    scorers' keys.
    """
    file = file_of(url)
    if file is not None and file.exists() and file.stat().st_size:
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):  # another owner, or a file system without owners
                each = file.with_name(file.name + ending)
                each.chmod(each.stat().st_mode & 0o700)
        sound(file)


def backup(url: str, target: Path) -> Path:
    """Writes a verified copy of a database, which may be in use, to `target`.

    Trouble if it cannot be read or written; then there is no such file.
    """
    source = file_of(url)
    part = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if source is not None:
            _copy_file(source, part)
        else:
            into = f"sqlite:///{part}"
            upgrade(into)
            copy(url, into)
        one_file(part)
        sound(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
        synced(target.parent)
    except sqlite3.Error as error:
        raise Trouble(f"{target} cannot be written: {error}", kind_of(error)) from error
    except OSError as error:
        raise Trouble(f"{target} cannot be written: {error.strerror}", "full") from error
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
    return target


def _copy_file(source: Path, part: Path) -> None:
    """Copies with SQLite's online backup, consistent under concurrent writes."""
    if not source.exists():
        raise Trouble(f"There is no database {source}.")
    reading = f"file:{source}?mode=ro"
    with (
        closing(sqlite3.connect(reading, uri=True, timeout=10)) as old,
        closing(sqlite3.connect(part)) as new,
    ):
        old.backup(new, pages=STEP, sleep=0.005)


def one_file(database_file: Path) -> None:
    """Merges the write-ahead log into the database file, so that one file is complete."""
    with closing(sqlite3.connect(database_file)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def synced(folder: Path) -> None:
    if os.name == "nt":
        return  # folders cannot be opened there, nor need be
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _number(file: Path) -> int:
    match = _NAME.fullmatch(file.name)
    return int(match[1] or 0) if match else 0


# -- rotation ------------------------------------------------------------------------------------


@dataclass
class Backups:
    """The folder of the `keep` latest backups of one database."""

    url: str
    folder: Path
    keep: int = 12

    def all(self) -> list[Path]:
        """The backups, oldest first."""
        if not self.folder.is_dir():
            return []
        backups = [file for file in self.folder.iterdir() if _NAME.fullmatch(file.name)]
        return sorted(backups, key=lambda file: (_number(file), file.stem))

    def last(self) -> Path | None:
        """The newest backup; None if there is none."""
        return next(reversed(self.all()), None)

    def next(self) -> Path:
        """The file name of the next backup; its number sorts it last even if the clock is wrong."""
        last = self.last()
        number = _number(last) + 1 if last else 1
        return self.folder / f"companion-{number:06}-{clock.now():%Y%m%d-%H%M%S-%f}Z.db"

    def make(self) -> Path:
        """Makes a backup, then deletes the oldest. Trouble if it fails; then none is deleted."""
        newest = backup(self.url, self.next())
        for old in self.all()[: -self.keep]:
            if old != newest:
                old.unlink(missing_ok=True)
        return newest

    def due(self, seconds: float) -> bool:
        """True if the last backup is that many seconds old and the database changed since.

        Also true if its time is in the future, as after the clock was set back.
        """
        last = self.last()
        if last is None:
            return True
        when = last.stat().st_mtime
        age = time.time() - when
        if age < 0:
            return True
        if age < seconds:
            return False
        source = file_of(self.url)
        if source is None:
            return True
        beside = source.with_name(source.name + "-wal")
        # Opening a database for reading creates an empty log, which is not a change.
        stats = [file.stat() for file in (source, beside) if file.exists()]
        return any(each.st_size and each.st_mtime > when for each in stats)


class Rotation(threading.Thread):
    """A thread that makes a backup at the start and every `seconds`."""

    def __init__(self, backups: Backups, seconds: float, failed: Callable[[Trouble], None]) -> None:
        super().__init__(name="backups", daemon=True)
        self.backups, self.seconds, self.failed = backups, seconds, failed
        self._ended = threading.Event()

    def run(self) -> None:
        """Runs until `stop`; a failed backup is reported to `failed` and retried."""
        while True:
            wait = min(self.seconds, 600.0)
            try:
                if self.backups.due(self.seconds):
                    self.backups.make()
            except Trouble as trouble:
                self.failed(trouble)
            if self._ended.wait(wait):
                return

    def stop(self) -> None:
        """Stops the thread, after a backup in progress."""
        self._ended.set()
        self.join(10)
