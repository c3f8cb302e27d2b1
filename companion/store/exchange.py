"""The export format: tables with their journals as JSON.

export.schema.json in this folder is its JSON Schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter

from companion import budget, clock
from companion.clubs.club import Club, received
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
from companion.store.models import (
    ACCESS,
    BYTES,
    ERASE,
    CameTo,
    JournalRow,
    TableRow,
    applied,
    cleaned,
    standing_texts,
    written,
)
from companion.store.saved import Saved

FORMAT = "companion-export"
VERSION = 1
STATUSES = ("playing", "finished", "abandoned", "deleted")
KINDS = (*RECORD_ACTS, "settle", "reopen", "abandon", "resume", "delete", "restore", ERASE,
         *ACCESS)  # fmt: skip
MAX_TABLES, MAX_ROWS = 10_000, 20_000
"""Limits of a file: tables, and rows in one journal."""
MAX_EDITION, MAX_POINTS = 10_000, 10**12
"""Limits of a game's edition and of points."""
MAX_CLUBS = 100
_CLUB = TypeAdapter(Club)


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
    parsed: list[Club] = []
    for each in clubs:
        budget.check()
        parsed.append(_club(each))
    return parsed


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
    parsed: list[Saved] = []
    for number, table in enumerate(tables, 1):
        try:
            parsed.append(_saved(table, most))
        except KeyError as error:
            raise BadRecord(f"table {number} of the export has no {error}") from None
        except (TypeError, AttributeError, ValueError) as error:
            raise BadRecord(f"table {number} of the export: {error}") from None
    return parsed


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
        begun=_time(data["begun"]),
        touched=_time(data["touched"]),
        start=start.limited().json(),
        seq=len(rows),
        came_to=_came_to(data.get("came_to")),
    )
    journal: list[JournalRow] = []
    budget.expect(len(rows) + start.weight)
    for seq, each in enumerate(rows, 1):
        budget.check()
        journal.append(_row(each, seq))
    acts = [each for each in journal if each.kind in RECORD_ACTS]
    most_bytes = BYTES * most - sum(len(each.why.encode()) for each in journal)
    before = replaced(start, (each.act for each in acts), most_bytes)
    for each, texts in zip(acts, before, strict=True):
        budget.check()
        each.replaced = texts
    table = Saved(row, journal)
    table.record.limited()
    return table


def replaced(start: Record, acts: Iterable[Act], most: int) -> Iterator[dict[str, str]]:
    """By act of a whole journal, the answers that it overwrote or removed; in one pass, however
    often it was undone. BadRecord if one is illegal, or if all texts have more than `most` bytes:
    each act may remove a hand or bring it back."""
    left = most - written(start.head, *start.hands)
    records: list[Record] = [start]
    done: list[Act] = []
    undone: list[Act] = []
    for act in acts:
        ahead = {"undo": done, "redo": undone}.get(act.kind, [act])[-1:]
        texts = standing_texts(records[-1], act, ahead[0] if ahead else None)
        left -= written(act.answers, texts)
        if left < 0:
            break
        yield texts
        if act.kind == "undo" and done:
            undone.append(done.pop())
            records.pop()
        elif act.kind == "redo" and undone:
            done.append(undone.pop())
            records.append(applied(records[-1], done[-1]))
        elif act.kind not in ("undo", "redo"):
            done.append(act)
            undone.clear()
            records.append(applied(records[-1], act))
    if left < 0:
        raise BadRecord("its texts are too long")


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
        at=_time(data["at"]),
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


def _time(text: str) -> datetime:
    """A time in UTC; a future one becomes now, or it would stay on top of every list."""
    time = datetime.fromisoformat(text)
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    if not 1900 < time.year < 9000:
        raise ValueError(f"{text} is no time at which cards were played")
    return min(time.astimezone(UTC), clock.now())
