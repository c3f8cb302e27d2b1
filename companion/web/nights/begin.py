"""The form of a new night of tables."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.clubs.club import Club, ClubGame
from companion.engine.game import UNNAMED, Game
from companion.engine.record import Record, clean
from companion.nights.night import SIDES, Night
from companion.nights.rotation import ROUNDS, SEATS
from companion.questions import Refused
from companion.store.nights import Nights
from companion.web.clubs.club_changes import whole
from companion.web.clubs.clubs import ClubPage, page_of
from companion.web.people.history import title_of
from companion.web.platform import browser, forms, signals
from companion.web.platform.browser import sent_to, shown

pages = Blueprint("begin", __name__)
SHAPES = {"partners": "Partners, new each round", "three": "Three at a table"}
USUAL_ROUNDS, USUAL_HANDS = 6, 8


@pages.get("/club/<key>/night")
def new(key: str) -> ResponseReturnValue:
    """The form of a new night of a club."""
    return form(page_of(key))


def form(page: ClubPage, problem: str = "", status: int = 200) -> ResponseReturnValue:
    own = [(each.key, title_of(each.key)) for each in page.club.games]
    others = [(key, game.title) for key, game in games.all_games().items() if key not in dict(own)]
    choices = [(key, title) for key, title in (*own, *others) if shapes(*game_of(page.club, key))]
    sent = request.form if problem else None
    here = sent.getlist("here") if sent else page.club.here
    return shown(
        "nights/new.html", status, page=page, club=page.club, problem=problem, form=sent or {},
        here=here, games=choices, shapes=SHAPES, rounds=ROUNDS, usual=(USUAL_ROUNDS, USUAL_HANDS),
        submission=browser.submission(),
    )  # fmt: skip


def game_of(club: Club, key: str) -> tuple[Game | None, Mapping[str, str]]:
    """The game that a club has under this key, with its house rules; or any other game."""
    own = next((each for each in club.games if each.key == key), ClubGame(key))
    with suppress(KeyError):
        return games.find(own.game), own.rules
    return None, {}


def shapes(game: Game | None, rules: Mapping[str, str]) -> dict[str, bool]:
    """The kinds of table that a game has under these house rules; True if the lowest total is
    best."""
    known: dict[str, bool] = {}
    for shape, seats in SEATS.items() if game else ():
        with suppress(Refused):
            assert game
            replay = game.replay(Record.begin(game.key, UNNAMED[: len(seats)], rules=rules))
            if len(replay.table.seating.sides) == len(SIDES[shape]):
                known[shape] = replay.ledger.lowest
    return known


@pages.post("/club/<key>/night")
def begin(key: str) -> ResponseReturnValue:
    """Draws the numbers, and stores the night."""
    page = page_of(key)
    try:
        night = drawn(page.club, page.today)
        made_by = forms.form_id()
        if not browser.store().made(made_by):
            signals.send(signals.CREATE, size=night.size)
        own = Nights(browser.store()).found(key, night, made_by)
    except Refused as refusal:
        return form(page, refusal.message, 422)
    return sent_to(url_for("nights.nights.night", key=own))


def drawn(club: Club, day: str) -> Night:
    """The night of the form, with numbers drawn by lot."""
    sent, typed = request.form, request.form.get("names", "")[:4000]
    here = {*sent.getlist("here")}
    names = [*(name for name in club.people if name in here),
             *filter(None, map(clean, typed.split(",")))]  # fmt: skip
    game, rules = game_of(club, sent.get("game", "")[:300])
    shape = sent.get("shape", "partners")
    known = shapes(game, rules)
    if game is None or shape not in known:
        title = game.called(rules) if game else "This game"
        raise Refused(f"{title} has no such tables: choose a different game or kind of table.")
    secrets.SystemRandom().shuffle(names)
    size = len(SEATS[shape])
    if sent.get("fill") and len(names) % size == size - 1:
        names.append("")
    return Night(
        day, game.key, tuple(names), rules, shape, whole(sent.get("rounds", ""), 99, "rounds"),
        whole(sent.get("hands", ""), 999, "hands"), known[shape],
    )  # fmt: skip
