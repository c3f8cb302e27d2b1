"""`companion backup`, `restore`, `check` and `migrate` lose nothing of a club."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion import clock, games
from companion.cli.common import open_store
from companion.engine.record import Act
from companion.engine.transcript import Transcript
from companion.store import Store, Trouble, default_url
from companion.store.backups import Backups, Rotation, backup
from companion.store.engine import connect
from companion.store.listing import Listing, Scope
from companion.store.migrate import differ, upgrade
from companion.store.restoring import served
from companion.tables.filling import remove_other
from companion.tables.summaries import fill
from tests.databases import cluster, postgres
from tests.hosting.serving import until

__all__ = ["cluster"]


def played(store: Store, key: str = "kaiser", hands: int = 99) -> str:
    """A table at which that game's evening was played, entry by entry, as the web app enters it."""
    record = Transcript.read(games.find(key).file("evening.txt"), key).record
    whole, record = record.hands[:hands], record.copy()
    record.hands = []
    stored = store.begin(record, games.find(key).edition)
    for number, answers in enumerate(whole, 1):
        act = Act("answer", number, answers)
        stored = store.act(stored.code, act, seen=stored.seq, submission=str(number), who="Nell")
    replay = games.find(key).replay(stored.record)
    if replay.over:
        store.settle(stored.code, *replay.final)
    return stored.code


@pytest.fixture(scope="module")
def begun_once(tmp_path_factory):
    """The file of a club, and the codes of its tables."""
    file = tmp_path_factory.mktemp("club") / "companion.db"
    upgrade(f"sqlite:///{file}")
    with closing(Store(f"sqlite:///{file}")) as store:
        return file, [played(store), played(store, "tribello"), played(store, "kaiser", 3)]


@pytest.fixture
def club(run, begun_once, tmp_path):
    """A club of two finished evenings and one begun; its folder, and the codes."""
    file, codes = begun_once
    folder = tmp_path / "scores"
    folder.mkdir(mode=0o700)
    for each in file.parent.iterdir():
        shutil.copy(each, folder)
    return folder, codes


def everything(url: str):
    with closing(Store(url)) as store:
        tables = store.tables(limit=1000)
        return [(each, store.journal(each.code)) for each in tables]


# -- backup and restore --------------------------------------------------------------------------


