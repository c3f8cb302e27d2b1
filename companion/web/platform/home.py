"""The first page: games in progress, finished ones, and the shelf."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import games
from companion.games import Cover
from companion.questions import Refused
from companion.store import NotFound
from companion.store.keeping import Head
from companion.store.stored import normalised
from companion.tables import Snapshot
from companion.web.people.visible import visible
from companion.web.platform import browser
from companion.web.platform.pages import shown
from companion.words import with_minus

pages = Blueprint("home", __name__)
SHOWN = 12
"""Tables of each kind on the first page."""
LONG = 1500
"""Answers of a record above which the first page does not replay it: more than an evening has."""


@dataclass(frozen=True)
class Card:
    """A table on the first page."""

    code: str
    title: str
    points: str
    words: str
    mine: bool


@dataclass(frozen=True)
class OnShelf:
    """A game on the shelf."""

    game: Cover
    players: str
    classes: str


def card(table: Snapshot, mine: bool) -> Card | None:
    """What the first page says of a table; None for one whose game or rules are gone."""
    try:
        game = table.game
        if table.weight > LONG:
            return short(table, mine)
        replay = table.replay
    except (KeyError, Refused):
        return None
    totals = sorted(replay.ledger.totals.values(), reverse=True)
    points = (
        "–".join(map(str, replay.ledger.totals.values())) if len(totals) < 4 else str(totals[0])
    )
    points = with_minus(points)
    hand = replay.hand
    if replay.outcome:
        words = " and ".join(map(str, replay.outcome.winners)) or "nobody"
        return Card(table.code, game.title, points, f"{words} won", mine)
    title = f"{game.title}, {hand.title or f'hand {hand.number}'}" if hand else game.title
    leaders = replay.ledger.leaders()
    asked = replay.pending.title if replay.pending else "closed"
    lead = f"{leaders[0]} lead{'s' * (len(leaders[0].seats) == 1)}" if len(leaders) == 1 else ""
    return Card(table.code, title, points, " · ".join(filter(None, (asked, lead))), mine)


def short(table: Snapshot, mine: bool) -> Card:
    """What is stored of a table, with nothing replayed: so that no table holds up everybody."""
    stored = table.stored
    hands = stored.marks.hands if stored.marks else {}
    totals = stored.totals or (hands[max(hands)] if hands else {})
    points = with_minus("–".join(map(str, totals.values())) if len(totals) < 4 else "")
    title = f"{table.game.title}, hand {len(table.record.hands)}"
    return Card(table.code, title, points, "a long evening", mine)


def cards(status: str, found: Sequence[Head]) -> list[Card]:
    """Tables of one status: first those this browser knows."""
    known = browser.known()
    heads = [head for head in found if head.status == status]
    heads.sort(key=lambda head: head.code not in known)
    shown = []
    for head in heads[:SHOWN]:
        with suppress(NotFound):
            shown.append(card(browser.tables().get(head.code, keep=False), head.code in known))
    return [each for each in shown if each]


def shelf() -> Sequence[OnShelf]:
    """Every game, with whom it is for."""
    found = []
    for game in games.covers().values():
        few, many = min(game.players), max(game.players)
        players = str(few) if few == many else f"{few}–{many}"
        classes = " ".join(f"p{n}" for n in range(2, 8) if n in game.players
                           or (n == 7 and many > 7))  # fmt: skip
        found.append(OnShelf(game, players, classes))
    return found


@pages.get("/")
def home() -> ResponseReturnValue:
    """The first page."""
    try:
        players = int(request.args.get("players", ""))
    except ValueError:
        players = 0
    found = [*visible(demo=True), *visible()]
    return shown(
        "platform/home.html",
        playing=cards("playing", found),
        finished=cards("finished", found),
        abandoned=cards("abandoned", found),
        shelf=shelf(),
        newcomer=not browser.known(),
        submission=browser.submission(),
        players=players if 2 <= players <= 7 else 0,
    )


@pages.get("/watch")
def watch() -> ResponseReturnValue:
    """Finds a table by its code."""
    code = normalised(request.args.get("code", ""))
    return redirect(f"/t/{code}" if code else "/")


@pages.get("/more")
def more() -> ResponseReturnValue:
    """What is not a game: this phone's settings, and the lists of all tables."""
    lists = [
        ("People", "/people", "who has played, and how it went"),
        ("History", "/history", "finished games and those still open"),
        ("House-rule sets", "/sets", "the rules you play by, kept under a name"),
        ("Referee", "/referee", "a case of your own, in any game"),
        ("Words", "/rules/words", "what trump, pass and trick mean"),
        ("Print", f"/print/{next(iter(games.covers()))}", "score sheets, pocket cards, rules"),
        ("Import and export", "/import", "an evening as a file"),
    ]
    return shown(
        "platform/more.html", back=inside(request.args.get("back", "/")), lists=lists,
        shelf=games.covers().values(), submission=browser.submission(),
    )  # fmt: skip


@pages.post("/look")
def looks() -> ResponseReturnValue:
    """Two colours or four for the suits, in this browser."""
    session.permanent = True
    session["suits"] = "four" if request.form.get("suits") == "four" else "two"
    return redirect(inside(request.form.get("back", "/")), 303)


def inside(back: str) -> str:
    """The address if it is one of ours, else the first page."""
    # Browsers drop tabs and line ends, and take "\\" for "/": "/⇥/x" would be another site.
    return back if re.fullmatch(r"/(?![/\\])[^\x00-\x20\\]*", back) else "/"
