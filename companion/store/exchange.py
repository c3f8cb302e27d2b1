"""Tables as a file: the format of an export, written and read back.

export.schema.json beside this file describes it for other programs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from companion.record import MAX_HANDS, MAX_NAME, MAX_TEXT, Act, BadRecord, Record
from companion.store.state import RECORD_ACTS, Row, State, cleaned

FORMAT = "companion-export"
VERSION = 1
STATUSES = ("playing", "finished", "abandoned", "deleted")
KINDS = (*RECORD_ACTS, "settle", "reopen", "abandon", "resume", "delete", "restore")
MAX_TABLES, MAX_ROWS = 10_000, 20_000
"""What one file may hold: tables, and rows in the journal of one."""


@dataclass(frozen=True)
class Saved:
    """A table with everything that was done at it, apart from its keys."""

    code: str
    """The watch code it had; it gets another one where it is stored again."""
    game: str
    edition: int
    who: str
    status: str
    begun: datetime
    touched: datetime
    start: Record
    rows: list[Row]
    came_to: dict[str, Any] | None
    """{"totals": by side, "winners": sides} of a finished table."""
    marks: dict[str, Any] | None = None
    """{"edition", "seq", "hands": totals by side by hand}: what the totals were after each hand."""

    @property
    def record(self) -> Record:
        """The record its journal leads to; BadRecord when it leads to none."""
        return self.record_at(len(self.rows))

    def record_at(self, seq: int) -> Record:
        """The record as it stood after that row."""
        return State.of(self.start, (row.act for row in self.rows if row.seq <= seq)).record

    def json(self) -> dict[str, Any]:
        """The table as plain data, the inverse of `saved`. The record is there for other readers.

        `record` and `replaced` can be derived from `start` and `journal`, which are what counts.
        """
        return {
            "code": self.code,
            "game": self.game,
            "edition": self.edition,
            "who": self.who,
            "status": self.status,
            "begun": self.begun.isoformat(),
            "touched": self.touched.isoformat(),
            "start": self.start.json(),
            "journal": [_row_json(row) for row in self.rows],
            "came_to": self.came_to,
            "marks": self.marks,
            "record": self.record.json(),
        }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "seq": row.seq,
        "at": row.at.isoformat(),
        "who": row.who,
        "kind": row.act.kind,
        "hand": row.act.hand,
        "answers": dict(row.act.answers),
        "why": row.why,
        "replaced": dict(row.replaced),
    }


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
    table = Saved(
        code=str(data.get("code", ""))[:12],
        game=start.game,
        edition=int(data["edition"]),
        who=str(data.get("who", ""))[:MAX_NAME],
        status=_one_of(data["status"], STATUSES),
        begun=_moment(data["begun"]),
        touched=_moment(data["touched"]),
        start=start,
        rows=_replaced(start, [_row(row, seq) for seq, row in enumerate(rows, 1)]),
        came_to=_came_to(data.get("came_to")),
        marks=_marks(data.get("marks"), len(rows)),
    )
    table.record.limited()
    return table


def _row(data: Any, seq: int) -> Row:
    if data["seq"] != seq:
        raise ValueError(f"row {seq} of its journal says that it is row {data['seq']!r}")
    answers = data["answers"]
    if not all(text is None or isinstance(text, str) for text in answers.values()):
        raise TypeError(f"row {seq} of its journal has an answer that is not text")
    act = cleaned(Act(_one_of(data["kind"], KINDS), int(data["hand"]), answers))
    if not 0 <= act.hand <= MAX_HANDS:
        raise ValueError(f"row {seq} of its journal speaks of hand {act.hand}")
    who, why = str(data.get("who", "")), str(data.get("why", ""))
    return Row(seq, _moment(data["at"]), who[:MAX_NAME], act, why[:MAX_TEXT], {})


def _replaced(start: Record, rows: list[Row]) -> list[Row]:
    """The rows with what each replaced, worked out anew. BadRecord when an act cannot stand."""
    state, found = State.of(start), list[Row]()
    for row in rows:
        if row.act.kind not in RECORD_ACTS:
            found.append(row)
            continue
        found.append(Row(row.seq, row.at, row.who, row.act, row.why, state.standing(row.act)))
        state = state.after(row.act)
    return found


def _came_to(data: Any) -> dict[str, Any] | None:
    if data is None:
        return None
    totals = {str(side): int(points) for side, points in data["totals"].items()}
    return {"totals": totals, "winners": [str(side) for side in data["winners"]]}


def _marks(data: Any, rows: int) -> dict[str, Any] | None:
    if data is None:
        return None
    hands = {
        str(int(number)): {str(side)[:MAX_NAME]: int(points) for side, points in totals.items()}
        for number, totals in data["hands"].items()
    }
    seq = int(data["seq"])
    if not 0 <= seq <= rows or len(hands) > MAX_HANDS:
        raise ValueError("its marks are of rows or hands that it does not have")
    return {"edition": int(data["edition"]), "seq": seq, "hands": hands}


def _one_of(value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(f"{value!r} is none of {', '.join(known)}")
    return str(value)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
