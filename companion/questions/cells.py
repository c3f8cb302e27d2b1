"""A question answered with a grid of marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.questions.base import Below, Option, Question
from companion.questions.texts import fold
from companion.words import listed, units, verb

EMPTY = "_"
"""A cell without a mark in a partly filled answer."""


@dataclass(eq=False, slots=True)
class Cells(Question[tuple[Any, ...]]):
    """A grid of cells, one of `marks` in each: "HHH/S-D/DDD"; a dot or dash is an empty cell."""

    kind = "cells"

    rows: int = 3
    columns: int = 3
    marks: Sequence[Option[Any]] = ()
    names: tuple[str, ...] = field(default=(), kw_only=True)
    """The name of each cell, row by row."""
    check: Callable[[tuple[Any, ...]], None] | None = field(default=None, kw_only=True)
    judge: Callable[[Sequence[str]], Sequence[tuple[str, str]]] | None = field(
        default=None, kw_only=True
    )
    """Takes the marks so far ("" for an empty cell), returns (name, value) of each line as in a
    Square panel; the page shows them at the ends of the lines."""

    def parse(self, text: str) -> tuple[Any, ...]:
        folded = fold(text.replace("/", " ")).replace(".", "-").replace("·", "-")
        letters = [c for c in folded if not c.isspace()]
        if len(letters) != self.rows * self.columns:
            spaces = self.rows * self.columns
            there = f"there {verb('be', spaces)} {spaces}"
            message = f"That is {units(len(letters), 'space')}; {there}: {self.legal()}."
            raise self.refuse(message, "wrong_number")
        known = {fold(mark.text): mark.value for mark in self.marks}
        values: list[Any] = []
        for letter in letters:
            if letter not in known:
                raise self.refuse(f"“{letter}” is not a mark: {self.legal()}.", "unknown_mark")
            values.append(known[letter])
        answer = tuple(values)
        if self.check:
            self.checked(self.check, answer)
        return answer

    def write(self, value: tuple[Any, ...]) -> str:
        texts = {mark.value: mark.text for mark in self.marks}
        cells = [texts[each] for each in value]
        return "/".join(
            "".join(cells[row * self.columns : (row + 1) * self.columns])
            for row in range(self.rows)
        )

    def show(self, value: tuple[Any, ...]) -> str:
        return self.write(value).replace("/", " / ")

    def draw(self, below: Below) -> str:
        return "".join(
            self.marks[below(len(self.marks))].text for _ in range(self.rows * self.columns)
        )

    def legal(self) -> str:
        return "row by row, " + listed(f"{mark.text} for {mark.label}" for mark in self.marks)

    def marked(self, text: str) -> list[str]:
        """The marks entered so far, cell by cell. `EMPTY` if there is none yet."""
        letters = [c for c in text if not c.isspace() and c != "/"]
        return (letters + [EMPTY] * self.rows * self.columns)[: self.rows * self.columns]

    def unfinished(self, text: str) -> bool:
        return EMPTY in text

    def tapped(self, text: str, act: str, what: str) -> str:
        """As the base class; the act "mark" sets a cell by number, or the "next" one: "next H"."""
        if act != "mark":
            return Question.tapped(self, text, act, what)
        place, _, letter = what.partition(" ")
        letters = self.marked(text)
        if place == "next" and EMPTY in letters:
            place = str(letters.index(EMPTY))
        if place.isdecimal() and int(place) < len(letters):
            letters[int(place)] = letter[:1] or EMPTY
        return "".join(letters)
