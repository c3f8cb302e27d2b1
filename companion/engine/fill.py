"""Fills in an interview page after page: a hand of a record, or an enquiry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.engine.enquiry import Desk, Ruling
from companion.engine.interview import Pending
from companion.engine.table import Replay
from companion.questions import Question

E = TypeVar("E")
Answers = Mapping[str, str]
Given = Callable[[Sequence[Question[Any]]], Answers]
"""Returns the answers to these questions by key, as far as there are any."""
Stage = tuple[E, Sequence[Question[Any]], Pending | None]
"""The result of an interview, its answered questions, and the page where it stops."""
Enquired = tuple[Desk[Any], Ruling | Pending]


def hand_stage(replay: Replay, number: int) -> Stage[Replay]:
    """A hand as far as its answers reach."""
    hand, page = replay.dealt(number), replay.pending
    answered = [each.question for each in hand.asked] if hand else []
    return replay, answered, page if page and page.hand == number else None


def enquiry_stage(desk: Desk[Any], end: Ruling | Pending) -> Stage[Enquired]:
    """An enquiry as far as its answers reach."""
    answered = [each.question for each in desk.asked]
    return (desk, end), answered, end if isinstance(end, Pending) else None


@dataclass(frozen=True)
class Filled(Generic[E]):
    """An interview with all the answers that there are."""

    end: E
    entered: Answers
    questions: Sequence[Question[Any]]
    """Those answered, and those of the page where it stops."""
    asked: Mapping[str, Question[Any]]
    """By key, also those that are not asked any more."""


def fill(start: Stage[E], given: Given, run: Callable[[Answers], Stage[E]]) -> Filled[E]:
    """Enters the answers `given` to the questions of `start`, then to those that follow from them,
    until there are no more. Each question is read once, as the other answers on its page make it.
    `run` runs the interview with all answers entered so far."""
    entered, asked, read = dict[str, str](), dict[str, Question[Any]](), set[str]()
    end, answered, page = start
    while True:
        questions = list(answered)
        if page:
            questions += page.page_for({**page.given, **given(page.page)})
        asked |= {question.key: question for question in questions}
        fresh = [each for each in questions if each.key not in read and not each.off]
        read |= {question.key for question in fresh}
        more = given(fresh)
        if not more:
            return Filled(end, entered, questions, asked)
        entered |= more
        end, answered, page = run(entered)
