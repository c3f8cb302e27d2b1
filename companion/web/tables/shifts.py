"""Putting in a forgotten hand, taking out one that was entered twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion.questions import Question, Refused
from companion.tables import shifting
from companion.tables.shifting import Filled, Following, Moved, later_dealer
from companion.web.platform import browser, heavy
from companion.web.platform.pages import shown
from companion.web.tables.amend import Group, in_words
from companion.web.tables.drafts import draft, tapped, typed
from companion.web.tables.fields import Field, Page, page_of
from companion.web.tables.play import go_to
from companion.web.tables.view import Note, View, look

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


def kept(view: View, dealer: Following | None, later: Sequence[Moved]) -> str:
    """Who is to deal it; "" for whoever it falls to. Unless somebody says, it is as it was where
    the hands after it could not stand otherwise."""
    if dealer is None:
        return ""
    if "dealer" not in request.values:
        return dealer.was.code if any(each.stops for each in later) else ""
    return seat(view)


@pages.get("/t/<code>/remove/<int:number>")
def remove(code: str, number: int) -> ResponseReturnValue:
    """What the hands after a hand become without it."""
    return remove_page(look(browser.writable(code)), number)


def remove_page(view: View, number: int, status: int = 200) -> ResponseReturnValue:
    """The page of a hand that is taken out, before it is."""
    try:
        with heavy.replaying():
            found = shifting.taken_out(view.table, number)
            record = view.table.record.copy()
            record.remove(number)
            after = view.game.replay(record)
            dealer = later_dealer(view.replay, after, number + 1, number)
            if deals := kept(view, dealer, found.later):
                found = shifting.taken_out(view.table, number, deals)
    except Refused as refusal:
        abort(404, refusal.message)
    hand = view.replay.hands[number - 1]
    return shown("tables/shift.html", status, v=view, s=found, hand=hand, why=reason(),
                 dealer=dealer, kept=deals)  # fmt: skip


@pages.post("/t/<code>/remove/<int:number>")
def take_out(code: str, number: int) -> ResponseReturnValue:
    view = look(browser.writable(code))
    try:
        after = browser.tables().remove(code, number, browser.sent(reason()), seat(view))
    except Refused as refusal:
        note = Note("Not taken away yet", [refusal.message], stop=True)
        return remove_page(replace(view, note=note), number, 422)
    return go_to(after, "/sheet")


@pages.get("/t/<code>/insert/<int:number>")
def insert(code: str, number: int) -> ResponseReturnValue:
    """Asks for a hand that was forgotten before hand `number`."""
    return insert_page(look(browser.writable(code)), number)


@pages.post("/t/<code>/insert/<int:number>")
def put_in(code: str, number: int) -> ResponseReturnValue:
    """Asks on, shows what the hand does to those after it, and puts it in when that was seen."""
    view = look(browser.writable(code))
    made = fill(view, number)
    if request.form.get("do") != "save" or (made.shift is None and browser.seen() == view.seen):
        return insert_page(view, number, made)
    after = browser.tables().insert(
        code, number, browser.sent(reason()), made.answers if made.shift else {}, seat(view)
    )
    return go_to(after, "/sheet")


def insert_page(view: View, number: int, made: Filled | None = None) -> ResponseReturnValue:
    """The page of a hand that is put in, as far as it is entered."""
    made = made or fill(view, number)
    dealer, deals = None, ""
    if made.shift:
        dealer = later_dealer(view.replay, made.replay, number, number + 1)
        if deals := kept(view, dealer, made.shift.later):
            made = fill(view, number, deals)
    groups = entered(view, made)
    page = None
    missing: list[str] = []
    if made.pending is not None:
        questions, tried = made.pending.page, made.tried
        typed_now = draft(tapped(request.form, questions), questions)
        missing = [question.prompt for question in tried.missing] if tried else []
        page = page_of(f"new{number}-{len(groups)}", made.pending.title, questions, typed_now,
                       tried.problems if tried else None, at_once=False, missing=missing,
                       game=view.game.key, together=made.pending.together)  # fmt: skip
    return shown("tables/insert.html", v=view, s=made.shift, number=number, groups=groups,
                 page=page, missing=missing, why=reason(), dealer=dealer, mode=mode(view),
                 hand=view.replay.hands[number - 1], kept=deals,
                 new=made.replay.hands[number - 1] if made.shift else None)  # fmt: skip


def fill(view: View, number: int, dealer: str = "") -> Filled:
    """The hand as the form has it; a 404 page where there is no such place."""

    def given(questions: Sequence[Question[Any]]) -> Mapping[str, str]:
        return typed(tapped(request.form, questions), questions)

    try:
        with heavy.replaying():
            return shifting.filled(view.table, number, given, mode(view), dealer)
    except Refused as refusal:
        abort(404, refusal.message)


def mode(view: View) -> str:
    """How the hand is entered: in the shortest way, unless the form says another one."""
    hand = view.replay.hands[0] if view.replay.hands else None
    modes = hand.modes if hand else ()
    wish = request.form.get("mode", "quick")
    return wish if wish in modes else ""


def entered(view: View, made: Filled) -> list[Group]:
    """What is entered of the hand, page by page, to be changed still."""
    hands = made.replay.hands
    hand = hands[made.number - 1] if made.number <= len(hands) else None
    found = []
    for place, each in groupby(hand.asked if hand else (), key=lambda asked: asked.page):
        asked = list(each)
        fields = [Field(a.question, a.text, f"new{made.number}", game=view.game.key) for a in asked]
        title = asked[0].title or asked[0].question.prompt
        page = Page(f"new{made.number}-p{place}", title, fields)
        words = in_words(asked, made.replay, title)
        found.append(Group(title, words, page, open=False, changed=False))
    return found


def seat(view: View) -> str:
    """Who is said to deal the hand that then follows; "" for whoever it falls to."""
    wish = request.values.get("dealer", "")
    return wish if any(each.code == wish for each in view.replay.table.seats) else ""


def reason() -> str:
    return " ".join(request.form.get("why", "").split())[:300]
