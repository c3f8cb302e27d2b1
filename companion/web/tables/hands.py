"""Hands that are over: the scored hand, the sheet, and why each line is what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion import readings, report
from companion.ledger import Line
from companion.moment import moment
from companion.readings import Reading
from companion.rules.wording import RuleText, under
from companion.seating import Side
from companion.table import Played
from companion.tables import act_labels, log
from companion.tables.sheet import touching
from companion.web.platform import browser, heavy
from companion.web.platform.pages import partial, shown
from companion.web.tables import pencil
from companion.web.tables.chart import progress
from companion.web.tables.view import View, look

pages = Blueprint("hands", __name__)


def hand_page(view: View, number: int, url: str = "") -> ResponseReturnValue:
    """One hand: its lines, and the deal that follows."""
    if not 0 < number <= len(view.replay.hands):
        abort(404, f"Hand {number} has not been dealt.")
    hand = view.replay.hands[number - 1]
    last = hand.number == max((h.number for h in view.scored), default=0)
    view = replace(view, hand=hand)
    return shown(
        "tables/hand.html", v=view, hand=hand, last=last, following=view.leads(hand), url=url,
        moment=moment(view.replay, hand),
    )  # fmt: skip


@pages.get("/t/<code>/hand/<int:number>")
def hand(code: str, number: int) -> ResponseReturnValue:
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    if 0 < number <= len(view.replay.hands) and not view.replay.hands[number - 1].over:
        return redirect(view.url)
    return hand_page(view, number)


@pages.get("/t/<code>/sheet")
def sheet(code: str) -> ResponseReturnValue:
    """All hands on one sheet, the chart, or the log; with the decisions and the house rules."""
    table = browser.table(code)
    browser.remember(table)
    view, show = look(table), request.args.get("show", "")
    saved = browser.store().saved(code)
    found: list[log.Entry] = []
    if show == "log":
        with heavy.replaying() as in_time:
            found = log.told(view.game, saved, in_time)
    text = request.args.get("hand", "")
    return shown(
        "tables/sheet.html", v=view, show=show, log=found, many=log.counted(saved),
        made=act_labels.decided(view.game, saved.rows), house=house_rules(view),
        who=pencil.people(table), chart=progress(view.replay) if show == "chart" else None,
        picked=int(text) if text.isdecimal() and len(text) < 4 and view.writes else 0,
    )  # fmt: skip


@pages.get("/t/<code>/beside")
def beside(code: str) -> ResponseReturnValue:
    """The sheet and the chart so far, for beside the question of a wide page."""
    view = look(browser.table(code))
    return render_template("tables/beside.html", v=view, chart=progress(view.replay))


@dataclass(frozen=True)
class HouseLine:
    """A house rule in force, and whether it is the printed one."""

    title: str
    words: str
    rule: str
    default: bool


def house_rules(view: View) -> list[HouseLine]:
    sheet = view.game.rules
    found = []
    for key, text in view.replay.table.rules:
        option = sheet.options[key]
        value = option.value(text)
        found.append(HouseLine(option.title, value.words, option.rule, text == option.default))
    return found


# -- why -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Why:
    """A line and everything it rests on."""

    hand: Played
    line: Line
    rule: RuleText
    also: Sequence[RuleText]
    rulings: Sequence[RuleText]
    others: Sequence[Line]
    """All lines of the hand that the same side is paid or pays."""
    readings: Sequence[Sequence[Reading]]
    """House rules under which this hand would come out otherwise, value by value."""

    @property
    def shown(self) -> Sequence[Side]:
        """Whose points the readings are given for: everybody's, or the line's side among many."""
        sides = list(self.hand.totals)
        return sides if len(sides) < 4 else [self.line.side]


@pages.get("/t/<code>/why/<int:number>/<int:place>")
def why(code: str, number: int, place: int) -> ResponseReturnValue:
    view = look(browser.table(code))
    if not 0 < number <= len(view.replay.hands):
        abort(404, f"Hand {number} has not been dealt.")
    hand = view.replay.hands[number - 1]
    if not 0 < place <= len(hand.lines):
        abort(404, f"Hand {number} has no line {place}.")
    line = hand.lines[place - 1]
    view, found = replace(view, hand=hand), reasons(view, hand, line)
    if partial():
        # From the hand's page it slides up, and what lies under it stays where it was.
        return render_template("tables/why_up.html", v=view, why=found)
    return shown("tables/why.html", v=view, why=found)


def reasons(view: View, hand: Played, line: Line) -> Why:
    text = under(view.game.rules, hand.rules)
    rules = text.rules
    cited = (line.rule, *line.also)
    options = readings.behind(view.game, cited)
    record = readings.up_to(view.table.record, hand.number)
    with heavy.replaying() as in_time:
        keys = [option.key for option in options]
        found = list(readings.contested(view.game, record, keys, hand.number, in_time))
    related = [rules[id] for id in text.rule(line.rule).see if id in rules and id not in cited]
    return Why(
        hand,
        line,
        text.rule(line.rule),
        [text.rule(id) for id in line.also],
        [rule for rule in related if rule.section == "rulings"],
        touching(hand.lines, line.side),
        found,
    )


@pages.get("/t/<code>.json")
def as_json(code: str) -> ResponseReturnValue:
    """The table as data: what `companion score --json` prints of its record."""
    view = look(browser.table(code))
    data = report.report(view.replay, secrets=view.writes)
    return Response(report.as_json(data), mimetype="application/json")


@pages.get("/t/<code>/record.txt")
def as_text(code: str) -> ResponseReturnValue:
    """The record as text: what `companion score` and `companion import` read.

    Watchers do not get the covered answers of a hand that is being played.
    """
    table = browser.table(code)
    record = table.record.copy()
    for hand in () if browser.may_write(table) else table.replay.hands:
        covered = {a.question.key for a in hand.asked if a.question.secret and not hand.over}
        for key in covered:
            del record.hands[hand.number - 1][key]
    name = f"{record.game}-{table.code}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(record.text(), mimetype="text/plain", headers=headers)
