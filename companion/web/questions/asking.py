"""What all kinds of question have in common on a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from companion.questions import Count, Question, Refused, fold

Reasons = dict[str, tuple[str, str]]
"""Element id -> (why an answer is impossible, rule)."""


def slug(text: str) -> str:
    """A question's key as part of an HTML id."""
    return re.sub(r"[^\w-]+", "-", text)


@dataclass(frozen=True)
class Asking:
    """The input of every kind's `present`: how its question is asked here."""

    name: str
    """The `name` of its control."""
    id: str
    """The `id` of its control."""
    text: str
    """The value chosen or typed; "" for none."""
    at_once: bool = False
    """Tapping an answer submits the form: it is the only question."""
    alone: bool = False
    """The only question of its page: the page's heading has its prompt."""
    worked_out: bool = False
    """Its value is implied by the other answers."""
    abreast: int = 0
    """How many questions share its row on a page for a whole hand; 0 on other pages."""


@dataclass(frozen=True)
class Field:
    """One question on a page, ready to be drawn."""

    question: Question[Any]
    text: str
    form: str
    """Id of its form."""
    name: str
    id: str
    partial: str
    """Template of its control."""
    control: Any
    """Data of that template: the dataclass of its kind."""
    label: str
    small: str
    """Small print beside the label."""
    unseen_label: bool
    """The label is for screen readers only."""
    look: str
    """CSS classes of its frame."""
    drawn: bool
    skipped: bool
    """Disabled because of another answer."""
    typed: bool
    """It has a number input."""
    grows: bool
    """Cards are tapped into a list, shown in a tray."""
    bit_by_bit: bool
    """Entered bit by bit: not validated before the page is sent."""
    problem: Refused | None = None
    at_once: bool = False
    alone: bool = False
    abreast: int = 0
    game: str = ""

    @property
    def at_fault(self) -> Any:
        """Of whom the refused number is, where each has one; None if that is not known."""
        told = self.problem.about_whom if self.problem else ()  # seats of another replay
        named = {(type(who), getattr(who, "code", "")) for who in told}
        found = [
            who for who in self.question.parts
            if any((type(each), each.code) in named for each in (who, *getattr(who, "seats", ())))
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def given_by(self, who: Any) -> str:
        """The number typed for somebody."""
        boxes = getattr(self.control, "boxes", ())
        return next((box.text or box.rest for box in boxes if box.who == who), "")


def reasons(id: str, whys: list[tuple[str, str]]) -> Reasons:
    """The reasons without duplicates, each with an element id."""
    return {f"{id}-no{place}": why for place, why in enumerate(dict.fromkeys(whys), 1)}


def id_of(found: Reasons, why: str) -> str:
    """The element id of a reason; "" for none."""
    return next((id for id, (words, _) in found.items() if why and words == why), "")


def chosen(question: Question[Any], text: str) -> str:
    """The label of the chosen answer; of a count, without whose it is."""
    found = question.written(text) if text else ""
    of = question.of if isinstance(question, Count) else None
    return found.removeprefix(f"{of.code} ") if of else found


def ticked(question: Question[Any], text: str) -> list[str]:
    """The answers chosen, where a question may have several."""
    return [fold(part) for part in chosen(question, text).split()]
