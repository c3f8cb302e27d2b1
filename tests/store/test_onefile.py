"""The database file: it may be copied alone, and a replaced file is noticed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.engine.record import Act, Record
from companion.store import Store, Trouble, default_url, onefile
from companion.store.backups import Backups
from companion.store.migrate import upgrade
from companion.store.onefile import OneFile, Resting, beside, checkpoint, lost, note
from companion.store.restoring import restore


@pytest.fixture
def file(tmp_path):
    return tmp_path / "companion.db"


@pytest.fixture
def opened(tmp_path, file):
    """A store whose file is watched over."""
    upgrade(default_url(tmp_path))
    with closing(Store(default_url(tmp_path))) as store:
        store.file = OneFile(file)
        yield store


@pytest.fixture
def served(opened):
    """With one table."""
    opened.begin(Record.begin("kaiser", "ABCD"))
    return opened


def enter(store: Store, many: int = 1) -> str:
    code = store.tables()[0].code
    for _ in range(many):
        seen = store.seq(code)
        store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=seen, submission=f"entry {seen}")
    return code


def rows(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("select count(*) from journal").fetchone()[0]


def rested(resting: Resting) -> None:
    """Pretends that nothing was entered for some time."""
    long_ago = time.time() - 2 * onefile.REST
    os.utime(resting.log, (long_ago, long_ago))
    resting.look()


def test_copy_after_idle_time_has_every_entry(served, file, tmp_path):
    resting = Resting(file)
    enter(served, 40)
    resting.look()
    assert resting.log.stat().st_size > 0  # a phone is entering: the log is not touched
    assert beside(file).read_text() == "40\n"
    rested(resting)
    shutil.copy(file, tmp_path / "copy.db")
    assert rows(tmp_path / "copy.db") == 40
    assert resting.log.stat().st_size == 0
    enter(served)
    assert rows(file) == 41
    resting.start()
    resting.stop()
    assert resting.log.stat().st_size == 0


def test_database_file_is_updated_during_steady_entries(served, file, tmp_path, monkeypatch):
    monkeypatch.setattr(onefile, "OFTEN", -1.0)
    enter(served, 5)
    Resting(file).look()
    shutil.copy(file, tmp_path / "copy.db")
    assert rows(tmp_path / "copy.db") == 5


def gone(file: Path) -> None:
    for each in file.parent.glob("companion.db*"):
        each.unlink()


def renamed(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def replaced(file: Path) -> None:
    shutil.copy(file, file.with_name("copy.db"))
    file.with_name("copy.db").replace(file)


def without_its_log(file: Path) -> None:
    file.with_name("companion.db-wal").unlink()


def with_another_log(file: Path) -> None:
    replaced(file.with_name("companion.db-wal"))


@pytest.mark.parametrize("moved", [gone, renamed, replaced, without_its_log, with_another_log])
def test_nothing_is_acknowledged_after_file_is_replaced(served, file, moved):
    code = enter(served)
    moved(file)
    put_away = partial(served.mark_as, code, "abandon", "abandoned")
    for change in (lambda: enter(served), served.ready, put_away):
        with pytest.raises(Trouble) as trouble:
            change()
        assert trouble.value.kind == "moved"


def test_file_lost_during_an_entry_is_noticed(served, file):
    code = enter(served)
    with pytest.raises(Trouble, match="moved"), served.changing(code):
        gone(file)


def test_log_lost_during_first_entry_is_noticed(opened, file):
    def first() -> None:
        with opened.writing() as session:
            session.connection()
            without_its_log(file)

    with pytest.raises(Trouble, match="moved"):
        first()


def test_file_put_back_takes_entries_again(served, file):
    enter(served)
    renamed(file)
    with pytest.raises(Trouble):
        enter(served)
    file.with_name("elsewhere.db").rename(file)
    enter(served)
    assert rows(file) == 2


def test_start_notices_missing_rows(served, file, tmp_path):
    """One wrong bit in the log of a server that was killed: SQLite drops all that follows."""
    enter(served, 40)
    note(file)
    assert lost(file) == 0
    for ending in ("", "-wal"):
        shutil.copy(f"{file}{ending}", tmp_path / f"killed.db{ending}")
    shutil.copy(beside(file), beside(tmp_path / "killed.db"))
    log = tmp_path / "killed.db-wal"
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    assert 0 < lost(tmp_path / "killed.db") < 40


def test_rows_are_not_counted_at_each_entry(served, file, monkeypatch):
    resting, counted = Resting(file), []

    def counts(_: Path) -> int:
        counted.append(rows(file))
        return counted[-1]

    monkeypatch.setattr(onefile, "rows", counts)
    for _ in range(5):
        enter(served)
        resting.look()
    assert counted == [1]
    resting._last -= 2 * onefile.OFTEN
    resting.look()
    enter(served)
    resting.look()
    assert counted == [1, 5]
    rested(resting)
    assert counted == [1, 5, 6]
    assert beside(file).read_text() == "6\n"


def test_what_is_deleted_or_restored_is_not_missed(served, file, tmp_path):
    kept = Backups(served.url, tmp_path / "backups").make()
    code = enter(served, 3)
    note(file)
    assert beside(file).stat().st_mode & 0o077 == 0
    served.forget(code)
    assert lost(file) == 0
    note(file)
    beside(file).write_text("5")
    assert lost(file) == 5
    served.close()
    restore(kept, served.url)
    assert lost(file) == 0


def test_failed_checkpoint_is_tried_again(served, file):
    resting = Resting(file)
    enter(served, 3)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        rested(resting)
        other.execute("ROLLBACK")
    assert resting.log.stat().st_size > 0
    resting.look()
    assert resting.log.stat().st_size == 0
    assert checkpoint(file)
