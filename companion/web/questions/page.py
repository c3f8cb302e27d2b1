"""A page of questions, ready to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.questions import GRID, Cards, Count, Melds, Question, Refused, Shares
from companion.web.questions import cards, cells, choice, count, shares
from companion.web.questions.asking import Asking, Field, Form, slug

PRESENTERS: dict[str, Callable[[Any, Asking], Any]] = {
    "choice": choice.present,
    "several": choice.present,
    "count": count.present,
    "points": count.present,
    "shares": shares.present,
    "cards": cards.present,
    "melds": cards.present,
    "cells": cells.present,
    "words": lambda question, _: question.texts(),
}
"""For each kind of question, the function that fills its template."""

SHORT = 16
"""The most cards that leave room for more than keys."""


@dataclass(frozen=True)
class Page:
    """A page of questions, ready to be drawn."""

    form: str
    title: str
    fields: Sequence[Field]
    rows: Sequence[tuple[str, Sequence[Field]]]
    """The questions of a whole hand row by row; a row of several has a CSS class."""
    note: Refused | None
    """A refusal of the page as a whole."""
    problem: Refused | None
    """The refusal to show: the first one only."""
    missing: Sequence[str]
    together: bool
    """Asks for a whole hand, or enough of one that questions share rows."""
    single: Field | None
    """Its question, if there is only one."""
    at_once: bool
    """One tap answers and saves."""
    keypad: bool
    """A number is typed."""
    signed: bool
    """A typed number may be negative: the keypad has a sign."""
    sums: bool
    """A typed number may be a sum: more than `GRID` is possible."""
    opened: Field | None
    """With several lists of cards one is open at a time; this one first."""
    folded: bool
    """Number of questions that are lists of cards."""
    game: str = ""

    @property
    def packed(self) -> bool:
        """True if the cards of a pack, or the spaces of squares, are its keys: they need all the
        room there is."""
        packs = [getattr(each.question, "pack", None) for each in self.fields]
        return self.on_squares or any(len(pack.cards) > SHORT for pack in packs if pack)

    @property
    def onward(self) -> Any:
        """The answer on the main button, if any."""
        return getattr(self.single.control, "onward", None) if self.single else None

    @property
    def on_squares(self) -> bool:
        """True if the spaces of a square are the buttons of its only question."""
        return bool(self.single and getattr(self.single.control, "boards", None))

    @property
    def confirming(self) -> tuple[str, str, str] | None:
        """Name, value and label of the button that lets the refused answer stand; None if none
        does."""
        wrong = {each.question.key for each in self.fields if each.problem is self.problem}
        for each in self.fields if self.problem else ():
            if each.question.confirms in wrong and not each.skipped:
                text = each.question.only()
                return each.name, text, each.question.put(text, each.question.show)
        return None

    @property
    def weighty(self) -> Any:
        """The answer that needs a second tap to confirm, if any."""
        return getattr(self.single.control, "weighty", None) if self.single else None


def page_of(
    form: str,
    title: str,
    questions: Sequence[Question[Any]],
    typed: Mapping[str, str],
    problems: Mapping[str, Refused],
    *,
    at_once: bool | None = None,
    missing: Sequence[str] = (),
    game: str = "",
    together: bool = False,
    confirms: bool = True,
) -> Page:
    """The page for these questions and what was typed. `at_once` overrides that one tap saves;
    without `confirms` a question that lets a refused answer stand is no row, but a button."""
    together = together or any(question.beside for question in questions)
    alone, plain = len(questions) == 1, at_once is None and not together
    if at_once is None:
        at_once = alone and questions[0].at_once
    wide = abreast(questions) if together else {}
    fields = []
    for question in questions:
        idle = bool(question.off)
        decided = "" if idle else question.decided
        text = decided or typed.get(question.key) or question.default
        asking = Asking(
            f"a.{question.key}", f"{form}-{slug(question.key)}", text,
            at_once or (plain and question.sends), alone, bool(decided), wide.get(question.key, 0),
        )  # fmt: skip
        found = field(question, asking, form, problems.get(question.key), idle, game)
        if question.confirms and not confirms:
            found = replace(found, drawn=False)
        fields.append(found)
    keys = {question.key for question in questions}
    stray = next((refusal for key, refusal in problems.items() if key not in keys), None)
    return made(form, title, fields, stray, missing, together, game)


def answered(
    form: str, title: str, asked: Sequence[tuple[Question[Any], str]], prefix: str, game: str
) -> Page:
    """The page of questions that are answered already. `prefix` begins their element ids."""
    fields = []
    for question, text in asked:
        asking = Asking(f"a.{question.key}", f"{prefix}-{slug(question.key)}", text)
        fields.append(field(question, asking, prefix, None, False, game))
    if len(fields) == 1:  # its title says what it asks
        fields[0] = replace(fields[0], unseen_label=True)
    return made(form, title, fields, game=game)


def abreast(questions: Sequence[Question[Any]]) -> dict[str, int]:
    """How many questions share a row, by key."""
    rows: list[list[str]] = []
    for question in questions:
        if question.beside and rows:
            rows[-1].append(question.key)
        else:
            rows.append([question.key])
    return {key: len(row) for row in rows for key in row}


def field(
    q: Question[Any], a: Asking, form: str, problem: Refused | None, idle: bool, game: str
) -> Field:
    """One question as a field."""
    tapped_rows = isinstance(q, Shares) and shares.in_rows(q, a)
    typed = q.keypad and not tapped_rows
    grows = isinstance(q, Cards | Melds) and q.way == "list"
    kept = bool(a.abreast) and not q.instead and not q.confirms
    rest = q.complement_of if q.kind == "count" and isinstance(q, Count) else ""
    gone = bool(a.abreast) and idle and not kept
    look = " bad" * (problem is not None) + " gone" * gone + " inl" * (bool(a.abreast) and q.inline)
    small = str(q.hint) if a.abreast < 2 else ""
    label = q.short if a.abreast and q.short and not a.alone else q.prompt
    partial = "points" if q.kind == "count" and q.keypad else q.kind
    return Field(
        **vars(a), question=q, form=form,
        partial=f"questions/{partial}.html", control=PRESENTERS[q.kind](q, a), label=label,
        small=small or (f"small: {rest}" if rest else ""),
        unseen_label=a.alone or (a.abreast > 1 and typed), look=look,
        drawn=not idle or kept, skipped=idle, typed=typed, grows=grows,
        bit_by_bit=q.keypad or q.kind in ("words", "cells", "melds") or grows,
        problem=problem, game=game,
    )  # fmt: skip


def made(
    form: str, title: str, fields: Sequence[Field], note: Refused | None = None,
    missing: Sequence[str] = (), together: bool = False, game: str = "",
) -> Page:  # fmt: skip
    """The page with these fields."""
    rows, left = list[Sequence[Field]](), fields
    while left:
        many = left[0].abreast or 1
        rows.append(left[:many])
        left = left[many:]
    packs = [each for each in fields if each.grows]
    numbers = [f.question for f in fields if f.typed and isinstance(f.question, Count | Shares)]
    return Page(
        form, title, fields,
        [(_look(row), row) for row in rows], note,
        next((each.problem for each in fields if each.problem), note), missing, together,
        fields[0] if len(fields) == 1 else None,
        bool(fields) and all(each.at_once for each in fields),
        any(each.typed for each in fields),
        any(q.low < 0 for q in numbers), any(q.high > GRID for q in numbers),
        next((each for each in packs if not each.text), packs[0] if packs else None),
        len(packs) > 2, game,
    )  # fmt: skip


def _look(row: Sequence[Field]) -> str:
    if len(row) < 2:
        return ""
    return "slots" if row[1].question.instead else f"n{len(row)}"


def kept_for(form: Form, page: Page | None) -> list[tuple[str, str]]:
    """(name, text) of the form's answers to questions that the page does not ask."""
    asked = {each.question.key for each in page.fields} if page else set()
    return [(name, text) for name, text in form.items(multi=True)
            if name.startswith("a.") and text
            and not {name[2:], name[2:].rpartition(".")[0]} & asked]  # fmt: skip
