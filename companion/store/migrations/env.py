"""How Alembic meets the database: with the connection it is handed, or by the URL."""

from alembic import context

from companion.store.engine import connect
from companion.store.models import metadata


def run(connection) -> None:  # type: ignore[no-untyped-def]
    """Migrates over this connection; SQLite's tables are made anew where it cannot alter them."""
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
