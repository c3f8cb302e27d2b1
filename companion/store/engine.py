"""Connections to the database, set up so that an acknowledged entry survives a pulled plug."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

WAIT = 10
"""Seconds a writer waits for another process before the database counts as locked."""

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # What is forgotten is overwritten with zeros.
    "PRAGMA secure_delete=ON",
    "PRAGMA trusted_schema=OFF",
)


class Trouble(RuntimeError):
    """The database cannot be used; the message is for whoever started the program."""


def data_folder(folder: str | Path | None = None) -> Path:
    """Where scores are kept: the folder given, else COMPANION_DATA, else the system's own place."""
    chosen = folder or os.environ.get("COMPANION_DATA")
    path = Path(chosen).expanduser() if chosen else user_data_path("companion", appauthor=False)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def default_url(folder: str | Path | None = None) -> str:
    """The database: a folder given, else COMPANION_DATABASE_URL, else a file in the data folder."""
    url = os.environ.get("COMPANION_DATABASE_URL")
    if url and folder is None:
        return url
    return f"sqlite:///{data_folder(folder) / 'companion.db'}"


def connect(url: str, *, migrating: bool = False) -> tuple[Engine, Engine]:
    """(reader, writer) over one pool. A writer's transaction takes the write lock as it begins.

    Foreign keys are enforced, but not for `migrating`: SQLite alters a table by making it anew and
    dropping the old one, and with foreign keys that would delete what hangs on it.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        engine = create_engine(parsed, pool_size=10, max_overflow=20, pool_pre_ping=True)
        return engine, engine
    engine = create_engine(
        parsed,
        pool_size=10,
        max_overflow=40,
        # The driver begins nothing by itself: a read needs no transaction, a write says IMMEDIATE.
        connect_args={"isolation_level": None, "timeout": WAIT},
    )
    event.listen(engine, "connect", _pragmas)
    if migrating:
        event.listen(engine, "connect", _unenforced)
    writer = engine.execution_options()
    event.listen(writer, "begin", _immediate)
    return engine, writer


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _unenforced(connection: Any, _: object) -> None:
    connection.execute("PRAGMA foreign_keys=OFF").close()


def _immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
