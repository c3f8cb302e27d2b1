"""The home page: games in progress, all games, and the page "More"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Blueprint, current_app, redirect, request, session
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import clock, games
from companion.engine.game import Replay
from companion.games import Cover
from companion.questions import Refused
from companion.store import NotFound
from companion.store.keeping import TableHead
from companion.store.models import normalised
from companion.tables import Snapshot
from companion.tables.names import whose_turn
from companion.web.people import clubs
from companion.web.people.history import listed
from companion.web.platform import browser, pocket
from companion.web.platform.browser import LOOKS, shown
from companion.web.rules.words import in_month, short_day
from companion.words import counted, how_many, with_minus

pages = Blueprint("home", __name__)
SHOWN = 12
"""Most tables of each status on the home page."""
OPEN = 3
"""Tables in play that stand open; the others are folded."""
IDLE = timedelta(days=14)
"""Age after which an idle game is folded away."""
LONG = 1500
"""Records with more answers are not replayed for the home page; an evening has fewer."""


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


def card(head: TableHead, table: Snapshot, mine: bool, now: datetime) -> TableCard | None:
    """The card of a table; None without an answer, and if its game or house rules are not installed
    any more."""
    when, idle = ago(head.row.touched, now), now - head.row.touched > IDLE
    try:
        game = table.game
        if table.weight > LONG:
            totals = [*(table.stored.totals or {}).values()]
            both = [with_minus(total) for total in totals] if len(totals) == 2 else []
            hands = f"hand {len(table.record.hands)}"
            title = game.called(table.record.rules)
            words = Markup(" · ").join((hands, "a long evening", when))
            return TableCard(table.code, title, both, "", "", words, mine, idle)
        replay = table.replay
    except (KeyError, Refused):
        return None
    if not any(hand.asked for hand in replay.hands):
        return None
    hand, totals_of = replay.hand, replay.ledger.totals
    sides = list(totals_of)
    first = replay.ledger.leaders()[0]
    two = len(sides) == 2
    shown = sides if two else [first]
    players = ", ".join(map(str, sides)) if len(sides) < 4 else (
        f"{sides[0]} and {len(sides) - 1} others")  # fmt: skip
    about = "" if two or hand is None or replay.over else hand.name
    return TableCard(
        table.code, replay.title, [with_minus(totals_of[side]) for side in shown],
        "" if two else f"{first} leads", won(replay) if replay.over else whose_turn(replay),
        Markup(" · ").join(filter(None, (about, players, when))), mine, idle,
    )  # fmt: skip


def won(replay: Replay) -> str:
    if replay.outcome is None:
        return "closed"
    winners = " and ".join(map(str, replay.outcome.winners))
    return f"{winners} won" if winners else "a draw"


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


def cards(status: str, found: Sequence[TableHead], now: datetime) -> list[TableCard]:
    """Cards of the tables of one status: those this browser knows first, newest first."""
    known = browser.known()
    heads = [head for head in found if head.status == status]
    heads.sort(key=lambda head: head.code not in known)
    shown = []
    for head in heads[:SHOWN]:
        with suppress(NotFound):
            table = browser.tables().get(head.code, keep=False)
            shown.append(card(head, table, bool(known.get(head.code)), now))
    return [each for each in shown if each]


def tiles(found: Sequence[TableHead]) -> list[Cover]:
    """All games, those this browser played last first, but for what stands last on the shelf."""
    known = browser.known()
    played = list(dict.fromkeys(head.game for head in found if head.code in known))
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
    found = [*listed(demo=True), *listed()]
    now = clock.now()
    known, playing = browser.known(), cards("playing", found, now)
    going = [card for card in playing if card.code in known and not card.idle]
    return shown(
        "platform/home.html",
        going=going[:OPEN], folded=going[OPEN:],
        others=[card for card in playing if card.code not in known and not card.idle],
        idle=[card for card in playing if card.idle],
        finished=cards("finished", found, now),
        abandoned=cards("abandoned", found, now),
        tiles=tiles(found), seats=seats,
        clubs=[(key, club, clubs.played(club)) for key, club in clubs.known().items()],
        newcomer=not known, failed=games.guests().failed,
    )  # fmt: skip


@pages.get("/watch")
def watch() -> ResponseReturnValue:
    """Asks for the code of a table to watch, and redirects there."""
    code = normalised(request.args.get("code", ""))
    return redirect(f"/t/{code}") if code else shown("platform/code.html")


@pages.get("/more")
def more() -> ResponseReturnValue:
    """The page "More": this phone's settings and the lists of all tables."""
    lists = [
        ("Clubs", "/clubs", "people who play together, evening after evening"),
        ("People", "/people", "who has played, and how it went"),
        ("History", "/history", "finished games and those still open"),
        ("House-rule sets", "/sets", "the rules you play by, kept under a name"),
        ("Referee", "/referee", "a case of your own, in any game"),
        ("Words", "/rules/words", "what trump, pass and trick mean"),
        ("Print", "/print", "score sheets, pocket cards, rules"),
        ("Import and export", "/import", "an evening as a file"),
    ]
    if current_app.config.get("ALONE"):
        lists.append(("Saved on this phone", "/saved", "what is kept, and a copy of it"))
    if pocket.offered():
        lists.append(("Without a server", "/pocket/", "the whole Companion on this phone alone"))
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
