"""Databases for tests: SQLite files, and a PostgreSQL server that the tests start."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from companion.store.migrate import upgrade

POSTGRES = [pytest.mark.postgres, pytest.mark.slow]
_number = count(1)


def _program(name: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    program = str(found[-1]) if found else shutil.which(name)
    assert program, "a test that wants a cluster has the marks of POSTGRES"
    return program


def _run(*command: str) -> None:
    """Runs a PostgreSQL program, as another user if tests run as root."""
    user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    before = user if os.geteuid() == 0 else []
    subprocess.run([*before, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL server on a Unix socket in a temporary folder."""
    folder = tempfile.mkdtemp(prefix="companion-pg-")
    data = f"{folder}/data"
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
    _run(_program("initdb"), "-D", data, "-A", "trust", "-U", "club", "--no-sync", "-E", "UTF8")
    options = f"-k {folder} -c listen_addresses= -c fsync=off"
    _run(_program("pg_ctl"), "-D", data, "-o", options, "-w", "-l", f"{folder}/log", "start")
    yield folder
    _run(_program("pg_ctl"), "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


@cache
def _migrated() -> Path:
    """An empty SQLite file with all tables, made once per process."""
    file = Path(tempfile.mkdtemp(prefix="companion-db-"), "empty.db")
    atexit.register(shutil.rmtree, file.parent, ignore_errors=True)
    upgrade(f"sqlite:///{file}")
    return file


def prepared(url: str) -> str:
    """Creates the tables in an SQLite file that is not there yet: 1,500 tests need one."""
    shutil.copyfile(_migrated(), url.removeprefix("sqlite:///"))
    return url


def postgres(folder: str) -> str:
    """URL of a new PostgreSQL database."""
    name = f"club{os.getpid()}_{next(_number)}"
    with psycopg.connect(host=folder, user="club", dbname="postgres", autocommit=True) as server:
        server.execute(f"create database {name}".encode())
    return f"postgresql+psycopg://club@/{name}?host={folder}"


@cache
def _kept(folder: str) -> tuple[str, psycopg.Connection[tuple[str]]]:
    """A PostgreSQL database with all tables, reused by the tests of a process."""
    url = postgres(folder)
    upgrade(url)
    name = make_url(url).database
    return url, psycopg.connect(host=folder, user="club", dbname=name, autocommit=True)


def emptied(folder: str) -> str:
    """URL of the process's PostgreSQL database, with its tables emptied: creating one takes longer
    than most tests."""
    url, connection = _kept(folder)
    found = connection.execute("select tablename from pg_tables where schemaname = 'public'")
    names = {name for (name,) in found} - {"alembic_version"}
    connection.execute("set lock_timeout = 60000")  # fails if a connection still holds a lock
    connection.execute(f"truncate {', '.join(sorted(names))} restart identity cascade".encode())
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=POSTGRES)])
def kind(request: pytest.FixtureRequest) -> str:
    """Every test that uses it runs with both kinds of database, unless it chooses one."""
    return str(request.param)


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'club.db'}"
    return postgres(request.getfixturevalue("cluster"))
