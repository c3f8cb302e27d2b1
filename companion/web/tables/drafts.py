"""Reading answers out of a form, tap by tap, before anything is saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.questions import Question
from companion.tables.preview import one_text

Form = MultiDict[str, str]


def typed(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """What a form says to each question; a question with nothing chosen is left out."""
    found: dict[str, str] = {}
    for question in questions:
        name = f"a.{question.key}"
        text = boxes(form, question, name)
        if not text and question.optional and f"t.{question.key}" in form:
            text = "none"
        if text and not question.unfinished(text):
            found[question.key] = text
    return found


def draft(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """What is to be shown again: like `typed`, with unfinished answers too."""
    found: dict[str, str] = {}
    for question in questions:
        name = f"a.{question.key}"
        text = boxes(form, question, name, False)
        if text:
            found[question.key] = text
    return found


def text_of_control(form: Form, name: str) -> str:
    """The values of a control as one text. Refused as `one_text` refuses."""
    return one_text(form.getlist(name))


def boxes(form: Form, question: Question[Any], name: str, fill: bool = True) -> str:
    """The answer in the control of a question, or in the boxes of all its parts."""
    texts = [form.get(f"{name}.{place}", "").strip() for place in range(len(question.parts))]
    return question.joined(texts, fill) if any(texts) else text_of_control(form, name)


# -- taps ----------------------------------------------------------------------------------------
# Without JavaScript a tap on a card is a round trip: a button named "tap" whose value says what
# it does: "add KEY|5H", "drop KEY|2" (the third card), "part KEY|", "mark KEY|next H".
# static/companion.js does the same on the spot.


def tapped(form: Form, questions: Sequence[Question[Any]]) -> Form:
    tap = form.get("tap", "")
    act, _, rest = tap.partition(" ")
    key, _, what = rest.partition("|")
    question = next((q for q in questions if q.key == key), None)
    if question is None:
        return form
    after = MultiDict(form)
    name = f"a.{key}"
    after[name] = question.tapped(text_of_control(form, name), act, what)
    return after


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """The answers that are not what they were."""
    return {key: text for key, text in after.items() if before.get(key) != text}
