"""A database of any earlier release is brought up to date, and of no later one touched."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

from companion.engine.record import Act
from companion.store import Store, Trouble, engine, pencils, upgrade
from companion.store.engine import connect, default_url
from companion.store.migrate import config

REVISIONS = [
    revision.revision
    for revision in ScriptDirectory.from_config(config("sqlite://")).walk_revisions()
]
DUMPS = Path(__file__).with_name("revisions")


def run(url: str, script: str) -> None:
    _, writer = connect(url)
    with writer.begin() as connection:
        for statement in script.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
    writer.dispose()


def test_models_and_migrations_say_the_same(url):
    command.check(config(url))


def test_a_database_that_is_up_to_date_is_not_migrated(url, monkeypatch):
    monkeypatch.setattr(command, "upgrade", lambda *_: pytest.fail("migrated"))
    upgrade(url)


def test_every_revision_has_what_a_club_had_stored_by_then():
    assert sorted(REVISIONS) == sorted(path.stem for path in DUMPS.glob("*.sql"))


@pytest.mark.parametrize("revision", REVISIONS)
def test_what_was_stored_under_an_earlier_revision_is_read_under_the_last(database, revision):
    upgrade(database, revision)
    run(database, (DUMPS / f"{revision}.sql").read_text(encoding="utf-8"))
    upgrade(database)
    command.check(config(database))
    store = Store(database)
    stored = store.table("MKTRWX")
    assert stored.record.hands == [{"bid 2": "8 ♥", "@entry": "quick"}]
    assert stored.record.players == ["Nell", "Omar"]
    assert (stored.totals, stored.winners) == ({"1": 9, "2": -4}, ("1",))
    assert stored.touched == datetime(2026, 11, 20, 21, tzinfo=UTC)
    assert [row.why for row in store.journal("MKTRWX")] == ["", "misheard", "", "", ""]
    assert store.table("BCDFGH").key == "scorer-key-of-the-second"
    later = store.act("BCDFGH", Act("answer", 1, {"a": "1"}), seen=0, submission="new")
    assert later.record.hands == [{"a": "1"}]
    store.close()


@pytest.mark.parametrize("revision", [each for each in REVISIONS if each >= "0004"])
def test_whoever_might_write_or_was_let_in_may_take_the_pencil(database, revision):
    upgrade(database, revision)
    run(database, (DUMPS / f"{revision}.sql").read_text(encoding="utf-8"))
    upgrade(database)
    store = Store(database)
    there = [(row.phone, row.seat, row.who) for row in pencils.phones(store, "BCDFGH")]
    assert there[0] == ("digest-of-a-phone", "2", "phone 4f2e")
    assert there[1:] == ([("digest-of-a-second", "", "")] if revision == "0004" else [])
    # Nobody has taken the pencil: it is with whoever has the key, as it was.
    assert store.table("MKTRWX").row.pencil is None
    key = "scorer-key-of-the-second"
    assert pencils.take(store, "BCDFGH", "some phone", key) == key
    store.close()


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_migration_can_be_taken_back_and_applied_again(database, revision):
    upgrade(database, revision)
    command.downgrade(config(database), "base")
    upgrade(database)
    command.check(config(database))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_making_a_table_anew_keeps_what_hangs_on_it(url, record):
    store = Store(url)
    code = store.begin(record).code
    store.act(code, Act("answer", 1, {"a": "1"}), seen=0, submission="s")
    before = store.table(code)
    store.close()
    _, writer = connect(url, migrating=True)
    with writer.begin() as connection:
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("tables", recreate="always") as table:
            table.alter_column("code", type_=sa.String(13), existing_type=sa.String(12))
    writer.dispose()
    store = Store(url)
    assert store.table(code) == before
    assert len(store.journal(code)) == 1
    store.close()


def test_rows_that_came_in_together_know_each_other_after_the_migration(database):
    upgrade(database, "0005")
    run(database, (DUMPS / "0005.sql").read_text(encoding="utf-8"))
    long = "x" * 64
    ids = ["a.b", "a.b.1", "a.b.2", "c.7", "d", "d.2", long, f"{long[:58]}.1"]
    for seq, form in enumerate(ids, 1):
        run(database, "insert into journal (table_id, seq, at, who, kind, hand, answers, replaced,"
            f" why, submission) values (2, {seq}, '2026-11-20 22:0{seq}:00', '', 'answer', {seq},"
            f" '{{}}', '{{}}', '', '{form}')")  # fmt: skip
    run(database, "update tables set seq = 8 where id = 2")
    upgrade(database)
    store = Store(database)
    assert [row.form for row in store.journal("BCDFGH")] == [1, 1, 1, 4, 5, 6, 7, 7]
    assert [row.form for row in store.journal("MKTRWX")] == [1, 2, 3, 4, 5]
    store.close()


def test_upgrading_twice_changes_nothing(url, record):
    store = Store(url)
    stored = store.begin(record)
    upgrade(url)
    assert store.table(stored.code) == stored
    store.close()


def test_a_database_of_a_later_release_is_left_alone(url):
    run(url, "update alembic_version set version_num = '9999'")
    with pytest.raises(Trouble, match="newer Companion"):
        upgrade(url)


@pytest.mark.slow
def test_several_processes_may_upgrade_at_once(database):
    code = "import sys; from companion.store import upgrade; upgrade(sys.argv[1])"
    running = [subprocess.Popen([sys.executable, "-c", code, database]) for _ in range(4)]
    assert [process.wait(180) for process in running] == [0, 0, 0, 0]
    command.check(config(database))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_process_waits_for_another_that_migrates_longer_than_for_an_entry(
    database, tmp_path, monkeypatch
):
    monkeypatch.setattr(engine, "WAIT", 0.05)
    upgrade(database, "0001")
    with closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = threading.Thread(target=upgrade, args=(database,))
        waiting.start()
        waiting.join(1)
        assert waiting.is_alive()
        other.execute("ROLLBACK")
    waiting.join(120)
    command.check(config(database))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_file_that_is_no_database_is_named_and_kept(database, tmp_path):
    file = tmp_path / "club.db"
    file.write_bytes(b"Shopping: milk, eggs, a pack of cards\n" * 100)
    before = file.read_bytes()
    with pytest.raises(Trouble, match=r"club\.db cannot be used: file is not a database"):
        upgrade(database)
    assert file.read_bytes() == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_migration_that_fails_leaves_nothing_behind(database, tmp_path):
    with sqlite3.connect(tmp_path / "club.db") as file:
        file.execute("create table journal (something_else)")
    file.close()
    with pytest.raises(Trouble, match="journal already exists"):
        upgrade(database)
    with sqlite3.connect(tmp_path / "club.db") as file:
        names = [name for (name,) in file.execute("select name from sqlite_master")]
    file.close()
    assert names == ["journal"]


@pytest.mark.parametrize("url", ["nonsense", "sqlite:/x", "oracle://x", "nosuch://a:secret@b/c"])
def test_an_address_that_is_none_is_refused_without_its_password(url):
    with pytest.raises(Trouble, match="is not the address of a database") as trouble:
        upgrade(url)
    assert "secret" not in str(trouble.value)


def test_scores_are_kept_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "one"))
    assert default_url() == f"sqlite:///{tmp_path}/one/companion.db"
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql+psycopg://club@/club")
    assert default_url() == "postgresql+psycopg://club@/club"
    assert default_url(tmp_path / "two") == f"sqlite:///{tmp_path}/two/companion.db"
    assert (tmp_path / "two").stat().st_mode & 0o077 == 0


def test_without_a_word_scores_are_kept_where_the_system_keeps_a_programs_data(
    tmp_path, monkeypatch
):
    for name in ("COMPANION_DATABASE_URL", "COMPANION_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert default_url() == f"sqlite:///{tmp_path}/share/companion/companion.db"
