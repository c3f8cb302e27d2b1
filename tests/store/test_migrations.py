"""A database of any earlier release is migrated; one of a later release is not touched."""

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
from companion.store import NotFound, Store, Trouble, engine, write_access
from companion.store.clubs import RuleSets
from companion.store.engine import connect, default_url
from companion.store.migrate import config, upgrade

REVISIONS = [
    revision.revision
    for revision in ScriptDirectory.from_config(config("sqlite://")).walk_revisions()
]
DUMPS = Path(__file__).with_name("revisions")
LEGION = {"min_bid": "7"}
SETS = """
INSERT INTO rule_sets (code, edition, key, game, name, source, note, rules, who, at) VALUES
('MKTRW', 1, 'k', 'some-game', 'Legion', 'heard', 'Fridays', '{"min_bid": "6"}', '', '2026-11-20'),
('MKTRW', 2, 'k', 'some-game', 'Legion hall', '', 'Fridays', '{"min_bid": "7"}', '', '2026-11-21'),
('BCDFG', 1, 'k', 'some-game', 'A', 'heard', 'often', '{}', '', '2026-11-20')
"""


def run(url: str, script: str) -> None:
    _, writer = connect(url)
    with writer.begin() as connection:
        for statement in script.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
    writer.dispose()


def dumped(database: str, revision: str) -> None:
    """Fills an empty database with the data of a club under that revision."""
    upgrade(database, revision)
    run(database, (DUMPS / f"{revision}.sql").read_text(encoding="utf-8"))


def test_current_database_matches_models_and_skips_migration(url, monkeypatch):
    command.check(config(url))
    monkeypatch.setattr(command, "upgrade", lambda *_: pytest.fail("migrated"))
    upgrade(url)


def test_every_revision_has_a_sample_database():
    assert sorted(REVISIONS) == sorted(path.stem for path in DUMPS.glob("*.sql"))


@pytest.mark.parametrize("revision", REVISIONS)
def test_earlier_revision_is_read_after_upgrade(database, revision):
    dumped(database, revision)
    upgrade(database)
    command.check(config(database))
    with closing(Store(database)) as store:
        stored = store.table("MKTRWX")
        assert stored.record.hands == [{"bid 2": "8 ♥", "@entry": "quick"}]
        assert stored.record.players == ["Nell", "Omar"]
        assert (stored.totals, stored.winners) == ({"1": 9, "2": -4}, ("1",))
        assert stored.touched == datetime(2026, 11, 20, 21, tzinfo=UTC)
        assert [row.why for row in store.journal("MKTRWX")] == ["", "misheard", "", "", ""]
        assert store.table("BCDFGH").key == "scorer-key-of-the-second"
        later = store.act("BCDFGH", Act("answer", 1, {"a": "1"}), seen=0, submission="new")
        assert later.record.hands == [{"a": "1"}]
        if revision >= "0003":  # by then a form that began a table was known
            assert store.made("form-1") == "MKTRWX"
        if revision >= "0004":
            there = [(row.phone, row.seat, row.who) for row in write_access.phones(store, "BCDFGH")]
            second = [("digest-of-a-second", "", "")] if revision == "0004" else []
            assert there == [("digest-of-a-phone", "2", "phone 4f2e"), *second]
            # The table has no scorer's phone: any phone with the key may score, as before.
            assert store.table("MKTRWX").row.scorer is None
            key = "scorer-key-of-the-second"
            assert write_access.take(store, "BCDFGH", "some phone", key) == key


@pytest.mark.parametrize("kind", ["sqlite"])
def test_recreated_table_keeps_its_dependent_rows(url, store, record):
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
    with closing(Store(url)) as store:
        assert store.table(code) == before
        assert len(store.journal(code)) == 1


