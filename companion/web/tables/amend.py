"""Correcting a hand: every answer of it can be replaced, and what that changes is shown first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion.game import Replay
from companion.interview import Asked
from companion.questions import Question, Refused
from companion.tables import Snapshot, Stale, shifting
from companion.tables.act_labels import answer_shown
from companion.tables.correction import Correction, corrected, unchanged
from companion.tables.telling import told
from companion.web.platform import browser
from companion.web.platform.pages import shown
from companion.web.tables.drafts import draft, tapped, typed
from companion.web.tables.fields import Field, Page
from companion.web.tables.play import go_to
from companion.web.tables.view import Note, View, look

pages = Blueprint("amend", __name__)

FEW = 4
"""Answers of a page that a folded line has room to explain."""


@dataclass(frozen=True)
class Group:
    """One page of the hand's questions, folded unless something happens in it."""

    title: str
    answers: str
    page: Page
    open: bool
    changed: bool


def from_form(questions: Sequence[Question[Any]]) -> Mapping[str, str]:
    return typed(tapped(request.form, questions), questions)


def own_answers(base: Replay, number: int) -> dict[str, str | None]:
    """Dealer and throwing in, as the form has them."""
    hand = base.hands[number - 1]
    found: dict[str, str | None] = {}
    seat = request.form.get("dealer", "")
    if seat and seat != hand.dealer.code:
        found["@dealer"] = seat
    if "void_there" in request.form:
        if request.form.get("void"):
            reason = " ".join(request.form.get("void_reason", "").split())
            found["@void"] = reason or hand.void or "thrown in"
        elif hand.void:
            found["@void"] = None
    return found


def in_words(asked: Sequence[Asked], replay: Replay, title: str) -> str:
    """What the answers of a page say; of several each says of what, of many there is no room."""
    if not 1 < len(asked) <= FEW:
        return ", ".join(a.shown for a in asked)
    return ", ".join(told(replay.table, a.question.prompt, a.shown, title) for a in asked)


def groups(table: Snapshot, made: Correction) -> list[Group]:
    """The hand's pages with their answers, and the page it then still needs."""
    if made.number > len(made.replay.hands):
        return []
    base, form = table.replay, f"amend{made.number}"
    hand, game = made.replay.hands[made.number - 1], table.game.key
    stood = table.record.hands[made.number - 1]
    found = []
    for _, each in groupby(hand.asked, key=lambda asked: asked.page):
        asked = list(each)
        fields = [Field(a.question, a.text, form, game=game) for a in asked]
        changed = [a for a in asked if stood.get(a.question.key) != a.text]
        title = asked[0].title or asked[0].question.prompt
        words = in_words(asked, base, title)
        if changed and all(a.question.key in stood for a in changed):
            was = ", ".join(answer_shown(a.question, stood[a.question.key]) for a in changed)
            words = f"{words} (was {was})"
        if not hand.over and any(a.question.secret for a in asked):
            words = "covered"
        found.append(Group(title, words, Page(form, title, fields), bool(changed), bool(changed)))
    pending = made.replay.pending
    own = made.effect is not None and bool(made.effect.refused)
    if pending and pending.hand == made.number and (base.hands[made.number - 1].over or own):
        answers = made.record.hands[made.number - 1]
        later = draft(request.form, pending.page)
        fields = [
            Field(q, answers.get(q.key, later.get(q.key, "")), form, pending.problems.get(q.key),
                  game=game)
            for q in pending.page
        ]  # fmt: skip
        found.append(Group(pending.title, "still needed", Page(form, pending.title, fields),
                           True, True))  # fmt: skip
    return found


def there(view: View, hand: int) -> None:
    """A 404 page for a hand that has no answers."""
    if not 0 < hand <= min(len(view.table.record.hands), len(view.replay.hands)):
        abort(404, f"Hand {hand} has nothing to correct yet.")


def correction(view: View, hand: int) -> Correction:
    there(view, hand)
    return corrected(view.table, hand, own_answers(view.replay, hand), from_form)


def amend_page(view: View, made: Correction, status: int = 200) -> ResponseReturnValue:
    later = []
    if made.effect is not None:
        later = shifting.moved(view.replay, made.replay, made.number)
        # Those that stay as they are need not be looked at.
        while later and not later[-1].otherwise:
            later.pop()
    return shown("tables/amend.html", status, v=view, a=made, groups=groups(view.table, made),
                 why=reason(), hand=view.replay.hands[made.number - 1], url="",
                 later=later)  # fmt: skip


def reason() -> str:
    """Why a hand is corrected, as it was typed."""
    return " ".join(request.form.get("why", "").split())[:300]


def refused(view: View, made: Correction, title: str, *words: str) -> ResponseReturnValue:
    """The page again, with why nothing was saved."""
    return amend_page(replace(view, note=Note(title, words, stop=True)), made, 422)


@pages.get("/t/<code>/amend/<int:number>")
def amend(code: str, number: int) -> ResponseReturnValue:
    """A hand's answers, ready to be replaced."""
    view = look(browser.writable(code))
    there(view, number)
    return amend_page(view, unchanged(view.table, number))


@pages.post("/t/<code>/amend/<int:hand>")
def save(code: str, hand: int) -> ResponseReturnValue:
    """Shows what the correction changes; saves it when that has been seen."""
    view = look(browser.writable(code))
    made = correction(view, hand)
    if request.form.get("do") != "save":
        return amend_page(view, made)
    if browser.seen() == view.seen:
        if not made.changes:
            return refused(view, made, "Nothing is different", "Choose another answer first.")
        if made.effect and made.effect.refused:
            return refused(view, made, "Not saved", "An answer cannot stand; see below.")
    try:
        after = browser.tables().amend(code, hand, made.changes, browser.sent(reason()))
    except Refused as refusal:
        return refused(view, made, "Not saved yet", refusal.message)
    except Stale as stale:
        words = ["Look at what the correction changes now, and save again."]
        note = Note("The table has moved on meanwhile", words, stop=True)
        return amend_page(look(stale.table, note=note), made, 409)
    return go_to(after, "/sheet")
