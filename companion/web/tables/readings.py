"""Readings side by side: what other house rules would make of an evening, and "we play it so"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion import readings
from companion.game import Replay
from companion.questions import Refused
from companion.readings import Comparison, Reading
from companion.rules import HouseRule
from companion.tables import Snapshot, act_labels
from companion.tables.effect import Effect, effect, ending
from companion.web.platform import browser, heavy
from companion.web.platform.pages import shown
from companion.web.tables.view import Note, View, look
from companion.words import counted, with_minus

pages = Blueprint("readings", __name__)
SHORT = 4
"""More totals than this are not written in a row."""


# -- every house rule ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """A reading in a list: what the evening would come to, in a few words."""

    reading: Reading
    total: str
    words: str
    url: str


def row(view: View, reading: Reading) -> Listed:
    """What a list says of one reading over the whole evening."""
    found = reading.comparison
    url = f"{view.url}/readings/{reading.option.key}?" + urlencode({"value": reading.value.key})
    if found.stops:
        return Listed(reading, "–", found.stops, url)
    was, now = ending(found.own), ending(found.other)
    hands = [c.hand for c in found.changes if c.otherwise]
    words = [counted(len(hands), "hand differs", "hands differ")] if hands else []
    words += [f"{now}, not {was}" if found.own.over and found.other.over else now] * (was != now)
    return Listed(reading, totals(found.other), "; ".join(words), url)


def totals(replay: Replay) -> str:
    """The totals in a row, or who leads where there are many."""
    every = replay.ledger.totals
    if len(every) < SHORT:
        return with_minus(" : ".join(map(str, every.values())))
    best = max(every.values())
    leaders = [str(side) for side, total in every.items() if total == best]
    return with_minus(f"{' and '.join(leaders)} {best}")


def weight(group: Sequence[Listed]) -> tuple[bool, int]:
    """Where a house rule stands in the list: what decides the game first, then what moves most."""
    every = [each.reading.comparison for each in group]
    decides = any(not c.stops and c.winners[0] != c.winners[1] for c in every)
    return not decides, -max((len(c.changes) for c in every if not c.stops), default=0)


@pages.get("/t/<code>/readings")
def every(code: str) -> ResponseReturnValue:
    """Every house rule under which the evening would come out otherwise."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    with heavy.replaying() as in_time:
        found = [
            [row(view, reading) for reading in group]
            for group in readings.contested(view.game, table.record, in_time=in_time)
        ]
        whole = in_time()
    found.sort(key=weight)
    live = {group[0].reading.option.key for group in found}
    idle = [option for option in view.game.rules.options.values() if option.key not in live]
    now = dict(view.replay.table.rules)
    made = act_labels.decided(view.game, browser.store().journal(table.code))
    return shown(
        "tables/readings.html", v=view, found=found, idle=idle, now=now, made=made, whole=whole
    )


# -- one house rule ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Since:
    """From when a decision may hold: a hand, or 0 for the whole evening."""

    hand: int
    words: str
    more: str


@dataclass(frozen=True)
class Trial:
    """One house rule tried out on an evening, before anybody decides."""

    option: HouseRule
    readings: Sequence[Reading]
    value: str
    """The reading that is looked at."""
    since: int
    sinces: Sequence[Since]
    comparison: Comparison | None
    effect: Effect | None
    problem: str = ""
    asked: int = 0
    """The hand somebody came from."""

    @property
    def words(self) -> str:
        return self.option.value(self.value).words if not self.problem else ""

    @property
    def ready(self) -> bool:
        """True if it can be decided: nothing entered is refused under it, and it is not so yet."""
        stands = bool(self.comparison and not self.comparison.other.refused)
        return stands and not self.problem and not self.settled

    @property
    def settled(self) -> bool:
        """It is played so already, from then on or over the whole evening."""
        found = self.comparison
        if found is None:
            return False
        if self.since == 0:
            return found.own.record.head == found.other.record.head and found.same
        return readings.in_force(found.own, self.option.key, self.since) == self.value

    @property
    def totals(self) -> str:
        other = self.comparison.other if self.comparison else None
        return totals(other) if other and len(other.ledger.totals) < SHORT else ""


