"""Soft deletion, and the tables that began at a moment.

A soft-deleted table keeps its journal and can be restored until it is deleted permanently.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlmodel import col, select

from companion.store.models import ARRIVING, DELETED, Stored, TableRow
from companion.store.store import Store

MANY = 500
"""Table ids in one SQL statement."""


def begun_at(
    store: Store, times: Iterable[datetime], codes: Iterable[str] | None = None
) -> list[TableRow]:
    """Tables that began within the same second as one of these moments: those with these codes, or
    all; demos too, but no deleted ones."""
    seconds = {each.replace(microsecond=0) for each in times}
    status = col(TableRow.status)
    wanted = select(TableRow.id, TableRow.begun).where(status.not_in((DELETED, ARRIVING)))
    if codes is not None:
        wanted = wanted.where(col(TableRow.code).in_(list(codes)))
    with store.reading() as session:
        begun = session.exec(wanted.order_by(col(TableRow.id)))
        ids = [id for id, at in begun if at.replace(microsecond=0) in seconds]
        return [
            row
            for place in range(0, len(ids), MANY)
            for row in session.exec(
                select(TableRow).where(col(TableRow.id).in_(ids[place : place + MANY]))
            )
        ]


def discard(store: Store, code: str, *, who: str = "") -> Stored:
    """Soft-deletes a table: it leaves every list."""
    stored = store.table(code)
    if stored.status == DELETED:
        return stored
    was = {"was": stored.status}
    return store.mark_as(code, "delete", DELETED, who, was, stored.row.came_to)


def bring_back(store: Store, code: str, *, who: str = "") -> Stored:
    stored = store.table(code)
    if stored.status != DELETED:
        return stored
    was = [row.answers.get("was") for row in store.journal(code) if row.kind == "delete"]
    status = (was[-1] if was else None) or "playing"
    return store.mark_as(code, "restore", status, who, {}, stored.row.came_to)
