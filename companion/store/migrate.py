"""Brings a database to the form this release knows."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from companion.store.engine import connect

MIGRATIONS = Path(__file__).with_name("migrations")


def config(url: str) -> Config:
    """Alembic's configuration, which needs no file: the migrations lie in the package."""
    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    found.attributes["url"] = url
    return found


def upgrade(url: str, revision: str = "head") -> None:
    """Applies the migrations the database lacks; all of one or none of it."""
    _, writer = connect(url)
    settings = config(url)
    try:
        with writer.begin() as connection:
            settings.attributes["connection"] = connection
            command.upgrade(settings, revision)
    finally:
        writer.dispose()
