"""A page of questions, ready to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.questions import GRID, Cards, Question, Refused
from companion.web.questions import cards, cells, choice, count, shares
from companion.web.questions.asking import Field, Form

PRESENTERS: dict[str, Callable[[Any, Field], Any]] = {
    "choice": choice.present,
    "several": choice.Keys,
    "count": count.present,
    "points": count.present,
    "shares": shares.present,
    "cards": cards.present,
    "melds": cards.present,
    "cells": cells.present,
    "words": lambda question, _: question.texts(),
}
"""For each kind of question, the function that fills its template."""

ROWS = 6
"""The most rows of numbers and other questions that fit on a page."""
SHORT = 16
"""The most cards that leave room for more than keys."""


@dataclass(frozen=True)
class Page:
    """A page of questions, ready to be drawn."""

    form: str
    title: str
    fields: Sequence[Field]
    note: Refused | None = None
    """A refusal of the page as a whole."""
    missing: Sequence[str] = ()
    together: bool = False
    """Asks for a whole hand, or enough of one that questions share rows."""
    game: str = ""
    keypad: Sequence[Field] = ()
    """Fields with a number that is typed on the page's keypad."""

    @property
    def rows(self) -> Sequence[tuple[str, Sequence[Field]]]:
        """The questions of a whole hand row by row; a row of several has a CSS class."""
        rows, left = list[tuple[str, Sequence[Field]]](), self.fields
        while left:
            row, left = left[: left[0].abreast or 1], left[left[0].abreast or 1 :]
            slots = len(row) > 1 and row[1].question.instead
            look = f"n{len(row)}" if len(row) > 1 else ""
            rows.append(("slots" if slots else "entries" if row[0].rowed else look, row))
        return rows

    @property
    def problem(self) -> Refused | None:
        """The refusal to show: the first one only."""
        return next((each.problem for each in self.fields if each.problem), self.note)

    @property
    def single(self) -> Field | None:
        """Its question, if there is only one."""
        return self.fields[0] if len(self.fields) == 1 else None

    @property
    def at_once(self) -> bool:
        """True if one tap answers and saves."""
        return bool(self.fields) and all(each.at_once for each in self.fields)

    @property
    def signed(self) -> bool:
        """True if a typed number may be negative: the keypad has a sign."""
        return any(getattr(each.question, "low", 0) < 0 for each in self.keypad)

    @property
    def sums(self) -> bool:
        """True if a typed number may be a sum: more than `GRID` is possible."""
        return any(getattr(each.question, "high", 0) > GRID for each in self.keypad)

    @property
    def rowed(self) -> bool:
        """True if numbers are typed in a row a player, with total and gain: there is one for each,
        and the other questions leave room."""
        if any(each.rowed for each in self.fields):
            return True
        boxes = getattr(self.keypad[0].control, "boxes", ()) if len(self.keypad) == 1 else ()
        others = sum(each.drawn for each in self.fields) - 1
        return 0 < len(boxes) <= ROWS - others

    @property
    def opened(self) -> Field | None:
        """The first question without an answer: its pack is open."""
        return next((each for each in self.fields if not (each.text or each.skipped)), None)

    @property
    def folded(self) -> bool:
        """True if so many questions are lists of cards that each is folded."""
        return sum(each.grows for each in self.fields) > 2

    @property
    def packed(self) -> bool:
        """True if the cards of a pack, or the spaces of squares, are its keys: they need all the
        room there is."""
        packs = [getattr(each.question, "pack", None) for each in self.fields]
        return self.on_squares or any(len(pack.cards) > SHORT for pack in packs if pack)

    def folds(self, field: Field) -> bool:
        """True if the cards of a question are folded at a table: a pack, beside other questions."""
        pack = field.question.pack if isinstance(field.question, Cards) else ()
        return field.question.aside or (len(self.fields) > 1 and len([*pack]) > SHORT)

    @property
    def stacked(self) -> bool:
        """True if every question is a folded pack: they have one place."""
        return len(self.fields) > 1 and all(map(self.folds, self.fields))

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
    def nearest(self) -> Sequence[tuple[str, int]]:
        """(name of the box, number) of each legal number next to the refused one."""
        refused = self.problem
        wrong = next((each for each in self.keypad if refused and each.problem is refused), None)
        return [(wrong.name, each) for each in refused.nearest] if wrong and refused else []

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
    """The page for these questions and the typed texts. `at_once` overrides that one tap saves.
    Without `confirms`, a question that lets a refused answer stand is no row, but a button."""
    together = together or any(question.beside for question in questions)
    alone, plain = len(questions) == 1, at_once is None and not together
    if at_once is None:
        at_once = alone and questions[0].at_once
    wide = abreast(questions) if together else {}
    bare = []
    for question in questions:
        idle = bool(question.off)
        decided = "" if idle else question.decided
        text = decided or typed.get(question.key) or question.default
        bare.append(
            Field(
                question=question,
                form=form,
                text=text,
                game=game,
                at_once=at_once or (plain and question.sends),
                alone=alone,
                worked_out=bool(decided),
                abreast=wide.get(question.key, 0),
                skipped=idle,
                drawn=confirms or not question.confirms,
                problem=problems.get(question.key),
            )
        )
    if together:
        bare = crossed(bare)
    keys = {question.key for question in questions}
    unused = next((refusal for key, refusal in problems.items() if key not in keys), None)
    fields = [*map(ready, bare)]
    own = [each for each in fields if each.typed and getattr(each.question, "whose", None)]
    if len(own) > 1 and all(each.abreast == len(own) for each in own):
        fields = [replace(each, rowed=each in own) for each in fields]
    keypad = [each for each in fields if each.typed]
    return Page(form, title, fields, unused, missing, together, game, keypad)


