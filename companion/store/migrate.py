"""Brings a database to the form this release knows."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.store.engine import MEMORY, Trouble, address, connect, sqlite_file

if TYPE_CHECKING:
    # Imported where a database is looked at: the pocket edition has ready SQL instead of Alembic.
    from alembic.config import Config

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
    try:
        reader, writer = connect(url, migrating=True)
    except (ArgumentError, ModuleNotFoundError) as error:
        raise Trouble(f"“{shown(url)}” is not the address of a database: {error}") from None
    _owned(url)
    if revision == "head" and _newest(url, reader):
        writer.dispose()
        return
    _migrate(url, writer, revision)


def _newest(url: str, reader: Engine) -> bool:
    """True if the database needs no migration; any doubt is False."""
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    try:
        with reader.connect() as connection:
            found = MigrationContext.configure(connection).get_current_heads()
    except (DBAPIError, Trouble):
        return False
    return tuple(ScriptDirectory.from_config(config(url)).get_heads()) == found


def _migrate(url: str, writer: Engine, revision: str) -> None:
    from alembic import command
    from alembic.util import CommandError

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
    try:
        parsed = address(url)
    except ArgumentError:
        return url.rpartition("@")[2]
    return str(parsed.database) if parsed.get_backend_name() == "sqlite" else str(parsed)
