"""Compares readings: how other house rules would change an evening, and deciding for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion.desk.decisions import always
from companion.tables import Snapshot, names
from companion.tables.trial import Trial, contested, trial, weighed
from companion.web.platform import browser, gate
from companion.web.platform.browser import asked_number, line, shown
from companion.web.tables.view import Note, View, look

pages = Blueprint("readings", __name__)


@pages.get("/t/<code>/readings")
def every(code: str) -> ResponseReturnValue:
    """All house rules that would change the evening's scores."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    with gate.replaying() as in_time:
        found = weighed(contested(table, in_time=in_time))
        whole = in_time()
    live = {group[0].option.key for group in found}
    idle = [option for option in view.game.rules.options.values() if option.key not in live]
    now = dict(view.replay.table.rules)
    made = names.decided(view.game, browser.store().journal(table.code))
    return shown(
        "tables/readings.html", v=view, found=found, idle=idle, now=now, made=made, whole=whole
    )


def asked_for(view: View, key: str, in_time: Callable[[], bool] = always) -> Trial:
    """The trial of a house rule with the value and first hand in the request."""
    option = view.game.rules.options.get(key)
    if option is None:
        abort(404, f"There is no house rule “{key[:40]}” in {view.game.title}.")
    wish = request.values.get("other", "").strip() or request.values.get("value", "").strip()
    return trial(view.table, option, wish, asked_number("hand"), asked_number("from"), in_time)


@pages.get("/t/<code>/readings/<key>")
def one(code: str, key: str) -> ResponseReturnValue:
    """One house rule: its values, what each would change, and the form to decide."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    with gate.replaying() as in_time:
        return shown("tables/reading.html", v=view, t=asked_for(view, key, in_time))


@pages.post("/t/<code>/readings/<key>")
def decide(code: str, key: str) -> ResponseReturnValue:
    """Saves the decision, with its author and reason."""
    view = look(browser.writable(code))
    made = asked_for(view, key, gate.in_time)
    # A stale or repeated submission is left to the store.
    note = doubt(made) if browser.seen() == view.seen or not made.reading else None
    if note or not made.reading:
        return shown("tables/reading.html", 422, v=replace(view, note=note), t=made)
    browser.tables().enter(made.reading.made, browser.sent(reason(), author(view.table)))
    return redirect(f"/t/{view.code}/sheet#decisions", 303)


def doubt(made: Trial) -> Note | None:
    """Why it cannot be decided; None if it can."""
    if not made.ready or not made.reading:
        words = made.problem or "Under this reading it cannot stand, or it is played so already."
        return Note("Not decided", [words], stop=True, rule=made.option.rule)
    proposal = made.reading.made
    if proposal.digest != request.form.get("digest"):
        return Note("Not decided yet", ["This is what it changes. Decide if that is right."],
                    stop=True)  # fmt: skip
    if proposal.confirmed and not reason():
        which = f"{proposal.replay.word} {proposal.confirmed}"
        words = f"The other side has confirmed {which}: say why it is scored otherwise."
        return Note("Not decided yet", [words], stop=True)
    return None


def reason() -> str:
    """The reason for the decision, as typed."""
    return line("word", 200)


def author(table: Snapshot) -> str:
    """The player who decided, if chosen, and this browser."""
    by = line("by")
    return f"{by}, {browser.who()}" if by in table.record.players else browser.who()
