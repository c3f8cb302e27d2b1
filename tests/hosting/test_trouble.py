"""A full disk, a file that may not be written, a lock, a damaged file: at the start and at play.

In each case the page reports it with 503, nothing is overwritten, and scoring continues afterwards.
"""

from __future__ import annotations

import atexit
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from companion.store import Store, Trouble, default_url, write_access
from companion.store.backups import Backups
from companion.store.onefile import beside
from tests.hosting.ledger import look_through
from tests.hosting.serving import Client, Scorer, Server, until

pytestmark = pytest.mark.slow

ALONE = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
"""Root without the right to ignore file modes."""


@contextmanager
def serving(folder: Path, **more):
    """A server, and a scorer who has made one entry there."""
    server = Server(folder, **more).start()
    scorer = begun(server)
    try:
        yield server, scorer
    finally:
        server.stop()


def not_started(folder: Path, **more) -> str:
    """The output of a server that refuses to start."""
    server = Server(folder, **more)
    server.launch()
    assert server.ended() == 1
    assert "Traceback" not in server.said()
    return server.said()


def begun(server: Server, name: str = "first") -> Scorer:
    """A scorer who has begun a table and made one entry."""
    scorer = Scorer(name, [server.port], threading.Event())
    code = scorer.begin()
    scorer.send(f"/t/{code}/entry", {"hand": "1", "mode": "quick", "seen": "0"})
    assert scorer.tally.acknowledged == [f"{name} 0"]
    return scorer


def entry(scorer: Scorer, seen: int, **headers: str):
    """One attempt to enter something; never repeated."""
    mode = ("guided", "quick")[seen % 2]
    form = {"hand": "1", "mode": mode, "seen": str(seen), "submission": f"try {seen}"}
    scorer.tally.sent[f"try {seen}"] = form
    code = scorer.tally.tables[0]
    return scorer.clients[0].ask("POST", f"/t/{code}/entry", form, **headers)


def refused(answer, words: str) -> None:
    """Checks for a plain page that says nothing was saved, without internals."""
    assert answer.status == 503
    assert answer.headers["Retry-After"] == "5"
    assert words in answer.text
    assert "was not saved" in answer.text
    # The hash in the name of a script may begin with "db".
    assert not re.search(r"Traceback|sqlite|sqlalchemy|\.py|companion\.db\b", answer.text)


def looks_on(scorer: Scorer) -> int:
    return scorer.clients[0].ask("GET", f"/t/{scorer.tally.tables[0]}").status


