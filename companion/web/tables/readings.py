"""Why a line scores: its rule, and what other house rules would score; and decisions on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import budget
from companion.engine.ledger import Line
from companion.engine.table import Hand
from companion.rules.pieces import RuleText
from companion.rules.wording import under
from companion.seating import Side
from companion.tables import Snapshot
from companion.tables.decisions import behind, decisions
from companion.tables.sheet import touching
from companion.tables.trial import Trial, TriedRule, contested, trial, weighed
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, line, partial, shown
from companion.web.tables.view import Notice, View, look
from companion.words import capital

pages = Blueprint("readings", __name__)


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
    view, explanation = look(view.table, hand=hand), reasons(view, hand, line)
    if partial():
        # From the hand's page it opens in an overlay, which leaves that page as it is.
        return render_template("tables/why_up.html", v=view, why=explanation)
    return shown("tables/why.html", v=view, why=explanation)


def reasons(view: View, hand: Hand, line: Line) -> Why:
    text = under(view.game.rules, hand.rules)
    rules = text.rules
    cited = (line.rule, *line.also)
    options, n = behind(view.game, cited), hand.number
    groups = [group for group in contested(view.table, options, n)
             if len({tuple(reading.hand(n)) for reading in group}) > 1]  # fmt: skip
    related = [rules[id] for id in text.rule(line.rule).see if id in rules and id not in cited]
    return Why(
        hand,
        line,
        text.rule(line.rule),
        [text.rule(id) for id in line.also],
        [rule for rule in related if rule.section == "rulings"],
        touching(hand.lines, line.side),
        groups,
    )


@pages.get("/t/<code>/readings")
def every(code: str) -> ResponseReturnValue:
    """All house rules that would change the evening's scores."""
    view = look(browser.opened(code))
    groups = weighed(contested(view.table))
    whole = budget.in_time()
    live = {group[0].option.key for group in groups}
    idle = [option for key, option in view.replay.options.items() if key not in live]
    now = dict(view.replay.table.rules)
    choices = decisions(view.replay, browser.store().journal(view.code))
    return shown(
        "tables/readings.html", v=view, found=groups, idle=idle, now=now, choices=choices,
        whole=whole,
    )  # fmt: skip


def asked_for(view: View, key: str) -> Trial:
    """The trial of a house rule with the value and first hand in the request."""
    option = view.game.rules.options.get(key)
    if option is None:
        abort(404, f"There is no house rule “{key[:40]}” in {view.game.title}.")
    text = request.values.get("other", "").strip() or request.values.get("value", "").strip()
    return trial(view.table, option, text, asked_number("hand"), asked_number("from"))


@pages.get("/t/<code>/readings/<key>")
def one(code: str, key: str) -> ResponseReturnValue:
    """One house rule: its values, what each would change, and the form to decide."""
    view = look(browser.opened(code))
    return shown("tables/reading.html", v=view, t=asked_for(view, key))


@pages.post("/t/<code>/readings/<key>")
def decide(code: str, key: str) -> ResponseReturnValue:
    """Saves the decision, with its author and reason."""
    view = look(browser.writable(code))
    trial = asked_for(view, key)
    # A stale or repeated submission is left to the store.
    note = doubt(trial) if browser.seen() == view.seen or not trial.reading else None
    if note or not trial.reading:
        return shown("tables/reading.html", 422, v=replace(view, note=note), t=trial)
    browser.tables().enter(trial.reading.proposal, browser.sent(reason(), author(view.table)))
    return redirect(url_for("tables.sheets.sheet", code=view.code, _anchor="decisions"), 303)


def doubt(trial: Trial) -> Notice | None:
    """Why it cannot be decided; None if it can."""
    if not trial.ready or not trial.reading:
        words = trial.problem or "This rule does not fit the hands played, or you already use it."
        return Notice("Not decided", [words], stop=True, rule=trial.option.rule)
    proposal = trial.reading.proposal
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
