"""Bundles of house rules to choose from, of the rule sheet and stored ones; these are listed here,
shared as a link and deleted, and created on the page of a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.engine.game import Game
from companion.questions import Refused
from companion.rules.differences import differences
from companion.store.clubs import RuleSetRow, RuleSets
from companion.tables.decisions import checked_name
from companion.web.platform import browser
from companion.web.platform.browser import entries, keep_entries, shown

FRONT = "set:"


@dataclass(frozen=True)
class Bundle:
    """A named bundle of house rules; `key` is its value in forms."""

    key: str
    name: str
    rules: Mapping[str, str]
    kept: bool = False
    """True for a stored set, False for a preset of the rule sheet."""


def bundles(game: Game) -> list[Bundle]:
    """All bundles of a game that change something: presets, then stored sets."""
    bundles = [Bundle(p.name, p.name, p.rules) for p in game.rules.presets]
    for kept in RuleSets(browser.store()).all(game.key):
        # House rules that the game no longer has are left out.
        rules = {each.option.key: each.value.key for each in differences(game.rules, kept.rules)}
        bundles.append(Bundle(FRONT + kept.id, kept.name, rules, kept=True))
    return [each for each in bundles if game.rules.changed(each.rules)]


def named(game: Game, chosen: Bundle, rules: Mapping[str, str]) -> str:
    """A bundle's name in records: "Legion, min 7", or "Legion, min 7, with changes"."""
    same = game.rules.changed(chosen.rules) == game.rules.changed(rules)
    return chosen.name if same else f"{chosen.name}, with changes"


pages = Blueprint("sets", __name__)
MINE = 12
"""Most sets a browser may replace or delete later: a cookie has 4 KB."""


def mine() -> dict[str, str]:
    """Ids of the sets created in this browser, newest last."""
    return entries("sets")


def found(code: str) -> RuleSetRow:
    """The set with this id; 404 if there is none."""
    return RuleSets(browser.store()).get(code[:40])


def link(game: str, rules: Mapping[str, str], *, whole: bool = False) -> str:
    """URL of a new table with these house rules, to share a set."""
    return f"{url_for('tables.new.new', key=game, _external=whole)}?{urlencode(rules)}"


def keep(game: Game, name: str, rules: Mapping[str, str], form: str = "") -> RuleSetRow:
    """Stores house rules under a name, replacing this browser's set of that name, or the one that
    the form has made.

    Raises Refused if the name or a value is invalid, or nothing differs from the standard rules.
    """
    name, sets = checked_name(name), RuleSets(browser.store())
    if not (changed := game.rules.changed(game.rules.chosen(rules))):
        raise Refused("These are the standard rules. Change one, then save them.", key="set")
    known = mine()
    same = [each.id for each in sets.all(game.key) if each.name == name and each.id in known]
    kept = sets.keep(game.key, name, changed, next(iter(same), ""), form)
    keep_entries("sets", {**known, kept.id: "made here"}, MINE)
    return kept


@pages.get("/sets")
def every() -> ResponseReturnValue:
    """All sets by game, with their changes and their links."""
    all_games = games.all_games()
    kept = [each for each in RuleSets(browser.store()).all() if each.game in all_games]
    groups = [(game, [k for k in kept if k.game == game.key]) for game in all_games.values()]
    return shown(
        "rules/sets.html", groups=[(game, sets) for game, sets in groups if sets],
        all_games=all_games, differences=differences, link=link, mine=mine(),
    )  # fmt: skip


@pages.post("/sets/<code>/forget")
def forget(code: str) -> ResponseReturnValue:
    """Deletes a set for good. Tables begun with it keep their rules."""
    kept = found(code)
    if kept.id not in mine():
        abort(403, "Only the phone that saved this set can delete it.")
    RuleSets(browser.store()).forget(kept.id)
    return redirect(url_for("rules.sets.every"), 303)


@pages.get("/s/<code>")
@pages.get("/s/<code>.txt")
@pages.get("/s/<code>/edit")
def one(code: str) -> ResponseReturnValue:
    """Redirects from the page that a set once had to its link."""
    kept = found(code)
    return redirect(link(kept.game, kept.rules))


@pages.get("/sets/new/<key>")
def new(key: str) -> ResponseReturnValue:
    """Redirect to the page of a new table, with the house rules of a table if one is given."""
    game = browser.game_of(key)
    table = browser.table_asked(game.key)
    return redirect(link(game.key, table.record.rules if table else {}))
