"""What is kept and for how long: finding tables, deleting them softly and for good, erasing names.

A table that was deleted keeps its journal and can be brought back, until it is forgotten. Erasing
a name is the one thing that rewrites a journal: whoever asks to be forgotten is to be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from companion.record import Act, Record
from companion.store.models import JournalRow, TableRow
from companion.store.state import ERASE, RECORD_ACTS
from companion.store.store import Store, enter
from companion.store.stored import OfTable, Stored

DELETED = "deleted"
DEMO = "demo"
"""The head of a record says so when the table is there to be looked at and thrown away."""
MOST = 2000
"""Tables that are looked through, the latest first."""
MANY = 500
"""Tables that one statement asks for by number."""


@dataclass(frozen=True)
class TableHead(OfTable):
    """A table as a list shows it, found without deriving its record."""

    row: TableRow
    names: tuple[str, ...]
    """Everybody who was ever named at the table."""

    @property
    def demo(self) -> bool:
        """True if it is there to be looked at and thrown away."""
        return DEMO in self.row.start["head"]


def heads(
    store: Store,
    codes: Iterable[str] | None = None,
    *,
    deleted: bool = False,
    demo: bool = False,
    limit: int = MOST,
) -> list[TableHead]:
    """Tables, the latest first: of these codes, or all."""
    same = col(TableRow.status) == DELETED
    wanted = (
        select(TableRow)
        .options(defer(TableRow.marks))  # type: ignore[arg-type]
        .where(same if deleted else ~same)
        .order_by(col(TableRow.touched).desc(), col(TableRow.id).desc())
        .limit(limit)
    )
    if codes is not None:
        wanted = wanted.where(col(TableRow.code).in_(list(codes)))
    with store._reading() as session:
        rows = session.exec(wanted).all()
        later = _later(session, [row.id for row in rows])
    found = (
        TableHead(row, tuple(dict.fromkeys([*_names(row.start["head"]), *later.get(row.id, [])])))
        for row in rows
    )
    return [head for head in found if head.demo == demo]


def _later(session: Session, ids: list[int | None]) -> dict[int | None, list[str]]:
    """The names that were entered after a table began, by table."""
    found: dict[int | None, list[str]] = {}
    for place in range(0, len(ids), MANY):
        wanted = (
            select(JournalRow.table_id, JournalRow.answers)
            .where(JournalRow.hand == 0, col(JournalRow.kind).in_(RECORD_ACTS))
            .where(col(JournalRow.table_id).in_(ids[place : place + MANY]))
            .order_by(col(JournalRow.table_id), col(JournalRow.seq))
        )
        for table, answers in session.exec(wanted):
            found.setdefault(table, []).extend(_names(answers))
    return found


def _names(head: Mapping[str, str | None]) -> list[str]:
    own = ("player ", "earlier ", "team ")
    return [text for key, text in head.items() if text and key.startswith(own)]


def discard(store: Store, code: str, *, who: str = "") -> Stored:
    """Deletes a table so that it can be brought back: it leaves every list."""
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
    """Takes a name out of a table for good, wherever it was entered; True if it was there.

    A seat gets the stand-in name "Player 2". The journal is rewritten, no undo brings the name
    back, and a row of its own says that this was done.
    """
    with store._writing() as session:
        row = store._row(session, code, lock=True)
        swap = _Eraser(name, instead)
        start = dict(row.start)
        start["head"] = swap.texts(start["head"])
        start["hands"] = [swap.texts(hand) for hand in start["hands"]]
        for each in store._rows(session, row):
            each.answers, each.replaced = swap.texts(each.answers), swap.texts(each.replaced)
            each.why = swap.words(each.why)
        if not swap.used:
            return False
        Record.from_json(start)
        row.start = start
        touched = row.touched
        enter(session, row, [(Act(ERASE), {})])
        row.touched = touched
    return True


class _Eraser:
    """Replaces one name, whatever its case: where an answer is the name, and inside free words."""

    def __init__(self, name: str, instead: str) -> None:
        self.name = name.casefold()
        self.within = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        self.instead = instead
        self.used = False

    def texts(self, texts: Mapping[str, str | None]) -> dict[str, Any]:
        """A head, a hand, or the answers of a row."""
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
