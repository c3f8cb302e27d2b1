"""Gives a table to another phone, or to a phone from a server; takes in what a link or a file
holds, and compares it.

The whole table is in the fragment of a link, which servers do not see; a table too long for a link
goes as a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flask import Blueprint, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.budget import UsedUp
from companion.clubs.club import Club, club_here, same_club
from companion.engine.game import Replay
from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.store import JournalRow
from companion.store.clubs import Clubs
from companion.store.exchange import read_clubs
from companion.store.models import DEMO, written
from companion.store.saved import EVENING, Saved
from companion.tables import Snapshot, names
from companion.tables.carrying import packed, parsed, tables_of, unpacked
from companion.tables.copies import Arrival, Arrivals, Reader, Taken
from companion.tables.tables import replayed
from companion.web.clubs import clubs
from companion.web.people.history import codes_seen, listed_for_all, owned
from companion.web.platform import browser, forms, pocket, signals
from companion.web.platform.browser import shown
from companion.web.platform.qr import qr
from companion.web.tables.view import look
from companion.words import capital

pages = Blueprint("carry", __name__)
LONGEST = 1600
"""Longest link, in characters, whose QR code a phone reads off another phone's screen."""


@pages.get("/t/<code>/take")
def transfer(code: str) -> ResponseReturnValue:
    """A table as link, QR code and file. Includes hidden answers, so only for scorers."""
    table, alone = browser.table(code), current_app.config.get("ALONE")
    if alone and not browser.may_write(table):
        return shown("tables/transfer.html", v=look(table))
    link = link_of(browser.writable(code))
    picture = qr(link, "l") if len(link) <= LONGEST else ""
    return shown("tables/transfer.html", v=look(table), link=link, qr=picture)


def link_of(table: Snapshot) -> str:
    """The link that has the whole table in its fragment."""
    return link_to(packed(*browser.tables().export([table.code])))


def link_to(letters: str) -> str:
    """The link that has these letters in its fragment."""
    return f"{_where()}#take={letters}"


def _where() -> str:
    """URL at which a phone with the offline version opens the fragment."""
    if current_app.config.get("ALONE"):
        return request.host_url.rstrip("/") + request.script_root.removesuffix("app")
    endpoint = "platform.pocket.file" if pocket.offered() else "tables.carry.arriving"
    return url_for(endpoint, _external=True)


def arrivals() -> Arrivals:
    """What arrives at this browser. On a phone of its own all tables are its own."""
    known, alone = browser.known(), "ALONE" in current_app.config
    listed = listed_for_all()
    reader = Reader(
        scores=lambda row: alone or browser.writes_at(row),
        sees=lambda row: row.code in known or (listed and DEMO not in row.start["head"]),
        codes=codes_seen(),
    )
    return Arrivals(browser.tables(), reader)


OFFERED = {"new": ("write", "look"), "parted": ("other", "write"), "watched": ("write",),
           "grown": ("bring",)}  # fmt: skip
"""The choices for a table that arrives, by its relation to the copy here."""


def offered(arrival: Arrival) -> Sequence[str]:
    """The choices for this table. A copy of a finished game that is here would count twice."""
    finished = arrival.kind == "watched" and replayed(arrival.saved).over
    return () if finished else OFFERED.get(arrival.kind, ())


def choice(arrival: Arrival, do: str = "") -> ResponseReturnValue:
    """The page with the arrived table and how it relates to its copy here; or the chosen action's
    result."""
    if code := browser.store().made(form_of("table", 0)):
        return taken_to(browser.table(code), do)
    if do not in offered(arrival):
        return _shown(arrival)
    if do == "bring":
        (taken,) = take([arrival])
        if not taken.table:
            return _shown(taken.arrival)
        return redirect(browser.table_url(taken.code), 303)
    (taken,) = take([Arrival(arrival.saved)])
    if do == "other" and arrival.here:
        browser.tables().discard(arrival.here.code, browser.who())
    assert taken.table
    return taken_to(taken.table, do)


def taken_to(table: Snapshot, do: str) -> ResponseReturnValue:
    """To a table that this browser has taken in, to score it or only to look at it."""
    if do == "look":
        browser.remember(table)
    else:
        keep(table)
    return redirect(browser.table_url(table.code), 303)


def keep(table: Snapshot) -> None:
    """Remembers a table that this browser has taken in, and scores."""
    browser.remember(table, table.stored.key)


def form_of(kind: str, place: int, text: str = "") -> str:
    """The id under which the submitted form, with the text of its file, makes one of its tables or
    clubs."""
    return forms.form_id(text, kind, str(place))


def take(imports: Sequence[Arrival], text: str = "", clubs: int = 0, size: int = 0) -> list[Taken]:
    """Takes tables in, or their further entries. So many `clubs` are new, too; `size` is the bytes
    of their texts."""
    ids = [form_of("table", place, text) for place in range(len(imports))]
    new = [each.saved for each, form in zip(imports, ids, strict=True)
           if each.kind == "new" and not browser.store().made(form)]  # fmt: skip
    further = sum(len(each.held.there) for each in imports if each.held and each.kind == "grown")
    size += sum(written(*texts_of(each)) for each in new)
    rows = sum(len(each.rows) for each in new) + further
    signals.send(signals.CREATE, tables=len(new) + clubs, rows=rows, size=size)
    return arrivals().take(imports, ids)


