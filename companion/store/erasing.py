"""Erasing a name: the only operation that rewrites a journal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm.exc import StaleDataError

from companion.engine.record import REMARKS, Act, Record
from companion.store.models import ERASE
from companion.store.portions import portions, rewrite
from companion.store.rows import enter, ready
from companion.store.store import Store


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
        for part in portions({0: ready(store.writer.dialect, other)}):
            with store.writing() as session:
                rewrite(session, row.id, (each for _, each in part if each))
        try:
            with store.writing() as session:
                session.add(row)
                touched, row.start = row.touched, start
                enter(session, row, [(Act(ERASE), {})])
                row.touched = touched
            return True
        except StaleDataError:
            continue  # something was entered meanwhile, perhaps with the name


REMARKED = frozenset(each.key for each in REMARKS)
"""Keys of a head with free text on the game."""


class _Eraser:
    """Replaces a name in any case: as a whole answer, and within free text."""

    def __init__(self, name: str, instead: str) -> None:
        self.name = name.casefold()
        self.within = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        self.instead = instead
        self.used = False

    def texts(self, texts: Mapping[str, str | None]) -> dict[str, Any]:
        """A head, a hand, or a row's answers with the name replaced."""
        new_texts: dict[str, str | None] = {}
        for key, text in texts.items():
            if text is None or not self.within.search(text):
                new_texts[key] = text
            elif key.startswith("@") or key in REMARKED:
                new_texts[key] = self.words(text)
            elif text.casefold() != self.name:
                new_texts[key] = self.words(text) if key.startswith("team ") else text
            else:
                self.used = True
                seat = next((part for part in key.split() if part.isdecimal()), "")
                new_texts[key] = self.instead = self.instead or (f"Player {seat}" if seat else "")
                new_texts[key] = new_texts[key] or "somebody"
        return new_texts

    def words(self, text: str) -> str:
        fresh = self.within.sub(self.instead or "somebody", text)
        self.used |= fresh != text
        return fresh
