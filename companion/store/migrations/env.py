"""Alembic's environment: migrates over the given connection, or connects by URL."""

from alembic import context

from companion.store import clubs  # noqa: F401 (its models are part of the metadata)
from companion.store.engine import connect
from companion.store.models import metadata


def run(connection) -> None:  # type: ignore[no-untyped-def]
    """Migrates over this connection, in batch mode, as SQLite cannot alter most columns."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    reader, writer = connect(context.config.attributes["url"], migrating=True)
    with writer.begin() as connection:
        run(connection)
    reader.dispose()
