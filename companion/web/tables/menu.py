"""Overlays over a table: the menu, and disputes about the current question.

Each has a URL of its own; htmx gets only the content of the overlay.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.desk import disputes
from companion.questions import Refused
from companion.rules.pieces import AskedAnswer, RuleText
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, partial, shown
from companion.web.rules.rulebook import NO_RESULT, book_of, where_to_look
from companion.web.tables.view import View, look

pages = Blueprint("menu", __name__)
AT_MOST = 4
"""Most questions answered at once; the search finds more."""
SCORER = "only on the scorer’s phone"


@dataclass(frozen=True)
class Item:
    """A menu item."""

    words: str
    url: str
    small: str = ""
    no: str = ""
    """Why it is disabled; "" if it is not."""
    last: bool = False
    """Followed by a separator."""


def menu_of(view: View) -> list[Item]:
    """The same items in the same order at every table, some of them disabled."""
    at, word = functools.partial(url_for, code=view.code), view.replay.word
    looks = url_for("platform.home.more", back=view.url)
    rules = url_for("rules.rulebook.sheet", key=view.game.key, table=view.code)
    watches = "" if view.writes else SCORER
    over = "the game is over" if view.replay.over else ""
    hand = correctable(view)
    nothing = "" if hand else "nothing is entered yet"
    spaced = f"{view.code[:3]} {view.code[3:]}"
    alone = [
        Item("Take along", at("tables.carry.along"), "to another phone, or as a file", no=watches)
    ]
    shared = [
        Item("Pass on", at("tables.pencil.share"), f"code {spaced}, large screen"),
        Item("Pencil", at("tables.pencil.pencil"), "this phone keeps the score; let another one in"
             if view.writes else "take it, or be let in"),
    ]  # fmt: skip
    correct = f"Correct {view.hand.short_name}" if hand and view.hand else f"Correct this {word}"
    return [
        Item("Sheet and chart", at("tables.sheets.sheet"), f"correct, add or remove a {word}"),
        Item(f"Rules of {view.title}", rules),
        Item("House rules", at("tables.sheets.house"), f"look, and change from this {word} on"),
        Item("What if we had played other rules?", at("tables.readings.every"), last=True),
        Item(correct, at("tables.proposals.begin", kind="amend", hand=hand), view.undo,
             no=watches or nothing),
        Item("Redeal, wrong dealer, agreed points", at("tables.actions.more"), no=watches),
        Item("Players", at("tables.seats.seats"), "names, seats, joining, leaving", no=watches,
             last=True),
        *(alone if current_app.config.get("ALONE") else shared),
        Item("Print or send", at("paper.prints.print_table")),
        Item(f"Enter many {word}s", at("tables.many.many"), no=watches or over, last=True),
        Item("Type, colours, screen, sound", looks, "this phone only"),
        Item("Pause or end this game", at("tables.actions.pause"), "put away, delete", no=watches),
    ]  # fmt: skip


def correctable(view: View) -> int:
    """Number of the hand to correct: the one under way, or the last one scored."""
    hand = view.replay.hand
    if hand and hand.asked:
        return hand.number
    return view.scored[-1].number if view.scored else 0


def up(template: str, title: str, view: View, **more: Any) -> ResponseReturnValue:
    """The content of an overlay for htmx; otherwise a whole page."""
    if partial():
        return render_template(template, v=view, title=title, sliding=True, **more)
    return shown("tables/up.html", inside=template, title=title, v=view, **more)


@pages.get("/t/<code>/menu")
def menu(code: str) -> ResponseReturnValue:
    """Everything a table can do but answer."""
    view = look(browser.table(code))
    running = f", {view.hand.name}" if view.hand and not view.replay.over else ""
    if hand := correctable(view):
        view = look(view.table, hand=view.replay.hands[hand - 1])
    return up("tables/menu.html", view.title + running, view, items=menu_of(view))


def rules_here(view: View, found: Sequence[disputes.FilledEnquiry]) -> Iterator[str]:
    """Ids of the rules that matter at the current question, the nearest first."""
    replay = view.replay
    for question in replay.pending.page if replay.pending else ():
        yield question.rule
    for tell in view.tells if replay.pending else ():
        yield tell.rule
    if replay.outcome:
        yield replay.outcome.rule
    running = replay.hand
    if running is None or running.over or not running.asked:
        scored = disputes.last_scored(replay)
        for line in scored.lines if scored else ():
            yield from (line.rule, *line.also)
    for each in found:
        yield from each.enquiry.rules


def settled(
    view: View, found: Sequence[disputes.FilledEnquiry]
) -> list[tuple[AskedAnswer, RuleText]]:
    """Questions about the current position with their short answers and the rules they are under,
    as the hand's house rules have them."""
    text = book_of(view.table).text
    answered: dict[str, tuple[AskedAnswer, RuleText]] = {}
    for id in rules_here(view, found):
        if rule := text.rules.get(id):
            for said in (each for each in rule.asked if each.answer):
                answered.setdefault(said.question, (said, rule))
    return list(answered.values())[:AT_MOST]


@pages.get("/t/<code>/disputed")
def disputed(code: str) -> ResponseReturnValue:
    """Answers at the current question: short ones, enquiries prefilled, and search."""
    view = look(browser.table(code).with_entry_mode)
    query = request.args.get("q", "").strip()[:200]
    hand = disputes.scored(view.replay, asked_number("hand"))
    answer = NO_RESULT
    if query:
        answer = where_to_look(book_of(view.table)).answer(query, view.game.key, limit=8)
    try:
        found = disputes.disputes(view.replay, hand)
    except Refused:  # a house rule that this version no longer has
        found = []
    return up(
        "tables/disputed.html", "What is disputed?", view,
        found=found, settled=settled(view, found), query=query, answer=answer, hand=hand,
    )  # fmt: skip
