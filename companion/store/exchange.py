"""Tables as a file: the format of an export, written and read back.

export.schema.json beside this file describes it for other programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from companion.record import (
    MAX_HANDS,
    MAX_NAME,
    MAX_PLAYERS,
    MAX_TEXT,
    Act,
    BadRecord,
    Record,
    clean,
)
from companion.store.models import CameTo, JournalRow, Marks, TableRow
from companion.store.state import ACCESS, ERASE, RECORD_ACTS, State, cleaned
from companion.store.stored import OfTable

FORMAT = "companion-export"
VERSION = 1
STATUSES = ("playing", "finished", "abandoned", "deleted")
KINDS = (*RECORD_ACTS, "settle", "reopen", "abandon", "resume", "delete", "restore", ERASE,
         *ACCESS)  # fmt: skip
MAX_TABLES, MAX_ROWS = 10_000, 20_000
"""What one file may hold: tables, and rows in the journal of one."""
MAX_EDITION, MAX_POINTS = 10_000, 10**12
"""The highest edition of a game and the most points that are believed."""
_NUMBER = re.compile(r"[0-9]{1,4}")
TABLE = (
    "code", "game", "edition", "who", "status", "begun", "touched", "start", "came_to", "marks",
)  # fmt: skip
JOURNAL = ("seq", "at", "who", "kind", "hand", "answers", "why", "replaced")
"""What of a table's row, and of a row of its journal, stands in a file."""


@dataclass(frozen=True)
class Saved(OfTable):
    """A table with everything that was done at it. Its id and its key are left out of a file."""

    row: TableRow
    """With the watch code it had; it gets another one where it is stored again."""
    rows: list[JournalRow]

    @classmethod
    def beginning(
        cls, record: Record, edition: int, who: str = "", at: datetime | None = None
    ) -> Saved:
        """A table at which nothing was done since it began with this record."""
        now = at or datetime.now(UTC)
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
        """The record its journal leads to; BadRecord when it leads to none."""
        return self.record_at(len(self.rows))

    def record_at(self, seq: int) -> Record:
        return State.of(self.start, (row.act for row in self.rows if row.seq <= seq)).record

    def json(self) -> dict[str, Any]:
        """The table as plain data, the inverse of `saved`. The record is there for other readers.

        `record` and `replaced` can be derived from `start` and `journal`, which are what counts.
        """
        parts = self.row.model_dump(mode="json", include=set(TABLE))
        journal = [row.model_dump(mode="json", include=set(JOURNAL)) for row in self.rows]
        return parts | {"journal": journal, "record": self.record.json()}


def schema() -> str:
    """The JSON Schema of an export, as text."""
    return files("companion.store").joinpath("export.schema.json").read_text(encoding="utf-8")


def dump(tables: Iterable[Saved]) -> dict[str, Any]:
    """An export as plain data."""
    return {"format": FORMAT, "version": VERSION, "tables": [table.json() for table in tables]}


