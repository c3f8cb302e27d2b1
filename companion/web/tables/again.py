"""Changes one answer of the running hand: its question once more, with the keys it had then. A tap
leads to the preview that every change has."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from companion.web.platform import browser
from companion.web.platform.browser import shown
from companion.web.questions.asking import Field
from companion.web.questions.page import Page, ready
from companion.web.tables.proposals import change_url
from companion.web.tables.view import look

pages = Blueprint("again", __name__)


@pages.get("/t/<code>/amend/<int:hand>/<key>")
def again(code: str, hand: int, key: str) -> ResponseReturnValue:
    """The question of an answer given in this hand; 404 if it has none, or no keys."""
    view = look(browser.writable(code))
    running = view.hand if view.hand and not view.hand.over and view.hand.number == hand else None
    answers = [each for each in (running.asked if running else ()) if each.question.key == key]
    if not answers or not answers[0].question.by or not answers[0].question.at_once:
        abort(404, "That was not answered in this hand.")
    asked = answers[0]
    title = f"Change {asked.question.by}’s {asked.shown}"
    field = Field(question=asked.question, form=f"again{hand}", text=asked.text, game=view.game.key,
                  at_once=True, alone=True, replaces=True)  # fmt: skip
    page = Page(field.form, title, [ready(field)], game=view.game.key)
    return shown("tables/again.html", v=replace(view, page=page), again=asked,
                 here=change_url(view.code, "amend", hand))  # fmt: skip
