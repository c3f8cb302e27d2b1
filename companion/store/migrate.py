"""Brings a database up to date; or carries it over to another one, row by row."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.store.engine import Trouble, address, connect, file_of
from companion.store.models import metadata

if TYPE_CHECKING:
    # Imported lazily: the pocket edition has ready-made SQL instead of Alembic.
    from alembic.config import Config

LOCK = 0x436F6D70
"""Number of PostgreSQL's advisory lock for migrations; arbitrary."""

MIGRATIONS = Path(__file__).with_name("migrations")


def config(url: str) -> Config:
    """Alembic's configuration, without a file."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    found.attributes["url"] = url
    return found


def upgrade(url: str, revision: str = "head") -> None:
    """Applies the missing migrations in one transaction; Trouble if that fails."""
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
    """True if the database is at the newest revision; False also if that cannot be found out."""
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
                # Only one process migrates; in SQLite the write lock ensures that.
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
    """Creates a missing database file that only its owner can read: it holds scorers' keys."""
    if file := file_of(url):
        with suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))


def shown(url: str) -> str:
    """A database URL without its password, or the file's path, for messages."""
    try:
        parsed = address(url)
    except ArgumentError:
        return url.rpartition("@")[2]
    return str(parsed.database) if parsed.get_backend_name() == "sqlite" else str(parsed)


CHUNK = 1000
"""Rows copied at a time."""


@contextmanager
def _reading(url: str) -> Iterator[Connection]:
    """A read-only connection with one consistent snapshot of the database."""
    reader, _ = connect(url)
    try:
        with reader.connect() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            else:
                one = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
                connection.exec_driver_sql(one)
            yield connection
    finally:
        reader.dispose()


@contextmanager
def _writing(url: str) -> Iterator[Connection]:
    _, writer = connect(url)
    try:
        with writer.begin() as connection:
            yield connection
    finally:
        writer.dispose()


def copy(source: str, target: str) -> dict[str, int]:
    """Copies every row, keys included, in one transaction; both databases must be migrated.

    Trouble if the target is not empty. Returns the number of rows by table.
    """
    counts: dict[str, int] = {}
    with _reading(source) as old, _writing(target) as new:
        if any(
            new.execute(select(func.count()).select_from(table)).scalar()
            for table in metadata.sorted_tables
        ):
            raise Trouble(f"The database {shown(target)} is not empty; nothing was changed.")
        for table in metadata.sorted_tables:
            counts[table.name] = 0
            rows = old.execution_options(yield_per=CHUNK).execute(select(table))
            for part in rows.mappings().partitions():
                new.execute(table.insert(), [dict(row) for row in part])
                counts[table.name] += len(part)
        if new.dialect.name == "postgresql":
            _count_on(new)
    differ(source, target)
    return counts


def _count_on(connection: Connection) -> None:
    """Sets PostgreSQL's sequences to continue after the highest copied number."""
    for table in metadata.sorted_tables:
        for column in table.primary_key.columns:
            name = connection.execute(
                select(func.pg_get_serial_sequence(table.name, column.name))
            ).scalar()
            if name:
                highest = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
                connection.execute(select(func.setval(name, highest, False)))


def differ(one: str, other: str) -> None:
    """Trouble if two databases differ in any row."""
    with _reading(one) as left, _reading(other) as right:
        for table in metadata.sorted_tables:
            query = select(table).order_by(*table.primary_key.columns)
            with (
                left.execution_options(yield_per=CHUNK).execute(query) as mine,
                right.execution_options(yield_per=CHUNK).execute(query) as theirs,
            ):
                if any(one is None or one != other for one, other in zip_longest(mine, theirs)):
                    raise Trouble(f"A row of “{table.name}” was not carried over as it is.")
