"""The sheet of all hands with chart, log and decisions, and the house rules of a table."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.results.game_summary import sat_before
from companion.rules import HouseRule
from companion.rules.wording import under
from companion.tables import log
from companion.tables.decisions import decisions
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, shown
from companion.web.tables.view import View, look

pages = Blueprint("sheets", __name__)


@pages.get("/t/<code>/sheet")
def sheet(code: str) -> ResponseReturnValue:
    """The sheet of all hands, the chart, or the log, with decisions and house rules."""
    view, show = look(browser.opened(code)), request.args.get("show", "")
    saved = browser.store().saved(code)
    entries: list[log.LogEntry] = []
    if show == "log":
        entries = log.log_of(view.game, saved, view.word)
    return shown(
        "tables/sheet.html", v=view, show=show, log=entries, many=log.count_corrections(saved),
        corrected=log.corrected_hands(saved), choices=decisions(view.replay, saved.rows),
        house=house_rules(view),
        who=browser.access(view.table).people, chart=view.table.chart if show == "chart" else None,
        picked=asked_number("hand") if view.writes else 0, before=sat_before(view.replay),
    )  # fmt: skip


@pages.get("/t/<code>/beside")
def beside(code: str) -> ResponseReturnValue:
    """The sheet and chart for the side column of a wide page; the game at a glance until a hand is
    scored."""
    view = look(browser.table(code))
    text = under(view.game.rules, view.game.rules.chosen(dict(view.replay.table.rules)))
    return render_template("tables/beside.html", v=view, chart=view.table.chart, glance=text.glance)


def house_rules(view: View) -> list[tuple[HouseRule, str, bool]]:
    """The house rules in force, each in words, and whether it is the standard one."""
    pairs = [(view.replay.options[key], text) for key, text in view.replay.table.rules]
    return [(each, each.value(text).words, text == each.default) for each, text in pairs]


@pages.get("/t/<code>/house")
def house(code: str) -> ResponseReturnValue:
    """The house rules of a table. Each has a link to the page that changes it."""
    view = look(browser.opened(code))
    choices = decisions(view.replay, browser.store().journal(view.code))
    return shown("tables/house.html", v=view, house=house_rules(view), choices=choices)
