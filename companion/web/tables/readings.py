"""Readings side by side: what other house rules would make of an evening, and "we play it so"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion import readings
from companion.tables import Snapshot, act_labels
from companion.tables.trial import Trial, contested, trial
from companion.web.platform import browser, heavy
from companion.web.platform.pages import shown
from companion.web.tables.view import Note, View, look

pages = Blueprint("readings", __name__)


@pages.get("/t/<code>/readings")
def every(code: str) -> ResponseReturnValue:
    """Every house rule under which the evening would come out otherwise."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    with heavy.replaying() as in_time:
        found = contested(table, in_time)
        whole = in_time()
    live = {group[0].reading.option.key for group in found}
    idle = [option for option in view.game.rules.options.values() if option.key not in live]
    now = dict(view.replay.table.rules)
    made = act_labels.decided(view.game, browser.store().journal(table.code))
    return shown(
        "tables/readings.html", v=view, found=found, idle=idle, now=now, made=made, whole=whole
    )


def asked_for(view: View, key: str, in_time: Callable[[], bool] = readings.always) -> Trial:
    """The house rule, with the reading and the beginning that the form or the address has."""
    option = view.game.rules.options.get(key)
    if option is None:
        abort(404, f"There is no house rule “{key[:40]}” in {view.game.title}.")
    wish = request.values.get("other", "").strip() or request.values.get("value", "").strip()
    return trial(view.table, option, wish, _whole("hand"), _whole("from"), in_time)


def _whole(name: str) -> int:
    text = request.values.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


@pages.get("/t/<code>/readings/<key>")
def one(code: str, key: str) -> ResponseReturnValue:
    """One house rule: its readings, what each would change, and the table's decision."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    with heavy.replaying() as in_time:
        return shown("tables/reading.html", v=view, t=asked_for(view, key, in_time))


@pages.post("/t/<code>/readings/<key>")
def decide(code: str, key: str) -> ResponseReturnValue:
    """We play it so: the decision is entered with who made it and their word."""
    view = look(browser.writable(code))
    made = asked_for(view, key)
    # An earlier page's form, or the same one sent twice, is the store's to judge.
    if browser.seen() == view.seen and (note := doubt(made)):
        return shown("tables/reading.html", 422, v=replace(view, note=note), t=made)
    sent = browser.sent(reason(), author(view.table))
    browser.tables().decide(code, {key: made.value}, made.since, sent)
    return redirect(f"/t/{view.code}/sheet#decisions", 303)


def doubt(made: Trial) -> Note | None:
    """Why it is not decided; None if it is."""
    if not made.ready:
        words = made.problem or "Under this reading it cannot stand, or it is played so already."
        return Note("Not decided", [words], stop=True, rule=made.option.rule)
    if made.confirmed and not reason():
        words = f"The other side has confirmed hand {made.confirmed}: say why it is scored "
        return Note("Not decided yet", [words + "otherwise."], stop=True)
    return None


def reason() -> str:
    """Why a table decides so, as it was typed."""
    return " ".join(request.form.get("word", "").split())[:200]


def author(table: Snapshot) -> str:
    """The player in whose name it is decided, if one was chosen, and this browser."""
    by = " ".join(request.form.get("by", "").split())
    return f"{by}, {browser.who()}" if by in table.record.players else browser.who()
