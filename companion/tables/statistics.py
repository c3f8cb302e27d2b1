"""Summaries of many tables for the statistics, replayed within a time budget and cached."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from cachetools import LRUCache

from companion import games
from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.results.game_summary import GameSummary
from companion.results.tally import SummaryEntry
from companion.store import NotFound
from companion.store.keeping import TableHead
from companion.tables.tables import Tables

KEPT = 5000
"""Summaries in the cache. A statistics page needs thousands; each is about 1 % of a replay."""
SECONDS = 0.3
"""Replay budget of one page; the next request continues with the tables left over."""

spent: Callable[[], float] = getattr(time, "thread_time", time.monotonic)
"""CPU seconds of this thread (wall time if unavailable), so that load on the machine does not
shorten a page."""


@dataclass(frozen=True)
class Gathered:
    """The summaries so far, and the number of tables left over."""

    entries: list[SummaryEntry]
    left: int


class Statistics:
    """A cache of summaries, by table id and journal position."""

    def __init__(self, tables: Tables, kept: int = KEPT) -> None:
        self._tables = tables
        self._kept: LRUCache[tuple[int, int], GameSummary | None] = LRUCache(kept)
        self._guard = threading.Lock()

    def gather(self, found: Iterable[TableHead], seconds: float | None = None) -> Gathered:
        """The summaries of these tables: cached ones, and new ones as the budget allows."""
        entries: list[SummaryEntry] = []
        left, fresh = 0, 0
        until = spent() + (SECONDS if seconds is None else seconds)
        for head in found:
            identity = (head.id, head.seq) if head.game in games.shelf() else None
            if identity is None:
                continue
            with self._guard:
                met, known = identity in self._kept, self._kept.get(identity)
            if not met:
                # At least one, however slow the machine, so that every request makes progress.
                if left or (fresh and spent() > until):
                    left += 1
                    continue
                known = self._count(head, identity)
                fresh += 1
            if known:
                entries.append(SummaryEntry(head.code, head.touched, known))
        return Gathered(entries, left)

    def _count(self, head: TableHead, identity: tuple[int, int]) -> GameSummary | None:
        """Replays one table; None for one that cannot be replayed."""
        found: GameSummary | None = None
        with suppress(Refused, BadRecord, NotFound):
            found = self._tables.get(head.code, keep=False).summary
        with self._guard:
            self._kept[identity] = found
        return found
