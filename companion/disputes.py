"""What people ask their referee where the table stands: the enquiries that fit, filled in.

A room says beside which questions an enquiry is asked (`Enquiry.at`) and what the position knows
(`Hand.facts`); the referee's page, the table's and the tests read both here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from companion.game import SCORED, Enquiry, Replay, Ruling
from companion.played import Played
from companion.questions import Question, Refused


@dataclass(frozen=True)
class FilledEnquiry:
    """An enquiry in the words of a position."""

    enquiry: Enquiry
    known: Mapping[str, str]
    """Answers that the position gives, by the enquiry's own keys."""
    asks: str = ""
    """The question of the enquiry that asks what the table is asked now; "" if none does."""
    ruling: Ruling | None = None
    """The ruling, where the position answers everything."""


def disputes(replay: Replay) -> list[FilledEnquiry]:
    """The enquiries that fit the question the table is asked, in the room's order."""
    keys = [question.key for question in replay.pending.page] if replay.pending else []
    running = replay.hand
    scored = last_scored(replay) if running is None or running.over or not running.asked else None
    found: list[FilledEnquiry] = []
    for enquiry in replay.game.enquiries:
        asks = asked_beside(enquiry, keys)
        if asks is not None and running:
            found.append(filled(replay, enquiry, running, asks))
        elif scored and SCORED in enquiry.at:
            found.append(filled(replay, enquiry, scored))
    return found


def asked_beside(enquiry: Enquiry, keys: list[str]) -> str | None:
    """The question of the enquiry that asks the same as a page with these questions; None where it
    is not asked beside the page."""
    for pattern, asks in enquiry.at.items():
        if any(fnmatchcase(key, pattern) for key in keys):
            return asks
    return None


def last_scored(replay: Replay) -> Played | None:
    """The hand that was scored last, if any was."""
    return next((hand for hand in reversed(replay.hands) if hand.over and not hand.void), None)


def filled(replay: Replay, enquiry: Enquiry, hand: Played, asks: str = "") -> FilledEnquiry:
    """The enquiry with what is known of the hand, page by page as far as that answers all."""
    facts = {key: text for key, text in known(enquiry, hand.facts).items() if key != asks}
    taken: dict[str, str] = {}
    while True:
        _, end = replay.game.enquire(enquiry, taken, hand.rules, replay.table.seating)
        if isinstance(end, Ruling):
            return FilledEnquiry(enquiry, taken, asks, end)
        more = fitting(end.page, facts)
        taken |= more
        if end.problems or len(more) < len(end.page):
            return FilledEnquiry(enquiry, taken, asks)


def known(enquiry: Enquiry, facts: Mapping[str, str]) -> dict[str, str]:
    """The facts of a position by the enquiry's keys. One written "ENQUIRY.KEY" is for it alone, and
    stands before one written "KEY"."""
    front = f"{enquiry.key}."
    shared = {key: text for key, text in facts.items() if "." not in key}
    own = {key[len(front) :]: text for key, text in facts.items() if key.startswith(front)}
    return shared | own


def fitting(questions: list[Question[Any]], facts: Mapping[str, str]) -> dict[str, str]:
    """The facts that answer one of these questions."""
    return {
        question.key: facts[question.key]
        for question in questions
        if question.key in facts and reads(question, facts[question.key])
    }


def reads(question: Question[Any], text: str) -> bool:
    """Whether the question accepts this answer."""
    try:
        question.parse(text)
    except Refused:
        return False
    return True
