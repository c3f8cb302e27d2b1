"""One hand: its result, and what stays once it is scored."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.engine.panels import Calls, Meter
from companion.web.platform import browser
from companion.web.platform.browser import shown
from companion.web.tables.view import View, look, panels_of
from companion.words import capital

pages = Blueprint("hands", __name__)


def hand_url(code: str, number: int) -> str:
    """URL of the page of a hand."""
    return url_for("tables.hands.hand", code=code, number=number)


def hand_page(view: View, number: int, url: str = "") -> ResponseReturnValue:
    """One hand: its lines, what stays once it is scored (boards, squares, melds, grids), and the
    deal that follows. With `url` it is the result of a change."""
    if not 0 < number <= len(view.replay.hands):
        abort(404, f"{capital(view.replay.word)} {number} has not been dealt.")
    hand = view.replay.hands[number - 1]
    last = hand.number == max((h.number for h in view.scored), default=0)
    view = look(view.table, hand=hand)
    return shown(
        "tables/hand.html", v=view, hand=hand, last=last, url=url,
        following=next(iter(view.replay.hands[number:]), None),
        left=panels_of(hand, Meter, Calls), result=view.table.ending.every[number - 1],
        replaced=bool(url) and browser.at_table(url),
    )  # fmt: skip


@pages.get("/t/<code>/hand/<int:number>")
def hand(code: str, number: int) -> ResponseReturnValue:
    view = look(browser.opened(code))
    if 0 < number <= len(view.replay.hands) and not view.replay.hands[number - 1].over:
        return redirect(view.url)
    return hand_page(view, number)
