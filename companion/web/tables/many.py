"""Enters many hands from a paper sheet on one page, a row each.

Input names: "r3.a.KEY" (third row), with an index for questions with parts: "r3.a.tricks.2".
Typed values are shown again unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.engine.game import Replay
from companion.engine.record import Act
from companion.questions import Choice, Question, Refused, Several, fold
from companion.tables import Stale, names
from companion.tables.many_hands import STILL_OPEN, HandRow, ManyHands, many_hands, ways
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, number, partial, render, shown
from companion.web.questions import asking
from companion.web.questions.asking import Form, slug
from companion.web.tables.play import go_to, table_page
from companion.web.tables.view import Notice, View, look
from companion.words import capital

pages = Blueprint("many", __name__)
SELECT = 40
"""Up to so many options are a <select>; beyond that the answer is typed."""

ROWS, MORE, MOST = 4, 4, 40
"""Rows of an empty page, rows added at a time, and most rows of a page."""
OUT, VOID = "out", "void"
"""Marks of a deleted row and of a hand that was thrown in."""


@dataclass(frozen=True)
class ManyCell:
    """One question of a row: its control and inputs (name, value, label)."""

    question: Question[Any]
    id: str
    boxes: Sequence[tuple[str, str, str]]
    ticked: Sequence[str]
    problem: Refused | None

    @property
    def options(self) -> list[tuple[str, str]]:
        """(value, label) of every answer; an invalid typed value is included."""
        if not isinstance(self.question, Choice):
            return []
        options = {each.text: each.label for each in self.question.answers if not each.hidden}
        typed = self.boxes[0][1]
        if typed and typed not in options and not isinstance(self.question, Several):
            options[typed] = typed
        return list(options.items())

    @property
    def control(self) -> str:
        control = self.question.control
        return "text" if control == "select" and len(self.options) > SELECT else control

    @property
    def number(self) -> str:
        return "text" if getattr(self.question, "low", 0) < 0 else "numeric"

    @property
    def open(self) -> bool:
        """Required, but empty."""
        return self.problem is not None and self.problem.code == STILL_OPEN


@dataclass
class ManyRow(HandRow):
    """A row with its inputs."""

    form: Form = field(default_factory=MultiDict)

    @classmethod
    def of(cls, place: int, form: Form, void: bool = False, number: int = 0) -> ManyRow:
        def read(question: Question[Any]) -> str:
            return asking.typed(form, [question]).get(question.key, "")

        keys = [name[2:] for name, texts in form.lists() if any(text.strip() for text in texts)]
        typed = dict.fromkeys(
            head if tail.isdecimal() else key for key in keys for head, _, tail in [parted(key)]
        )
        return cls(place, read, typed, void, number, form=form)

    @property
    def cells(self) -> list[ManyCell]:
        cells = []
        for key, question in self.asked.items():
            name, texts = f"a.{key}", self.form.getlist(f"a.{key}")
            start = f"r{self.place}.{name}"
            boxes = [(f"{start}.{n}", self.form.get(f"{name}.{n}", ""), str(who))
                     for n, who in enumerate(question.parts)]  # fmt: skip
            ticked = [fold(text) for text in texts]
            cells.append(ManyCell(question, f"r{self.place}-{slug(key)}",
                              boxes or [(start, next(iter(texts), ""), "")], ticked,
                              self.problems.get(key)))  # fmt: skip
        return cells

    @property
    def unasked(self) -> list[tuple[str, str]]:
        """Values typed for questions that the row does not ask yet; kept as hidden inputs."""
        if self.hand and self.hand.over and not self.void:
            return []
        names = [(name, text) for name, text in self.form.items(multi=True)
                 if not {name[2:], parted(name[2:])[0]} & self.asked.keys()]  # fmt: skip
        return [(f"r{self.place}.{name}", text) for name, text in names]


def parted(key: str) -> tuple[str, str, str]:
    """A question's key and part of "tricks.2"."""
    head, dot, tail = key.rpartition(".")
    return (head, dot, tail) if tail.isdecimal() else (key, "", "")


def read(form: Form, count: int) -> list[ManyRow]:
    """The rows of a form without the deleted ones."""
    rows: list[ManyRow] = []
    for place in range(1, count + 1):
        start, kind = f"r{place}.", form.get(f"r{place}.as", "")
        if kind == OUT:
            continue
        typed = MultiDict([(name[len(start) :], text) for name, text in form.items(multi=True)
                           if name.startswith(f"{start}a.")])  # fmt: skip
        own = asked_number(f"{start}hand")
        rows.append(ManyRow.of(len(rows) + 1, typed, kind == VOID, own))
    return rows


def padded(rows: Sequence[ManyRow], count: int) -> list[ManyRow]:
    """The rows, padded with empty ones to `count`."""
    blank = range(len(rows) + 1, min(count, MOST) + 1)
    return [*rows, *(ManyRow.of(place, MultiDict()) for place in blank)]


def way(view: View) -> str:
    """The way of entry: the form's, otherwise the shortest."""
    known = ways(view.replay)
    chosen = request.values.get("way", "")
    return chosen if chosen in known else next(iter(known), "")


# -- showing -------------------------------------------------------------------------------------


def many_page(view: View, rows: Sequence[ManyRow], status: int = 200) -> ResponseReturnValue:
    return page(view, many_hands(view.table, way(view), rows), status)


def page(view: View, entry: ManyHands, status: int = 200) -> ResponseReturnValue:
    """The page with its rows; for htmx, the parts that change while typing."""
    more: dict[str, Any] = {"v": view, "e": entry, "way": way(view), "ways": ways(view.replay),
                            "most": MOST}  # fmt: skip
    if partial() and "live" in request.args:
        return render("tables/many_live.html", **more)
    return shown("tables/many.html", status, **more)