def sinces(view: View, asked: int) -> list[Since]:
    """From when a decision may hold, at this table, now."""
    found: list[Since] = []
    record, pending = view.table.record, view.pending
    if 0 < asked <= len(view.replay.hands) and (not pending or asked != pending.hand):
        found.append(Since(asked, f"From hand {asked}", "and every hand after it"))
    if pending:
        hand = pending.hand
        begun = hand <= len(record.hands) and bool(record.hands[hand - 1])
        word = "this hand" if begun else "the next deal"
        found.append(Since(hand, f"From {word}", f"hand {hand} on"))
        if begun:
            found.append(Since(hand + 1, "From the next deal", f"hand {hand + 1} on"))
    found.append(Since(0, "The whole evening", "every hand is scored again"))
    return found


def trial(view: View, key: str, in_time: Callable[[], bool] = readings.always) -> Trial:
    """The house rule, with the reading and the beginning that the form or the address has."""
    option = view.game.rules.options.get(key)
    if option is None:
        abort(404, f"There is no house rule “{key[:40]}” in {view.game.title}.")
    asked, since = _whole("hand"), _whole("from")
    starts = sinces(view, asked)
    since = since if any(each.hand == since for each in starts) else 0
    wish = request.values.get("other", "").strip() or request.values.get("value", "").strip()
    problem, first = "", since if since <= len(view.replay.hands) else 0
    try:
        wished = option.value(wish).key if wish else ""
    except Refused as refusal:
        problem, wished = refusal.message, ""
    every = readings.readings(
        view.game, view.table.record, option, first, view.replay, [wished] if wished else [],
        in_time,
    )  # fmt: skip
    value = wished or next((r.value.key for r in every if not r.chosen), every[0].value.key)
    found = None
    if not problem:
        try:
            found = compared(view, option, value, since)
        except Refused as refusal:
            problem = refusal.message
    made = None
    if found and len(found.own.table.sides) == len(found.other.table.sides):
        made = effect(found.own, found.other, since or len(view.replay.hands), ())
        if found.until:
            there = [each for each in made.differences if each.hand < found.until]
            made = replace(made, differences=there, totals=(), outcome=None)
    return Trial(option, every, value, since, starts, found, made, problem, asked)


def compared(view: View, option: HouseRule, value: str, since: int) -> Comparison:
    return readings.compare(view.game, view.table.record, {option.key: value}, since, view.replay)


def _whole(name: str) -> int:
    text = request.values.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


@pages.get("/t/<code>/readings/<key>")
def one(code: str, key: str) -> ResponseReturnValue:
    """One house rule: its readings, what each would change, and the table's decision."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    with heavy.replaying() as in_time:
        return shown("tables/reading.html", v=view, t=trial(view, key, in_time))


@pages.post("/t/<code>/readings/<key>")
def decide(code: str, key: str) -> ResponseReturnValue:
    """We play it so: the decision is entered with who made it and their word."""
    view = look(browser.writable(code))
    made = trial(view, key)
    # An earlier page's form, or the same one sent twice, is the store's to judge.
    if browser.seen() == view.seen and not made.ready:
        words = made.problem or "Under this reading it cannot stand, or it is played so already."
        note = Note("Not decided", [words], stop=True, rule=made.option.rule)
        return shown("tables/reading.html", 422, v=replace(view, note=note), t=made)
    if browser.seen() == view.seen and (hand := confirmed(view, made)) and not reason():
        words = f"The other side has confirmed hand {hand}: say why it is scored otherwise."
        note = Note("Not decided yet", [words], stop=True)
        return shown("tables/reading.html", 422, v=replace(view, note=note), t=made)
    sent = browser.sent(reason(), author(view.table))
    browser.tables().decide(code, {key: made.value}, made.since, sent)
    return redirect(f"/t/{view.code}/sheet#decisions", 303)


def confirmed(view: View, made: Trial) -> int:
    """The first hand that a decision scores otherwise although it is confirmed; 0 for none."""
    changed = {each.hand for each in made.effect.differences} if made.effect else set()
    hands = view.table.record.hands
    return min((n for n in changed if n <= len(hands) and "@ok" in hands[n - 1]), default=0)


def reason() -> str:
    """Why a table decides so, as it was typed."""
    return " ".join(request.form.get("word", "").split())[:200]


def author(table: Snapshot) -> str:
    """The player in whose name it is decided, if one was chosen, and this browser."""
    by = " ".join(request.form.get("by", "").split())
    return f"{by}, {browser.who()}" if by in table.record.players else browser.who()
