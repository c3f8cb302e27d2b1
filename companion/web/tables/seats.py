"""Seats at a running table: players swap, join and leave."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.engine.record import MAX_NAME, Act
from companion.engine.replaced import earlier
from companion.questions import Refused
from companion.tables import seats as seating
from companion.web.clubs import clubs
from companion.web.platform import browser, forms
from companion.web.platform.browser import line, sent_to, shown
from companion.web.tables.play import go_to
from companion.web.tables.setup import shift
from companion.web.tables.view import View, look

pages = Blueprint("seats", __name__)


def typed(view: View) -> seating.Seats:
    seats = seating.seats_of(view.table)
    names = [
        " ".join(request.form.get(f"name.{place}", name).split())
        for place, name in enumerate(seats.names, 1)
    ]
    teams = {code: line(f"team.{code}") for code in seats.teams}
    since = seating.hand_now(view.replay) if request.form.get("when") == "now" else 0
    return seating.Seats(names, teams, since)


def seats_page(
    view: View, seats: seating.Seats, status: int = 200, note: str = ""
) -> ResponseReturnValue:
    """The typed names and teams, their first hand, and the effect of the last button."""
    return shown(
        "tables/seats.html", status, v=view, s=seats, hand=seating.hand_now(view.replay), said=note,
        before=earlier(view.table.record.head), known=browser.names(), max_name=MAX_NAME,
    )  # fmt: skip


@pages.get("/t/<code>/seats")
def seats(code: str) -> ResponseReturnValue:
    """The seats of a running table."""
    view = look(browser.writable(code))
    return seats_page(view, seating.seats_of(view.table))


@pages.post("/t/<code>/seats")
def change(code: str) -> ResponseReturnValue:
    """Moves names between seats; saves them on request."""
    view = look(browser.writable(code))
    seats = typed(view)
    do = request.form.get("do", "save")
    if do != "save":
        return seats_page(view, seats, note=shift(seats.names, do))
    why = f"from {view.word} {seats.since} on" if seats.since else "corrected"
    try:
        act = seating.seated(view.table, seats)
    except Refused as refusal:
        return seats_page(view.refusing("Not saved yet", refusal.message), seats, 422)
    if not act.answers:
        refused_view = view.refusing("Nothing has changed", "Change a name or a seat first.")
        return seats_page(refused_view, seats, 422)
    browser.remember_names(seats.names)
    return go_to(browser.tables().do(view.table, [act], browser.sent(why)))


@pages.post("/t/<code>/company")
def company(code: str) -> ResponseReturnValue:
    """Adds or removes a player: closes the table and continues at a new one with its balances."""
    view = look(browser.writable(code))
    if begun := forms.again():
        clubs.goes_on(view.table, begun)
        return sent_to(browser.table_url(begun.code))
    joins = line("joins")
    leaves = {text for text in request.form.getlist("leaves") if text.isdecimal()}
    try:
        record = seating.with_company(view.table, joins, leaves)
    except Refused as refusal:
        title = "Not in this game" if refusal.code == "played_to_the_end" else "Not changed"
        return seats_page(view.refusing(title, refusal.message), seating.seats_of(view.table), 422)
    table = view.table
    if view.pending:
        why = seating.company_change(table, joins, leaves)
        act = Act("answer", view.pending.hand, {"@close": "yes"})
        table = browser.tables().do(table, [act], browser.sent(why))
    begun = forms.begin(record, view.game.edition, table)
    clubs.goes_on(view.table, begun)
    browser.remember_names(record.players)
    return sent_to(browser.table_url(begun.code))
