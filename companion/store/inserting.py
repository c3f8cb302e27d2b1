"""Inserts tables, and journals that come from elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Dialect
from sqlmodel import Session, select

from companion.store.models import TableRow
from companion.store.rows import LETTERS, Ready, new_key, ready
from companion.store.saved import Saved

UNITS = 1000
"""Most rows that a transaction inserts or deletes: other entries wait for it."""


def insert_table(session: Session, saved: Saved, letters: int, **given: Any) -> TableRow:
    """Inserts the row of an imported table, with a new code and key, and these values."""
    own = {"id", "code", "key", "seq", "scorer", "invitation"}
    values: dict[str, Any] = saved.row.model_dump(exclude=own)
    code = free_code(session, letters)
    row = TableRow(code=code, key=new_key(), seq=len(saved.rows), **values | given)
    session.add(row)
    session.flush()
    return row


def free_code(session: Session, letters: int) -> str:
    """A random code that no table has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(letters))
        if session.exec(select(TableRow.id).where(TableRow.code == code)).first() is None:
            return code


def journal_rows(dialect: Dialect, rows: Iterable[Mapping[str, Any]]) -> list[Ready]:
    """The rows of a journal that comes from elsewhere, each with a submission of its own."""
    form = secrets.token_urlsafe(12)
    # In ascending order, so that the database's index of them grows at its end.
    fresh = ({**each, "submission": f"{form}{place:06}"} for place, each in enumerate(rows))
    return ready(dialect, fresh)
