"""Restores a backup; an interruption at any moment loses nothing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion import clock
from companion.store.backups import backup, one_file, sound, synced
from companion.store.engine import Trouble, file_of, kind_of
from companion.store.migrate import upgrade
from companion.store.onefile import beside

BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of SQLite's files beside a database."""
SCORES = {"alembic_version", "tables", "journal"}
"""The tables of a database of every release."""


@contextmanager
def served(folder: Path, *, alone: bool = False) -> Iterator[None]:
    """Holds a lock on the data folder, shared for serving, or exclusive (`alone`) for restoring.

    Trouble if another process holds a conflicting one. On Windows there is no lock.
    """
    handle = os.open(folder / "serving.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            _lock(handle, alone=alone)
        except BlockingIOError:
            state = "is being served: stop the Companion first" if alone else "is being restored"
            raise Trouble(f"{folder} {state}.", "locked") from None
        yield
    finally:
        os.close(handle)


def _lock(handle: int, *, alone: bool) -> None:
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)


def restore(file: Path, url: str) -> Path | None:
    """Replaces the database by a backup; returns where the old database was moved.

    The backup is copied, verified and migrated first, then the files are renamed. Trouble, with
    nothing changed, if the backup is damaged or is another program's file.
    """
    target = file_of(url)
    if target is None:
        raise Trouble("A backup is put back into a file. For PostgreSQL: companion migrate.")
    fresh = _fresh(target)
    if not file.is_file():
        raise Trouble(f"There is no file {file}.")
    sound(file)
    if SCORES - _tables(file):
        raise Trouble(
            f"{file} is an SQLite file, but not one with scores of the Companion. Give a file that "
            "“companion backup” wrote, or the companion.db of a data folder."
        )
    backup(f"sqlite:///{file}", fresh)
    upgrade(f"sqlite:///{fresh}")
    try:
        one_file(fresh)
    except sqlite3.Error as error:
        raise Trouble(f"{file} cannot be restored: {error}", kind_of(error)) from error
    sound(fresh)
    kept = _aside(target)
    beside(target).unlink(missing_ok=True)
    fresh.replace(target)
    synced(target.parent)
    return kept


def unfinished(url: str) -> None:
    """Trouble if a restore was interrupted before its last step, so that the database is missing
    and a start would create an empty one."""
    target = file_of(url)
    if target is None or (target.exists() and target.stat().st_size):
        return
    old, fresh = _latest(target), _fresh(target)
    if old is None and not fresh.exists():
        return
    files = " and ".join(str(each) for each in (old, fresh) if each and each.exists())
    raise Trouble(
        f"There are no scores in {target}, but beside it is {files}: a restore was stopped, or the "
        "file was taken away. Nothing was changed. Put a backup back:  companion restore FILE. "
        "To begin with no scores, move what is beside it elsewhere."
    )


def _tables(file: Path) -> set[str]:
    """The names of the database tables in a file."""
    wanted = "SELECT name FROM sqlite_master WHERE type = 'table'"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=5)) as database:
        return {name for (name,) in database.execute(wanted)}


def _fresh(target: Path) -> Path:
    return target.with_name(f".{target.name}.restoring")


def _latest(target: Path) -> Path | None:
    """The old database moved away by the latest restore; None if there is none."""
    return max(target.parent.glob(f"{target.stem}-before-*.db"), default=None)


def _aside(target: Path) -> Path | None:
    """Gives the old database another name. If it is sound, by a hard link, so that the new file can
    replace it atomically; otherwise by renaming, and until the new file is in place a start raises
    Trouble (`unfinished`)."""
    kept = target.with_name(f"{target.stem}-before-{clock.now():%Y%m%d-%H%M%S-%f}Z.db")
    if not target.exists():
        # An interrupted restore may have left the log files of the database it moved.
        kept = _latest(target) or kept
    elif _linked(target, kept):
        return kept
    else:
        target.rename(kept)
    for ending in BESIDE:
        beside = target.with_name(target.name + ending)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + ending))
    synced(target.parent)
    return kept if kept.exists() else None


def _linked(target: Path, kept: Path) -> bool:
    """Hard-links the old database, with its log merged; False if it is damaged or that fails."""
    try:
        sound(target)
        one_file(target)
        os.link(target, kept)
    except sqlite3.Error as error:
        if kind_of(error) == "locked":
            raise Trouble(f"{target} is in use: {error}.", "locked") from error
        return False
    except (Trouble, OSError):  # damaged, or a file system without hard links
        return False
    synced(target.parent)
    return True