def test_backup_is_verified_and_restored_identically(run, club, tmp_path):
    folder, codes = club
    before = everything(default_url())
    file = tmp_path / "usb" / "club.db"
    done = run("backup", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "3 tables" in done.stdout
    assert ", 0 with differences" in done.stdout
    assert file.stat().st_mode & 0o077 == 0
    assert [each.name for each in file.parent.iterdir()] == ["club.db"]
    again = run("backup", file)
    assert (again.exit_code, "is there already" in again.stderr) == (1, True)
    with closing(Store(default_url())) as store:
        for code in codes:
            store.forget(code)
    done = run("restore", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Restored 3 tables" in done.stdout
    assert everything(default_url()) == before
    (kept,) = folder.glob("companion-before-*.db")
    assert str(kept) in done.stdout
    assert everything(f"sqlite:///{kept}") == []


def test_a_backup_is_consistent_while_entries_come_in(run, club, tmp_path):
    """Copied during writes, it has a journal without a gap, and no partial entry."""
    stop, store = threading.Event(), Store(default_url())

    def write(code: str) -> None:
        while not stop.is_set():
            seq = store.seq(code)
            store.act(code, Act("answer", 1, {"@entry": str(seq)}), seen=seq, submission=f"s{seq}")

    with closing(store), ThreadPoolExecutor(2) as pool:
        for code in (played(store, hands=0), played(store, hands=0)):
            pool.submit(write, code)
        try:
            for number in range(5):
                file = backup(default_url(), tmp_path / f"{number}.db")
                for stored, rows in everything(f"sqlite:///{file}"):
                    assert [row.seq for row in rows] == list(range(1, stored.seq + 1))
        finally:
            stop.set()


@pytest.mark.parametrize("spoilt", ["text", "half", "middle", "newer"])
def test_bad_backup_restores_and_changes_nothing(run, club, tmp_path, spoilt):
    folder, _ = club
    file = tmp_path / "club.db"
    assert run("backup", file).exit_code == 0
    data = file.read_bytes()
    if spoilt == "text":
        file.write_bytes(b"Shopping: milk, eggs" * 100)
    elif spoilt == "half":
        file.write_bytes(data[: len(data) // 2])
    elif spoilt == "middle":
        file.write_bytes(data[:8192] + bytes(len(data) - 12288) + data[-4096:])
    else:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("update alembic_version set version_num = '9999'")
    before = (folder / "companion.db").read_bytes()
    done = run("restore", file)
    assert (done.exit_code, "Nothing was changed" in done.stderr) == (1, True), done.stderr
    assert (folder / "companion.db").read_bytes() == before
    assert list(folder.glob("*before*")) == []


@pytest.mark.parametrize("statement", ["", "vacuum", "create table tables (id)"])
def test_restore_refuses_database_of_another_program(run, club, tmp_path, statement):
    """A file without bytes, one without tables, and one with a table of the same name."""
    folder, _ = club
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
    before = (folder / "companion.db").read_bytes()
    done = run("restore", file)
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"{file} is an SQLite file, but not one with scores" in done.stderr
    assert "Give a file that “companion backup” wrote" in done.stderr
    assert "Nothing was changed." in done.stderr
    assert (folder / "companion.db").read_bytes() == before
    assert list(folder.glob("*before*")) == []


def test_nothing_is_restored_under_a_running_server(run, club, tmp_path):
    file = tmp_path / "club.db"
    run("backup", file)
    with served(club[0]):
        done = run("restore", file)
        assert (done.exit_code, "stop the Companion first" in done.stderr) == (1, True)
    assert run("restore", file).exit_code == 0


@pytest.fixture
def backups(club):
    return Backups(default_url(), club[0] / "backups", keep=3)


def test_backups_rotate_in_order_despite_clock_change(backups, monkeypatch):
    made: list[Path] = []
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 10, 25 - len(made), 2, tzinfo=UTC))
    backups.folder.mkdir()
    older = backup(default_url(), backups.folder / "companion-20271025-023000-000000.db")
    assert backups.last() == older
    for _ in range(4):
        made.append(backups.make())
        assert backups.last() == made[-1]
    assert backups.all() == made[-3:]
    assert not older.exists()
    broken = Backups("sqlite:////nowhere/club.db", backups.folder, keep=1)
    with pytest.raises(Trouble):  # the oldest is deleted only after a good new one
        broken.make()
    assert backups.all() == made[-3:]


def test_future_dated_backup_makes_another_due(backups):
    last = backups.make()
    assert not backups.due(3600)
    later = time.time() + 86_400
    os.utime(last, (later, later))
    assert backups.due(3600)
    backups.make()
    assert not backups.due(3600)


def test_copied_back_scores_become_owner_only_again(club):
    file = club[0] / "companion.db"
    file.chmod(0o644)
    open_store(club[0], whole=True).close()
    assert file.stat().st_mode & 0o777 == 0o600


def test_server_backs_up_at_start_and_after_entries(run, club):
    folder, codes = club
    failed: list[Trouble] = []

    class Watched(Backups):
        looks = 0

        def due(self, seconds: float) -> bool:
            self.looks += 1
            return super().due(seconds)

    backups = Watched(default_url(), folder / "backups", keep=3)

    def rounds() -> int:
        """Serves until the server has checked three times if a backup is due."""
        rotation, before = Rotation(backups, 0.05, failed.append), backups.looks
        rotation.start()
        until(lambda: backups.looks >= before + 3)
        rotation.stop()
        return len(backups.all())

    assert (rounds(), rounds()) == (1, 1)
    with closing(Store(default_url())) as store:
        store.act(codes[2], Act("undo"), seen=3, submission="u")
    assert (rounds(), rounds()) == (2, 2)
    assert failed == []


# -- check ---------------------------------------------------------------------------------------


def test_unchanged_club_passes_the_check(run, club):
    done = run("check")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "3 tables replayed, 0 with differences.\n"


def test_changed_results_are_reported_by_table(run, club):
    _, (finished, other, begun) = club
    with closing(Store(default_url())) as store:
        stored = store.table(finished)
        store.settle(finished, {"A": 1, "B": 2}, stored.winners)
    done = run("check")
    assert done.exit_code == 1
    assert re.search(rf"^{finished}  kaiser: at the end: .*: .* then, .* now\.$",
                     done.stdout, re.MULTILINE)  # fmt: skip
    assert other not in done.stdout
    assert begun not in done.stdout, "nothing is asserted of a table that goes on"
    assert done.stdout.endswith("3 tables replayed, 1 with differences.\n")


def test_unreplayable_table_is_reported_and_others_continue(run, club):
    _, (finished, _, _) = club
    with closing(sqlite3.connect(club[0] / "companion.db")) as database, database:
        database.execute("update tables set start = replace(start, '\"kaiser\"', '\"whist\"'),"
                         " game = 'whist' where code = ?", (finished,))  # fmt: skip
    done = run("check")
    assert done.exit_code == 1
    assert f"{finished}  whist: it cannot be replayed: There is no game “whist”" in done.stdout
    assert "3 tables replayed, 1 with differences" in done.stdout


OLD_CARD = '{"title":"Kaiser","totals":[1,2],"leads":"","turn":"North","words":["hand 2"]}'
"""A summary as the release before wrote it."""


def aged(folder):
    """Replaces the stored summaries by those of an older release."""
    with closing(sqlite3.connect(folder / "companion.db")) as database, database:
        database.execute(
            "update summaries set card = ?, summary = '{}', stamp = '0.1.0, shape 1, edition 1'",
            (OLD_CARD,),
        )


def summarised_club(folder):
    """Stores the summaries of all tables, then makes them old."""
    with closing(Store(default_url())) as store:
        fill(store, 60)
        assert store.summaries.left() == 0
    aged(folder)


def test_summaries_of_an_older_release_are_passed_over(run, club, tmp_path):
    folder, _ = club
    summarised_club(folder)
    done = run("check")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "3 tables replayed, 0 with differences.\n"
    assert run("backup", tmp_path / "club.db").exit_code == 0
    other = f"sqlite:///{tmp_path / 'other.db'}"
    done = run("migrate", "sqlite-to-postgres", other)
    assert (done.exit_code, done.stderr) == (0, "")
    with closing(Store(other)) as store:
        listed = Listing(store).listed(Scope())
        assert [(each.card, each.summary) for each in listed] == [(None, None)] * 3
        remove_other(store)
        fill(store, 60)
        assert all(each.card for each in Listing(store).listed(Scope()))


# -- to PostgreSQL -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.postgres
def test_club_moves_to_postgresql_and_back_unchanged(run, club, cluster, tmp_path, monkeypatch):
    source, server, file = default_url(), postgres(cluster), tmp_path / "club.db"
    before = everything(source)
    done = run("migrate", "sqlite-to-postgres", server)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "3 of tables" in done.stdout
    assert "Every row was read again from both: all the same" in done.stdout
    assert everything(server) == before
    assert everything(source) == before
    reader, _ = connect(server)
    with reader.connect() as connection:
        following = connection.exec_driver_sql(
            "select nextval(pg_get_serial_sequence('tables', 'id'))"
        ).scalar()
    reader.dispose()
    assert following > max(stored.id for stored, _ in before)
    again = run("migrate", "sqlite-to-postgres", server)
    assert (again.exit_code, "is not empty" in again.stderr) == (1, True)
    monkeypatch.setenv("COMPANION_DATABASE_URL", server)
    done = run("backup", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert run("check").exit_code == 0
    assert everything(f"sqlite:///{file}") == before
    assert run("restore", file).exit_code == 1
    with closing(Store(server)) as store:  # the check reports a row that was lost
        store.act(club[1][2], Act("undo"), seen=3, submission="late")
    with pytest.raises(Trouble, match="not carried over"):
        differ(source, server)


@pytest.mark.slow
@pytest.mark.postgres
def test_old_summaries_move_to_postgresql(run, club, cluster, monkeypatch):
    """The check passes them over on the server, too; then lists and statistics are complete."""
    folder, _ = club
    summarised_club(folder)
    server = postgres(cluster)
    done = run("migrate", "sqlite-to-postgres", server)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Every row was read again from both: all the same" in done.stdout
    monkeypatch.setenv("COMPANION_DATABASE_URL", server)
    for _ in range(2):
        done = run("check")
        assert (done.exit_code, done.stderr) == (0, "")
        assert done.stdout == "3 tables replayed, 0 with differences.\n"
        with closing(Store(server)) as store:
            remove_other(store)
            fill(store, 60)
            assert store.summaries.left() == 0
            assert all(each.card for each in Listing(store).listed(Scope()))
