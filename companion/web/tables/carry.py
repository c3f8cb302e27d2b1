"""Gives a table to another phone, or to a phone from a server; takes in what a link or a file
holds, and compares it.

The whole table is in the fragment of a link, which servers do not see; a table too long for a link
goes as a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue

from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.results.club import Club, merged, same_club
from companion.store import JournalRow, StaleWrite
from companion.store.exchange import EVENING, TOO_LONG, Saved, read_clubs
from companion.store.keeping import TableHead
from companion.tables import Snapshot
from companion.tables.carrying import Held, begins_alike, held, packed, parsed, tables_of, unpacked
from companion.tables.tables import replayed
from companion.web.people import clubs
from companion.web.people.history import mine, title_of, visible
from companion.web.platform import browser, gate, limits, pocket
from companion.web.platform.browser import shown
from companion.web.tables.pencil import qr
from companion.web.tables.view import look

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
    return shown(
        "tables/came.html", title=title_of(saved.game), letters=packed(saved),
        names=", ".join(replay.record.players), totals=replay.ledger.told, over=replay.over,
        hands=len(replay.hands), begun=saved.row.begun, here=here, both=both, act_words=act_words,
        here_totals=here.replay.ledger.told if here else "",
    )  # fmt: skip


MAX_BYTES = 512 << 10
"""Largest form with a link, in bytes: some ten times the longest evening."""
MAX_TABLES = 40
"""Most tables that come at once: as many as a cookie holds."""


@pages.get("/take")
def arriving() -> ResponseReturnValue:
    """The page that a link leads to on a server; its script posts the fragment."""
    return shown("tables/arriving.html")


@pages.post("/take")
def arrived() -> ResponseReturnValue:
    """Shows what a link contains, then does what was chosen."""
    request.max_content_length = request.max_form_memory_size = MAX_BYTES
    letters = request.form.get("table", "").rpartition("#take=")[2].strip()
    do = request.form.get("do", "")
    try:
        text = unpacked(letters)
        there = read_clubs(parsed(text), gate.in_time)
        if not there:
            (saved,) = tables_of(text, browser.who(), 1, EVENING, gate.in_time)
            return choice(saved, do)
        came = tables_of(text, browser.who(), most(), EVENING, gate.in_time)
        if do == "club":
            return redirect(f"/club/{take_club(there[0], came)}", 303)
        here = next((each for each in clubs.known().values() if same_club(each, there[0])), None)
        return shown("people/club_came.html", club=there[0], tables=len(came), here=here,
                     letters=letters)  # fmt: skip
    except UNREAD as error:
        return refused(why(error))


UNREAD = (BadRecord, KeyError, Refused, ValueError)
"""What a link or a file that cannot be taken in raises; KeyError for an unknown game."""


def why(error: Exception) -> str:
    """Why it cannot, as a sentence."""
    if isinstance(error, KeyError):
        return f"{str(error.args[0]).capitalize()}."
    return f"That cannot be read: {str(error).removesuffix('.')}."


def refused(words: str, text: str = "") -> ResponseReturnValue:
    """The form again, with why nothing was imported; pasted text is kept."""
    kept = text if len(text) < 20_000 else ""
    return shown("tables/import.html", 422, found=(), problem=words, text=kept, own=len(mine()))


def most() -> int:
    """How many tables may come at once; 0 for any number."""
    return 0 if current_app.config.get("ALONE") else MAX_TABLES


def take_club(club: Club, came: Sequence[Saved]) -> str:
    """Takes a club in with its tables, or brings the one that is here up to date; its key.

    Of a table that is here already only its further acts are added.
    """
    codes: dict[str, str] = {}
    fresh: list[Saved] = []
    limits.making(0, sum(len(each.rows) for each in came))
    found = visible()
    for each in came:
        here, both = recognised(each, found)
        if not gate.in_time():
            raise BadRecord(TOO_LONG)
        if here and both and both.kind in ("same", "behind"):
            codes[each.row.code] = here.code
        elif here and both and both.kind == "grown":
            codes[each.row.code] = browser.tables().go_on(here, each, both).code
        else:
            fresh.append(each)
    limits.making(len(fresh) + 1)
    for each, table in zip(fresh, browser.tables().take_in(fresh, gate.in_time), strict=True):
        browser.remember(table, table.stored.key)
        codes[each.row.code] = table.code
    club = replace(club, tables=tuple(codes[code] for code in club.tables if code in codes))
    for key, known in clubs.known().items():
        if same_club(known, club):
            browser.store().clubs.change(key, lambda here: merged(here, club))
            return key
    key = browser.store().clubs.found(club)
    clubs.remember(key)
    return key
