"""The common parts of all kinds of question on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.record import MAX_TEXT
from companion.engine.table import Pending
from companion.questions import Cards, Count, Melds, Question, Refused, fold
from companion.words import capital

Reasons = dict[str, tuple[str, str]]
"""Element id -> (why an answer is impossible, rule)."""


def slug(text: str) -> str:
    """A question's key as part of an HTML id."""
    return re.sub(r"[^\w-]+", "-", text)


@dataclass(frozen=True, kw_only=True)
class Field:
    """One question on a page, ready to be drawn. The `present` function of its kind reads all of it
    but `control` and `typed`."""

    question: Question[Any]
    form: str
    """Id of its form."""
    text: str
    """The value chosen or typed; "" for none."""
    game: str
    at_once: bool = False
    """Tapping an answer submits the form: it is the only question."""
    alone: bool = False
    """The only question of its page: the page's heading has its prompt."""
    worked_out: bool = False
    """Its value is implied by the other answers."""
    abreast: int = 0
    """The number of questions in its row on a page for a whole hand, 0 on other pages."""
    skipped: bool = False
    """Disabled because of another answer."""
    replaces: bool = False
    """A tap replaces the answer that is chosen: that key is marked."""
    drawn: bool = True
    crossed: Field | None = None
    """The question that the same tap answers (`Choice.crosses`)."""
    problem: Refused | None = None
    control: Any = None
    """Data of its template: the dataclass of its kind."""
    typed: bool = False
    """It has a number input."""
    rowed: bool = False
    """Its number is typed in a row with its player's score and gain."""
    unseen_label: bool = False
    """The label is for screen readers only."""

    @property
    def name(self) -> str:
        """The `name` of its control."""
        return f"a.{self.question.key}"

    @property
    def id(self) -> str:
        """The `id` of its control."""
        return f"{self.form}-{slug(self.question.key)}"

    @property
    def partial(self) -> str:
        """Template of its control."""
        question = self.question
        typed = question.kind == "count" and question.keypad
        kind = "points" if typed else "crossed" if self.crossed else question.kind
        return f"questions/{kind}.html"

    @property
    def label(self) -> str:
        question = self.question
        short = question.short if self.abreast and not self.alone else ""
        return short or question.prompt

    @property
    def small(self) -> str:
        """Small print beside the label."""
        question = self.question
        if self.abreast < 2 and question.hint:
            return str(question.hint)
        rest = question.complement_of if isinstance(question, Count) else ""
        return f"small: {rest.removeprefix('the ')}" if rest and question.kind == "count" else ""

    @property
    def look(self) -> str:
        """CSS classes of its frame."""
        gone = not self.drawn or (self.abreast and self.skipped and not self.keeps_place)
        inline = self.abreast and self.question.inline
        return " bad" * bool(self.problem) + " gone" * bool(gone) + " inl" * bool(inline)

    @property
    def keeps_place(self) -> bool:
        """True if it is drawn where another answer disables it, too."""
        return bool(self.abreast and not (self.question.instead or self.question.confirms))

    @property
    def grows(self) -> bool:
        """True if cards are tapped into a list, shown in a tray."""
        return isinstance(self.question, Cards | Melds) and self.question.way == "list"

    @property
    def bit_by_bit(self) -> bool:
        """True if it is entered bit by bit: not validated before the page is sent."""
        question = self.question
        return question.keypad or self.grows or question.kind in ("words", "cells", "melds")

    @property
    def for_all(self) -> Any:
        """The keys above the question, which answer for the whole table."""
        return getattr(self.control, "for_all", ())

    @property
    def of(self) -> str:
        """The text of an answer on the undo key, with "#" for its words: "Tricks: #". "" if
        the words are enough."""
        question = self.question
        if isinstance(question, Count):
            return f"{capital(question.unit or self.label)}: #"
        return f"{self.label}: #" if question.inline else ""

    @property
    def at_fault(self) -> Any:
        """The player of the refused number if each has one. None if unknown."""
        seats = self.problem.about_whom if self.problem else ()  # seats of another replay
        named = {(type(who), getattr(who, "code", "")) for who in seats}
        owners = [
            who for who in self.question.parts
            if any((type(each), each.code) in named for each in (who, *getattr(who, "seats", ())))
        ]  # fmt: skip
        return owners[0] if len(owners) == 1 else None

    def given_by(self, who: Any) -> str:
        """The number typed for somebody."""
        boxes = getattr(self.control, "boxes", ())
        return next((box.text or box.rest for box in boxes if box.who == who), "")


