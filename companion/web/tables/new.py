"""A new table: seats, first dealer, house rules."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from companion.engine.game import Game, Replay
from companion.engine.record import MAX_NAME
from companion.questions import Refused
from companion.store import NotFound
from companion.store.models import normalised
from companion.tables import Snapshot
from companion.web.clubs import clubs
from companion.web.platform import browser, forms
from companion.web.platform.browser import KNOWN, asked_number, game_of, line, sent_to, shown
from companion.web.rules import sets
from companion.web.rules.sets import FRONT
from companion.web.tables.before import (
    LOOKED,
    named_players,
    running,
    seated_before,
    seats_of,
    tables_before,
    unlike_last_time,
)
from companion.web.tables.chairs import fit, resize, suit
from companion.web.tables.sentence import KINDS, rows_in, rows_of
from companion.web.tables.setup import LOTS, PRINTED, Setup, check, check_rules, shift

pages = Blueprint("new", __name__)

TITLES = 6
"""The number of titles offered."""


def fresh(game: Game, wanted: int = 0) -> Setup:
    """A new form: four players or the nearest legal number, with known names."""
    last = last_time(game, wanted)
    if last:
        return last
    count = wanted if wanted in game.players else 4 if 4 in game.players else min(game.players)
    names = browser.names()
    seated = names[:count] if len(names) >= count else [""] * count
    setup = Setup(game, seated, entry=game.opens)
    if table := seated_before(seated):
        setup.names, setup.said = seats_of(table, game), f"Seats as in {table.replay.title}"
    return setup


def last_time(game: Game, wanted: int, title: str = "") -> Setup | None:
    """Players and house rules of this browser's last table of the game; the next player deals.

    None if there is no such table, or another number of players is wanted. `title` asks for one
    that was called so.
    """
    for table in tables_before(game, KNOWN if title else LOOKED):
        if unlike_last_time(table, wanted):
            continue
        if title and game.called(table.record.rules).casefold() != title.casefold():
            continue
        return like(game, table)
    return None


def like(game: Game, table: Snapshot) -> Setup | None:
    """Players and house rules of a table; the next player deals. None if it cannot be replayed."""
    try:
        replay = game.replay(table.record)
        chosen = game.rules.changed(game.rules.chosen(table.record.rules))
    except Refused:
        return None
    hand = replay.hand
    dealer = hand.dealer.left if hand and replay.over else replay.table.first_dealer
    teams = {k[5:]: v for k, v in table.record.head.items() if k.startswith("team ")}
    return Setup(
        game, named_players(table), dealer.number, rules=chosen, teams=teams, again=True,
        entry=way_of(replay),
    )  # fmt: skip


def asked_like(game: Game) -> Setup | None:
    """The form like the table in the query string, if this browser knows it and it can be
    repeated."""
    code = normalised(request.args.get("like", ""))
    if code not in browser.known():
        return None
    try:
        table = browser.tables().get(code, keep=False)
    except NotFound:
        return None
    fits = table.record.game == game.key and not unlike_last_time(table, 0)
    return like(game, table) if fits else None


def titles(game: Game) -> list[str]:
    """The names of this browser's tables of a game that the table names, newest first."""
    if not game.named:
        return []
    names = [game.called(table.record.rules) for table in tables_before(game, KNOWN)
             if not unlike_last_time(table, 0)]  # fmt: skip
    return [title for title in dict.fromkeys(names) if title != game.title][:TITLES]


def ways_of_friends(game: Game) -> dict[str, str]:
    """Last way of entry of each group of players: names in alphabetical order, one line each."""
    ways: dict[str, str] = {}
    for table in tables_before(game, LOOKED):
        if unlike_last_time(table, 0):
            continue
        people = "\n".join(sorted(filter(None, named_players(table))))
        with suppress(Refused):
            ways.setdefault(people, way_of(game.replay(table.record)) or "guided")
    return ways


def way_of(replay: Replay) -> str:
    """The way of entry of a table's last hand."""
    modes = [hand.mode for hand in replay.hands if hand.asked and hand.mode]
    return modes[-1] if modes else replay.record.head.get("entry", "")


def read(game: Game) -> Setup:
    form = request.form
    names: list[str] = []
    while (name := form.get(f"name.{len(names) + 1}")) is not None and len(names) < 15:
        names.append(" ".join(name.split()))
    setup = Setup(game, names or fresh(game).names)
    dealer = asked_number("dealer")
    setup.dealer = dealer if 0 < dealer <= setup.count else 1
    setup.entry, club = form.get("entry", ""), form.get("club", "")
    setup.club = club if club and clubs.looked_up(club) else ""
    setup.preset = form.get("preset_shown", PRINTED)
    before = setup.preset_rules
    typed = {
        key: form[f"rule.{key}"].strip() or (option.default if option.letters else "")
        for key, option in game.rules.options.items()
        if f"rule.{key}" in form
    }
    lines = {key: rows_in(form, key) for key, option in game.rules.options.items() if option.rows}
    typed |= {key: text for key, text in lines.items() if text is not None}
    setup.preset = form.get("preset", PRINTED)
    if setup.preset != form.get("preset_shown", PRINTED):
        # Another bundle was chosen: its values apply, except options set by hand.
        typed = {key: text for key, text in typed.items() if text != before[key]}
    setup.rules = typed
    setup.teams = {code: line(f"team.{code}", MAX_NAME) for code in setup.sides}
    return setup