def closed(view: View) -> ResponseReturnValue | None:
    """A redirect if no hand can be entered now; otherwise None."""
    if view.replay.over:
        return redirect(view.url, 303)
    if view.replay.half_amended:
        words = "Answer this first: the hands after it follow from it."
        return table_page(view.refusing("Many hands cannot be entered yet", words), 409)
    return None


@pages.get("/t/<code>/many")
def many(code: str) -> ResponseReturnValue:
    """Empty rows from the current hand on; one that is under way has its answers."""
    view = look(browser.writable(code))
    if elsewhere := closed(view):
        return elsewhere
    count = asked_number("rows", ROWS)
    first = ManyRow.of(1, answers_so_far(view.replay, way(view)))
    return many_page(replace(view, note=begun(view, first)), padded([first], max(1, count)))


def answers_so_far(replay: Replay, mode: str) -> Form:
    """Answers of the hand under way, if it uses this way of entry."""
    form: Form = MultiDict()
    hand = replay.hand
    if hand is None or hand.over or (hand.modes and hand.mode != mode):
        return form
    for asked in hand.asked:
        name, question = f"a.{asked.question.key}", asked.question
        if question.secret:
            continue
        for place, who in enumerate(question.parts):
            form[f"{name}.{place}"] = str(asked.value[who])
        if isinstance(question, Several):
            form.setlist(name, [question.write((each,)) for each in asked.value])
        elif not question.parts:
            form[name] = asked.text
    for question in replay.pending.page if replay.pending else ():
        given = replay.pending.given if replay.pending else {}
        if not (question.secret or question.parts) and question.key in given:
            form[f"a.{question.key}"] = given[question.key]
    return form


def begun(view: View, first: ManyRow) -> Notice | None:
    """A warning that the row replaces the current hand, if its answers cannot be kept."""
    hand = view.replay.hand
    if hand is None or hand.over or not hand.asked or first.begun:
        return None
    entries = ", ".join(names.said(view.replay, hand.number, a.question.key, a.text)
                     for a in hand.asked if not a.question.secret)  # fmt: skip
    words = [f"Already entered: {entries}." if entries else "", "This row replaces it."]
    name = capital(hand.name)
    return Notice(f"{name} was begun on the table’s page", [each for each in words if each])


# -- preview and save ----------------------------------------------------------------------------


@pages.post("/t/<code>/many/check")
def check(code: str) -> ResponseReturnValue:
    """Previews the rows; nothing is saved."""
    table = browser.table(code)
    if browser.overtaken(table):
        return Response(status=204)
    view = look(browser.allowed(table))
    if browser.seen() != view.seen:
        unseen = browser.store().journal(view.code)[browser.seen() :]
        return on_top(Stale(view.table, unseen, []))
    if elsewhere := closed(view):
        return elsewhere
    count = number("rows")
    rows = read(request.form, min(count, MOST))
    if request.form.get("do") == "more":
        rows = padded(rows, count + MORE)
    entry = many_hands(view.table, way(view), rows)
    return page(replace(view, note=None if "live" in request.args else doubt(entry)), entry)


@pages.post("/t/<code>/many")
def save(code: str) -> ResponseReturnValue:
    """Saves all rows or none, and only if they score what the preview showed."""
    view = look(browser.writable(code))
    try:
        if not browser.tables().current(view.table, browser.sent()):  # repeated or stale
            return go_to(browser.tables().do(view.table, [Act("answer", 1)], browser.sent()))
        if elsewhere := closed(view):
            return elsewhere
        rows = read(request.form, min(number("rows"), MOST))
        entry = many_hands(view.table, way(view), rows)
        if not entry.ready or entry.proposal.digest != request.form.get("digest"):
            return page(replace(view, note=doubt(entry) or unseen(entry)), entry, 422)
        return go_to(browser.tables().enter(entry.proposal, browser.sent()))
    except Stale as stale:
        return on_top(stale)


def doubt(entry: ManyHands) -> Notice | None:
    """The heading of a page that cannot be saved."""
    wrong = [row for row in entry.rows if row.problems]
    if not wrong:
        return None
    row = wrong[0]
    kept = "Nothing is saved until all can be; nothing you typed is lost."
    if entry.refused:
        return Notice(f"Not saved: see {row.title.lower()}", [kept], stop=True)
    return Notice(f"Still open: {row.title.lower()}", [kept])


def unseen(entry: ManyHands) -> Notice:
    if not entry.proposal.acts:
        return Notice("Nothing to save yet", ["Fill in a row first."], stop=True)
    return Notice("Not saved yet", ["This is what the rows come to. Save them if that is right."],
                stop=True)  # fmt: skip


def on_top(stale: Stale) -> ResponseReturnValue:
    """The page again after a stale submission, with all that was typed, on top of the new hands."""
    view = look(stale.table)
    if elsewhere := closed(view):
        return elsewhere
    did = "; ".join([names.happened(view.replay, row) for row in stale.rows][-3:])
    rows = read(request.form, min(number("rows"), MOST))
    first = view.pending.hand if view.pending else 0
    own = next((row.number for row in rows if row.begun), 0)
    if own > first:  # hands were removed meanwhile: they need rows of their own
        forms = [row.form for row in rows if row.begun]
        blank: list[Form] = [MultiDict() for _ in range(min(own - first, MOST))]
        rows = [ManyRow.of(place, each) for place, each in enumerate([*blank, *forms], 1)]
    view = view.refusing(
        f"Meanwhile at this table: {did}" if did else "The table has changed",
        "Nothing of this page is saved yet, and nothing typed is lost.",
        "See whether its rows still follow, and save again.",
    )
    return many_page(view, rows, 409)
