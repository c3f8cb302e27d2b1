"""Column entry: a row is one hand: what was typed for it, what is known of it, what it comes to.

What was typed stands under "a.KEY", with the code of a seat or side behind where a question shares
something out: "a.tricks.2".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.game import Replay
from companion.questions import Question, Refused, Several
from companion.record import Act
from companion.table import Played
from companion.tables.names import hand_name
from companion.words import signed, with_minus

PLAYED, VOID = "", "void"
"""What a row is: a hand that was played, or one thrown in."""
STILL_OPEN = "still open"
"""The code of a refusal that only says that an answer is missing."""
Typed = Mapping[str, Sequence[str]]
"""The texts of each box; several of one that can be ticked more than once."""


@dataclass
class HandRow:
    """One row: what was typed, and what it comes to."""

    place: int
    """From 1: its boxes are named by it."""
    typed: Typed
    """What was typed, by the names of the boxes without the row."""
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
            text.strip() for texts in self.typed.values() for text in texts
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

    def text(self, name: str) -> str:
        """What stands in a box; "" where nothing does."""
        return next(iter(self.typed.get(name, ())), "")


def standing(replay: Replay, way: str) -> Typed:
    """What a hand that was begun has already, if it is entered in this way."""
    found: dict[str, Sequence[str]] = {}
    hand = replay.hand
    if hand is None or hand.over or (hand.modes and hand.mode != way):
        return found
    for asked in hand.asked:
        name, question = f"a.{asked.question.key}", asked.question
        if question.secret:
            continue
        for who in question.parts:
            found[f"{name}.{who.code}"] = [str(asked.value[who])]
        if isinstance(question, Several):
            found[name] = [question.write((each,)) for each in asked.value]
        elif not question.parts:
            found[name] = [asked.text]
    if replay.pending:
        for question in replay.pending.page:
            if not (question.secret or question.parts) and question.key in replay.pending.given:
                found[f"a.{question.key}"] = [replay.pending.given[question.key]]
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