def arrange(setup: Setup, do: str) -> None:
    """Draws seats or the first dealer by lot, or moves players between seats."""
    if do == "draw-dealer":
        setup.dealer = LOTS.randint(1, setup.count)
        setup.said = f"{setup.players[setup.dealer - 1]} deals first, by lot"
    elif do == "clear":
        fresh = Setup(setup.game, [""] * setup.count)
        setup.names, setup.rules, setup.preset = fresh.names, fresh.rules, fresh.preset
        setup.teams, setup.said = {}, "All chairs empty, the standard rules"
    else:
        setup.said = shift(setup.names, do)


def called(setup: Setup, title: str) -> None:
    """Takes the house rules of the last table of that name, or of the preset; else the standard
    ones."""
    namesake = last_time(setup.game, 0, title)
    preset = next((each for each in setup.bundles if each.name == title), None)
    setup.preset = preset.key if preset and not namesake else PRINTED
    setup.rules = namesake.rules if namesake else {} if preset else {setup.game.named: title}


def renamed(setup: Setup) -> None:
    """Takes the house rules of the last table of that name, or of the preset, else the standard
    ones; the choices on the page stay."""
    title = setup.game.called(setup.rules)
    preset = next((p for p in setup.bundles if p.name.casefold() == title.casefold()), None)
    if preset and not last_time(setup.game, 0, title):
        called(setup, preset.name)
        return
    before, namesake = last_time(setup.game, 0), last_time(setup.game, 0, title)
    standard = setup.game.rules.defaults
    filled = standard | (before.rules if before else {})
    own = {k: v for k, v in setup.rules.items() if v not in (filled[k], standard[k])}
    if namesake:
        own.pop(setup.game.named, None)  # written as it was then
    setup.rules = (namesake.rules if namesake else {}) | own


def keep_rules(setup: Setup, name: str) -> None:
    """Stores the page's house rules as a set, and selects it."""
    check_rules(setup)
    if setup.problems:
        return
    try:
        rules = {**setup.preset_rules, **setup.rules}
        kept = sets.keep(setup.game, name, rules, forms.form_id())
    except Refused as refusal:
        setup.problems["set"] = refusal.message
        return
    del setup.bundles
    setup.preset, setup.rules = FRONT + kept.id, {}
    setup.said = f"Saved as “{kept.name}”: for new tables and for paper"


def page(setup: Setup, status: int = 200) -> ResponseReturnValue:
    """The page of a new table."""
    setup = replace(setup)  # seats again, with the changes of the button
    ways = ways_of_friends(setup.game)
    return shown("tables/new.html", status, setup=setup, game=setup.game,
                 many="many" in request.values,
                 names=clubs.names_of(setup.club) or browser.names(),
                 ways={people: way for people, way in ways.items() if way in setup.modes},
                 submission=browser.submission(), max_name=MAX_NAME,
                 latest=next(reversed(browser.known()), ""), titles=titles(setup.game),
                 running=running(setup.game),
                 kinds=KINDS,
                 rows_of=partial(rows_of, more=request.form.get("do") == "line"))  # fmt: skip


@pages.get("/new/<key>")
def new(key: str) -> ResponseReturnValue:
    """The form of a new table, with the house rules of the query string: ?target=62."""
    game = game_of(key)
    setup = asked_like(game) or fresh(game, asked_number("players"))
    if club := request.args.get("club", ""):
        seated, dealer, rules = clubs.seated(club, game, request.args.get("title", ""))
        setup = Setup(game, seated, dealer, rules=rules, entry=game.opens, club=club)
    setup.preset = request.args.get("preset", PRINTED)
    names = {key.removeprefix("rule."): text.strip() for key, text in request.args.items()}
    given = {key: text for key, text in names.items() if key in game.rules.options}
    titled = [*given] == [game.named] and "preset" not in request.args and not setup.club
    if titled and (namesake := last_time(game, 0, given[game.named])):
        setup, given = namesake, {**given, **namesake.rules}
    if given or "preset" in request.args:
        setup.rules, setup.again = {**(setup.rules if setup.club else {}), **given}, False
        check_rules(setup)
    if setup.chosen is None:
        setup.preset = PRINTED
    fit(setup, setup.count)
    return page(setup)


@pages.post("/new/<key>")
def begin(key: str) -> ResponseReturnValue:
    """Changes seats or rules, or creates the table."""
    setup = read(game_of(key))
    do = request.form.get("do", "begin")
    if do in ("add", "remove"):
        resize(setup, do)
        return page(setup)
    if do == "named":
        renamed(setup)
    if do.startswith("as "):
        called(setup, do[3:])
    chose = setup.preset != request.form.get("preset_shown", PRINTED)
    if chose or do == "named" or do.startswith("as "):
        suit(setup)
    if do in ("preset", "named", "look", "line") or do.startswith("as "):
        return page(setup)
    if do == "keep":
        keep_rules(setup, request.form.get("set", ""))
        return page(setup, 422 if setup.problems else 200)
    if do != "begin":
        arrange(setup, do)
        return page(setup)
    check(setup)
    if setup.problems:
        return page(setup, 422)
    browser.remember_names([name for name in setup.names if name])
    try:
        begun = forms.again() or forms.begin(setup.record(), setup.game.edition)
    except TooManyRequests as many:
        setup.problems["often"] = str(many.description)
        return page(setup, 429)
    if setup.club:
        clubs.began(setup.club, begun)
    if "many" in request.form:
        return sent_to(url_for("tables.many.many", code=begun.code))
    return sent_to(browser.table_url(begun.code))