def answered(
    form: str, title: str, asked: Sequence[tuple[Question[Any], str]], prefix: str, game: str
) -> Page:
    """The page of questions that are answered already. `prefix` begins their element ids."""
    bare = [Field(question=each, form=prefix, text=text, game=game) for each, text in asked]
    fields = [*map(ready, bare)]
    if len(fields) == 1:  # its title says what it asks
        fields[0] = replace(fields[0], unseen_label=True)
    return Page(form, title, fields, game=game, keypad=[each for each in fields if each.typed])


def abreast(questions: Sequence[Question[Any]]) -> dict[str, int]:
    """The number of questions that share a row, by key."""
    rows: list[list[str]] = []
    for question in questions:
        if question.beside and rows:
            rows[-1].append(question.key)
        else:
            rows.append([question.key])
    return {key: len(row) for row in rows for key in row}


def crossed(bare: Sequence[Field]) -> list[Field]:
    """The fields; if one tap answers two questions, the first of them is not drawn."""
    fields = list(bare)
    for place, each in enumerate(fields):
        if place and getattr(each.question, "crosses", "") == fields[place - 1].question.key:
            before = fields[place - 1]
            fields[place - 1] = replace(before, drawn=False)
            problem = each.problem or before.problem
            fields[place] = replace(each, crossed=before, skipped=False, problem=problem)
    return fields


def ready(bare: Field) -> Field:
    """A field with its control."""
    question = bare.question
    control = PRESENTERS[question.kind](question, bare)
    typed = question.keypad and not isinstance(control, shares.Rows)
    return replace(
        bare,
        control=control,
        typed=typed,
        drawn=bare.drawn and (bare.keeps_place or not bare.skipped),
        unseen_label=bare.alone or (bare.abreast > 1 and typed),
    )


def kept_for(form: Form, page: Page | None) -> list[tuple[str, str]]:
    """(name, text) of the form's answers to questions that the page does not ask."""
    asked = {each.question.key for each in page.fields} if page else set()
    return [(name, text) for name, text in form.items(multi=True)
            if name.startswith("a.") and text
            and not {*name[2:].split("+"), name[2:].rpartition(".")[0]} & asked]  # fmt: skip
