"""Export and import of tables as JSON, CSV and text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from contextlib import suppress

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.engine.record import REMARKS, Remark
from companion.engine.table import Hand
from companion.engine.transcript import Transcript
from companion.questions import Refused
from companion.results import report
from companion.store.exchange import dump, read_clubs, schema
from companion.store.saved import EVENING
from companion.tables import Snapshot
from companion.tables.carrying import parsed, tables_of
from companion.web.people.history import listing, mine, owned, title_of
from companion.web.platform import browser
from companion.web.platform.browser import shown
from companion.web.tables import carry

pages = Blueprint("exports", __name__)
MAX_BYTES = 4 << 20
"""Largest upload, in bytes; the command line accepts more."""
COLUMNS = (
    "table", "game", "begun", "hand", "dealer", "side", "name", "points", "total", "rule", "column",
    "why", *(each.key for each in REMARKS),
)  # fmt: skip


def download(body: str, kind: str, name: str) -> Response:
    """A file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, content_type=f"{kind}; charset=utf-8", headers=headers)


# -- export --------------------------------------------------------------------------------------


def own_codes() -> list[str]:
    """The tables that this browser may write to, the one entered first first."""
    return [table.code for table in reversed(listing().listed(mine(unplayed=True)))]


@pages.get("/t/<code>/export.json")
def table_json(code: str) -> ResponseReturnValue:
    """A table with its journal. Includes hidden answers, so only for scorers."""
    table = browser.writable(code)
    text = report.as_json(dump(browser.tables().export([table.code]))) + "\n"
    return download(text, "application/json", f"{table.record.game}-{table.code}.json")


@pages.get("/export.json")
def all_json() -> ResponseReturnValue:
    """Every table this browser may write to, with its journal, oldest first."""
    saved = browser.tables().export(own_codes())
    return download(report.as_json(dump(saved)) + "\n", "application/json", "companion-export.json")


@pages.get("/t/<code>.json")
def as_json(code: str) -> ResponseReturnValue:
    """The table as JSON: the output of `companion score --json`."""
    table = browser.table(code)
    data = report.report(table.replay, secrets=browser.may_write(table))
    return Response(report.as_json(data), mimetype="application/json")


@pages.get("/t/<code>/record.txt")
def as_text(code: str) -> ResponseReturnValue:
    """The record as text, for `companion score` and `companion import`. Hidden answers of the
    running hand are left out for watchers."""
    table = browser.table(code)
    record = table.record.copy()
    for hand in () if browser.may_write(table) else table.replay.hands:
        covered = {a.question.key for a in hand.asked if a.question.secret and not hand.over}
        for key in covered:
            del record.hands[hand.number - 1][key]
    return download(Transcript(record).text(), "text/plain", f"{record.game}-{table.code}.txt")


@pages.get("/export.schema.json")
def as_schema() -> ResponseReturnValue:
    return Response(schema(), content_type="application/schema+json; charset=utf-8")


@pages.get("/t/<code>/ledger.csv")
def table_csv(code: str) -> ResponseReturnValue:
    """A table's score lines as CSV."""
    table = browser.table(code)
    return download(ledger([table]), "text/csv", f"{table.record.game}-{table.code}.csv")


@pages.get("/export.csv")
def all_csv() -> ResponseReturnValue:
    """Score lines of all tables this browser may write to, as CSV."""
    tables = (browser.tables().get(code, keep=False) for code in own_codes())
    return download(ledger(tables), "text/csv", "companion-ledger.csv")


def ledger(tables: Iterable[Snapshot]) -> str:
    """CSV with a row for each side that a score line changes, and its total."""
    every: list[Sequence[object]] = [COLUMNS]
    for table in tables:
        with suppress(KeyError, Refused):
            every += [[safe(cell) if isinstance(cell, str) else cell for cell in row]
                      for row in rows(table)]  # fmt: skip
    return as_csv(every)


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV. It begins with a byte order mark; without one spreadsheets misread the suits."""
    out = io.StringIO()
    out.write("\ufeff")
    # If the list separator is a semicolon, an unquoted cell with one would be split.
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    return out.getvalue()


def rows(table: Snapshot) -> Iterable[tuple[str | int, ...]]:
    """The ledger as rows: the side that pays has one, too."""
    replay = table.replay
    totals = dict.fromkeys(replay.table.sides, replay.ledger.opening)
    hands = {hand.number: hand for hand in replay.hands}
    head = (table.code, title_of(table.record.game), f"{table.stored.begun.astimezone():%Y-%m-%d}")
    for entry in replay.ledger.entries:
        line, hand = entry.line, hands.get(entry.hand)
        for side in dict.fromkeys([line.side, *line.by]):
            totals[side] += line.change(side)
            yield (
                *head, entry.hand, hand.dealer.name if hand else "", side.code, side.name,
                line.change(side), totals[side], line.rule, line.column, line.why,
                *(noted(hand, each) if hand else "" for each in REMARKS),
            )  # fmt: skip


def noted(hand: Hand, remark: Remark) -> str:
    """The notes on a hand: the one of the game, then those of the players."""
    own = str(hand.caveat) if remark is REMARKS[0] else ""
    return "; ".join(filter(None, [own, hand.answers.get(f"@{remark.key}", "")]))


def safe(text: str) -> str:
    """The text, escaped so that spreadsheets do not run it as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


# -- import --------------------------------------------------------------------------------------


@pages.get("/import")
def bring() -> ResponseReturnValue:
    """The upload form."""
    return shown("tables/import.html", found=(), problem="", text="", own=owned(),
                 submission=browser.submission())  # fmt: skip


@pages.post("/import")
def take_in() -> ResponseReturnValue:
    """Imports the tables of a file, all or none."""
    request.max_content_length = MAX_BYTES
    request.max_form_memory_size = MAX_BYTES
    file = request.files.get("file")
    text = request.form.get("text", "")
    if file and file.filename:
        with file.stream as upload:
            text = upload.read().decode("utf-8-sig", errors="replace")
    if not text.strip():
        return carry.refused("No file was chosen, and no record was written.")
    try:
        saved = tables_of(text, browser.who(), carry.most(), EVENING)
        there = read_clubs(parsed(text)) if text.lstrip().startswith("{") else []
        if not saved and not there:
            return carry.refused("There is no table in that file.", text)
        if len(saved) == 1 and not there:
            (only,) = carry.arrivals().recognised(saved)
            if only.kind != "new":
                return carry.choice(only)
        return carry.taken_page(there, saved, text)
    except carry.UNREAD as error:
        return carry.refused(carry.why(error), text)