def texts_of(saved: Saved) -> Iterator[Mapping[str, str | None]]:
    """All answers of a table."""
    yield from (saved.row.start["head"], *saved.row.start["hands"])
    yield from (row.answers for row in saved.rows)


def entered(replay: Replay, rows: Sequence[JournalRow]) -> list[tuple[str, JournalRow]]:
    """The entries made elsewhere, in the words of the table: a sentence a hand, with its last row;
    the latest hand first."""
    entries: dict[int, tuple[str, JournalRow]] = {}
    for row in rows:
        words = capital(names.happened(replay, row))
        if row.hand and row.hand <= len(replay.hands):
            summary = replay.hands[row.hand - 1].summary or "under way"
            words = f"{capital(replay.word)} {row.hand}: {summary}"
        entries[row.hand] = words, row
    return [entries[number] for number in sorted(entries, reverse=True)]


def _shown(arrival: Arrival) -> ResponseReturnValue:
    saved, here = arrival.saved, arrival.here
    replay = replayed(saved)
    return shown(
        "tables/came.html", title=replay.title, letters=packed(saved), kind=arrival.kind,
        names=", ".join(replay.record.players), totals=replay.ledger.text, over=replay.over,
        hands=len(replay.hands), begun=saved.row.begun, both=arrival.held, entered=entered(
            replay, arrival.held.there if arrival.held and arrival.kind == "grown" else ()),
        here=browser.tables().get(here.code) if here else None, submission=browser.submission(),
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
        there = read_clubs(parsed(text))
        if not there:
            saved = tables_of(text, browser.who(), 1, EVENING)
            (arrival,) = arrivals().recognised(saved)
            return choice(arrival, do)
        came = tables_of(text, browser.who(), most(), EVENING)
        if do == "club":
            return taken_page(there[:1], came, asked=True)
        here = next((each for each in clubs.known().values() if same_club(each, there[0])), None)
        return shown("clubs/club_came.html", club=there[0], tables=len(came), here=here,
                     letters=letters, submission=browser.submission())  # fmt: skip
    except UNREAD as error:
        return refused(why(error))


UNREAD = (BadRecord, KeyError, Refused, UsedUp, ValueError)
"""The errors of a link or a file that cannot be imported. KeyError for an unknown game."""


def why(error: Exception) -> str:
    """Why it cannot, as a sentence."""
    if isinstance(error, KeyError):
        return f"{str(error.args[0]).capitalize()}."
    if isinstance(error, UsedUp):
        return "That takes too long for a page; “companion import” takes it."
    return f"The link or file cannot be read: {str(error).removesuffix('.')}."


def refused(words: str, text: str = "") -> ResponseReturnValue:
    """The form again, with why nothing was imported; pasted text is kept."""
    kept = text if len(text) < 20_000 else ""
    return shown("tables/import.html", 422, found=(), problem=words, text=kept, own=owned(),
                 submission=browser.submission())  # fmt: skip


def most() -> int:
    """The most tables that one import may have, or 0 for any number."""
    return 0 if current_app.config.get("ALONE") else MAX_TABLES


def taken_page(
    there: Sequence[Club], saved: Sequence[Saved], text: str = "", asked: bool = False
) -> ResponseReturnValue:
    """Takes in clubs and tables. Shows a new club, or one about which this browser was asked;
    otherwise what became of each table."""
    # This very form may have been sent before, and its reply lost with the keys of its tables.
    for place in range(len(saved)):
        if code := browser.store().made(form_of("table", place, text)):
            keep(browser.tables().get(code))
    known = clubs.known(tables=True)
    ids = [form_of("club", place, text) for place in range(len(there))]
    new = [form for club, form in zip(there, ids, strict=True)
           if not (club_here(club, known) or browser.store().made(form))]  # fmt: skip
    taken = take(arrivals().recognised(saved), text, len(new), sum(club.size for club in there))
    for each in taken:
        if each.table and each.arrival.kind == "new":
            keep(each.table)
    codes = {each.arrival.saved.row.code: each.code for each in taken}
    keys = Clubs(browser.store()).take_in(there, codes, known, forms=ids)
    for key in keys:
        clubs.remember(key)
    parted = any(each.arrival.kind == "parted" for each in taken)
    if keys and not parted and (asked or not {*keys} & known.keys()):
        club = url_for("clubs.club_pages.every")
        if len(keys) == 1:
            club = url_for("clubs.club_pages.club", key=keys[0])
        return redirect(club, 303)
    return shown("tables/import.html", found=taken, problem="", text="", own=owned(),
                 clubs=list(zip(keys, there, strict=True)), known=known, packed=packed,
                 same_totals=same_totals, submission=browser.submission())  # fmt: skip


def same_totals(taken: Taken) -> bool | None:
    """True if a table taken in still scores what its file says; None if the file does not say."""
    was = taken.arrival.saved.totals
    if was is None or taken.table is None:
        return None
    return was == {side.code: total for side, total in taken.table.replay.ledger.totals.items()}
