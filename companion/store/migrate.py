"""Brings a database up to date; or carries it over to another one, row by row."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    Row,
    Select,
    Table,
    Text,
    func,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.store import clubs as _clubs  # noqa: F401 (its models are part of the metadata)
from companion.store.engine import Trouble, address, connect, file_of
from companion.store.models import Json, metadata

if TYPE_CHECKING:
    # Imported lazily: the offline version has ready-made SQL instead of Alembic.
    from alembic.config import Config

LOCK = 0x436F6D70
"""Number of PostgreSQL's advisory lock for migrations; arbitrary."""

MIGRATIONS = Path(__file__).with_name("migrations")


def config(url: str) -> Config:
    """Alembic's configuration, without a file."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["url"] = url
    return settings


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
            heads = MigrationContext.configure(connection).get_current_heads()
    except (DBAPIError, Trouble):
        return False
    return tuple(ScriptDirectory.from_config(config(url)).get_heads()) == heads


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
        message = f"The database {shown(url)} cannot be used: {trouble}"
        raise Trouble(message, trouble.kind) from trouble
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


def _plain() -> list[Table]:
    """The tables, parents first, with JSON as the text that is stored: compared letter by letter,
    in a fraction of the time."""
    schema = MetaData()
    for table in metadata.sorted_tables:
        columns = (
            Column(each.name, Text() if isinstance(each.type, Json) else each.type,
                   primary_key=each.primary_key)
            for each in table.columns
        )  # fmt: skip
        Table(table.name, schema, *columns)
    return [schema.tables[each.name] for each in metadata.sorted_tables]


def _parts(connection: Connection, query: Select[Any]) -> Iterator[Sequence[Row[Any]]]:
    """The rows of a query, `CHUNK` at a time; from PostgreSQL by a cursor in the server."""
    with connection.execution_options(yield_per=CHUNK).execute(query) as rows:
        yield from rows.partitions()


def copy(source: str, target: str) -> dict[str, int]:
    """Copies every row, keys included, in one transaction; both databases must be migrated.

    Then reads every row again from both. Trouble if one differs, or if the target is not empty.
    Returns the number of rows by table.
    """
    counts: dict[str, int] = {}
    with _reading(source) as old, _writing(target) as new:
        for table in _plain():
            if new.execute(select(table).limit(1)).first():
                raise Trouble(f"The database {shown(target)} is not empty; nothing was changed.")
        for table in _plain():
            counts[table.name] = 0
            for part in _parts(old, select(table)):
                new.execute(table.insert(), [dict(row._mapping) for row in part])
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
    """Trouble if two databases differ in any row.

    A ledger follows from its table's rows alone, so equal rows have equal ledgers.
    """
    with _reading(one) as left, _reading(other) as right:
        for table in _plain():
            query = select(table).order_by(*table.primary_key.columns)
            both = zip_longest(_parts(left, query), _parts(right, query))
            if any(mine != theirs for mine, theirs in both):
                raise Trouble(f"A row of “{table.name}” was not carried over as it is.")
