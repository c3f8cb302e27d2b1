"""Gives a table to another phone, or to a phone from a server, and compares one that came.

The whole table is in the fragment of a link, which servers do not see; a table too long for a link
goes as a file. What a link holds is read in arrive.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue

from companion.store import JournalRow, StaleWrite
from companion.store.exchange import Saved
from companion.store.keeping import TableHead
from companion.tables import Snapshot
from companion.tables.carrying import Held, begins_alike, held, packed
from companion.tables.tables import replayed
from companion.web.people.history import title_of, visible
from companion.web.platform import browser, gate, limits, pocket
from companion.web.platform.browser import shown
from companion.web.tables.share import qr
from companion.web.tables.view import look
from companion.words import with_minus

pages = Blueprint("carry", __name__)
LONGEST = 2200
"""Longest link, in characters, whose QR code a phone reads off another phone's screen."""


@pages.get("/t/<code>/take")
def along(code: str) -> ResponseReturnValue:
    """A table as link, QR code and file. Includes hidden answers, so only for scorers."""
    table, alone = browser.table(code), current_app.config.get("ALONE")
    if alone and not browser.may_write(table):
        return shown("tables/along.html", v=look(table))
    link = link_of(browser.writable(code))
    short = len(link) <= LONGEST
    return shown("tables/along.html", v=look(table), link=link, qr=qr if short else None)


def link_of(table: Snapshot) -> str:
    """The link that has the whole table in its fragment."""
    return link_to(packed(*browser.tables().export([table.code])))


def link_to(letters: str) -> str:
    """The link that has these letters in its fragment."""
    return f"{_where()}#take={letters}"


def _where() -> str:
    """URL at which a phone with the pocket edition opens the fragment."""
    if current_app.config.get("ALONE"):
        return request.host_url.rstrip("/") + request.script_root.removesuffix("app")
    return request.host_url + ("pocket/" if pocket.offered() else "take")


def choice(saved: Saved, do: str) -> ResponseReturnValue:
    """The page with the arrived table and how it relates to the tables here; or the chosen action's
    result."""
    here, both = recognised(saved)
    tables = browser.tables()
    if do == "bring" and here and both and both.kind == "grown":
        limits.making(0, len(both.there))
        try:
            after = tables.go_on(here, saved, both)
        except StaleWrite:
            return redirect("/take", 303)
        return redirect(f"/t/{after.code}", 303)
    if do in ("write", "look", "other"):
        limits.making(rows=len(saved.rows))
        (taken,) = tables.take_in([saved], gate.in_time)
        browser.remember(taken, taken.stored.key if do != "look" else "")
        if do == "other" and here:
            tables.discard(here.code, browser.who())
        return redirect(f"/t/{taken.code}", 303)
    return _shown(saved, here, both)


def recognised(
    saved: Saved, heads: Sequence[TableHead] | None = None
) -> tuple[Snapshot | None, Held | None]:
    """This browser's version of the arrived table, and a comparison of the two; if there are
    several, the one with most in common."""
    found: tuple[Snapshot | None, Held | None] = (None, None)
    keys = browser.known()
    for head in visible() if heads is None else heads:
        if not (keys.get(head.code) and begins_alike(head.row, saved.row) and gate.in_time()):
            continue
        (mine,) = browser.tables().export([head.code])
        both = held(mine, saved)
        if both and (found[1] is None or both.common > found[1].common):
            table = browser.tables().get(head.code)
            found = (table, both) if browser.may_write(table) else found
    return found


def act_words(row: JournalRow) -> str:
    """One act of a table that arrived, as it would stand in a record."""
    said = [f"{key}: {'left out' if text is None else text}" for key, text in row.answers.items()]
    kind = "" if row.kind == "answer" and said else row.kind
    return " ".join(filter(None, (kind, "; ".join(said))))


def _shown(saved: Saved, here: Snapshot | None, both: Held | None) -> ResponseReturnValue:
    replay = replayed(saved)
    totals = ", ".join(f"{side} {total}" for side, total in replay.ledger.totals.items())
    return shown(
        "tables/came.html", title=title_of(saved.game), letters=packed(saved),
        names=", ".join(replay.record.players), totals=with_minus(totals), over=replay.over,
        hands=len(replay.hands), begun=saved.row.begun, here=here, both=both, act_words=act_words,
        here_totals=with_minus(
            ", ".join(f"{side} {total}" for side, total in here.replay.ledger.totals.items())
        ) if here else "",
    )  # fmt: skip
