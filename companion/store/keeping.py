"""Soft deletion, and erasing names; the tables that began at a moment.

A soft-deleted table keeps its journal and can be restored until it is deleted permanently. Erasing
a name is the only operation that rewrites a journal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import col, select

from companion.engine.record import Act, Record
from companion.store.models import ARRIVING, DELETED, ERASE, Stored, TableRow
from companion.store.portions import portions, rewrite
from companion.store.rows import enter, ready
from companion.store.store import Store

DEMO = "demo"
"""Head key of a demo table."""
MANY = 500
"""Table ids in one SQL statement."""


def begun_at(
    store: Store, moments: Iterable[datetime], codes: Iterable[str] | None = None
) -> list[TableRow]:
    """Tables that began within the same second as one of these moments: those with these codes, or
    all; demos too, but no deleted ones."""
    seconds = {each.replace(microsecond=0) for each in moments}
    status = col(TableRow.status)
    wanted = select(TableRow.id, TableRow.begun).where(status.not_in((DELETED, ARRIVING)))
    if codes is not None:
        wanted = wanted.where(col(TableRow.code).in_(list(codes)))
    with store._reading() as session:
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


def erase_name(store: Store, code: str, name: str, instead: str = "") -> bool:
    """Replaces a name everywhere in a table, permanently; True if it occurred.

    The stand-in is `instead`, or "Player 2" for seat 2. The journal is rewritten, so no undo brings
    the name back, and gets a row of kind `ERASE`.
    """
    swap = _Eraser(name, instead)
    while True:
        saved = store.saved(code)
        row = saved.row
        start = dict(row.start)
        start["head"] = swap.texts(start["head"])
        start["hands"] = [swap.texts(hand) for hand in start["hands"]]
        fresh = [
            {**dict(each), "answers": swap.texts(each.answers), "why": swap.words(each.why),
             "replaced": swap.texts(each.replaced)}
            for each in saved.rows
        ]  # fmt: skip
        if not swap.used:
            return False
        Record.from_json(start)
        other = (new for new, each in zip(fresh, saved.rows, strict=True) if new != dict(each))
        for part in portions({0: ready(store._writer.dialect, other)}):
            with store._writing() as session:
                rewrite(session, row.id, (each for _, each in part if each))
        try:
            with store._writing() as session:
                session.add(row)
                touched, row.start = row.touched, start
                enter(session, row, [(Act(ERASE), {})])
                row.touched = touched
            return True
        except StaleDataError:
            continue  # something was entered meanwhile, perhaps with the name


class _Eraser:
    """Replaces a name in any case: as a whole answer, and within free text."""

    def __init__(self, name: str, instead: str) -> None:
        self.name = name.casefold()
        self.within = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        self.instead = instead
        self.used = False

    def texts(self, texts: Mapping[str, str | None]) -> dict[str, Any]:
        """A head, a hand, or a row's answers with the name replaced."""
        found: dict[str, str | None] = {}
        for key, text in texts.items():
            if text is None or not self.within.search(text):
                found[key] = text
            elif key.startswith("@"):
                found[key] = self.words(text)
            elif text.casefold() != self.name:
                found[key] = self.words(text) if key.startswith("team ") else text
            else:
                self.used = True
                seat = next((part for part in key.split() if part.isdecimal()), "")
                found[key] = self.instead = self.instead or (f"Player {seat}" if seat else "")
                found[key] = found[key] or "somebody"
        return found

    def words(self, text: str) -> str:
        fresh = self.within.sub(self.instead or "somebody", text)
        self.used |= fresh != text
        return fresh
