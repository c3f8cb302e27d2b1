"""Column entry: many hands on one page, as they stand on a sheet that was written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from companion.record import Act
from companion.tables import Stale, act_labels
from companion.tables.columns import WIDE, Column, columns, options, ways
from companion.tables.filling import Entry
from companion.tables.hand_rows import HandRow, Typed, standing
from companion.web.platform import browser
from companion.web.platform.pages import number, partial, render, shown
from companion.web.tables.play import go_to, table_page
from companion.web.tables.rows import cell, read, shows
from companion.web.tables.view import Note, View, look

pages = Blueprint("many", __name__)

ROWS, MORE, MOST = 4, 4, 40
"""Rows of a new page, how many come at once, and how many a page can have."""


def many_page(view: View, entry: Entry, status: int = 200) -> ResponseReturnValue:
    """The page with its rows; for htmx, while it is filled in, what changes on it."""
    drawn = on_the_page(view, entry)
    more: dict[str, Any] = {
        "v": view,
        "e": entry,
        "columns": drawn,
        "wide": sum(column.boxes for column in drawn) <= WIDE,
        "ways": ways(view.replay),
        "most": MOST,
        "cell_of": cell,
        "shows": shows,
    }
    if partial() and "live" in request.args:
        return render("tables/many_live.html", **more)
    return shown("tables/many.html", status, **more)


def on_the_page(view: View, entry: Entry) -> list[Column]:
    """The columns some row has a box in: those that every second hand asks, and those wanted."""
    planned = list(columns(view.game, view.replay, entry.way))
    for row in entry.rows:
        place = 0
        for key, question in row.asked.items():
            at = next((n for n, each in enumerate(planned) if each.key == key), None)
            if at is None:
                planned.insert(place, Column(key, question.prompt, question, options([question]),
                                             usual=False))  # fmt: skip
                at = place
            place = at + 1
    return [column for column in planned if any(shows(row, column) for row in entry.rows)]


def entered(view: View, rows: list[HandRow] | None = None) -> Entry:
    """The rows as the form has them, replayed from where the table stands."""
    count = min(number("rows"), MOST)
    rows = read(request.form, count) if rows is None else rows
    return Entry(view.game, view.table.record, view.replay, way(view), rows)


def way(view: View) -> str:
    """How the hands are entered: as the page has it, otherwise the quickest way."""
    known = ways(view.replay)
    wish = request.values.get("way", "")
    return wish if wish in known else next(iter(known), "")


def padded(rows: list[HandRow], count: int) -> list[HandRow]:
    """At least so many rows, the last ones empty."""
    blank = [HandRow(place, {}) for place in range(len(rows) + 1, min(count, MOST) + 1)]
    return [*rows, *blank]


def closed(view: View) -> ResponseReturnValue | None:
    """Where to go if no hand can be entered; None if one can."""
    if view.replay.over:
        return redirect(view.url, 303)
    if view.replay.half_amended:
        words = ["Answer this first: the hands after it follow from it."]
        note = Note("Many hands cannot be entered yet", words, stop=True)
        return table_page(replace(view, note=note), 409)
    return None


@pages.get("/t/<code>/many")
def many(code: str) -> ResponseReturnValue:
    """Empty rows from the hand that is asked for; one that was begun has its answers."""
    view = look(browser.writable(code))
    if elsewhere := closed(view):
        return elsewhere
    text = request.args.get("rows", "")
    count = int(text) if text.isdecimal() and len(text) < 4 else ROWS
    first = HandRow(1, standing(view.replay, way(view)))
    rows = padded([first], max(1, count))
    entry = Entry(view.game, view.table.record, view.replay, way(view), rows)
    view = replace(view, note=begun(view, first))
    return many_page(view, entry)


def begun(view: View, first: HandRow) -> Note | None:
    """Says that a hand under way would be entered anew, where its answers cannot be kept."""
    hand = view.replay.hand
    if hand is None or hand.over or not hand.asked or first.begun:
        return None
    said = ", ".join(act_labels.said(view.replay, hand.number, a.question.key, a.text)
                     for a in hand.asked if not a.question.secret)  # fmt: skip
    words = [f"So far it says: {said}." if said else "", "Its row here takes the place of that."]
    return Note(f"Hand {hand.number} was begun on the table’s page", [w for w in words if w])


@pages.post("/t/<code>/many/check")
def check(code: str) -> ResponseReturnValue:
    """What the rows come to; nothing is saved."""
    found = browser.table(code)
    if browser.overtaken(found):
        return Response(status=204)
    view = look(browser.allowed(found))
    if browser.seen() != view.seen:
        return stale_form(view)
    if elsewhere := closed(view):
        return elsewhere
    count = number("rows") + (MORE if request.form.get("do") == "more" else 0)
    entry = entered(view)
    if count > len(entry.rows):
        entry = entered(view, padded(entry.rows, count))
    return many_page(replace(view, note=None if "live" in request.args else doubt(entry)), entry)


@pages.post("/t/<code>/many")
def save(code: str) -> ResponseReturnValue:
    """Saves every row as a hand, or none."""
    view = look(browser.writable(code))
    if browser.seen() != view.seen:
        return stale_form(view)
    if elsewhere := closed(view):
        return elsewhere
    entry = entered(view)
    if not entry.ready:
        return many_page(replace(view, note=doubt(entry) or NOTHING), entry, 422)
    try:
        return sent(view, entry.acts)
    except Stale as stale:
        return on_top(stale)


def sent(view: View, acts: Sequence[Act]) -> ResponseReturnValue:
    """Enters the hands at once under the form's own id. Raises Stale."""
    return go_to(browser.tables().enter_many(view.code, acts, browser.sent()))


