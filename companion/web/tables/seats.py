"""Seats at a running table: players swap, join and leave."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.engine.record import MAX_NAME, Act
from companion.questions import Refused
from companion.results.game_summary import earlier
from companion.tables import seats as seating
from companion.web.people import clubs
from companion.web.platform import browser
from companion.web.platform.browser import line, sent_to, shown
from companion.web.tables.play import go_to
from companion.web.tables.setup import shift
from companion.web.tables.view import Notice, View, look

pages = Blueprint("seats", __name__)
START, NOW = "start", "now"


@dataclass(frozen=True)
class SeatsPage:
    """The form: names and teams as typed, and from which hand they hold."""

    names: list[str]
    teams: dict[str, str]
    when: str
    hand: int
    """The first hand of a change "from now on"."""
    said: str = ""

    @property
    def wanted(self) -> seating.Seats:
        return seating.Seats(self.names, self.teams, self.hand if self.when == NOW else 0)


def stands(view: View) -> SeatsPage:
    now = seating.seats_of(view.table)
    return SeatsPage(now.names, now.teams, NOW if now.since else START, now.since or 1)


def typed(view: View) -> SeatsPage:
    seats = stands(view)
    names = [
        " ".join(request.form.get(f"name.{place}", name).split())
        for place, name in enumerate(seats.names, 1)
    ]
    teams = {code: line(f"team.{code}") for code in seats.teams}
    when = NOW if request.form.get("when") == NOW else START
    return replace(seats, names=names, teams=teams, when=when)


def seats_page(view: View, seats: SeatsPage, status: int = 200) -> ResponseReturnValue:
    before = earlier(view.table.record)
    return shown(
        "tables/seats.html", status, v=view, s=seats, before=before, known=browser.names(),
        max_name=MAX_NAME,
    )  # fmt: skip


def refused(view: View, seats: SeatsPage, title: str, *words: str) -> ResponseReturnValue:
    """The page again, with why nothing was changed."""
    return seats_page(replace(view, note=Notice(title, words, stop=True)), seats, 422)


@pages.get("/t/<code>/seats")
def seats(code: str) -> ResponseReturnValue:
    """The seats of a running table."""
    view = look(browser.writable(code))
    return seats_page(view, stands(view))


@pages.post("/t/<code>/seats")
def change(code: str) -> ResponseReturnValue:
    """Moves names between seats; saves them on request."""
    view = look(browser.writable(code))
    seats = typed(view)
    do = request.form.get("do", "save")
    if do != "save":
        said = shift(seats.names, do)
        return seats_page(view, replace(seats, said=said))
    why = "corrected" if seats.when == START else f"from {view.replay.word} {seats.hand} on"
    try:
        act = seating.seated(view.table, seats.wanted)
    except Refused as refusal:
        return refused(view, seats, "Not saved yet", refusal.message)
    if not act.answers:
        return refused(view, seats, "Nothing is different", "Change a name or a seat first.")
    browser.remember_names(seats.names)
    return go_to(browser.tables().do(view.table, [act], browser.sent(why)))


@pages.post("/t/<code>/company")
def company(code: str) -> ResponseReturnValue:
    """Adds or removes a player: closes the table and continues at a new one with its balances."""
    view = look(browser.writable(code))
    joins = line("joins")
    leaves = {text for text in request.form.getlist("leaves") if text.isdecimal()}
    try:
        record = seating.with_company(view.table, joins, leaves)
    except Refused as refusal:
        title = "Not in this game" if refusal.code == "played_to_the_end" else "Not changed"
        return refused(view, stands(view), title, refusal.message)
    if view.pending:
        why = seating.company_change(view.table, joins, leaves)
        act = Act("answer", view.pending.hand, {"@close": "yes"})
        browser.tables().do(view.table, [act], browser.sent(why))
    begun = browser.begin(record, view.game.edition, view.table)
    clubs.goes_on(view.table, begun)
    browser.remember_names(record.players)
    return sent_to(f"/t/{begun.code}")
