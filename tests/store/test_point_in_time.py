"""PostgreSQL is restored to a second before a mistake, as in docs/backups.md."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from companion.engine.record import Act, Record
from companion.store import Store
from companion.store.migrate import upgrade
from tests.databases import POSTGRES, _program, _run
from tests.finding import match_in

BACKUPS = (Path(__file__).parents[2] / "docs" / "backups.md").read_text(encoding="utf-8")
pytestmark = POSTGRES


def settings(*names: str, **places: str) -> str:
    """Lines of a configuration from docs/backups.md, with other folders."""
    lines = [match_in(rf"^{name} = .*$", BACKUPS, re.M)[0] for name in names]
    text = "\n".join(lines)
    for name, place in places.items():
        text = text.replace(f"/mnt/elsewhere/{name}", place)
    return f"\n{text}\n"


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that PostgreSQL may write to, for any user who runs the tests."""
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
    yield folder
    for data in (folder / "data", folder / "base"):
        if (data / "postmaster.pid").exists():
            _run(_program("pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def start(data: Path) -> None:
    folder = data.parent
    options = f"-k {folder} -c listen_addresses= -c fsync=off"
    _run(_program("pg_ctl"), "-D", str(data), "-o", options, "-w", "-l", f"{folder}/log", "start")


def configure(data: Path, text: str) -> None:
    with (data / "postgresql.conf").open("a") as file:
        file.write(text)


def asked(folder: Path, *statements: str) -> str:
    """The first field of the last statement's answer."""
    with psycopg.connect(host=str(folder), user="club", dbname="postgres", autocommit=True) as it:
        for statement in statements:
            row = it.execute(statement).fetchone()
    assert row
    return str(row[0])


@pytest.mark.long
def test_database_recovers_to_second_before_mistake(place):
    data, wal = place / "data", place / "wal"
    _run("mkdir", str(wal))
    _run(_program("initdb"), "-D", str(data), "-A", "trust", "-U", "club", "-E", "UTF8",
         "--no-sync")  # fmt: skip
    configure(data, settings("archive_mode", "archive_command", "archive_timeout", wal=str(wal)))
    start(data)
    url = f"postgresql+psycopg://club@/postgres?host={place}"
    upgrade(url)
    store = Store(url)
    stored = store.begin(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"]))
    basebackup = match_in(r"^pg_basebackup -D \S+ (-X none)", BACKUPS, re.M)[1].split()
    _run(_program("pg_basebackup"), "-D", str(place / "base"), "-h", str(place), "-U", "club",
         "--no-sync", *basebackup)  # fmt: skip
    store.act(stored.code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="good")
    before = asked(place, "select clock_timestamp()")
    store.forget(stored.code)
    asked(place, "select pg_switch_wal()")
    store.close()
    _run(_program("pg_ctl"), "-D", str(data), "-m", "fast", "-w", "stop")
    moment = match_in(r"recovery_target_time = '(.*)'", BACKUPS)[1]
    going_back = settings("restore_command", "recovery_target_time", "recovery_target_action",
                          wal=str(wal)).replace(moment, before)  # fmt: skip
    configure(place / "base", going_back)
    _run("touch", str(place / "base" / "recovery.signal"))
    start(place / "base")
    with closing(Store(url)) as again:
        assert again.table(stored.code).record.hands == [{"bid 2": "7"}]
        assert again.table(stored.code).key == stored.key
