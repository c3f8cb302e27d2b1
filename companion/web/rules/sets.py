"""Named sets of house rules: kept under a short address, to share, to begin tables, to print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hmac import compare_digest

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion import games, rulesets
from companion.game import Game
from companion.questions import Refused
from companion.record import BadRecord
from companion.rules import HouseRule
from companion.rulesets import RuleSet
from companion.store import NoSuchSet, RuleSetRow
from companion.web.platform import browser, remembered
from companion.web.platform.pages import shown
from companion.web.rules.bundles import bundle, bundles, in_text, label
from companion.web.rules.words import day
from companion.web.tables.share import qr

pages = Blueprint("sets", __name__)
MINE = 12
"""Sets a browser may change later; a cookie has 4 KB."""


# -- what a browser may change -------------------------------------------------------------------


def mine() -> dict[str, str]:
    """Codes of the sets this browser has made, with their keys, the latest last."""
    return remembered.entries("sets")


def may_change(kept: RuleSetRow) -> bool:
    """True if this browser has made the set."""
    return compare_digest(mine().get(kept.code, "").encode(), kept.key.encode())


def remember(kept: RuleSetRow) -> None:
    others = {code: key for code, key in mine().items() if code != kept.code}
    remembered.keep("sets", {**others, kept.code: kept.key}, MINE)


def found(code: str, edition: int = 0) -> RuleSetRow:
    """The set of a code; a 404 page when there is none."""
    try:
        return browser.store().sets.get(code, edition)
    except NoSuchSet as none:
        abort(404, f"{none}.".capitalize())


def game_of(key: str) -> Game:
    """The game; a 404 page when it is not on the shelf."""
    try:
        return games.find(key)
    except KeyError:
        abort(404, f"No game “{key[:40]}” is on the shelf.")


# -- looking -------------------------------------------------------------------------------------


@pages.get("/sets")
def every() -> ResponseReturnValue:
    """All sets, by game, and the way to a new one."""
    return listed("")


def listed(text: str, problem: str = "", status: int = 200) -> ResponseReturnValue:
    """The page of all sets; with a text that could not be read, and why."""
    shelf = games.shelf()
    kept = [each for each in browser.store().sets.all() if each.game in shelf]
    groups = [(game, [k for k in kept if k.game == game.key]) for game in shelf.values()]
    groups = [(game, sets) for game, sets in groups if sets]
    counts = {k.code: len(rulesets.differences(shelf[k.game], k.rules)) for k in kept}
    return shown("rules/sets.html", status, groups=groups, shelf=shelf, counts=counts, text=text,
                 problem=problem)  # fmt: skip


@pages.get("/s/<code>")
def one(code: str) -> ResponseReturnValue:
    """One set: where it comes from, and in plain words what it changes."""
    edition = request.args.get("edition", "")
    kept = found(code, int(edition) if edition.isdecimal() and len(edition) < 6 else 0)
    game = game_of(kept.game)
    editions = browser.store().sets.editions(kept.code)
    here = url_for("rules.sets.one", code=kept.code, _external=True)
    return shown(
        "rules/set.html", kept=kept, game=game, editions=editions, address=here, qr=qr,
        differences=rulesets.differences(game, kept.rules), change=may_change(kept),
        text=in_text(kept), bundle=label(kept),
    )  # fmt: skip


@pages.get("/s/<code>.txt")
def as_text(code: str) -> ResponseReturnValue:
    """The set as text: what `companion sets import` and the box on /sets read."""
    kept = found(code)
    headers = {"Content-Disposition": f'attachment; filename="{kept.game}-{kept.code}.txt"'}
    return Response(in_text(kept), mimetype="text/plain", headers=headers)


# -- making and changing -------------------------------------------------------------------------


@dataclass
class Draft:
    """A set being written, as typed."""

    game: Game
    name: str = ""
    source: str = ""
    note: str = ""
    rules: dict[str, str] = field(default_factory=dict)
    kept: RuleSetRow | None = None
    """The set that is changed; none while it is new."""
    problems: dict[str, str] = field(default_factory=dict)

    def value(self, option: HouseRule) -> str:
        return self.rules.get(option.key, option.default)

    @property
    def url(self) -> str:
        """Where its form goes."""
        return f"/s/{self.kept.code}/edit" if self.kept else f"/sets/new/{self.game.key}"


def page(draft: Draft, status: int = 200) -> ResponseReturnValue:
    """The page a set is written on."""
    return shown("rules/set_edit.html", status, draft=draft, game=draft.game,
                 bundles=bundles(draft.game))  # fmt: skip


def typed(game: Game, kept: RuleSetRow | None = None) -> Draft:
    form = request.form
    rules = {
        key: form[f"rule.{key}"].strip() for key in game.rules.options if f"rule.{key}" in form
    }
    return Draft(game, form.get("name", ""), form.get("source", ""), form.get("note", ""), rules,
                 kept)  # fmt: skip


def checked(draft: Draft) -> RuleSet | None:
    """The set of a draft; None where something cannot stand, which the draft then says."""
    for key, text in draft.rules.items():
        try:
            draft.game.rules.options[key].value(text)
        except Refused as refusal:
            draft.problems[f"rule.{key}"] = refusal.message
    wanted = RuleSet(draft.game.key, draft.name, draft.source, draft.note,
                     {} if draft.problems else draft.rules)  # fmt: skip
    try:
        ready = rulesets.checked(draft.game, wanted)
    except Refused as refusal:
        draft.problems[refusal.key or "name"] = refusal.message
        return None
    return None if draft.problems else ready


@pages.get("/sets/new/<key>")
def new(key: str) -> ResponseReturnValue:
    """An empty set, or one that begins as a bundle, another set or a table plays."""
    game = game_of(key)
    draft = Draft(game)
    chosen = bundle(game, request.args.get("from", ""))
    if chosen:
        draft.rules = dict(chosen.rules)
        draft.source = f"after {chosen.name}"
    code = request.args.get("table", "")
    if code:
        table = browser.table(code)
        if table.record.game == game.key:
            draft.rules = dict(table.replay.table.rules)
            names = ", ".join(table.record.players)
            draft.source = f"as played by {names}, {day(table.stored.begun)}"[: rulesets.MAX_SOURCE]
    return page(draft)


@pages.post("/sets/new/<key>")
def make(key: str) -> ResponseReturnValue:
    draft = typed(game_of(key))
    ready = checked(draft)
    return go_to_set(keep(ready)) if ready else page(draft, 422)


def keep(ready: RuleSet) -> RuleSetRow:
    """Stores a set that has been checked."""
    kept = browser.store().sets.keep(
        ready.game, ready.name, ready.rules, source=ready.source, note=ready.note, who=browser.who()
    )
    remember(kept)
    return kept


def go_to_set(kept: RuleSetRow) -> ResponseReturnValue:
    return redirect(f"/s/{kept.code}", 303)


def changeable(code: str) -> RuleSetRow:
    """The set, for a change; a 403 page for others than its maker."""
    kept = found(code)
    if not may_change(kept):
        abort(
            403, "Only the phone that made this set can change it. Make your own from it instead."
        )
    return kept


@pages.get("/s/<code>/edit")
def edit(code: str) -> ResponseReturnValue:
    """The set, ready to be changed."""
    kept = changeable(code)
    return page(
        Draft(game_of(kept.game), kept.name, kept.source, kept.note, dict(kept.rules), kept)
    )


@pages.post("/s/<code>/edit")
def change(code: str) -> ResponseReturnValue:
    """The next edition of a set. Tables begun with an earlier one keep theirs."""
    kept = changeable(code)
    draft = typed(game_of(kept.game), kept)
    ready = checked(draft)
    if ready is None:
        return page(draft, 422)
    seen = request.form.get("seen", "")
    now = browser.store().sets.change(
        kept.code, ready.name, ready.rules, source=ready.source, note=ready.note, who=browser.who(),
        seen=int(seen) if seen.isdecimal() and len(seen) < 6 else 0,
    )  # fmt: skip
    if as_kept(now) != as_kept(ready):
        draft.kept = now
        draft.problems["name"] = (
            f"Edition {now.edition} was saved meanwhile. Look, then save again."
        )
        return page(draft, 409)
    return go_to_set(now)


def as_kept(it: RuleSetRow | RuleSet) -> tuple[str, str, str, Mapping[str, str]]:
    """What a set says, whichever way it is at hand."""
    return it.name, it.source, it.note, dict(it.rules)


@pages.post("/s/<code>/forget")
def forget(code: str) -> ResponseReturnValue:
    """Deletes a set for good. Tables begun with it keep their rules."""
    browser.store().sets.forget(changeable(code).code)
    return redirect("/sets", 303)


@pages.post("/sets/import")
def take_in() -> ResponseReturnValue:
    """Keeps a set that came as text."""
    text = request.form.get("text", "")[:20_000]
    try:
        wanted = rulesets.read(text)
        game = games.shelf().get(wanted.game)
        if game is None:
            return listed(text, f"No game “{wanted.game[:40]}” is on the shelf.", 422)
        ready = rulesets.checked(game, wanted)
    except BadRecord as bad:
        return listed(text, f"It cannot be read: {bad}.", 422)
    except Refused as refusal:
        return listed(text, refusal.message, 422)
    return go_to_set(keep(ready))