# -- a full disk ---------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path):
    """A file system of two megabytes; skips if this user may not mount one."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only root can make a small disk; the limit on files stands in for it")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path) -> None:
    """Writes until the disk is full."""
    handle = os.open(disk / "filler", os.O_CREAT | os.O_WRONLY)
    with suppress(OSError):
        while True:
            os.write(handle, b"x" * 4096)
    os.close(handle)


def test_full_disk_is_reported_and_scoring_resumes(small_disk):
    folder = small_disk / "scores"
    folder.mkdir()
    with serving(folder) as (server, scorer):
        fill(small_disk)
        answer, seen = entry(scorer, 1), 1
        while answer.status == 303:
            # The space reserved for the log is used first.
            scorer.tally.acknowledged.append(f"try {seen}")
            seen += 1
            answer = entry(scorer, seen)
        refused(answer, "server’s disk is full")
        assert looks_on(scorer) == 200
        with Client(server.port) as client:
            assert client.ask("GET", "/ready").status == 503
        (small_disk / "filler").unlink()
        answer = entry(scorer, seen)
        assert answer.status == 303
        scorer.tally.acknowledged.append(f"try {seen}")
        server.kill(signal.SIGKILL)
        look_through(default_url(folder), [scorer.tally])


@pytest.mark.parametrize("played", [False, True])
def test_a_full_disk_is_said_at_the_start(small_disk, tmp_path, played):
    """A new folder, and one whose disk has filled up since the last run."""
    folder, tables = small_disk / "scores", list[str]()
    folder.mkdir()
    if played:
        with serving(folder) as (server, scorer):
            tables += scorer.tally.tables
            server.kill(signal.SIGTERM)
    fill(small_disk)
    said = not_started(folder, log=tmp_path / "log")
    assert "The server’s disk is full." in said
    (small_disk / "filler").unlink()
    again = Server(folder).start()
    with Client(again.port) as client:
        statuses = [client.ask("GET", f"/t/{code}").status for code in tables]
    again.stop()
    assert statuses == [200] * played


def test_file_size_limit_is_reported_without_loss(folder):
    """Under a limit on the size of files, like a quota."""
    code = (
        "import os, resource, sys;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000));"
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    limit = [sys.executable, "-c", code]
    with serving(folder, wrap=limit) as (server, scorer):
        for seen in range(1, 400):
            answer = entry(scorer, seen)
            if answer.status != 303:
                break
            scorer.tally.acknowledged.append(f"try {seen}")
        refused(answer, "server’s disk is full")
        assert looks_on(scorer) == 200
        server.kill(signal.SIGKILL)
        assert server.process.returncode == -signal.SIGKILL
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    look_through(default_url(folder), [scorer.tally])


# -- a file that may be read only -----------------------------------------------------------------


@pytest.mark.needs("setpriv")
def test_read_only_file_is_reported_at_start(folder):
    file = folder / "companion.db"
    with serving(folder) as (server, _scorer):
        server.kill(signal.SIGTERM)
        before = file.read_bytes()
        file.chmod(0o444)
        assert not_started(folder, wrap=ALONE if os.geteuid() == 0 else []) == (
            f"The database {file} cannot be used: attempt to write a readonly database\n"
        )
        assert file.read_bytes() == before
    file.chmod(0o600)


@pytest.mark.long
@pytest.mark.needs("setpriv")
def test_read_only_file_stops_scoring_not_watching(folder):
    with serving(folder, wrap=ALONE if os.geteuid() == 0 else []) as (server, _scorer):
        store = Store(default_url(folder))
        write_access.rekey(
            store, store.tables()[0].code
        )  # no scorer: only the key lets a phone write
        store.close()
        files = [folder / f"companion.db{ending}" for ending in ("", "-wal", "-shm")]
        for file in files:
            file.chmod(0o444)
        # A running server can still write its open files, so another server opens the file.
        server.kill(signal.SIGKILL)
        store_says = subprocess.run(
            [*(ALONE if os.geteuid() == 0 else []), sys.executable, "-c", PROBE, str(folder)],
            capture_output=True, text=True, cwd=Path(__file__).parents[2],
        )  # fmt: skip
        assert store_says.stdout.splitlines() == ["503 True", "200"]
        for file in files:
            file.chmod(0o600)


PROBE = """
import sys
from companion.store import Store, default_url
from companion.app import create_app
store = Store(default_url(sys.argv[1]))
app = create_app(store, data=sys.argv[1])
client = app.test_client()
with client.session_transaction() as session:
    stored = store.tables()[0]
    session["tables"] = {stored.code: stored.key}
