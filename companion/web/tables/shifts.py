"""Putting in a forgotten hand, taking out one that was entered twice."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion.questions import Refused
from companion.tables import shifting
from companion.web.platform import browser, heavy
from companion.web.platform.pages import shown
from companion.web.tables.play import went
from companion.web.tables.view import Note, look

pages = Blueprint("shifts", __name__)


@pages.get("/t/<code>/hands")
def choose(code: str) -> ResponseReturnValue:
    """Leads from the sheet's form to the page of the hand that was chosen."""
    text, table = request.args.get("hand", ""), browser.writable(code)
    hand = int(text) if text.isdecimal() and len(text) < 4 else 0
    if request.args.get("do") == "remove":
        return redirect(f"/t/{table.code}/remove/{hand}", 303)
    if hand >= len(table.record.hands):
        return redirect(f"/t/{table.code}", 303)  # it comes next anyway
    return redirect(f"/t/{table.code}/insert/{hand + 1}", 303)


@pages.get("/t/<code>/insert/<int:number>")
def insert(code: str, number: int) -> ResponseReturnValue:
    """What a hand put in before hand `number` does to those after it."""
    return page(code, number, put_in=True)


@pages.get("/t/<code>/remove/<int:number>")
def remove(code: str, number: int) -> ResponseReturnValue:
    """What the hands after a hand become without it."""
    return page(code, number, put_in=False)


def page(code: str, number: int, *, put_in: bool, status: int = 200, note: Note | None = None) -> (
    ResponseReturnValue
):  # fmt: skip
    """The page of a hand that is put in or taken out, before it is."""
    view = look(browser.writable(code), note=note)
    try:
        with heavy.replaying():
            found = (shifting.put_in if put_in else shifting.taken_out)(view.table, number)
    except Refused as refusal:
        abort(404, refusal.message)
    return shown("tables/shift.html", status, v=view, s=found, hand=view.replay.hands[number - 1])


@pages.post("/t/<code>/insert/<int:number>")
def put_in(code: str, number: int) -> ResponseReturnValue:
    """Puts the hand in; the table asks for it next."""
    browser.writable(code)
    return went(browser.tables().insert(code, number, browser.sent(reason())))


@pages.post("/t/<code>/remove/<int:number>")
def take_out(code: str, number: int) -> ResponseReturnValue:
    """Takes the hand out."""
    browser.writable(code)
    try:
        after = browser.tables().remove(code, number, browser.sent(reason()))
    except Refused as refusal:
        note = Note("Not taken out yet", [refusal.message], stop=True)
        return page(code, number, put_in=False, status=422, note=note)
    return went(after, "/sheet")


def reason() -> str:
    """Why, as it was typed."""
    return " ".join(request.form.get("why", "").split())[:300]
