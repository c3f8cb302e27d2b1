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

from companion.questions import Refused
from companion.rules.pieces import AskedAnswer, RuleText
from companion.tables import disputes
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, partial, shown
from companion.web.platform.qr import qr
from companion.web.rules.rulebook import NO_RESULT, book_of, where_to_look
from companion.web.tables.view import View, look

pages = Blueprint("menu", __name__)
AT_MOST = 4
"""Most questions answered at once; the search finds more."""
SCORER = "only on the scorer’s phone"


@dataclass(frozen=True)
class Item:
    """A row of a menu; `icon` is its line drawing."""

    icon: str
    words: str
    url: str
    small: str = ""
    no: str = ""
    """Why it is disabled; "" if it is not."""


Group = tuple[str, Sequence[Item]]
"""A heading, which may be "", and the rows below it."""


def menu_of(view: View) -> list[Group]:
    """The same items in the same order at every table, some of them disabled."""
    at, word = functools.partial(url_for, code=view.code), view.replay.word
    rules = url_for("rules.rulebook.sheet", key=view.game.key, table=view.code)
    watches = "" if view.writes else SCORER
    over = "the game is over" if view.replay.over else ""
    hand = correctable(view)
    nothing = "" if hand else "nothing is entered yet"
    correct = f"Correct {view.hand.short_name}" if hand and view.hand else f"Correct this {word}"
    return [
        ("", [Item("pass", "Share", at("tables.menu.share"), _shares())]),
        (f"This {word}", [
            Item("note", correct, at("tables.proposals.begin", kind="amend", hand=hand), view.undo,
                 no=watches or nothing),
            Item("switch", "Redeal, wrong dealer, agreed points", at("tables.actions.more"),
                 no=watches),
            Item("plus", f"Add or remove a {word}", at("tables.sheets.sheet", _anchor="hands"),
                 no=watches or ("" if view.scored else f"no {word} is scored yet")),
            Item("grid", f"Enter many {word}s", at("tables.many.many"), no=watches or over),
        ]),
        ("This game", [
            Item("grid", "Sheet and chart", at("tables.sheets.sheet")),
            Item("book", f"Rules of {view.title}", rules),
            Item("book", "House rules", at("tables.sheets.house"),
                 f"look, and change from this {word} on"),
            Item("eye", "Try other rules on this game", at("tables.readings.every")),
            Item("people", "Players and seats", at("tables.seats.seats"),
                 "names, joining, leaving", no=watches),
            Item("flag", "Pause, end or delete", at("tables.actions.pause"), no=watches),
        ]),
        ("This phone", [
            Item("look", "Type, colours, screen, sound",
                 url_for("platform.home.more", back=view.url)),
        ]),
    ]  # fmt: skip


def _alone() -> bool:
    """True on a phone without a server, which no other phone can watch."""
    return bool(current_app.config.get("ALONE"))


def _shares() -> str:
    return "picture, text, print, another phone" if _alone() else (
        "watch, take over scoring, picture, text, print"
    )  # fmt: skip


def share_of(view: View) -> list[Item]:
    """The ways to give a table away."""
    at, watches = functools.partial(url_for, code=view.code), "" if view.writes else SCORER
    scorer = "another phone" if view.writes else "this phone"
    over = [Item("pen", "Take over scoring", at("tables.write_access.scorer"),
                 f"{scorer} becomes the scorer")]  # fmt: skip
    return [
        Item("screen", "Large screen", at("tables.write_access.board"),
             "on a television or tablet"),
        *(() if _alone() else over),
        Item("picture", "Picture", at("paper.pictures.page"), "for a chat"),
        Item("log", "Text", at("paper.pictures.page", _anchor="words"), "for a chat, to copy"),
        Item("print", "Print", at("paper.prints.print_table"), "scoresheet, rule sheet, cards"),
        Item("leave", "Move to another phone", at("tables.carry.transfer"),
             "as a code, a link or a file", no=watches),
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
    return up("tables/menu.html", view.title + running, view, groups=menu_of(view))


@pages.get("/t/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The code to watch, and everything else that a table gives away."""
    view = look(browser.opened(code))
    link = url_for("tables.play.table", code=view.code, _external=True)
    spaced = f"{view.code[:3]} {view.code[3:]}"
    return up(
        "tables/share.html",
        f"Share {view.title}",
        view,
        ways=share_of(view),
        code=spaced,
        host=request.host,
        qr="" if _alone() else qr(link),
    )


def rules_here(view: View, enquiries: Sequence[disputes.FilledEnquiry]) -> Iterator[str]:
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
    for each in enquiries:
        yield from each.enquiry.rules


def settled(
    view: View, enquiries: Sequence[disputes.FilledEnquiry]
) -> list[tuple[AskedAnswer, RuleText]]:
    """Questions about the current position with their short answers and the rules they are under,
    as the hand's house rules have them."""
    text = book_of(view.table).text
    answered: dict[str, tuple[AskedAnswer, RuleText]] = {}
    for id in rules_here(view, enquiries):
        if rule := text.rules.get(id):
            for answer in (each for each in rule.asked if each.answer):
                answered.setdefault(answer.question, (answer, rule))
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
        enquiries = disputes.disputes(view.replay, hand)
    except Refused:  # a house rule that this version no longer has
        enquiries = []
    return up(
        "tables/disputed.html", "What is disputed?", view,
        found=enquiries, settled=settled(view, enquiries), query=query, answer=answer, hand=hand,
    )  # fmt: skip
