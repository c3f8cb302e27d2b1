"""What many tables came to for their people, worked out by replay as far as the time allows."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from cachetools import LRUCache

from companion import games
from companion.game_summary import GameSummary
from companion.questions import Refused
from companion.record import BadRecord
from companion.store import NotFound
from companion.store.keeping import TableHead
from companion.tables.tables import Tables
from companion.tally import Entry

KEPT = 5000
"""Summaries in memory, apart from the snapshots: a page of statistics wants thousands, each of them
a hundredth of a replay."""
SECONDS = 0.3
"""What one page may spend on replaying; what is left over is counted by the next."""


@dataclass(frozen=True)
class Gathered:
    """What is known so far, and how many tables are still to be counted."""

    entries: list[Entry]
    left: int


class Statistics:
    """The summaries of tables, by table, position and edition."""

    def __init__(self, tables: Tables, kept: int = KEPT) -> None:
        self._tables = tables
        self._kept: LRUCache[tuple[int, int, int], GameSummary | None] = LRUCache(kept)
        self._guard = threading.Lock()

    def gather(self, found: Iterable[TableHead], seconds: float | None = None) -> Gathered:
        """The summaries of these tables; of those not met before as many as the time allows."""
        entries: list[Entry] = []
        left, fresh = 0, 0
        until = time.monotonic() + (SECONDS if seconds is None else seconds)
        for head in found:
            identity = identity_of(head)
            if identity is None:
                continue
            with self._guard:
                met, known = identity in self._kept, self._kept.get(identity)
            if not met:
                # One at least, however slow the machine: else nothing would ever come of it.
                if left or (fresh and time.monotonic() > until):
                    left += 1
                    continue
                known = self._count(head, identity)
                fresh += 1
            if known:
                entries.append(Entry(head.code, head.touched, known))
        return Gathered(entries, left)

    def _count(self, head: TableHead, identity: tuple[int, int, int]) -> GameSummary | None:
        """Replays one table; None for one that cannot be replayed."""
        found: GameSummary | None = None
        with suppress(Refused, BadRecord, NotFound):
            found = self._tables.get(head.code, keep=False).summary
        with self._guard:
            self._kept[identity] = found
        return found


def identity_of(head: TableHead) -> tuple[int, int, int] | None:
    """As a snapshot has it; None when the game is not on the shelf any more."""
    try:
        return head.id, head.seq, games.find(head.game).at(head.edition).edition
    except KeyError:
        return None