NOTHING = Note("Nothing to save yet", ["Fill in a row first."], stop=True)


def doubt(entry: Entry) -> Note | None:
    """What heads a page that cannot be saved."""
    wrong = [row for row in entry.rows if row.problems]
    if not wrong:
        return None
    row = wrong[0]
    kept = "No hand is saved until all can be; nothing you typed is lost."
    if entry.refused:
        return Note(f"Not saved: see {row.title.lower()}", [kept], stop=True)
    return Note(f"Still open: {row.title.lower()}", [kept])


def stale_form(view: View) -> ResponseReturnValue:
    """A form from an earlier page: the same one again does no harm, another one is stale."""
    if not request.path.endswith("/check"):
        try:
            return sent(view, [Act("answer", 1, {})])
        except Stale as stale:
            return on_top(stale)
    unseen = browser.store().journal(view.code)[browser.seen() :]
    return on_top(Stale(view.table, unseen, []))


def on_top(stale: Stale) -> ResponseReturnValue:
    """The page again, on top of what was entered meanwhile; everything typed is still there."""
    view = look(stale.table)
    if elsewhere := closed(view):
        return elsewhere
    did = "; ".join([act_labels.happened(view.replay, row) for row in stale.rows][-3:])
    rows = read(request.form, min(number("rows"), MOST))
    first = view.pending.hand if view.pending else 0
    own = next((row.number for row in rows if row.begun), 0)
    if own > first:  # hands before it were taken back: they need rows of their own
        typed = [row.typed for row in rows if row.begun]
        blank: list[Typed] = [{}] * min(own - first, MOST)
        rows = [HandRow(place, each) for place, each in enumerate([*blank, *typed], 1)]
    words = ["Nothing of this page is saved yet, and nothing typed is lost.",
             "See whether its rows still follow, and save again."]  # fmt: skip
    note = Note(f"Meanwhile at this table: {did}" if did else "The table has moved on", words,
                stop=True)  # fmt: skip
    return many_page(replace(view, note=note), entered(view, rows), 409)
