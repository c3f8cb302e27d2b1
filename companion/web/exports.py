"""What people take along: tables as JSON and CSV, back in again, and a game as one page."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from companion import games
from companion.canonical import canonical
from companion.game import Replay
from companion.late import Late
from companion.questions import Refused
from companion.record import BadRecord, Record, Transcript
from companion.store import Stored
from companion.store.exchange import Saved, dump, read, schema
from companion.store.keeping import Head
from companion.web import keys, memory
from companion.web.history import title_of
from companion.web.pages import shown
from companion.web.play import settled

if TYPE_CHECKING:
    from companion import report
else:
    report = Late("companion.report")

pages = Blueprint("exports", __name__)
MAX_BYTES = 4 << 20
"""The largest file that is taken in by a page; the command line takes more."""
MAX_TABLES = 40
"""Tables that one file may bring: as many as a browser remembers."""
COLUMNS = (
    "table", "game", "begun", "hand", "dealer", "side", "name", "points", "total", "rule", "column",
    "why",
)  # fmt: skip


def download(body: str, kind: str, name: str) -> Response:
    """A file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, content_type=f"{kind}; charset=utf-8", headers=headers)


# -- out -----------------------------------------------------------------------------------------


def mine() -> list[Head]:
    """The tables this browser may write to: those are its own to take along."""
    known = keys.known()
    return [head for head in memory.visible() if known.get(head.code)]


@pages.get("/t/<code>/export.json")
def table_json(code: str) -> ResponseReturnValue:
    """A table with its whole journal. Covered answers are in it, so only for its scorers."""
    stored = keys.writable(code)
    text = report.as_json(dump([keys.store().saved(stored.code)])) + "\n"
    return download(text, "application/json", f"{stored.game}-{stored.code}.json")


@pages.get("/export.json")
def all_json() -> ResponseReturnValue:
    """Every table this browser may write to, with its journal, oldest first."""
    saved = [keys.store().saved(head.code) for head in reversed(mine())]
    return download(report.as_json(dump(saved)) + "\n", "application/json", "companion-export.json")


@pages.get("/export.schema.json")
def as_schema() -> ResponseReturnValue:
    """The JSON Schema of an export."""
    return Response(schema(), content_type="application/schema+json; charset=utf-8")


@pages.get("/t/<code>/ledger.csv")
def table_csv(code: str) -> ResponseReturnValue:
    """A table’s score lines."""
    stored = keys.table(code)
    return download(ledger([stored]), "text/csv", f"{stored.game}-{stored.code}.csv")


@pages.get("/export.csv")
def all_csv() -> ResponseReturnValue:
    """The score lines of every table this browser may write to."""
    found = (keys.store().table(head.code) for head in reversed(mine()))
    return download(ledger(found), "text/csv", "companion-ledger.csv")