def test_rows_sent_together_are_linked_by_migration(database):
    dumped(database, "0005")
    long = "x" * 64
    ids = ["a.b", "a.b.1", "a.b.2", "c.7", "d", "d.2", long, f"{long[:58]}.1"]
    for seq, form in enumerate(ids, 1):
        run(database, "insert into journal (table_id, seq, at, who, kind, hand, answers, replaced,"
            f" why, submission) values (2, {seq}, '2026-11-20 22:0{seq}:00', '', 'answer', {seq},"
            f" '{{}}', '{{}}', '', '{form}')")  # fmt: skip
    run(database, "update tables set seq = 8 where id = 2")
    upgrade(database)
    with closing(Store(database)) as store:
        assert [row.form for row in store.journal("BCDFGH")] == [1, 1, 1, 4, 5, 6, 7, 7]
        assert [row.form for row in store.journal("MKTRWX")] == [1, 2, 3, 4, 5]


def test_newest_edition_of_set_keeps_its_code(database):
    upgrade(database, "0006")
    run(database, SETS)
    upgrade(database)
    with closing(Store(database)) as store:
        other, legion = RuleSets(store).all("some-game")
        assert RuleSets(store).get("mktrw") == legion
    assert (legion.name, legion.note, legion.rules) == ("Legion hall", "Fridays", LEGION)
    assert other.note == "heard; often"


def test_newer_database_is_left_alone(database):
    upgrade(database)
    run(database, "update alembic_version set version_num = '9999'")
    with pytest.raises(Trouble, match="newer Companion"):
        upgrade(database)


@pytest.mark.slow
def test_several_processes_may_upgrade_at_once(database):
    code = "import sys; from companion.store.migrate import upgrade; upgrade(sys.argv[1])"
    running = [subprocess.Popen([sys.executable, "-c", code, database]) for _ in range(4)]
    assert [process.wait(180) for process in running] == [0, 0, 0, 0]
    command.check(config(database))


@pytest.mark.parametrize("kind", ["sqlite"])
def test_upgrade_waits_longer_for_another_migration(database, tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "WAIT", 0.01)
    upgrade(database, "0001")
    with closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = threading.Thread(target=upgrade, args=(database,))
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
        other.execute("ROLLBACK")
    waiting.join(120)
    command.check(config(database))


@pytest.mark.parametrize("kind", ["sqlite"])
def test_non_database_file_is_reported_and_kept(database, tmp_path):
    file = tmp_path / "club.db"
    file.write_bytes(b"Shopping: milk, eggs, a pack of cards\n" * 100)
    before = file.read_bytes()
    with closing(Store(database)) as store:
        for used in (lambda: upgrade(database), lambda: store.seq("BCDFGH")):
            with pytest.raises(Trouble, match="file is not a database") as found:
                used()
            assert found.value.kind == "damaged"
        assert file.read_bytes() == before
        with pytest.raises(Trouble, match=r"club\.db cannot be used"):
            upgrade(database)
        file.unlink()
        upgrade(database)
        with pytest.raises(NotFound):
            store.seq("BCDFGH")


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_migration_that_fails_leaves_nothing_behind(database, tmp_path):
    with closing(sqlite3.connect(tmp_path / "club.db")) as file:
        file.execute("create table journal (something_else)")
        with pytest.raises(Trouble, match="journal already exists"):
            upgrade(database)
        assert file.execute("select name from sqlite_master").fetchall() == [("journal",)]


@pytest.mark.parametrize("url", ["nonsense", "sqlite:/x", "oracle://x", "nosuch://a:secret@b/c"])
def test_invalid_address_is_refused_without_password(url):
    with pytest.raises(Trouble, match="is not the address of a database") as trouble:
        upgrade(url)
    assert "secret" not in str(trouble.value)


def test_database_location_follows_environment_or_platform_default(tmp_path, monkeypatch):
    for name in ("COMPANION_DATABASE_URL", "COMPANION_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert default_url() == f"sqlite:///{tmp_path}/share/companion/companion.db"
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "one"))
    assert default_url() == f"sqlite:///{tmp_path}/one/companion.db"
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql+psycopg://club@/club")
    assert default_url() == "postgresql+psycopg://club@/club"
    assert default_url(tmp_path / "two") == f"sqlite:///{tmp_path}/two/companion.db"
    assert (tmp_path / "two").stat().st_mode & 0o077 == 0
