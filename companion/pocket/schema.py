"""Ready-made SQL for the pocket's database: what Alembic does from each past revision.

Alembic takes seconds to import on a phone. So the migrations are run here, once, over a database at
each revision, and the statements that changed something are kept.
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
    """A migration moves data by itself: its statements alone do not say what it does."""


def ready() -> dict[str, Any]:
    """The newest revision; the statements of a fresh database, and of one at each past revision."""
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
    """What the migrations from that revision on do to a database."""
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
