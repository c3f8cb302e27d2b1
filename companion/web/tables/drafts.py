"""Reads answers from a form, also unfinished ones, before anything is saved."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cachetools import LRUCache
from flask import current_app
from werkzeug.datastructures import MultiDict

from companion.engine.record import MAX_TEXT
from companion.engine.table import Pending
from companion.questions import Question, Refused
from companion.tables import Snapshot
from companion.tables.changes import without_overruled
from companion.web.questions.shares import code_of

Form = MultiDict[str, str]
HALF = "companion-half-entered"
"""Extension key of what was filled in last at each table, for a phone that takes the pencil. It is
kept in this process alone: where another answers, the page is merely empty."""
_guard = threading.Lock()


def half_entered(table: Snapshot, found: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """What the scorer has filled in of the page that is asked now; with `found`, keeps it."""
    hand, record = table.pending.hand if table.pending else 0, table.record
    page = hand, str(record.hands[hand - 1] if 0 < hand <= len(record.hands) else {})
    with _guard:
        kept: LRUCache[str, tuple[tuple[int, str], Mapping[str, str]]]
        kept = current_app.extensions.setdefault(HALF, LRUCache(500))
        if found is not None:
            kept[table.code] = page, dict(found)
        at, texts = kept.get(table.code, (None, {}))
        return texts if at == page else {}


def typed(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """The form's answer to each question; unanswered questions are left out."""
    found: dict[str, str] = {}
    for question in questions:
        name = f"a.{question.key}"
        text = boxes(form, question, name)
        if not text and question.optional and f"t.{question.key}" in form:
            text = "none"
        if text and not question.unfinished(text):
            found[question.key] = text
    return found


def read(form: Form, pending: Pending | None, *, saving: bool = False) -> dict[str, str]:
    """The form's answers to the pending page. While it is filled in, answers that later ones made
    impossible are left out; when it is saved they are refused.

    Another answer may turn a required question into one where nothing is legal; nothing chosen then
    is that answer.
    """
    if pending is None:
        return {}
    found = typed(form, now_asked(form, pending))
    if pending.made:
        wanted = {question.key for question in pending.page if not question.optional}
        for question in pending.page_for(found):
            if question.optional and question.key in wanted and not question.off:
                found.setdefault(question.key, "none")
    return found if saving else without_overruled(pending, found)


def now_asked(form: Form, pending: Pending) -> Sequence[Question[Any]]:
    """The questions of the pending page as the form's answers make them: one may say for how many
    others there are boxes."""
    return pending.page_for(typed(form, pending.page)) if pending.made else pending.page


def draft(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """Values to fill the form with again: like `typed`, but also unfinished ones."""
    found: dict[str, str] = {}
    for question in questions:
        name = f"a.{question.key}"
        text = boxes(form, question, name, False)
        if text:
            found[question.key] = text
    return found


def one_text(texts: Iterable[str]) -> str:
    """The texts of a form's fields joined by spaces.

    Refused if it is longer than `MAX_TEXT`: truncated, it might mean something else.
    """
    text = " ".join(part.strip() for part in texts if part.strip())
    if len(text) > MAX_TEXT:
        raise Refused(f"That is {len(text)} letters; an answer has at most {MAX_TEXT}.")
    return text


def boxes(form: Form, question: Question[Any], name: str, fill: bool = True) -> str:
    """The answer from a question's control, or joined from the inputs of its parts."""
    texts = [form.get(f"{name}.{place}", "").strip() for place in range(len(question.parts))]
    if drawn := form.get(f"w.{question.key}", "").split():
        given = {who: form.get(f"{name}.{n}", "").strip() for n, who in enumerate(drawn)}
        texts = [given.get(code_of(who), "") for who in question.parts]
    return question.joined(texts, fill) if any(texts) else one_text(form.getlist(name))


# -- taps without JavaScript ----------------------------------------------------------------------
# Without JavaScript a tap on a card is a round trip: a button named "tap" whose value says what
# it does: "add KEY|5H", "drop KEY|2" (the third card), "part KEY|", "mark KEY|next H".
# static/parts/keys.js does the same on the spot; tests/taps.json holds both.


def tapped(form: Form, questions: Sequence[Question[Any]]) -> Form:
    tap = form.get("tap", "")
    act, _, rest = tap.partition(" ")
    key, _, what = rest.partition("|")
    question = next((q for q in questions if q.key == key), None)
    if question is None:
        return form
    after = MultiDict(form)
    name = f"a.{key}"
    after[name] = question.tapped(one_text(form.getlist(name)), act, what)
    return after


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """The answers that differ."""
    return {key: text for key, text in after.items() if before.get(key) != text}
