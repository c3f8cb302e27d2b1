"""Runs in a process of its own, with faults.c loaded: a fault at each call to the disk.

    python -m tests.store.faulty FOLDER entry|checkpoint|backup|restore

Prints a line for each fault; ends with 1 where something was lost.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from companion.engine.record import Act, Record
from companion.store import Store, Trouble, default_url, upgrade
from companion.store.backups import Backups
from companion.store.onefile import OneFile, checkpoint
from companion.store.restoring import restore, unfinished

HOW = {
    1: "fails",
    2: "disk full from here",
    3: "killed before",
    4: "killed half way",
    5: "killed after",
}
BEFORE = 3
"""Entries that were acknowledged before."""
FAULTS = ctypes.CDLL(None)


def act(store: Store, number: int) -> None:
    code = store.tables()[0].code
    entry = Act("answer", number, {"bid 2": "7", "bid 3": "pass"})
    store.act(code, entry, seen=number - 1, submission=f"entry {number}")


def opened(folder: Path) -> Store:
    store = Store(default_url(folder))
    store.file = OneFile(folder / "companion.db")
    return store


def prepared(folder: Path) -> None:
    """A club with three entries, left as a server leaves it that is killed."""
    upgrade(default_url(folder))
    pid = os.fork()
    if not pid:
        store = opened(folder)
        store.begin(Record.begin("kaiser", "ABCD"))
        for number in range(1, BEFORE + 1):
            act(store, number)
        os._exit(0)
    os.waitpid(pid, 0)
    Backups(default_url(folder), folder / "backups").make()


def entry(folder: Path) -> None:
    store = opened(folder)
    store.ready()
    yield_armed()
    act(store, BEFORE + 1)


def checkpointed(folder: Path) -> None:
    store = opened(folder)
    act(store, BEFORE + 1)
    said("entered")
    yield_armed()
    checkpoint(folder / "companion.db")
    act(store, BEFORE + 2)


def backed_up(folder: Path) -> None:
    store = opened(folder)
    act(store, BEFORE + 1)
    said("entered")
    yield_armed()
    Backups(default_url(folder), folder / "backups").make()


def restored(folder: Path) -> None:
    (kept,) = (folder / "backups").iterdir()
    yield_armed()
    restore(kept, default_url(folder))


DOING: dict[str, Callable[[Path], None]] = {
    "entry": entry, "checkpoint": checkpointed, "backup": backed_up, "restore": restored,
}  # fmt: skip
ARMED: list[tuple[str, int, int]] = []
PIPE: list[int] = []


def yield_armed() -> None:
    folder, number, how = ARMED[-1]
    FAULTS.faults_arm(folder.encode(), number, how)


def said(word: str) -> None:
    os.write(PIPE[-1], f"{word}\n".encode())


def tried(base: Path, what: str, number: int, how: int) -> tuple[int, list[str], Path]:
    """One fault, in a process of its own, on a copy: (calls seen, what it said, the copy)."""
    folder = base.with_name("tried")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(base, folder)
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        ARMED.append((str(folder), number, how))
        PIPE.append(writing)
        try:
            DOING[what](folder)
            said("acknowledged")
        except (Trouble, OSError) as trouble:
            said(f"refused {getattr(trouble, 'kind', '')}")
        except BaseException as error:  # noqa: BLE001
            said(f"odd {error!r}")
        seen = FAULTS.faults_seen()
        FAULTS.faults_arm(b"/nowhere", 0, 0)
        said(f"seen {seen}")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        lines = file.read().splitlines()
    os.waitpid(pid, 0)
    counted = [int(line.split()[1]) for line in lines if line.startswith("seen")]
    return (counted or [0])[0], [line for line in lines if not line.startswith("seen")], folder


def whole(folder: Path, lines: list[str]) -> None:
    """Checks that all that was acknowledged is there, once, and that the rest can be entered."""
    assert not any(line.startswith("odd") for line in lines), lines
    with suppress(Trouble):
        unfinished(default_url(folder))
    if not (
        folder / "companion.db"
    ).exists():  # a restore between its two renames: the start says so
        try:
            unfinished(default_url(folder))
        except Trouble:
            kept = max((folder / "backups").iterdir())
            restore(kept, default_url(folder))
        else:
            raise AssertionError("the scores are gone, and no start says so")
    upgrade(default_url(folder))
    with closing(sqlite3.connect(folder / "companion.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store = opened(folder)
    try:
        code = store.tables()[0].code
        # After a restore there is what the backup has, or what there was: the same here.
        acknowledged = BEFORE + lines.count("entered")
        acknowledged += "acknowledged" in lines and sys.argv[2] in ("entry", "checkpoint")
        stored = store.journal(code)
        assert acknowledged <= len(stored) <= BEFORE + 2, (acknowledged, len(stored))
        for number in range(BEFORE + 1, BEFORE + 3):
            with suppress(Exception):
                act(store, number)
        rows = store.journal(code)
        assert [row.submission for row in rows] == [f"entry {n}" for n in range(1, len(rows) + 1)]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert len(rows) == BEFORE + 2
    finally:
        store.close()
    for backup in (folder / "backups").glob("companion-*.db"):
        with closing(sqlite3.connect(backup)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            (many,) = database.execute("select count(*) from journal").fetchone()
            assert many >= BEFORE


def main(folder: Path, what: str) -> int:
    base = folder / "base"
    base.mkdir(parents=True)
    prepared(base)
    calls, lines, _ = tried(base, what, 0, 0)
    assert lines[-1] == "acknowledged", lines
    found: Counter[str] = Counter()
    for how, words in HOW.items():
        for number in range(1, calls + 1):
            _, lines, tried_on = tried(base, what, number, how)
            whole(tried_on, lines)
            ended = lines[-1].split()[0] if lines else "no answer"
            found[f"{words}: {ended}"] += 1
    print(f"FAULTS {what}: {calls} calls, {sum(found.values())} faults, 0 lost; {dict(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
