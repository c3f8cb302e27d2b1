"""Column entry: a row of a page, what was typed in it, and the boxes it is drawn with.

A row's boxes are named "r3.a.KEY" (third row), with the code of a seat or side behind where a
question shares something out: "r3.a.tricks.2". What was typed is shown again as it was typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.game import Replay
from companion.questions import Choice, Question, Refused, Several, fold
from companion.record import Act
from companion.table import Played
from companion.tables.names import hand_name
from companion.web.tables.columns import Column
from companion.web.tables.drafts import Form
from companion.web.tables.fields import slug
from companion.words import signed, with_minus

PLAYED, VOID, OUT = "", "void", "out"
"""What a row is: a hand that was played, one thrown in, or nothing after all."""
STILL_OPEN = "still open"
"""The code of a refusal that only says that an answer is missing."""


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


@dataclass
class HandRow:
    """One row: what was typed, and what it comes to."""

    place: int
    """From 1: its boxes are named by it."""
    form: Form
    """What was typed, under the names of the boxes without the row."""
    kind: str = PLAYED
    number: int = 0
    """The hand it stands for; 0 where that is not known yet."""
    hand: Played | None = None
    """The hand as it was dealt or, where the row can stand, as it was scored."""
    known: Sequence[str] = ()
    """What is known of the hand beforehand: "Cards 7", "Quota Nell 5"."""
    asked: dict[str, Question[Any]] = field(default_factory=dict)
    problems: dict[str, Refused] = field(default_factory=dict)
    """By key; "" is the row's own."""
    done: bool = False
    """The row can stand."""
    ends: bool = False
    """It ends the game."""
    act: Act | None = None

    @property
    def begun(self) -> bool:
        return self.kind == VOID or any(
            text.strip() for name in self.form for text in self.form.getlist(name)
        )

    @property
    def title(self) -> str:
        name = hand_name(self.hand) if self.hand else f"hand {self.number}"
        return name[:1].upper() + name[1:]

    @property
    def gains(self) -> list[tuple[str, str, str]]:
        """(side, what the hand brings it, its total) of a row that can stand."""
        if not self.done or self.hand is None:
            return []
        changes = {
            side: sum(line.change(side) for line in self.hand.lines) for side in self.hand.totals
        }
        return [(str(side), signed(changes[side]) if changes[side] else "", with_minus(total))
                for side, total in self.hand.totals.items()]  # fmt: skip

    def cell(self, column: Column) -> Cell:
        question = self.asked.get(column.key, column.question)
        name = f"a.{column.key}"
        whose = question.parts or column.question.parts
        boxes = [Box(f"r{self.place}.{name}.{who.code}", self.form.get(f"{name}.{who.code}", ""),
                     str(who)) for who in whose]  # fmt: skip
        boxes = boxes or [Box(f"r{self.place}.{name}", self.form.get(name, ""))]
        ticked = [fold(text) for text in self.form.getlist(name)]
        problem = self.problems.get(column.key)
        id = f"r{self.place}-{slug(column.key)}"
        return Cell(column, question, id, boxes, ticked, problem, column.key in self.asked)

    def shows(self, column: Column) -> bool:
        """True if the row has a box in that column: asked for, usual, or written in."""
        if column.key in self.asked or any(box.text for box in self.cell(column).boxes):
            return True
        return column.usual and not self.done and self.kind == PLAYED


def read(form: Form, count: int) -> list[HandRow]:
    """The rows of a form, those that were left out dropped."""
    rows: list[HandRow] = []
    for place in range(1, count + 1):
        start = f"r{place}."
        kind = form.get(f"{start}as", PLAYED)
        if kind == OUT:
            continue
        typed: Form = MultiDict(
            (name[len(start) :], text)
            for name, text in form.items(multi=True)
            if name.startswith(f"{start}a.")
        )
        number = form.get(f"{start}hand", "")
        own = int(number) if number.isdecimal() and len(number) < 5 else 0
        rows.append(HandRow(len(rows) + 1, typed, kind if kind == VOID else PLAYED, own))
    return rows


def standing(replay: Replay, way: str) -> Form:
    """What a hand that was begun has already, if it is entered in this way."""
    found: Form = MultiDict()
    hand = replay.hand
    if hand is None or hand.over or (hand.modes and hand.mode != way):
        return found
    for asked in hand.asked:
        name, question = f"a.{asked.question.key}", asked.question
        if question.secret:
            continue
        for who in question.parts:
            found[f"{name}.{who.code}"] = str(asked.value[who])
        if isinstance(question, Several):
            found.setlist(name, [question.write((each,)) for each in asked.value])
        elif not question.parts:
            found[name] = asked.text
    if replay.pending:
        for question in replay.pending.page:
            if not (question.secret or question.parts) and question.key in replay.pending.given:
                found[f"a.{question.key}"] = replay.pending.given[question.key]
    return found


def ahead(replay: Replay) -> list[Mapping[str, str]]:
    """What the blank sheet knows of the hands after the one that is asked for.

    It is found where the sheet says of a hand what the table says of this one.
    """
    sheet = replay.game.sheet.under(replay.table.rules)
    if sheet.known is None or replay.hand is None or replay.over:
        return []
    table = replay.table
    rows = sheet.known(table.seating, table.rules, table.first_dealer.number)
    now = replay.hand.cells
    scored = sum(1 for hand in replay.hands if hand.over and hand.lines)
    for place in range(scored, len(rows)):
        shared_keys = [key for key in rows[place] if key in now]
        if shared_keys and all(rows[place][key] == now[key] for key in shared_keys):
            return list(rows[place + 1 :])
    return []


def facts(replay: Replay, cells: Mapping[str, str]) -> list[str]:
    """What the scoresheet knows of a hand, in words: "Dealer Nell", "Quota Nell 3, Omar 4"."""
    found: list[str] = []
    seating = replay.table.seating
    for column in replay.game.sheet.under(replay.table.rules).columns:
        if column.kind != "cell" or not column.mm:
            continue
        whose = seating.sides if column.per == "side" else seating.seats
        texts = [f"{who} {cells[key]}" for who in whose
                 if (key := f"{column.key} {who.code}") in cells and cells[key]]  # fmt: skip
        said = ", ".join(texts) if column.per else cells.get(column.key, "")
        if said:
            head = column.head[:1].upper() + column.head[1:]
            found.append(with_minus(f"{head} {said}"))
    return found
