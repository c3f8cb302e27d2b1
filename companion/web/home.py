"""The first page: games in progress, finished ones, and the shelf."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, current_app, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import games
from companion.game import Game
from companion.questions import Refused
from companion.store import NotFound, Stored
from companion.store.store import plain
from companion.web import keys
from companion.web.pages import shown

pages = Blueprint("home", __name__)
SHOWN = 12
"""Tables of each kind on the first page."""


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

    game: Game
    players: str
    classes: str


def card(stored: Stored, mine: bool) -> Card | None:
    """What the first page says of a table; None for one whose game or rules are gone."""
    try:
        game = games.find(stored.game)
        replay = game.replay(stored.record)
    except (KeyError, Refused):
        return None
    totals = sorted(replay.ledger.totals.values(), reverse=True)
    points = (
        "–".join(map(str, replay.ledger.totals.values())) if len(totals) < 4 else str(totals[0])
    )
    points = points.replace("-", "−")
    hand = replay.hand
    if replay.outcome:
        words = " and ".join(map(str, replay.outcome.winners)) or "nobody"
        return Card(stored.code, game.title, points, f"{words} won", mine)
    title = f"{game.title}, {hand.title or f'hand {hand.number}'}" if hand else game.title
    leaders = replay.ledger.leaders()
    asked = replay.pending.title if replay.pending else "closed"
    lead = f"{leaders[0]} lead{'s' * (len(leaders[0].seats) == 1)}" if len(leaders) == 1 else ""
    return Card(stored.code, title, points, " · ".join(filter(None, (asked, lead))), mine)


def mine(status: str, codes: Iterable[str]) -> list[Stored]:
    """The tables of one status among these, newest first."""
    found = []
    for code in codes:
        with suppress(NotFound):
            found.append(keys.store().table(code))
    found.sort(key=lambda each: each.touched, reverse=True)
    return [each for each in found if each.status == status]


def cards(status: str) -> list[Card]:
    """Tables of one status: first those this browser knows, or only those if none is listed."""
    known = keys.known()
    stored = keys.store().tables(status, limit=60) if current_app.config["LISTED"] else (
        mine(status, known))  # fmt: skip
    stored.sort(key=lambda each: each.code not in known)
    found = [card(each, each.code in known) for each in stored[:SHOWN]]
    return [each for each in found if each]


def shelf() -> Sequence[OnShelf]:
    """Every game, with whom it is for."""
    found = []
    for game in games.shelf().values():
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
    return shown(
        "home.html",
        playing=cards("playing"),
        finished=cards("finished"),
        abandoned=cards("abandoned"),
        shelf=shelf(),
        players=players if 2 <= players <= 7 else 0,
    )


@pages.get("/watch")
def watch() -> ResponseReturnValue:
    """Finds a table by its code."""
    code = plain(request.args.get("code", ""))
    return redirect(f"/t/{code}" if code else "/")


@pages.post("/look")
def looks() -> ResponseReturnValue:
    """Two colours or four for the suits, in this browser."""
    session.permanent = True
    session["suits"] = "four" if request.form.get("suits") == "four" else "two"
    back = request.form.get("back", "/")
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    return redirect(back if inside else "/", 303)
