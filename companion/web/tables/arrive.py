"""Takes in what a link or a file holds: a table, or a club with its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue

from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.results.club import Club, merged, same_club
from companion.store.exchange import EVENING, TOO_LONG, Saved, read_clubs
from companion.tables.carrying import unpacked
from companion.tables.files import parsed, tables_of
from companion.web.people import clubs
from companion.web.people.history import visible
from companion.web.platform import browser, gate, limits
from companion.web.platform.browser import shown
from companion.web.tables import carry

pages = Blueprint("arrive", __name__)
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
        there = read_clubs(parsed(text))
        if not there:
            (saved,) = tables_of(text, browser.who(), 1, EVENING, gate.in_time)
            return carry.choice(saved, do)
        came = tables_of(text, browser.who(), most(), EVENING, gate.in_time)
        if do == "club":
            return redirect(f"/club/{take_club(there[0], came)}", 303)
        here = next((each for each in clubs.known().values() if same_club(each, there[0])), None)
        return shown("people/club_came.html", club=there[0], tables=len(came), here=here,
                     letters=letters)  # fmt: skip
    except KeyError as error:
        return _refused(str(error.args[0]).capitalize() + ".")
    except (BadRecord, Refused, ValueError) as error:
        words = error.message if isinstance(error, Refused) else str(error)
        return _refused(f"That cannot be read: {words}.")


def _refused(words: str) -> ResponseReturnValue:
    return shown("tables/import.html", 422, found=(), problem=words, text="", own=0)


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
        here, both = carry.recognised(each, found)
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
