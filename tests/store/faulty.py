"""Runs in a process of its own, with faults.c loaded: a fault at each call to the disk.

    python -m tests.store.faulty FOLDER entry|checkpoint|backup|restore|import|migration

Prints the result of each fault; exits with 1 if something was lost.
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
from companion.store import Store, Trouble, default_url, portions
from companion.store.backups import Backups
from companion.store.clubs import Clubs
from companion.store.migrate import upgrade
from companion.store.onefile import OneFile, checkpoint
from companion.store.portions import import_tables
from companion.store.restoring import restore, unfinished
from companion.tables.summaries import fill, summarised
from tests.daily import LONG

SHORT = not LONG
"""By day every fifth call fails, in each way another fifth."""
HOW = {
    1: "fails",
    2: "disk full from here",
    3: "killed before",
    4: "killed half way",
    5: "killed after",
}
BEFORE = 3
"""Entries that were acknowledged before."""
FORMS = ["a", "b", "c"]
FAULTS = ctypes.CDLL(None)
vars(portions)["UNITS"] = 110


def act(store: Store, number: int) -> None:
    code = min(store.tables(), key=lambda table: table.id).code
    entry = Act("answer", number, {"bid 2": "7", "bid 3": "pass"})
    store.act(code, entry, seen=number - 1, submission=f"entry {number}", summarise=summarised)


def opened(folder: Path) -> Store:
    store = Store(default_url(folder))
    store.file = OneFile(folder / "companion.db")
    return store


def forked(job: Callable[[Callable[[str], None]], None]) -> list[str]:
    """Runs a job in a process of its own, which may be killed; returns its output lines."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:

        def said(line: str) -> None:
            os.write(writing, f"{line}\n".encode())

        job(said)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        lines = file.read().splitlines()
    os.waitpid(pid, 0)
    return lines


def prepared(folder: Path) -> None:
    """A club with three entries, in the state after a killed server."""

    def begun(_: object) -> None:
        store = opened(folder)
        record = Record.begin("kaiser", "ABCD")
        store.begin(record, summary=summarised(record))
        for number in range(1, BEFORE + 1):
            act(store, number)

    upgrade(default_url(folder))
    forked(begun)
    Backups(default_url(folder), folder / "backups").make()


def prepared_long_ago(folder: Path) -> None:
    """The data of a club from before tables had summaries."""
    upgrade(default_url(folder), "0010")
    script = Path(__file__).with_name("revisions") / "0010.sql"
    with closing(sqlite3.connect(folder / "companion.db")) as database:
        database.executescript(script.read_text(encoding="utf-8"))


def brought(store: Store) -> list[str]:
    """Imports the table several times, each as one portion; returns the codes."""
    saved = [store.saved(store.tables()[-1].code)] * len(FORMS)
    return [each.code for each in import_tables(store, saved, FORMS)]


def tried(base: Path, what: str, number: int, how: int) -> tuple[int, list[str], Path]:
    """One fault, on a copy: (number of calls, output, the copy)."""
    folder = base.with_name("tried")
    file, backups = folder / "companion.db", folder / "backups"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(base, folder)

    def done(said: Callable[[str], None]) -> None:
        if what == "migration":
            FAULTS.faults_arm(str(folder).encode(), number, how)
            return upgrade(default_url(folder))
        store = opened(folder)
        if what in ("entry", "import"):
            store.ready()
        elif what != "restore":
            act(store, BEFORE + 1)
            said("entered")
        kept = min(backups.iterdir())
        FAULTS.faults_arm(str(folder).encode(), number, how)
        if what == "entry":
            act(store, BEFORE + 1)
        elif what == "import":
            brought(store)
        elif what == "checkpoint":
            checkpoint(file)
            act(store, BEFORE + 2)
        elif what == "backup":
            Backups(default_url(folder), backups).make()
        else:
            restore(kept, default_url(folder))
        return None

    def job(said: Callable[[str], None]) -> None:
        try:
            done(said)
            said("acknowledged")
        except (Trouble, OSError) as trouble:
            said(f"refused {getattr(trouble, 'kind', '')}")
        except BaseException as error:  # noqa: BLE001
            said(f"odd {error!r}")
        seen = FAULTS.faults_seen()
        FAULTS.faults_arm(b"/nowhere", 0, 0)
        said(f"seen {seen}")

    lines = forked(job)
    counted = [int(line.split()[1]) for line in lines if line.startswith("seen")]
    return (counted or [0])[0], [line for line in lines if not line.startswith("seen")], folder