def ledger(found: Iterable[Stored]) -> str:
    """Score lines as CSV: a line for each side a score line moves, with its total after it.

    It begins with a byte order mark, without which spreadsheets misread the suits.
    """
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for stored in found:
        try:
            replay = games.find(stored.game).at(stored.edition).replay(stored.record)
        except (KeyError, Refused):
            continue
        for row in rows(stored, replay):
            writer.writerow([safe(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def rows(stored: Stored, replay: Replay) -> Iterable[tuple[str | int, ...]]:
    """The ledger, side by side: who pays stands in it as well as who is paid."""
    totals = dict.fromkeys(replay.table.sides, replay.ledger.opening)
    dealers = {hand.number: hand.dealer.name for hand in replay.hands}
    head = (stored.code, title_of(stored.game), f"{stored.begun:%Y-%m-%d}")
    for entry in replay.ledger.entries:
        line = entry.line
        for side in dict.fromkeys([line.side, *line.by]):
            totals[side] += line.change(side)
            yield (
                *head, entry.hand, dealers.get(entry.hand, ""), side.code, side.name,
                line.change(side), totals[side], line.rule, line.column, line.why,
            )  # fmt: skip


def safe(text: str) -> str:
    """Text a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


# -- in ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Imported:
    """A table that was taken in, and whether it still comes to what it came to."""

    code: str
    title: str
    names: str
    totals: str
    same: bool | None
    """None where the file does not say what it came to."""


@pages.get("/import")
def bring() -> ResponseReturnValue:
    """Where a file is chosen."""
    return shown("import.html", found=(), problem="", text="", own=len(mine()))


@pages.post("/import")
def take_in() -> ResponseReturnValue:
    """Stores the tables of a file, all of them or none."""
    request.max_content_length = MAX_BYTES
    request.max_form_memory_size = MAX_BYTES
    file = request.files.get("file")
    text = request.form.get("text", "")
    if file and file.filename:
        with file.stream as upload:
            text = upload.read().decode("utf-8-sig", errors="replace")
    if not text.strip():
        return refused("No file was chosen, and no record was written.", "")
    try:
        saved = tables_of(text)
        replays = [games.find(each.game).at(each.edition).replay(each.record) for each in saved]
    except KeyError as error:
        return refused(str(error.args[0]).capitalize() + ".", text)
    except (BadRecord, Refused, ValueError) as error:
        words = error.message if isinstance(error, Refused) else str(error)
        return refused(f"That cannot be read: {words}", text)
    stored = keys.store().restore(saved)
    for each in stored:
        keys.remember(each, each.key)
        if each.status == "playing":
            settled(each)
    found = [imported(*each) for each in zip(stored, saved, replays, strict=True)]
    return shown("import.html", found=found, problem="", text="", own=len(mine()))


def refused(words: str, text: str) -> ResponseReturnValue:
    """The page again, with why nothing was taken in; what was written is still there."""
    kept = text if len(text) < 20_000 else ""
    return shown("import.html", 422, found=(), problem=words, text=kept, own=len(mine()))


def tables_of(text: str) -> list[Saved]:
    """The tables of an export, or one record as text or JSON; BadRecord for anything else."""
    if text.lstrip().startswith("{"):
        data = parsed(text)
        if isinstance(data, dict) and "tables" in data:
            saved = read(data)
            if len(saved) > MAX_TABLES:
                raise BadRecord(
                    f"it holds {len(saved)} tables; {MAX_TABLES} at once are the most here, "
                    "and “companion import” takes them all"
                )
            return saved
        record = Record.from_json(data.get("record", data) if isinstance(data, dict) else data)
    else:
        record = Transcript.read(text).record
    game, now = games.find(record.game), datetime.now(UTC)
    edition, record = game.edition, canonical(game, record)
    return [Saved("", record.game, edition, keys.who(), "playing", now, now, record, [], None)]


def parsed(text: str) -> Any:
    """JSON as plain data; BadRecord when it is none, or deeper than anything we write."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadRecord(f"it is not JSON: {error}") from None
    except RecursionError:
        raise BadRecord("it is nested deeper than any record") from None


def imported(stored: Stored, saved: Saved, replay: Replay) -> Imported:
    """What the page says of a table that was taken in."""
    totals = {side.code: total for side, total in replay.ledger.totals.items()}
    said = (saved.came_to or {}).get("totals")
    shown = ", ".join(f"{side} {total}" for side, total in replay.ledger.totals.items())
    return Imported(
        stored.code, title_of(stored.game), ", ".join(stored.record.players),
        shown.replace("-", "−"), None if said is None else said == totals,
    )  # fmt: skip


# -- a page to pass on ---------------------------------------------------------------------------


@pages.get("/t/<code>/game.html")
def page(code: str) -> ResponseReturnValue:
    """A finished game as one file that needs nothing else."""
    from companion.web import keepsake

    stored = keys.table(code)
    replay = games.find(stored.game).at(stored.edition).replay(stored.record)
    if not replay.over:
        abort(404, "The game is not over yet; then it can be passed on as a page.")
    text, policy = keepsake.page(stored, replay)
    response = Response(text, content_type="text/html; charset=utf-8")
    name = f"{stored.game}-{stored.begun:%Y-%m-%d}-{stored.code}.html"
    kind = "inline" if "look" in request.args else "attachment"
    response.headers["Content-Disposition"] = f'{kind}; filename="{name}"'
    response.headers["Content-Security-Policy"] = policy
    return response