def read(data: Any) -> list[Saved]:
    """Reads an export; BadRecord says which table cannot be read and why."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f"it is not an export: it has no “format”: “{FORMAT}”")
    if data.get("version") != VERSION:
        raise BadRecord(
            f"it is an export of version {data.get('version')!r}; this Companion reads {VERSION}"
        )
    tables = data.get("tables")
    if not isinstance(tables, list) or len(tables) > MAX_TABLES:
        raise BadRecord(f"“tables” is not a list of at most {MAX_TABLES} tables")
    found: list[Saved] = []
    for number, table in enumerate(tables, 1):
        try:
            found.append(_saved(table))
        except KeyError as error:
            raise BadRecord(f"table {number} of the export has no {error}") from None
        except (TypeError, AttributeError, ValueError) as error:
            raise BadRecord(f"table {number} of the export: {error}") from None
    return found


def _saved(data: Any) -> Saved:
    rows, start = data["journal"], Record.from_json(data["start"])
    if not isinstance(rows, list) or len(rows) > MAX_ROWS:
        raise TypeError(f"its journal is not a list of at most {MAX_ROWS} rows")
    if start.game != data["game"]:
        raise ValueError(f"it is of {data['game']!r} but begins with a record of {start.game!r}")
    row = TableRow(
        code=_words(data.get("code"), 12),
        key="",
        game=start.game,
        edition=_whole(data["edition"], 1, MAX_EDITION),
        who=_words(data.get("who"), MAX_NAME),
        status=_one_of(data["status"], STATUSES),
        begun=_moment(data["begun"]),
        touched=_moment(data["touched"]),
        start=start.limited().json(),
        seq=len(rows),
        came_to=_came_to(data.get("came_to")),
        marks=_marks(data.get("marks"), len(rows)),
    )
    found = [_row(each, seq) for seq, each in enumerate(rows, 1)]
    _replaced(start, found)
    table = Saved(row, found)
    table.record.limited()
    return table


def _row(data: Any, seq: int) -> JournalRow:
    if data["seq"] != seq:
        raise ValueError(f"row {seq} of its journal says that it is row {data['seq']!r}")
    answers = data["answers"]
    if not all(text is None or isinstance(text, str) for text in answers.values()):
        raise TypeError(f"row {seq} of its journal has an answer that is not text")
    hand = _whole(data["hand"], 0, MAX_HANDS)
    act = cleaned(Act(_one_of(data["kind"], KINDS), hand, answers))
    return JournalRow(
        table_id=0,
        submission="",
        seq=seq,
        at=_moment(data["at"]),
        who=_words(data.get("who"), MAX_NAME),
        kind=act.kind,
        hand=act.hand,
        answers=dict(act.answers),
        replaced={},
        why=_words(data.get("why"), MAX_TEXT),
    )


def _replaced(start: Record, rows: list[JournalRow]) -> None:
    """Works out anew what each row replaced. BadRecord when an act cannot stand."""
    state = State.of(start)
    for row in rows:
        if row.kind in RECORD_ACTS:
            row.replaced = state.standing(row.act)
            state = state.after(row.act)


def _came_to(data: Any) -> CameTo | None:
    if data is None:
        return None
    winners = tuple(_words(side, MAX_NAME) for side in data["winners"])
    return CameTo(_totals(data["totals"]), winners)


def _marks(data: Any, rows: int) -> Marks | None:
    if data is None:
        return None
    if len(data["hands"]) > MAX_HANDS or not all(map(_NUMBER.fullmatch, data["hands"])):
        raise ValueError("its marks are of hands that it does not have")
    hands = {int(number): _totals(totals) for number, totals in data["hands"].items()}
    edition, seq = _whole(data["edition"], 1, MAX_EDITION), _whole(data["seq"], 0, rows)
    return Marks(edition, seq, hands)


def _totals(data: Any) -> dict[str, int]:
    if len(data) > MAX_PLAYERS:
        raise ValueError(f"it has totals of {len(data)} sides; {MAX_PLAYERS} are the most")
    return {
        _words(side, MAX_NAME): _whole(points, -MAX_POINTS, MAX_POINTS)
        for side, points in data.items()
    }


def _whole(value: Any, least: int, most: int) -> int:
    """A number as JSON has it; 1e999 and NaN are none."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{str(value)[:40]} is not a whole number from {least} to {most}")
    return value


def _words(value: Any, most: int) -> str:
    return clean("" if value is None else str(value)[: 4 * most])[:most]


def _one_of(value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(f"{value!r} is none of {', '.join(known)}")
    return str(value)


def _moment(text: str) -> datetime:
    """A time in UTC; now, for one that is still to come: nothing stays on top of every list."""
    moment = datetime.fromisoformat(text)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if not 1900 < moment.year < 9000:
        raise ValueError(f"{text} is no time at which cards were played")
    return min(moment.astimezone(UTC), datetime.now(UTC))