def sound(file: Path) -> int:
    """The number of rows of a file without damage."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (many,) = database.execute("select count(*) from journal").fetchone()
    return int(many)


def whole(what: str, folder: Path, lines: list[str]) -> None:
    """Checks that every acknowledged entry is stored once, and that the rest can be entered."""
    assert not any(line.startswith("odd") for line in lines), lines
    file, url = folder / "companion.db", default_url(folder)
    there = file.exists()
    if what == "migration":
        return migrated(url)
    try:
        unfinished(url)
        assert there, "the scores are gone, and no start says so"
    except Trouble:
        if not there:  # a restore between its two renames: the start says so
            restore(max((folder / "backups").iterdir()), url)
    upgrade(url)
    sound(file)
    with closing(opened(folder)) as store:
        many = len(store.tables())
        assert many in ((1 + len(FORMS),) if what == "import" and "acknowledged" in lines
                        else (1, 1 + len(FORMS)) if what == "import" else (1,)), many  # fmt: skip
        if what == "import":
            assert len(set(brought(store))) == len(FORMS)
            assert len(store.tables()) == 1 + len(FORMS)
        code = min(store.tables(), key=lambda table: table.id).code
        assert code not in store.summaries.missing(99)
        # After a restore the data are those of the backup or those before, here the same.
        acknowledged = BEFORE + lines.count("entered")
        acknowledged += "acknowledged" in lines and what in ("entry", "checkpoint")
        stored = store.journal(code)
        assert acknowledged <= len(stored) <= BEFORE + 2, (acknowledged, len(stored))
        for number in range(BEFORE + 1, BEFORE + 3):
            with suppress(Exception):
                act(store, number)
        rows = [(row.seq, row.submission) for row in store.journal(code)]
        assert rows == [(number, f"entry {number}") for number in range(1, BEFORE + 3)]
    for backup in (folder / "backups").glob("companion-*.db"):
        assert sound(backup) >= BEFORE
    return None


def migrated(url: str) -> None:
    """Checks that a start migrates the database and keeps all data."""
    upgrade(url)
    sound(Path(url.removeprefix("sqlite:///")))
    with closing(Store(url)) as store:
        assert [row.submission for row in store.journal("MKTRWX")] == ["s1", "s2", "s3", "s4", "s5"]
        assert Clubs(store).get("key-of-the-club").tables == ("MKTRWX",)
        assert fill(store, 60) == 0
        assert store.summaries.missing(9) == []
        store.act("BCDFGH", Act("answer", 1, {"a": "1"}), seen=0, submission="new")


def main(folder: Path, what: str) -> int:
    base = folder / "base"
    base.mkdir(parents=True)
    prepared_long_ago(base) if what == "migration" else prepared(base)
    calls, lines, _ = tried(base, what, 0, 0)
    assert lines[-1] == "acknowledged", lines
    found: Counter[str] = Counter()
    for how, words in HOW.items():
        for number in range(how if SHORT else 1, calls + 1, len(HOW) if SHORT else 1):
            _, lines, tried_on = tried(base, what, number, how)
            whole(what, tried_on, lines)
            ended = lines[-1].split()[0] if lines else "no answer"
            found[f"{words}: {ended}"] += 1
    print(f"FAULTS {what}: {calls} calls, {sum(found.values())} faults, 0 lost; {dict(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
