"""Database connections, configured so that an acknowledged entry survives a power failure."""

from __future__ import annotations

import os
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, ExceptionContext, make_url

WAIT = 5
"""Seconds a writer waits for a lock."""
MIGRATION = 60
"""Seconds a process waits while another one migrates."""
MEMORY = ":memory:"
"""The name of an in-memory SQLite database, separate for each connection."""
STATEMENT = 20
"""Statement timeout in PostgreSQL, in seconds."""

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # Deleted data is overwritten with zeros.
    "PRAGMA secure_delete=ON",
    "PRAGMA trusted_schema=OFF",
)
"""For every SQLite connection. The offline version (files in memory) sets its own."""


class Trouble(RuntimeError):
    """The database cannot be used; the message is for the operator.

    `kind` is "full", "readonly", "locked", "damaged", "gone" (it does not answer), "moved" (the
    file is another one now), or "" for anything else.
    """

    def __init__(self, message: str, kind: str = "") -> None:
        super().__init__(message)
        self.kind = kind


def data_folder(folder: str | Path | None = None) -> Path:
    """The data folder: the one given, else COMPANION_DATA, else the platform's default. Created."""
    from platformdirs import user_data_path  # not in the offline version

    chosen = folder or os.environ.get("COMPANION_DATA")
    path = Path(chosen).expanduser() if chosen else user_data_path("companion", appauthor=False)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def default_url(folder: str | Path | None = None) -> str:
    """The database URL: a file in the folder given, else COMPANION_DATABASE_URL, else a file in the
    data folder."""
    url = os.environ.get("COMPANION_DATABASE_URL")
    if url and folder is None:
        return url
    return f"sqlite:///{data_folder(folder) / 'companion.db'}"


def connect(url: str, *, migrating: bool = False) -> tuple[Engine, Engine]:
    """(reader, writer) on one pool. A writer's transaction takes the write lock when it begins.

    Foreign keys are enforced except when `migrating`: SQLite alters a table by creating a new one
    and dropping the old, which would cascade to the rows that refer to it.
    """
    parsed = address(url)
    if parsed.get_backend_name() != "sqlite":
        engine = _server(parsed, migrating)
        return engine, engine
    engine = create_engine(
        parsed,
        pool_size=10,
        max_overflow=40,
        # Keeps entered data out of error messages and logs.
        hide_parameters=True,
        # No implicit transactions: reads need none, writes begin with IMMEDIATE.
        connect_args={"isolation_level": None, "timeout": MIGRATION if migrating else WAIT},
    )
    event.listen(engine, "handle_error", _translated)
    event.listen(engine, "connect", _pragmas)
    if migrating:
        event.listen(engine, "connect", _unenforced)
    writer = engine.execution_options()
    event.listen(writer, "begin", partial(Connection.exec_driver_sql, statement="BEGIN IMMEDIATE"))
    return engine, writer


def address(url: str) -> URL:
    """The parsed URL; "postgres://" and "postgresql://" get the driver psycopg."""
    parsed = make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for one in memory, and for any other."""
    parsed = address(url)
    file = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return Path(file) if file and file != MEMORY else None


def _server(parsed: URL, migrating: bool) -> Engine:
    """An engine for a database server, with timeouts on connections, locks and statements."""
    given: dict[str, Any] = {}
    if parsed.get_backend_name() == "postgresql":
        limits = f"-c lock_timeout={1000 * WAIT} -c statement_timeout={1000 * STATEMENT}"
        given = {"connect_timeout": WAIT} | ({} if migrating else {"options": limits})
    engine = create_engine(
        parsed, pool_size=10, max_overflow=20, pool_timeout=WAIT, pool_pre_ping=True,
        hide_parameters=True, connect_args=given,
    )  # fmt: skip
    event.listen(engine, "handle_error", _translated)
    return engine


_SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_CANTOPEN: "gone",
    # A failed write means a disk that is full, over quota, or broken.
    sqlite3.SQLITE_IOERR: "full",
    sqlite3.SQLITE_PERM: "readonly",
}
_POSTGRES = {
    "53100": "full", "25006": "readonly", "55P03": "locked", "57014": "locked", "XX001": "damaged",
    "XX002": "damaged", "53300": "gone", "57P01": "gone", "57P02": "gone", "57P03": "gone",
}  # fmt: skip


def kind_of(error: BaseException) -> str:
    """The `Trouble.kind` of a driver error; "" for one that is a bug of ours."""
    if isinstance(error, sqlite3.Error):
        # The low byte of an extended error code is the primary one.
        return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")
    state = getattr(error, "sqlstate", None)
    if state is None:
        # psycopg gives no SQLSTATE if the connection is lost or was never made.
        return "gone" if type(error).__name__ in ("OperationalError", "InterfaceError") else ""
    return "gone" if state.startswith("08") else _POSTGRES.get(state, "")


def _translated(context: ExceptionContext) -> None:
    kind = kind_of(context.original_exception)
    if kind:
        raise Trouble(str(context.original_exception).strip(), kind)


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _unenforced(connection: Any, _: object) -> None:
    """Turns foreign keys off for migrations: SQLite alters a table by dropping the old one."""
    connection.execute("PRAGMA foreign_keys=OFF").close()
