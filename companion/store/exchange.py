"""The export format: tables with their journals as JSON.

export.schema.json in this folder is its JSON Schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter

from companion import budget, clock
from companion.engine.record import (
    MAX_HANDS,
    MAX_NAME,
    MAX_PLAYERS,
    MAX_TEXT,
    RECORD_ACTS,
    Act,
    BadRecord,
    Record,
    clean,
)
from companion.questions import Refused
from companion.results.club import Club, received
from companion.store.models import (
    ACCESS,
    BYTES,
    ERASE,
    CameTo,
    JournalRow,
    OfTable,
    State,
    TableRow,
    cleaned,
    replaced,
)

FORMAT = "companion-export"
VERSION = 1
STATUSES = ("playing", "finished", "abandoned", "deleted")
KINDS = (*RECORD_ACTS, "settle", "reopen", "abandon", "resume", "delete", "restore", ERASE,
         *ACCESS)  # fmt: skip
MAX_TABLES, MAX_ROWS = 10_000, 20_000
"""Limits of a file: tables, and rows in one journal."""
EVENING = 5_000
"""Most journal rows of a table made now or received through a page, some five times the longest
evening's; tables of earlier releases may have `MAX_ROWS`."""
MAX_EDITION, MAX_POINTS = 10_000, 10**12
"""Limits of a game's edition and of points."""
TABLE = ("code", "game", "edition", "who", "status", "begun", "touched", "start", "came_to")
JOURNAL = ("seq", "at", "who", "kind", "hand", "answers", "why", "replaced")
"""Exported fields of a table's row, and of a journal row."""
MAX_CLUBS = 100
_CLUB = TypeAdapter(Club)


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


def schema() -> str:
    """The text of export.schema.json."""
    return files("companion.store").joinpath("export.schema.json").read_text(encoding="utf-8")


def dump(tables: Iterable[Saved], clubs: Iterable[Club] = ()) -> dict[str, Any]:
    """An export as plain data. The keys of clubs are not exported."""
    data = {"format": FORMAT, "version": VERSION, "tables": [table.json() for table in tables]}
    written = [_CLUB.dump_python(club, mode="json") for club in clubs]
    return data | ({"clubs": written} if written else {})


def parts(tables: Iterable[Saved], clubs: Iterable[Club] = ()) -> Iterator[str]:
    """Yield an export as JSON text, a table at a time."""
    data = dump((), clubs)
    yield f'{{\n  "format": "{FORMAT}",\n  "version": {VERSION},\n  "tables": '
    yield from _indented(table.json() for table in tables)
    if "clubs" in data:
        yield ',\n  "clubs": '
        yield from _indented(data["clubs"])
    yield "\n}\n"


def _indented(items: Iterable[Any]) -> Iterator[str]:
    """Yield a list inside an object as `json.dumps` with an indent of 2 writes it."""
    before = "["
    for item in items:
        text = json.dumps(item, ensure_ascii=False, indent=2).replace("\n", "\n    ")
        yield f"{before}\n    {text}"
        before = ","
    yield "[]" if before == "[" else "\n  ]"


def read_clubs(data: Any) -> list[Club]:
    """The clubs of an export; BadRecord says what one of them lacks."""
    clubs = data.get("clubs", []) if isinstance(data, dict) else []
    if not isinstance(clubs, list) or len(clubs) > MAX_CLUBS:
        raise BadRecord(f"“clubs” is not a list of at most {MAX_CLUBS} clubs")
    found: list[Club] = []
    for each in clubs:
        budget.check()
        found.append(_club(each))
    return found


def _club(data: Any) -> Club:
    try:
        return received(_CLUB.validate_python(data))
    except Refused as refusal:
        raise BadRecord(f"a club in it cannot be read: {refusal.message}") from None
    except ValueError:
        raise BadRecord("a club in it cannot be read: its parts are not those of one") from None


def read(data: Any, most: int = MAX_ROWS) -> list[Saved]:
    """Parses an export whose journals have at most `most` rows; BadRecord says which table is
    unreadable and why."""
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
            found.append(_saved(table, most))
        except KeyError as error:
            raise BadRecord(f"table {number} of the export has no {error}") from None
        except (TypeError, AttributeError, ValueError) as error:
            raise BadRecord(f"table {number} of the export: {error}") from None
    return found


def _saved(data: Any, most: int) -> Saved:
    rows, start = data["journal"], Record.from_json(data["start"])
    if not isinstance(rows, list) or len(rows) > most:
        raise TypeError(f"its journal is not a list of at most {most} rows")
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
    )
    found: list[JournalRow] = []
    budget.expect(len(rows) + start.weight)
    for seq, each in enumerate(rows, 1):
        budget.check()
        found.append(_row(each, seq))
    acts = [each for each in found if each.kind in RECORD_ACTS]
    most_bytes = BYTES * most - sum(len(each.why.encode()) for each in found)
    before = replaced(start, (each.act for each in acts), most_bytes)
    for each, texts in zip(acts, before, strict=True):
        budget.check()
        each.replaced = texts
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
        form=_whole(data.get("form", seq), 1, seq),
    )


def _came_to(data: Any) -> CameTo | None:
    if data is None:
        return None
    winners = tuple(_words(side, MAX_NAME) for side in data["winners"])
    return CameTo(_totals(data["totals"]), winners)


def _totals(data: Any) -> dict[str, int]:
    if len(data) > MAX_PLAYERS:
        raise ValueError(f"it has totals of {len(data)} sides; {MAX_PLAYERS} are the most")
    return {
        _words(side, MAX_NAME): _whole(points, -MAX_POINTS, MAX_POINTS)
        for side, points in data.items()
    }


def _whole(value: Any, least: int, most: int) -> int:
    """A JSON integer within limits; ValueError for anything else, such as 1e999 and NaN."""
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
    """A time in UTC; a future one becomes now, or it would stay on top of every list."""
    moment = datetime.fromisoformat(text)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if not 1900 < moment.year < 9000:
        raise ValueError(f"{text} is no time at which cards were played")
    return min(moment.astimezone(UTC), clock.now())
