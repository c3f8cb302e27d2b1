"""What is kept and for how long: finding tables, deleting them softly and for good, erasing names.

A table that was deleted keeps its journal and can be brought back, until it is forgotten. Erasing
a name is the one thing that rewrites a journal: whoever asks to be forgotten is to be forgotten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select, update

from companion.record import Record
from companion.store.models import journal, tables
from companion.store.state import RECORD_ACTS
from companion.store.store import NotFound, Store, Stored, plain

DELETED = "deleted"
DEMO = "demo"
"""The head of a record says so when the table is there to be looked at and thrown away."""
MOST = 2000
"""Tables that are looked through, the latest first."""

_LISTED = select(
    tables.c.id, tables.c.code, tables.c.game, tables.c.edition, tables.c.seq, tables.c.status,
    tables.c.begun, tables.c.touched, tables.c.start,
).order_by(tables.c.touched.desc(), tables.c.id.desc())  # fmt: skip
_HEADS = (
    select(journal.c.table_id, journal.c.answers)
    .where(journal.c.hand == 0, journal.c.kind.in_(RECORD_ACTS))
    .where(journal.c.table_id.in_(bindparam("ids", expanding=True)))
)
_ALL_ROWS = select(journal.c.seq, journal.c.answers, journal.c.replaced, journal.c.why).where(
    journal.c.table_id == bindparam("table")
)
_START = select(tables.c.id, tables.c.seq, tables.c.start).where(tables.c.code == bindparam("code"))
_REWRITE = (
    update(journal)
    .where(journal.c.table_id == bindparam("which"), journal.c.seq == bindparam("row"))
    .values(answers=bindparam("now"), replaced=bindparam("before"), why=bindparam("words"))
)
_RESTART = update(tables).where(tables.c.id == bindparam("which")).values(start=bindparam("anew"))


@dataclass(frozen=True)
class Head:
    """A table as a list shows it, found without deriving its record."""

    id: int
    code: str
    game: str
    edition: int
    seq: int
    status: str
    begun: datetime
    touched: datetime
    names: tuple[str, ...]
    """Everybody who was ever named at the table."""
    demo: bool


def heads(
    store: Store,
    codes: Iterable[str] | None = None,
    *,
    deleted: bool = False,
    demo: bool = False,
    limit: int = MOST,
) -> list[Head]:
    """Tables, the latest first: of these codes, or all. Two reads, however many there are."""
    wanted = _LISTED.limit(limit)
    same = tables.c.status == DELETED
    wanted = wanted.where(same if deleted else ~same)
    if codes is not None:
        wanted = wanted.where(tables.c.code.in_(list(codes)))
    with store._reader.connect() as connection:
        found = connection.execute(wanted).all()
        ids = [row.id for row in found]
        later: dict[int, list[str]] = {}
        for place in range(0, len(ids), 500):
            part = connection.execute(_HEADS, {"ids": ids[place : place + 500]})
            for table, answers in part:
                later.setdefault(table, []).extend(_names(json.loads(answers)))
    listed = []
    for row in found:
        head = json.loads(row.start)["head"]
        names = tuple(dict.fromkeys([*_names(head), *later.get(row.id, [])]))
        listed.append(Head(row.id, row.code, row.game, row.edition, row.seq, row.status, row.begun,
                           row.touched, names, DEMO in head))  # fmt: skip
    return [head for head in listed if head.demo == demo]


def _names(head: Mapping[str, str | None]) -> list[str]:
    own = ("player ", "earlier ", "team ")
    return [text for key, text in head.items() if text and key.startswith(own)]


def discard(store: Store, code: str, *, who: str = "") -> Stored:
    """Deletes a table so that it can be brought back: it leaves every list."""
    stored = store.table(code)
    if stored.status == DELETED:
        return stored
    return store._mark(
        stored.code, "delete", DELETED, who, {"was": stored.status}, _came_to(stored)
    )


def bring_back(store: Store, code: str, *, who: str = "") -> Stored:
    """Brings a deleted table back as it was."""
    stored = store.table(code)
    if stored.status != DELETED:
        return stored
    was = [row.act.answers.get("was") for row in store.journal(code) if row.act.kind == "delete"]
    return store._mark(
        stored.code, "restore", (was[-1] if was else None) or "playing", who, {}, _came_to(stored)
    )


def _came_to(stored: Stored) -> dict[str, Any] | None:
    if stored.totals is None:
        return None
    return {"totals": stored.totals, "winners": list(stored.winners)}


def erase_name(store: Store, code: str, name: str, instead: str = "") -> bool:
    """Takes a name out of a table for good, wherever it was entered; whether it was there.

    A seat gets the stand-in name "Player 2". The journal is rewritten: no undo brings it back.
    """
    with store._writing() as connection:
        head = connection.execute(_START, {"code": plain(code)}).first()
        if head is None:
            raise NotFound(f"there is no table {plain(code)}")
        swap = _Eraser(name, instead)
        start = json.loads(head.start)
        start["head"] = swap.texts(start["head"])
        start["hands"] = [swap.texts(hand) for hand in start["hands"]]
        changes = []
        for row in connection.execute(_ALL_ROWS, {"table": head.id}).all():
            texts = json.loads(row.answers), json.loads(row.replaced)
            now, before = map(swap.texts, texts)
            words = swap.words(row.why)
            if (now, before) != texts or words != row.why:
                changes.append(
                    {"which": head.id, "row": row.seq, "words": words, "now": _json(now),
                     "before": _json(before)}
                )  # fmt: skip
        if not swap.used:
            return False
        Record.from_json(start)
        anew = _json(start)
        # Never the very same text: by that other processes know that what they remember is over.
        anew += " " * (anew == head.start)
        connection.execute(_RESTART, {"which": head.id, "anew": anew})
        for change in changes:
            connection.execute(_REWRITE, change)
    with store._guard:
        store._states.pop(head.id, None)
    return True


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


class _Eraser:
    """Replaces one name, whatever its case: where an answer is the name, and inside free words."""

    def __init__(self, name: str, instead: str) -> None:
        self.name = name.casefold()
        self.within = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        self.instead = instead
        self.used = False

    def texts(self, texts: Mapping[str, str | None]) -> dict[str, str | None]:
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
        """Words in which the name may stand."""
        fresh = self.within.sub(self.instead or "somebody", text)
        self.used |= fresh != text
        return fresh
