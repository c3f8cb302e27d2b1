"""Reading answers out of a form, tap by tap, before anything is saved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.questions import Cards, Cells, Melds, Question, Refused, Several, Shares, number
from companion.record import MAX_TEXT
from companion.web.fields import EMPTY

Form = MultiDict[str, str]


def typed(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """What a form says to each question; a question with nothing chosen is left out."""
    found: dict[str, str] = {}
    for question in questions:
        name = f"a.{question.key}"
        text = shares(form, question, name) if isinstance(question, Shares) else plain(form, name)
        if not text and may_be_none(question) and f"t.{question.key}" in form:
            text = "none"
        if text and not unfinished(question, text):
            found[question.key] = text
    return found


def draft(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """What is to be shown again: like `typed`, with unfinished answers too."""
    found: dict[str, str] = {}
    for question in questions:
        name = f"a.{question.key}"
        text = shares(form, question, name, False) if isinstance(question, Shares) else (
            plain(form, name))  # fmt: skip
        if text:
            found[question.key] = text
    return found


def plain(form: Form, name: str) -> str:
    """The values of a control, parted by spaces (several boxes may be ticked).

    Refused when that is more than a record keeps: cut short, it might mean something else.
    """
    text = " ".join(part.strip() for part in form.getlist(name) if part.strip())
    if len(text) > MAX_TEXT:
        raise Refused(f"That is {len(text)} letters; an answer has at most {MAX_TEXT}.")
    return text


def shares(form: Form, question: Shares, name: str, fill: bool = True) -> str:
    """One number each; the last one follows where they have to add up."""
    texts = [form.get(f"{name}.{place}", "").strip() for place in range(len(question.among))]
    if not any(texts):
        return plain(form, name)
    if fill and texts.count("") == 1 and question.total is not None:
        try:
            rest = question.total - sum(number(text) for text in texts if text)
        except ValueError:
            return ", ".join(texts)
        texts[texts.index("")] = str(rest)
    return ", ".join(texts)


def may_be_none(question: Question[Any]) -> bool:
    """Whether choosing nothing is an answer."""
    return isinstance(question, Several | Cards | Melds) and question.least == 0


def unfinished(question: Question[Any], text: str) -> bool:
    """A square with open spaces, shares with gaps or too few cards are not an answer yet."""
    if isinstance(question, Cards | Several) and text != "none":
        return len(re.split(r"[,\s]+", text.strip())) < question.least
    if isinstance(question, Cells):
        return EMPTY in text
    if isinstance(question, Shares):
        return any(not part.strip() for part in text.split(","))
    return False


# -- taps ----------------------------------------------------------------------------------------
# Without JavaScript a tap on a card is a round trip: a button named "tap" whose value says what
# it does: "add KEY|5H", "drop KEY|2" (the third card), "part KEY|", "mark KEY|next H".
# static/companion.js does the same on the spot.


def tapped(form: Form, questions: Sequence[Question[Any]]) -> Form:
    """The form after the tap it was sent with."""
    tap = form.get("tap", "")
    act, _, rest = tap.partition(" ")
    key, _, what = rest.partition("|")
    question = next((q for q in questions if q.key == key), None)
    if question is None:
        return form
    after = MultiDict(form)
    name = f"a.{key}"
    after[name] = changed(question, plain(form, name), act, what)
    return after


def changed(question: Question[Any], text: str, act: str, what: str) -> str:
    """The answer's text after a tap."""
    if act == "add":
        return f"{text} {what}".strip()
    if act == "part":
        return text if not text or text.endswith("/") else f"{text} /"
    if act == "drop" and what.isdecimal():
        return without(text, int(what))
    if act == "mark" and isinstance(question, Cells):
        place, _, letter = what.partition(" ")
        size = question.rows * question.columns
        letters = [c for c in text if not c.isspace() and c != "/"]
        letters = (letters + [EMPTY] * size)[:size]
        if place == "next" and EMPTY in letters:
            place = str(letters.index(EMPTY))
        if place.isdecimal() and int(place) < size:
            letters[int(place)] = letter[:1] or EMPTY
        return "".join(letters)
    if act == "clear":
        return ""
    return text


def without(text: str, place: int) -> str:
    """A list of cards without the one at a place, groups kept apart, empty groups dropped."""
    groups: list[list[str]] = []
    count = 0
    for part in text.split("/"):
        groups.append([])
        for word in part.split():
            if count != place:
                groups[-1].append(word)
            count += 1
    return " / ".join(" ".join(group) for group in groups if group)


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """The answers that are not what they were."""
    return {key: text for key, text in after.items() if before.get(key) != text}
