"""The home page: games in progress, all games, and the page "More"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from flask import Blueprint, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Gone, NotFound

from companion import __version__, clock, games
from companion.store.listing import Listed, Scope
from companion.store.models import normalised
from companion.store.statistics import Statistics
from companion.web.clubs import clubs
from companion.web.people.history import left, listed_for_all, listing
from companion.web.platform import browser, pocket
from companion.web.platform.assets import asset_url
from companion.web.platform.browser import LOOKS, shown
from companion.web.platform.cards import (
    MANY,
    SHOWN,
    TableCard,
    again,
    card,
    players_of,
    seats,
    tiles,
    tonight,
)

pages = Blueprint("home", __name__)
LISTS = (
    ("Clubs", "clubs.club_pages.every", "people who play together, evening after evening"),
    ("People", "people.people.everybody", "who has played, and how it went"),
    ("History", "people.history.history", "finished games and those still open"),
    ("House-rule sets", "rules.sets.every", "the rules you play by, kept under a name"),
    ("Referee", "rules.referee.every", "a case of your own, in any game"),
    ("Words", "rules.rulebook.words", "what trump, pass and trick mean"),
    ("Print", "paper.prints.print_which", "score sheets, pocket cards, rules"),
    ("Import and export", "tables.exports.bring", "an evening as a file"),
    ("About", "platform.home.about", "who sees a score, how to delete it, licences"),
)
"""(title, endpoint, content) of the pages about all tables."""
SMALL = 2
"""Tables in play beside the latest that stand open; the others are folded."""


def cards(status: str, own: Sequence[Listed], now: datetime) -> list[TableCard]:
    """Cards of the tables of one status: those this browser knows first, newest first."""
    known = browser.known()
    tables = [table for table in own if table.status == status]
    if listed_for_all() and len(tables) < SHOWN:
        every = listing().listed(Scope(status=status), SHOWN + len(tables))
        tables += [table for table in every if table.code not in known]
    cards = [card(table, bool(known.get(table.code)), now) for table in tables[:SHOWN]]
    return [each for each in cards if each]


@pages.get("/")
def home() -> ResponseReturnValue:
    """The home page: the game in progress, the last people, then all games."""
    left()
    now, known = clock.now(), browser.known()
    real = listing().listed(Scope(codes=[*known]))
    demos = listing().listed(Scope(codes=[*known], demo=True))
    begun = listing().listed(Scope(codes=[*known], status="playing", unplayed=True), SHOWN)
    own = [*demos, *real]
    count = Statistics(browser.store()).evening_count
    every = clubs.known()
    club = next(tonight(every, now), None)
    here = {each.code for each in club.tables} if club else set()
    playing = cards("playing", [*demos, *begun], now)
    going = [each for each in playing if each.code in known and not each.idle]
    going = [each for each in going if each.code not in here]
    live, going = (None, going) if club else (next(iter(going), None), going[1:])
    seen_here = [*here, *(each.code for each in (live, *going[:SMALL]) if each)]
    return shown(
        "platform/home.html",
        club=club, live=live, small=going[:SMALL], folded=going[SMALL:],
        again=again(real, seen_here),
        others=[each for each in playing if each.code not in known and not each.idle
                and each.code not in here],
        idle=[each for each in playing if each.idle],
        finished=cards("finished", own, now),
        abandoned=cards("abandoned", own, now),
        tiles=tiles(own), seats=seats, counts=range(2, MANY + 1) if known or every else (),
        preset=players_of(real, club),
        clubs=[(key, each, count(key)) for key, each in every.items()
               if not club or key != club.page.key],
        newcomer=not known, failed=games.guests().failed,
    )  # fmt: skip


@pages.get("/watch")
def watch() -> ResponseReturnValue:
    """Asks for the code of a table to watch, and redirects there."""
    code = normalised(request.args.get("code", ""))
    if not code:
        return shown("platform/code.html")
    try:
        browser.table(code)
    except (NotFound, Gone) as missing:
        typed = request.args["code"].strip()[:12]
        words = missing.description if missing.code == 410 else f"There is no table {typed}."
        return shown("platform/code.html", missing.code, code=typed, problem=words)
    return redirect(url_for("tables.play.table", code=code))


@pages.get("/more")
def more() -> ResponseReturnValue:
    """The page "More": this phone's settings and the lists of all tables."""
    lists = [(title, url_for(endpoint), content) for title, endpoint, content in LISTS]
    if current_app.config.get("ALONE"):
        lists.append(("Saved on this phone", "/saved", "its data, and a copy to download"))
    if pocket.offered():
        url = url_for("platform.pocket.file")
        lists.append(("Without a server", url, "the whole Companion on this phone alone"))
    return shown(
        "platform/more.html", back=inside(request.args.get("back", "/")), lists=lists,
        all_games=games.covers().values(), submission=browser.submission(),
        failed=games.guests().failed,
    )  # fmt: skip


@pages.get("/about")
def about() -> ResponseReturnValue:
    """What the Companion is, who sees a score, how to delete it, and its licences."""
    files = {"htmx": "vendor/htmx.LICENSE.txt", "faces": "fonts/OFL.txt"}
    return shown(
        "platform/about.html", at="phone" if current_app.config.get("ALONE") else "server",
        listed=listed_for_all(), version=__version__,
        licences={name: asset_url(file) for name, file in files.items()},
    )  # fmt: skip


@pages.post("/look")
def looks() -> ResponseReturnValue:
    """Saves the display settings that the form has."""
    session.permanent = True
    session.update((name, request.form[name]) for name, each in LOOKS.items()
                   if request.form.get(name) in each)  # fmt: skip
    return redirect(inside(request.form.get("back", "/")), 303)


def inside(back: str) -> str:
    """The path if it is within this site, else the home page."""
    # Browsers drop tabs and newlines, and read "\\" as "/": "/⇥/x" would lead to another site.
    return back if re.fullmatch(r"/(?![/\\])[^\x00-\x20\\]*", back) else "/"
