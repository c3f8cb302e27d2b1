"""The enquiries that fit a table's current position, pre-filled from it.

A game declares the pages of an enquiry (`Enquiry.at`) and its prefilled answers (`Hand.facts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from companion.engine.examples import reads
from companion.engine.fill import Answers, Enquired, Stage, enquiry_stage, fill
from companion.engine.game import SCORED, Desk, Enquiry, Replay, Ruling
from companion.engine.table import Hand, Pending
from companion.questions import Question


@dataclass(frozen=True)
class FilledEnquiry:
    """An enquiry pre-filled from a position."""

    enquiry: Enquiry
    known: Mapping[str, str]
    """Pre-filled answers by the enquiry's keys."""
    asks: str = ""
    """Key of the enquiry's question that matches the table's pending one; "" if none does."""
    ruling: Ruling | None = None
    """The ruling, if the position answers everything."""


def disputes(replay: Replay, about: Hand | None = None) -> list[FilledEnquiry]:
    """The enquiries that fit the pending question or the hand just scored, in the game's order; or
    those of a scored hand `about` which there is a dispute."""
    if about:
        scoring = (each for each in replay.game.enquiries if SCORED in each.at)
        return [filled(replay, each, about) for each in scoring]
    keys = [question.key for question in replay.pending.page] if replay.pending else []
    running = replay.hand
    latest = last_scored(replay) if running is None or running.over or not running.asked else None
    enquiries: list[FilledEnquiry] = []
    for enquiry in replay.game.enquiries:
        asks = asked_beside(enquiry, keys)
        if asks is not None and running:
            enquiries.append(filled(replay, enquiry, running, asks))
        elif latest and SCORED in enquiry.at:
            enquiries.append(filled(replay, enquiry, latest))
    return enquiries


def asked_beside(enquiry: Enquiry, keys: list[str]) -> str | None:
    """The enquiry's question ("" if none) that matches a page with these keys; None if the enquiry
    is not offered there."""
    for pattern, asks in enquiry.at.items():
        if any(fnmatchcase(key, pattern) for key in keys):
            return asks
    return None


def last_scored(replay: Replay) -> Hand | None:
    """The last scored hand; None if there is none."""
    return next((hand for hand in reversed(replay.hands) if hand.over and not hand.void), None)


def filled(replay: Replay, enquiry: Enquiry, hand: Hand, asks: str = "") -> FilledEnquiry:
    """The enquiry pre-filled from the hand, as far as its facts reach."""
    facts = {key: text for key, text in known(enquiry, hand).items() if key != asks}

    def run(answers: Answers) -> Stage[Enquired]:
        return enquiry_stage(*asked(replay, enquiry, answers, hand))

    form = fill(run({}), partial(fitting, facts=facts), run)
    ruling = form.end[1]
    taken = form.entered
    return FilledEnquiry(enquiry, taken, asks, ruling if isinstance(ruling, Ruling) else None)


def asked(
    replay: Replay, enquiry: Enquiry, answers: Mapping[str, str], hand: Hand
) -> tuple[Desk[Any], Ruling | Pending]:
    """Runs an enquiry about a hand of a table."""
    record = replay.record.copy()
    own = record.answers(hand.number).items()
    kept = {key: text for key, text in own if key.startswith(("@dealer", "@rule "))}
    record.hands[hand.number - 1 :] = [kept]
    seating = replay.seating(hand.number)
    return replay.game.enquire(enquiry, answers, hand.rules, seating, record)


def scored(replay: Replay, number: int) -> Hand | None:
    """The scored hand of that number; None if there is none."""
    hand = replay.dealt(number)
    return hand if hand and hand.over and not hand.void else None


def in_question(enquiry: Enquiry, replay: Replay, number: int = 0) -> Hand | None:
    """The hand an enquiry is about: the scored one of that number; else the running one, or the
    last one scored where it asks for a whole hand and nothing is answered in the running one yet.
    """
    if hand := scored(replay, number):
        return hand
    running = replay.hand
    begun = running is not None and bool(running.asked) and not running.over
    return running if begun or not enquiry.whole else last_scored(replay) or running


def known(enquiry: Enquiry, hand: Hand) -> dict[str, str]:
    """The hand's facts for an enquiry, by its keys: "ENQUIRY.KEY" overrides "KEY". An enquiry for a
    whole hand gets the hand's answers."""
    if enquiry.whole:
        return hand.known | {each.question.key: each.text for each in hand.asked}
    facts = hand.facts
    front = f"{enquiry.key}."
    shared = {key: text for key, text in facts.items() if "." not in key}
    own = {key[len(front) :]: text for key, text in facts.items() if key.startswith(front)}
    return shared | own


def fitting(questions: Sequence[Question[Any]], facts: Mapping[str, str]) -> dict[str, str]:
    """The facts that are legal answers to these questions."""
    return {
        question.key: facts[question.key]
        for question in questions
        if question.key in facts and reads(question, facts[question.key])
    }
