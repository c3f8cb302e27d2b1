"""Brings a database to the form this release knows.

Alembic is imported where a migration is lacking, and not to find that none is.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.store.engine import MEMORY, WAIT, Trouble, address, connect, sqlite_file

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Engine

HEAD = "0003"
"""The last migration: what a database of this release says of itself."""
LOCK = 0x436F6D70
"""The number of PostgreSQL's advisory lock for migrations, ours by agreement with ourselves."""

MIGRATIONS = Path(__file__).with_name("migrations")


def config(url: str) -> Config:
    """Alembic's configuration, which needs no file: the migrations lie in the package."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    found.attributes["url"] = url
    return found


def upgrade(url: str, revision: str = "head") -> None:
    """Applies the migrations the database lacks; all of one or none of it."""
    if revision == "head" and _newest(url):
        return
    from sqlalchemy.exc import ArgumentError

    try:
        reader, writer = connect(url, migrating=True)
    except (ArgumentError, ModuleNotFoundError) as error:
        raise Trouble(f"“{shown(url)}” is not the address of a database: {error}") from None
    _owned(url)
    if revision == "head" and _says(reader, HEAD):
        writer.dispose()
        return
    _migrate(url, writer, revision)


def _newest(url: str) -> bool:
    """Whether a file is there that needs nothing; what is doubtful in any way is not."""
    file = Path(url.removeprefix("sqlite:///"))
    if not url.startswith("sqlite:///") or not file.is_file():
        return False
    try:
        with closing(sqlite3.connect(file, timeout=WAIT)) as database:
            return database.execute("select version_num from alembic_version").fetchall() == [
                (HEAD,)
            ]
    except sqlite3.Error:
        return False


def _says(reader: Engine, revision: str) -> bool:
    """Whether a database says that it is of that revision; what is wrong with it shows later."""
    from sqlalchemy.exc import DBAPIError

    try:
        with reader.connect() as connection:
            found = connection.exec_driver_sql("select version_num from alembic_version").all()
    except (DBAPIError, Trouble):
        return False
    return [row[0] for row in found] == [revision]


def _migrate(url: str, writer: Engine, revision: str) -> None:
    from alembic import command
    from alembic.util import CommandError
    from sqlalchemy.exc import DBAPIError

    settings = config(url)
    try:
        with writer.begin() as connection:
            settings.attributes["connection"] = connection
            if connection.dialect.name == "postgresql":
                # One process migrates, the others wait; SQLite's write lock does the same.
                connection.exec_driver_sql(f"select pg_advisory_xact_lock({LOCK})")
            command.upgrade(settings, revision)
            if connection.dialect.name == "sqlite":
                lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
                if lost:
                    raise Trouble(f"The database {shown(url)}: rows without their table: {lost}")
    except DBAPIError as error:
        raise Trouble(f"The database {shown(url)} cannot be used: {error.orig}") from error
    except Trouble as trouble:
        if not trouble.kind:
            raise
        said = f"The database {shown(url)} cannot be used: {trouble}"
        raise Trouble(said, trouble.kind) from trouble
    except CommandError as error:
        raise Trouble(
            f"The database {shown(url)} was last used by a newer Companion ({error}); "
            "nothing was changed. Update the program."
        ) from error
    finally:
        writer.dispose()


def _owned(url: str) -> None:
    """A database file that is made now is its owner's alone: it has the scorers' keys."""
    file = sqlite_file(url)
    if file and file != MEMORY:
        with suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))


def shown(url: str) -> str:
    """The address of a database without its password."""
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = address(url)
    except ArgumentError:
        return url.rpartition("@")[2]
    return str(parsed.database) if parsed.get_backend_name() == "sqlite" else str(parsed)
