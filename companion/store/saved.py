"""A table with its whole journal: a new one, or one for an export."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion import budget, clock
from companion.engine.record import MAX_NAME, Record, clean
from companion.store.models import JournalRow, OfTable, State, TableRow

EVENING = 4_000
"""Most journal rows of a table made now or received through a page, some four times the longest
evening's; tables of earlier releases may have `MAX_ROWS`."""
TABLE = ("code", "game", "edition", "who", "status", "begun", "touched", "start", "came_to")
JOURNAL = ("seq", "at", "who", "kind", "hand", "answers", "why", "replaced")
"""Exported fields of a table's row, and of a journal row."""


@dataclass(frozen=True)
class Saved(OfTable):
    """A table with its whole journal. Its id and key are not exported."""

    row: TableRow
    """Its watch code is the old one; an import assigns a new one."""
    rows: list[JournalRow]

    @classmethod
    def beginning(
        cls, record: Record, edition: int, who: str = "", at: datetime | None = None
    ) -> Saved:
        """A new table that starts with this record, with an empty journal."""
        now = at or clock.now()
        row = TableRow(
            code="",
            key="",
            game=record.game,
            edition=edition,
            who=clean(who)[:MAX_NAME],
            status="playing",
            begun=now,
            touched=now,
            start=record.limited().json(),
            seq=0,
        )
        return cls(row, [])

    @property
    def start(self) -> Record:
        return Record.from_json(self.row.start)

    @property
    def record(self) -> Record:
        """The record after the whole journal; BadRecord if an act in it is illegal."""
        return self.record_at(len(self.rows))

    def record_at(self, seq: int) -> Record:
        return State.of(self.start, (row.act for row in self.rows if row.seq <= seq)).record

    def json(self) -> dict[str, Any]:
        """The table as plain data.

        `record` and `replaced` are for other programs: `read` derives them from `start` and
        `journal`.
        """
        parts = self.row.model_dump(mode="json", include=set(TABLE))
        journal = [_written(row) for row in self.rows]
        return parts | {"journal": journal, "record": self.record.json()}


def _written(row: JournalRow) -> dict[str, Any]:
    """A journal row as plain data; "form" is left out if it is the row's own number."""
    budget.check()
    data: dict[str, Any] = row.model_dump(mode="json", include=set(JOURNAL))
    return data | ({"form": row.form} if row.form != row.seq else {})
