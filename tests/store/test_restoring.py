"""A restore that is stopped between any two of its steps loses nothing, and a start says so."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from companion.cli.common import Failed, open_store
from companion.engine.record import Act, Record
from companion.store import Store, Trouble
from companion.store.backups import backup, sound
from companion.store.migrate import upgrade
from companion.store.restoring import restore


class Stopped(BaseException):
    """Like a power cut: no later step runs."""


def begun(url: str, entries: int) -> Store:
    upgrade(url)
    store = Store(url)
    stored = store.begin(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"]))
    for seq in range(entries):
        act = Act("answer", 1, {f"k{seq}": "x"})
        store.act(stored.code, act, seen=seq, submission=f"s{seq}")
    return store


def entries_of(url: str) -> list[int]:
    with closing(Store(url)) as store:
        return [stored.seq for stored in store.tables()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Scores with five entries, the last ones in the log alone, as after a power cut."""
    served, folder = tmp_path / "served", tmp_path / "scores"
    served.mkdir()
    with closing(begun(f"sqlite:///{served}/companion.db", 5)):
        shutil.copytree(served, folder)
    assert (folder / "companion.db-wal").stat().st_size
    return folder


@pytest.fixture
def url(folder: Path) -> str:
    return f"sqlite:///{folder}/companion.db"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A backup with two entries."""
    begun(f"sqlite:///{tmp_path}/other.db", 2).close()
    return backup(f"sqlite:///{tmp_path}/other.db", tmp_path / "good.db")


def stopped(monkeypatch: pytest.MonkeyPatch, step: int, good: Path, url: str) -> bool:
    """True if the restore was stopped before that rename, counted from the first of the database
    files; False if it has fewer renames."""
    steps = count()

    def counted(patch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        done = getattr(owner, name)

        def change(one: Path, other: Path) -> object:
            own = "companion" in str(one) and not str(one).endswith(".part")
            if own and next(steps) == step:
                raise Stopped
            return done(one, other)

        patch.setattr(owner, name, change)

    with monkeypatch.context() as patch:
        for owner, name in ((os, "link"), (Path, "rename"), (Path, "replace")):
            counted(patch, owner, name)
        try:
            restore(good, url)
        except Stopped:
            return True
    return False


@pytest.mark.parametrize("step", range(4))
def test_stopped_restore_leaves_old_or_new_scores_whole(monkeypatch, folder, url, good, step):
    was_stopped = stopped(monkeypatch, step, good, url)
    assert was_stopped == (step < 2)
    open_store(folder, whole=True).close()
    assert entries_of(url) == ([5] if was_stopped else [2])
    restore(good, url)
    assert entries_of(url) == [2]
    assert 5 in [
        seq for kept in folder.glob("*-before-*.db") for seq in entries_of(f"sqlite:///{kept}")
    ]


@pytest.mark.parametrize("step", range(1, 3))
@pytest.mark.parametrize("why", ["damaged", "no second names"])
def test_start_reports_stopped_restore_when_file_is_missing(
    monkeypatch, folder, url, good, step, why
):
    file = folder / "companion.db"
    if why == "damaged":
        file.write_bytes(file.read_bytes()[:4096] + os.urandom(4096) + file.read_bytes()[8192:])
    else:
        monkeypatch.setattr("companion.store.restoring._linked", lambda *_: False)
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert stopped(monkeypatch, step, good, url)
    with pytest.raises(Failed, match="a restore was stopped") as said:
        open_store(folder, whole=True)
    assert "companion restore FILE" in str(said.value)
    assert not file.exists()
    restore(good, url)
    assert entries_of(url) == [2]
    (kept,) = folder.glob("*-before-*.db")
    assert kept.read_bytes() == before["companion.db"]
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == before["companion.db-wal"]


def test_start_reports_missing_scores_but_not_new_folder(folder, url, good, tmp_path):
    restore(good, url)
    (folder / "companion.db").unlink()
    with pytest.raises(Failed, match=r"There are no scores in .*companion\.db, but beside it"):
        open_store(folder, whole=True)
    assert not (folder / "companion.db").exists()
    open_store(tmp_path / "new", whole=True).close()


def test_backup_is_synced_before_and_after_renaming(monkeypatch, tmp_path):
    begun(f"sqlite:///{tmp_path}/served.db", 1).close()
    done: list[str] = []
    replace = Path.replace

    def named(one: Path, other: Path) -> Path:
        done.append("named")
        return replace(one, other)

    monkeypatch.setattr(os, "fsync", lambda _: done.append("synced"))
    monkeypatch.setattr(Path, "replace", named)
    backup(f"sqlite:///{tmp_path}/served.db", tmp_path / "kept.db")
    assert done == ["synced", "named", "synced"]


def test_file_with_entries_without_table_is_damaged(tmp_path):
    begun(f"sqlite:///{tmp_path}/served.db", 1).close()
    with closing(sqlite3.connect(tmp_path / "served.db")) as database:
        database.execute("delete from tables")
        database.commit()
    with pytest.raises(Trouble, match="rows without their table"):
        sound(tmp_path / "served.db")