def reasons(id: str, whys: list[tuple[str, str]]) -> Reasons:
    """The reasons without duplicates, each with an element id."""
    return {f"{id}-no{place}": why for place, why in enumerate(dict.fromkeys(whys), 1)}


def id_of(reasons: Reasons, why: str) -> str:
    """The element id of a reason; "" for none."""
    return next((id for id, (words, _) in reasons.items() if why and words == why), "")


def chosen(question: Question[Any], text: str) -> str:
    """The label of the chosen answer; of a count, without whose it is."""
    answer = question.written(text) if text else ""
    of = question.of if isinstance(question, Count) else None
    return answer.removeprefix(f"{of.code} ") if of else answer


def ticked(question: Question[Any], text: str) -> list[str]:
    """The chosen answers of a question that may have several."""
    return [fold(part) for part in chosen(question, text).split()]


def code_of(who: Any) -> str:
    """The code of a seat or side; the name of anything else."""
    return str(getattr(who, "code", who)).replace(" ", "-")


# -- reading answers from a form, also unfinished ones ---------------------------------------------


Form = MultiDict[str, str]


def typed(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """The form's answer to each question; unanswered questions are left out."""
    answers: dict[str, str] = {}
    for question in questions:
        text = boxes(form, question)
        if not text and question.optional and f"t.{question.key}" in form:
            text = "none"
        if text and not question.unfinished(text):
            answers[question.key] = text
    return answers


def read(form: Form, pending: Pending | None, *, saving: bool = False) -> dict[str, str]:
    """The form's answers to the pending page. While it is filled in, answers that later ones made
    impossible are left out; when it is saved they are refused.

    Another answer may turn a required question into one where nothing is legal; nothing chosen then
    is that answer.
    """
    if pending is None:
        return {}
    answers = typed(form, now_asked(form, pending))
    if pending.made:
        wanted = {question.key for question in pending.page if not question.optional}
        for question in pending.page_for(answers):
            if question.optional and question.key in wanted and not question.off:
                answers.setdefault(question.key, "none")
    return answers if saving else without_overruled(pending, answers)


def without_overruled(pending: Pending, answers: Mapping[str, str]) -> dict[str, str]:
    """The answers without those that later answers on the page have made impossible."""
    rest = dict(answers)
    for question in pending.page_for(answers) if pending.made else ():
        if question.decided and question.key in rest and question.read_in(rest) is None:
            del rest[question.key]
    return rest


def now_asked(form: Form, pending: Pending) -> Sequence[Question[Any]]:
    """The questions of the pending page as the form's answers make them: one may say for how many
    others there are boxes."""
    return pending.page_for(typed(form, pending.page)) if pending.made else pending.page


def draft(form: Form, questions: Iterable[Question[Any]]) -> dict[str, str]:
    """Values to fill the form with again: like `typed`, but also unfinished ones."""
    texts = ((question.key, boxes(form, question, fill=False)) for question in questions)
    return {key: text for key, text in texts if text}


def one_text(texts: Iterable[str]) -> str:
    """The texts of a form's fields joined by spaces.

    Refused if it is longer than `MAX_TEXT`: truncated, it might mean something else.
    """
    text = " ".join(part.strip() for part in texts if part.strip())
    if len(text) > MAX_TEXT:
        raise Refused(f"That is {len(text)} letters; an answer has at most {MAX_TEXT}.")
    return text


def boxes(form: Form, question: Question[Any], *, fill: bool = True) -> str:
    """The answer from a question's control, or joined from the inputs of its parts."""
    name = f"a.{question.key}"
    if name not in form and (text := of_crossed(form, question.key)):
        return text
    texts = [form.get(f"{name}.{place}", "").strip() for place in range(len(question.parts))]
    if drawn := form.get(f"w.{question.key}", "").split():
        given = {who: form.get(f"{name}.{n}", "").strip() for n, who in enumerate(drawn)}
        texts = [given.get(code_of(who), "") for who in question.parts]
    return question.joined(texts, fill) if any(texts) else one_text(form.getlist(name))


def of_crossed(form: Form, key: str) -> str:
    """The answer to one of two questions that a key answers at once (`Choice.crosses`)."""
    for name in form:
        keys = name.removeprefix("a.").split("+")
        if key in keys and len(keys) == 2:
            first, _, second = form[name].partition(" ")
            return second if keys.index(key) else first
    return ""


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
