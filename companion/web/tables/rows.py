"""Column entry on the page: the rows of a form, and the boxes each is drawn with.

A row's boxes are named "r3.a.KEY" (third row), with the code of a seat or side behind where a
question shares something out: "r3.a.tricks.2". What was typed is shown again as it was typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.questions import Choice, Question, Refused, Several, fold
from companion.tables.columns import Column
from companion.tables.hand_rows import PLAYED, STILL_OPEN, VOID, HandRow
from companion.web.tables.drafts import Form
from companion.web.tables.fields import slug

OUT = "out"
"""A row that is no hand after all."""


@dataclass(frozen=True)
class Box:
    """One box to write in: its name in the form, what stands in it, whose it is."""

    name: str
    text: str
    who: str = ""


@dataclass(frozen=True)
class Cell:
    """One question of a row."""

    column: Column
    question: Question[Any]
    id: str
    boxes: Sequence[Box]
    ticked: Sequence[str] = ()
    """Where several answers can be ticked: which are."""
    problem: Refused | None = None
    asked: bool = False
    """True if this very hand asks it."""

    @property
    def prompt(self) -> str:
        """What is asked, in the words of the hand where they are known."""
        return self.question.prompt if self.asked else self.column.head

    @property
    def control(self) -> str:
        return self.question.control(len(self.options))

    @property
    def options(self) -> list[tuple[str, str]]:
        """(text, label) of every answer to choose from; what was typed is among them."""
        if not isinstance(self.question, Choice):
            return []
        own = [o for o in self.question.answers if not o.hidden]
        found = {o.text: o.label for o in own or self.column.options}
        typed = self.boxes[0].text
        if typed and typed not in found and not isinstance(self.question, Several):
            found[typed] = typed
        return list(found.items())

    @property
    def number(self) -> str:
        return "text" if getattr(self.question, "low", 0) < 0 else "numeric"

    @property
    def open(self) -> bool:
        """Nothing was entered although something is wanted."""
        return self.problem is not None and self.problem.code == STILL_OPEN


def cell(row: HandRow, column: Column) -> Cell:
    """The box or boxes of a row in a column."""
    question = row.asked.get(column.key, column.question)
    name = f"a.{column.key}"
    boxes = [Box(f"r{row.place}.{name}.{who.code}", row.text(f"{name}.{who.code}"), str(who))
             for who in question.parts or column.question.parts]  # fmt: skip
    boxes = boxes or [Box(f"r{row.place}.{name}", row.text(name))]
    ticked = [fold(text) for text in row.typed.get(name, ())]
    id = f"r{row.place}-{slug(column.key)}"
    return Cell(column, question, id, boxes, ticked, row.problems.get(column.key),
                column.key in row.asked)  # fmt: skip


def shows(row: HandRow, column: Column) -> bool:
    """True if the row has a box in that column: asked for, usual, or written in."""
    if column.key in row.asked or any(box.text for box in cell(row, column).boxes):
        return True
    return column.usual and not row.done and row.kind == PLAYED


def read(form: Form, count: int) -> list[HandRow]:
    """The rows of a form, those that were left out dropped."""
    rows: list[HandRow] = []
    for place in range(1, count + 1):
        start = f"r{place}."
        kind = form.get(f"{start}as", PLAYED)
        if kind == OUT:
            continue
        typed = {
            name[len(start) :]: texts
            for name, texts in form.lists()
            if name.startswith(f"{start}a.")
        }
        number = form.get(f"{start}hand", "")
        own = int(number) if number.isdecimal() and len(number) < 5 else 0
        rows.append(HandRow(len(rows) + 1, typed, kind if kind == VOID else PLAYED, own))
    return rows
