"""What is kept and for how long: finding tables, deleting them softly and for good, erasing names.

A table that was deleted keeps its journal and can be brought back, until it is forgotten. Erasing
a name is the one thing that rewrites a journal: whoever asks to be forgotten is to be forgotten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from companion.late import Late
from companion.record import Record
from companion.store.engine import moment
from companion.store.state import RECORD_ACTS
from companion.store.store import NotFound, Store, Stored, plain

if TYPE_CHECKING:
    from companion.store import sql
else:
    sql = Late("companion.store.sql")

DELETED = "deleted"
DEMO = "demo"
"""The head of a record says so when the table is there to be looked at and thrown away."""
MOST = 2000
"""Tables that are looked through, the latest first."""


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
    wanted = None if codes is None else list(codes)
    found, entered = (_at_a_glance if store._glance else _listed)(store, wanted, deleted, limit)
    later: dict[int, list[str]] = {}
    for table, answers in entered:
        later.setdefault(table, []).extend(_names(json.loads(answers)))
    listed = []
    for table, code, game, edition, seq, status, begun, touched, start in found:
        head = json.loads(start)["head"]
        names = tuple(dict.fromkeys([*_names(head), *later.get(table, [])]))
        listed.append(Head(table, code, game, edition, seq, status, begun, touched, names,
                           DEMO in head))  # fmt: skip
    return [head for head in listed if head.demo == demo]


def _listed(
    store: Store, codes: list[str] | None, deleted: bool, limit: int
) -> tuple[Sequence[Any], list[Any]]:
    """The tables with their starts, and what was entered later about who plays: (table, texts)."""
    wanted = sql.LISTED.limit(limit)
    same = sql.tables.c.status == DELETED
    wanted = wanted.where(same if deleted else ~same)
    if codes is not None:
        wanted = wanted.where(sql.tables.c.code.in_(codes))
    with store._reader.connect() as connection:
        found = connection.execute(wanted).all()
        ids = [row.id for row in found]
        later: list[Any] = []
        for place in range(0, len(ids), 500):
            later += connection.execute(sql.HEADS, {"ids": ids[place : place + 500]})
    return found, later


_FOUND = "select id from tables where (status = ?) = ?{} order by touched desc, id desc limit ?"
_LISTED_IN_SQLITE = (
    "select id, code, game, edition, seq, status, begun, touched, start from tables"
    f" where id in ({_FOUND}) order by touched desc, id desc"
)
_HEADS_IN_SQLITE = (
    "select table_id, answers from journal where hand = 0"
    f" and kind in ({', '.join(repr(kind) for kind in sorted(RECORD_ACTS))})"
    f" and table_id in ({_FOUND})"
)


def _at_a_glance(
    store: Store, codes: list[str] | None, deleted: bool, limit: int
) -> tuple[Sequence[Any], list[Any]]:
    """The same from SQLite, without the way through the pool."""
    assert store._glance
    among = "" if codes is None else f" and code in ({', '.join('?' * len(codes))})"
    values = (DELETED, int(deleted), *(codes or ()), limit)
    found = store._glance.rows(_LISTED_IN_SQLITE.format(among), *values)
    later = store._glance.rows(_HEADS_IN_SQLITE.format(among), *values)
    return [(*row[:6], moment(row[6]), moment(row[7]), row[8]) for row in found], later


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
        head = connection.execute(sql.START_OF, {"code": plain(code)}).first()
        if head is None:
            raise NotFound(f"there is no table {plain(code)}")
        swap = _Eraser(name, instead)
        start = json.loads(head.start)
        start["head"] = swap.texts(start["head"])
        start["hands"] = [swap.texts(hand) for hand in start["hands"]]
        changes = []
        for row in connection.execute(sql.ALL_ROWS, {"table": head.id}).all():
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
        connection.execute(sql.RESTART, {"which": head.id, "anew": anew})
        for change in changes:
            connection.execute(sql.REWRITE, change)
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
