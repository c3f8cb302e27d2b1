"""The home page: games in progress, all games, and the page "More"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Blueprint, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import clock, games
from companion.games import Cover
from companion.store.listing import Listed, Scope
from companion.store.models import normalised
from companion.store.statistics import Statistics
from companion.web.people import clubs
from companion.web.people.history import left, listed_for_all, listing
from companion.web.platform import browser, pocket
from companion.web.platform.browser import LOOKS, shown
from companion.web.rules.words import in_month, short_day
from companion.words import counted, how_many, with_minus

pages = Blueprint("home", __name__)
LISTS = (
    ("Clubs", "people.club_pages.every", "people who play together, evening after evening"),
    ("People", "people.people.everybody", "who has played, and how it went"),
    ("History", "people.history.history", "finished games and those still open"),
    ("House-rule sets", "rules.sets.every", "the rules you play by, kept under a name"),
    ("Referee", "rules.referee.every", "a case of your own, in any game"),
    ("Words", "rules.rulebook.words", "what trump, pass and trick mean"),
    ("Print", "paper.prints.print_which", "score sheets, pocket cards, rules"),
    ("Import and export", "tables.exports.bring", "an evening as a file"),
)
"""(title, endpoint, content) of the pages about all tables."""
SHOWN = 12
"""Most tables of each status on the home page."""
OPEN = 3
"""Tables in play that stand open; the others are folded."""
IDLE = timedelta(days=14)
"""Age after which an idle game is folded away."""


@dataclass(frozen=True)
class TableCard:
    """A table on the first page."""

    code: str
    title: str
    totals: Sequence[str]
    """Both totals of two sides; else the highest."""
    leads: str
    """Whose the highest total is; "" for two sides."""
    turn: str
    """Whose turn it is, or who won."""
    words: str
    """Hand, players and when it was played last."""
    mine: bool
    idle: bool


def card(table: Listed, mine: bool, now: datetime) -> TableCard | None:
    """The card of a table; None without an answer, and if its game or house rules are not installed
    any more."""
    if not (kept := table.card):
        return None
    words = Markup(" · ").join((*kept.words, ago(table.touched, now)))
    return TableCard(
        table.code, kept.title, [with_minus(total) for total in kept.totals], kept.leads,
        kept.turn, words, mine, now - table.touched > IDLE,
    )  # fmt: skip


def ago(moment: datetime, now: datetime) -> str:
    """How long ago; after a week the day, after most of a year the month."""
    passed = now - moment
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{counted(minutes // 60, 'hour')} ago"
    if passed.days < 7:
        return f"{counted(passed.days, 'day')} ago"
    return short_day(moment) if passed.days < 300 else in_month(moment)


def cards(status: str, own: Sequence[Listed], now: datetime) -> list[TableCard]:
    """Cards of the tables of one status: those this browser knows first, newest first."""
    known = browser.known()
    found = [table for table in own if table.status == status]
    if listed_for_all() and len(found) < SHOWN:
        every = listing().listed(Scope(status=status), SHOWN + len(found))
        found += [table for table in every if table.code not in known]
    shown = [card(table, bool(known.get(table.code)), now) for table in found[:SHOWN]]
    return [each for each in shown if each]


def tiles(own: Sequence[Listed]) -> list[Cover]:
    """All games, those this browser played last first, but for what stands last on the shelf."""
    played = list(dict.fromkeys(table.game for table in own))
    every = games.covers()
    keys = [*(key for key in played if key in every), *(k for k in every if k not in played)]
    keys.sort(key=lambda key: every[key].last)
    return [every[key] for key in keys]


def seats(game: Cover) -> str:
    """ "2 to 7 players"."""
    return how_many(game.players)


@pages.get("/")
def home() -> ResponseReturnValue:
    """The home page: games in progress, then all games."""
    left()
    now, known = clock.now(), browser.known()
    own = [table for demo in (True, False)
           for table in listing().listed(Scope(codes=[*known], demo=demo))]  # fmt: skip
    count = Statistics(browser.store()).evening_count
    playing = cards("playing", own, now)
    going = [card for card in playing if card.code in known and not card.idle]
    return shown(
        "platform/home.html",
        going=going[:OPEN], folded=going[OPEN:],
        others=[card for card in playing if card.code not in known and not card.idle],
        idle=[card for card in playing if card.idle],
        finished=cards("finished", own, now),
        abandoned=cards("abandoned", own, now),
        tiles=tiles(own), seats=seats,
        clubs=[(key, club, count(key)) for key, club in clubs.known().items()],
        newcomer=not known, failed=games.guests().failed,
    )  # fmt: skip


@pages.get("/watch")
def watch() -> ResponseReturnValue:
    """Asks for the code of a table to watch, and redirects there."""
    code = normalised(request.args.get("code", ""))
    if not code:
        return shown("platform/code.html")
    return redirect(url_for("tables.play.table", code=code))


@pages.get("/more")
def more() -> ResponseReturnValue:
    """The page "More": this phone's settings and the lists of all tables."""
    lists = [(title, url_for(endpoint), content) for title, endpoint, content in LISTS]
    if current_app.config.get("ALONE"):
        lists.append(("Saved on this phone", "/saved", "what is kept, and a copy of it"))
    if pocket.offered():
        url = url_for("platform.pocket.file")
        lists.append(("Without a server", url, "the whole Companion on this phone alone"))
    return shown(
        "platform/more.html", back=inside(request.args.get("back", "/")), lists=lists,
        shelf=games.covers().values(), submission=browser.submission(),
        failed=games.guests().failed,
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
