"""Copies a whole database to another one, row by row, and compares the two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest

from sqlalchemy import Connection, func, select

from companion.store.engine import Trouble, connect
from companion.store.migrate import shown
from companion.store.models import metadata

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
