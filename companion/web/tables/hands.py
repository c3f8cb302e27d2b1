"""Scored hands: one hand, the whole sheet, the explanation of each line; and how other house rules
would change them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion import budget
from companion.desk.decisions import behind, decisions
from companion.engine.ledger import Line
from companion.engine.panels import Calls, Meter
from companion.engine.table import Hand
from companion.results.game_summary import sat_before
from companion.rules import HouseRule
from companion.rules.pieces import RuleText
from companion.rules.wording import under
from companion.seating import Side
from companion.tables import Snapshot, log
from companion.tables.sheet import touching
from companion.tables.trial import Trial, TriedRule, contested, trial, weighed
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, line, partial, shown
from companion.web.tables.view import Notice, View, look, panels_of
from companion.words import capital

pages = Blueprint("hands", __name__)


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
        left=panels_of(hand, Meter, Calls), moment=view.table.ending.every[number - 1],
        replaced=bool(url) and browser.at_table(url),
    )  # fmt: skip


@pages.get("/t/<code>/hand/<int:number>")
def hand(code: str, number: int) -> ResponseReturnValue:
    view = look(browser.opened(code))
    if 0 < number <= len(view.replay.hands) and not view.replay.hands[number - 1].over:
        return redirect(view.url)
    return hand_page(view, number)


@pages.get("/t/<code>/sheet")
def sheet(code: str) -> ResponseReturnValue:
    """The sheet of all hands, the chart, or the log, with decisions and house rules."""
    view, show = look(browser.opened(code)), request.args.get("show", "")
    saved = browser.store().saved(code)
    found: list[log.LogEntry] = []
    if show == "log":
        found = log.log_of(view.game, saved, view.word)
    return shown(
        "tables/sheet.html", v=view, show=show, log=found, many=log.count_corrections(saved),
        made=decisions(view.replay, saved.rows), house=house_rules(view),
        who=browser.pencil(view.table).people, chart=view.table.chart if show == "chart" else None,
        picked=asked_number("hand") if view.writes else 0, before=sat_before(view.replay),
    )  # fmt: skip


@pages.get("/t/<code>/beside")
def beside(code: str) -> ResponseReturnValue:
    """The sheet and chart for the side column of a wide page."""
    view = look(browser.table(code))
    return render_template("tables/beside.html", v=view, chart=view.table.chart)


def house_rules(view: View) -> list[tuple[HouseRule, str, bool]]:
    """The house rules in force, each in words, and whether it is the standard one."""
    found = [(view.replay.options[key], text) for key, text in view.replay.table.rules]
    return [(each, each.value(text).words, text == each.default) for each, text in found]


@pages.get("/t/<code>/house")
def house(code: str) -> ResponseReturnValue:
    """The house rules of a table; each leads to its page, where it is changed."""
    view = look(browser.opened(code))
    made = decisions(view.replay, browser.store().journal(view.code))
    return shown("tables/house.html", v=view, house=house_rules(view), made=made)


# -- why -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Why:
    """A score line with what explains it."""

    hand: Hand
    line: Line
    rule: RuleText
    also: Sequence[RuleText]
    rulings: Sequence[RuleText]
    others: Sequence[Line]
    """All lines of the hand for the same payee or payer."""
    readings: Sequence[Sequence[TriedRule]]
    """House rules that would change this hand's score, with the score for each value."""

    @property
    def brought(self) -> int:
        """The sum of these lines for that side."""
        return sum(line.change(self.line.side) for line in self.others)

    @property
    def shown(self) -> Sequence[Side]:
        """Sides whose points the other readings show: all, or one of many."""
        sides = list(self.hand.totals)
        return sides if len(sides) < 4 else [self.line.side]


@pages.get("/t/<code>/why/<int:number>/<int:place>")
def why(code: str, number: int, place: int) -> ResponseReturnValue:
    view = look(browser.table(code))
    if not 0 < number <= len(view.replay.hands):
        abort(404, f"{capital(view.replay.word)} {number} has not been dealt.")
    hand = view.replay.hands[number - 1]
    if not 0 < place <= len(hand.lines):
        abort(404, f"Hand {number} has no line {place}.")
    line = hand.lines[place - 1]
    view, found = look(view.table, hand=hand), reasons(view, hand, line)
    if partial():
        # From the hand's page it opens in an overlay, which leaves that page as it is.
        return render_template("tables/why_up.html", v=view, why=found)
    return shown("tables/why.html", v=view, why=found)


def reasons(view: View, hand: Hand, line: Line) -> Why:
    text = under(view.game.rules, hand.rules)
    rules = text.rules
    cited = (line.rule, *line.also)
    options, n = behind(view.game, cited), hand.number
    found = [group for group in contested(view.table, options, n)
             if len({tuple(reading.hand(n)) for reading in group}) > 1]  # fmt: skip
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


@pages.get("/t/<code>/readings")
def every(code: str) -> ResponseReturnValue:
    """All house rules that would change the evening's scores."""
    view = look(browser.opened(code))
    found = weighed(contested(view.table))
    whole = budget.in_time()
    live = {group[0].option.key for group in found}
    idle = [option for key, option in view.replay.options.items() if key not in live]
    now = dict(view.replay.table.rules)
    made = decisions(view.replay, browser.store().journal(view.code))
    return shown(
        "tables/readings.html", v=view, found=found, idle=idle, now=now, made=made, whole=whole
    )


def asked_for(view: View, key: str) -> Trial:
    """The trial of a house rule with the value and first hand in the request."""
    option = view.game.rules.options.get(key)
    if option is None:
        abort(404, f"There is no house rule “{key[:40]}” in {view.game.title}.")
    wish = request.values.get("other", "").strip() or request.values.get("value", "").strip()
    return trial(view.table, option, wish, asked_number("hand"), asked_number("from"))


@pages.get("/t/<code>/readings/<key>")
def one(code: str, key: str) -> ResponseReturnValue:
    """One house rule: its values, what each would change, and the form to decide."""
    view = look(browser.opened(code))
    return shown("tables/reading.html", v=view, t=asked_for(view, key))


@pages.post("/t/<code>/readings/<key>")
def decide(code: str, key: str) -> ResponseReturnValue:
    """Saves the decision, with its author and reason."""
    view = look(browser.writable(code))
    made = asked_for(view, key)
    # A stale or repeated submission is left to the store.
    note = doubt(made) if browser.seen() == view.seen or not made.reading else None
    if note or not made.reading:
        return shown("tables/reading.html", 422, v=replace(view, note=note), t=made)
    browser.tables().enter(made.reading.made, browser.sent(reason(), author(view.table)))
    return redirect(f"/t/{view.code}/sheet#decisions", 303)


def doubt(made: Trial) -> Notice | None:
    """Why it cannot be decided; None if it can."""
    if not made.ready or not made.reading:
        words = made.problem or "By this rule it cannot stand, or it is played so already."
        return Notice("Not decided", [words], stop=True, rule=made.option.rule)
    proposal = made.reading.made
    if proposal.digest != request.form.get("digest"):
        return Notice("Not decided yet", ["This is what it changes. Decide if that is right."],
                    stop=True)  # fmt: skip
    if proposal.confirmed and not reason():
        which = f"{proposal.replay.word} {proposal.confirmed}"
        words = f"The other side has confirmed {which}: say why it is scored differently."
        return Notice("Not decided yet", [words], stop=True)
    return None


def reason() -> str:
    """The reason for the decision, as typed."""
    return line("word", 200)


def author(table: Snapshot) -> str:
    """The player who decided, if chosen, and this browser."""
    by = line("by")
    return f"{by}, {browser.who()}" if by in table.record.players else browser.who()