form = {"hand": "1", "mode": "guided", "seen": str(stored.seq)}
answer = client.post(f"/t/{stored.code}/entry", data=form)
print(answer.status_code, "is read-only" in answer.text)
print(client.get(f"/t/{stored.code}").status_code)
"""
"""Opens an app over a read-only database, and enters an answer."""


# -- a lock --------------------------------------------------------------------------------------


@contextmanager
def locked(file: Path):
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_locked_database_is_reported_while_watchers_continue(folder):
    with serving(folder) as (server, scorer):
        another = Server(folder)
        with locked(folder / "companion.db"):
            another.launch()
            began = time.monotonic()
            refused(entry(scorer, 1), "Another program holds the scores")
            assert time.monotonic() - began < 50  # it waits for five, also on a busy machine
            assert looks_on(scorer) == 200
            with Client(server.port) as client:
                assert client.ask("GET", "/ready").status == 503
                assert client.ask("GET", "/health").status == 200
            assert another.ended() == 1
        assert another.said() == (
            f"The database {folder}/companion.db cannot be used: database is locked\n"
        )
        assert entry(scorer, 1).status == 303


# -- a damaged file ------------------------------------------------------------------------------


def spoil(file: Path) -> bytes:
    """Overwrites pages in the middle of a database, as a bad disk would."""
    data = bytearray(file.read_bytes())
    for start in range(8192, len(data) - 4096, 4096):
        data[start : start + 4096] = os.urandom(4096)
    file.write_bytes(data)
    return bytes(data)


@cache
def club_of_some_tables() -> tuple[Path, Scorer]:
    """The folder of a club with some tables, its server stopped, and their scorer."""
    kept = Path(mkdtemp(prefix="companion-club-"), "scores")
    atexit.register(shutil.rmtree, kept.parent)
    kept.mkdir()
    with serving(kept) as (server, scorer):
        scorer.ending.clear()
        for _ in range(3):
            scorer.evening()
        server.kill(signal.SIGTERM)
    return kept, scorer


def filled(folder: Path) -> Scorer:
    """Fills a folder with the data of a club with some tables."""
    kept, scorer = club_of_some_tables()
    shutil.copytree(kept, folder, dirs_exist_ok=True)
    return scorer


def test_damaged_file_names_backup_and_stays_untouched(folder):
    scorer = filled(folder)
    file = folder / "companion.db"
    whole = file.read_bytes()
    spoil(file)
    assert "There is no backup" in not_started(folder)
    file.write_bytes(whole)
    kept = Backups(default_url(folder), folder / "backups").make()
    data = spoil(file)
    said = not_started(folder, COMPANION_BACKUPS="3")
    assert str(file) in said
    assert "Nothing was changed" in said
    assert f"The last good backup is {kept}: companion restore {kept}" in said
    assert file.read_bytes() == data
    assert list((folder / "backups").iterdir()) == [kept]
    command = [sys.executable, "-m", "companion", "restore", str(kept), "--data", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    look_through(default_url(folder), [scorer.tally])
    aside = list(folder.glob("companion-before-*.db"))
    assert [each.read_bytes() for each in aside] == [data]


def test_hidden_page_damage_is_found_at_start(folder):
    filled(folder)
    file = folder / "companion.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("create table old (words)")
        database.execute("insert into old values (zeroblob(40000))")
        database.commit()
    size = file.stat().st_size
    data = bytearray(file.read_bytes())
    # The last pages are those of the big row: the chain from one to the next is broken.
    for start in range(size - 6 * 4096, size, 4096):
        data[start : start + 4] = os.urandom(4)
    file.write_bytes(data)
    assert "is damaged" in not_started(folder)


def test_damage_while_serving_names_the_last_backup(folder):
    scorer = filled(folder)
    kept = Backups(default_url(folder), folder / "backups").make()
    server = Server(folder, COMPANION_BACKUPS="3", COMPANION_BACKUP_HOURS="1000").start()
    with closing(sqlite3.connect(folder / "companion.db")) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    spoil(folder / "companion.db")
    with Client(server.port) as client:
        answer = client.ask("GET", f"/t/{scorer.tally.tables[-1]}")
        server.kill(signal.SIGTERM)
    refused(answer, "file with the scores is damaged")
    assert kept.name in answer.text
    assert kept.exists()


def orphan(file: Path) -> None:
    """Deletes a database's tables but not their entries: damage that only a check finds."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("delete from tables")
        database.commit()


@pytest.mark.parametrize("damage", [spoil, orphan])
def test_damaged_file_adds_and_removes_no_backup(folder, damage):
    filled(folder)
    backups = Backups(default_url(folder), folder / "backups", keep=2)
    good = [backups.make() for _ in range(2)]
    damage(folder / "companion.db")
    with pytest.raises(Trouble):
        backups.make()
    assert backups.all() == good
    assert [each.name for each in (folder / "backups").iterdir() if each not in good] == []


# -- a file that is copied, moved or taken away ----------------------------------------------------


def test_main_file_has_every_entry_within_seconds(folder):
    with serving(folder) as (_server, scorer):
        assert entry(scorer, 1).status == 303
        copy = folder.with_name("copy.db")

        def whole() -> bool:
            shutil.copy(folder / "companion.db", copy)
            with closing(sqlite3.connect(copy)) as database:
                return database.execute("select count(*) from journal").fetchone()[0] == 2

        until(whole)


def test_removed_file_is_reported_before_any_acknowledgement(folder):
    with serving(folder) as (server, scorer):
        for file in folder.glob("companion.db*"):
            file.unlink()
        refused(entry(scorer, 1), "was moved or replaced while the server was running")
        with Client(server.port) as client:
            ready = client.ask("GET", "/ready")
            assert (ready.status, ready.text) == (503, "not ready: the database is moved\n")


def test_a_start_says_that_entries_are_gone(folder):
    with serving(folder) as (server, _):
        server.kill(signal.SIGTERM)
        assert beside(folder / "companion.db").read_text() == "1\n"
        beside(folder / "companion.db").write_text("22\n")
        server.start()
        assert "has 21 entries fewer than when it was last served" in server.said()
