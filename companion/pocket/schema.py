"""SQL scripts of Alembic's migrations, for the pocket edition's database.

Importing Alembic takes seconds on a phone, so the migrations are run here once from each revision,
and their SQL statements are recorded.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import event

from companion.store.engine import connect
from companion.store.migrate import config, upgrade

LOOKS = re.compile(r"\s*(SELECT|PRAGMA|BEGIN|COMMIT)\b", re.IGNORECASE)


class NotWritable(RuntimeError):
    """A migration computes data in Python, so its SQL alone is not enough."""


def ready() -> dict[str, Any]:
    """The newest revision, with the SQL for a new database and from each earlier revision."""
    with TemporaryDirectory() as temporary:
        here = Path(temporary)
        script = ScriptDirectory.from_config(config("sqlite://"))
        head = script.get_current_head()
        past = [each.revision for each in script.walk_revisions() if each.revision != head]
        steps = {revision: recorded(here / revision, revision) for revision in sorted(past)}
        return {"head": head, "fresh": _fresh(here / "fresh"), "steps": steps}


def _fresh(file: Path) -> list[str]:
    upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database:
        return [line for line in database.iterdump() if not LOOKS.match(line)]


def recorded(file: Path, revision: str) -> list[str]:
    """SQL of the migrations from a revision on."""
    url, found = f"sqlite:///{file}", list[str]()
    upgrade(url, revision)
    _, writer = connect(url, migrating=True)

    def note(*told: Any) -> None:
        statement, parameters, many = told[2], told[3], told[5]
        if LOOKS.match(statement):
            return
        if parameters or many:
            raise NotWritable(f"after revision {revision}: {statement}")
        found.append(statement.strip())

    event.listen(writer, "before_cursor_execute", note)
    settings = config(url)
    try:
        with writer.begin() as connection:
            settings.attributes["connection"] = connection
            command.upgrade(settings, "head")
    finally:
        writer.dispose()
    return found
