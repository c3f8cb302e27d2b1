"""A hand with other answers, found out before it is entered: what falls away, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Replay
from companion.questions import Question, Refused
from companion.record import Record
from companion.store.exchange import Saved
from companion.tables.effect import Effect, effect, in_words
from companion.tables.preview import written
from companion.tables.snapshot import Snapshot

ROUNDS = 100
"""Times a correction is replayed at most; each finds another page of the hand."""
BACK = 60
"""Rows of a journal that are looked through for a state that was whole."""
Given = Callable[[Sequence[Question[Any]]], Mapping[str, str]]
"""Reads answers to these questions out of a form."""


@dataclass(frozen=True)
class Correction:
    """A hand with other answers, as it would be."""

    number: int
    changes: Mapping[str, str | None]
    """What would be entered; None takes an answer out."""
    record: Record
    replay: Replay
    effect: Effect | None
    """None where nothing is different."""


def unchanged(table: Snapshot, number: int) -> Correction:
    return Correction(number, {}, table.record, table.replay, None)


def corrected(
    table: Snapshot, number: int, own: Mapping[str, str | None], given: Given
) -> Correction:
    """The hand with answers of the engine's own and those that `given` reads, page by page.

    What can no longer stand behind them falls away, and is asked anew.
    """
    record = table.record.copy()
    stood = dict(record.hands[number - 1])
    record.put(number, own)
    typed = _typed(table, record, number, given)
    dropped, after = _without_what_falls(table, record, number, typed)
    now = record.hands[number - 1] if number <= len(record.hands) else {}
    keys = dict.fromkeys([*stood, *now])
    changes = {key: now.get(key) for key in keys if now.get(key) != stood.get(key)}
    if not changes:
        return unchanged(table, number)
    made = effect(table.replay, after, number, dropped, typed)
    return Correction(number, changes, record, after, made)


def _typed(table: Snapshot, record: Record, number: int, given: Given) -> set[str]:
    """Writes into the record what is given for the questions of the hand; the keys that differ."""
    stood = table.record.hands[number - 1]
    changed: set[str] = set()
    known: set[str] = set()
    for _ in range(ROUNDS):
        asked = questions(table.game.replay(record), table.replay, number)
        asked = [question for question in asked if question.key not in known]
        if not asked:
            break
        known |= {question.key for question in asked}
        answers = given(asked)
        for question in asked:
            if question.key not in answers:
                continue
            text = written(question, answers[question.key])
            was = stood.get(question.key)
            if was is None or text != written(question, was):
                record.put(number, {question.key: text})
                changed.add(question.key)
    return changed


def _without_what_falls(
    table: Snapshot, record: Record, number: int, typed: set[str]
) -> tuple[list[str], Replay]:
    """Takes out of the record what cannot stand behind what was typed; says what, and replays it.

    Of a hand that was finished a refused answer stays: its page is on the form, to be answered.
    """
    game, base = table.game, table.replay
    running = not base.hands[number - 1].over
    dropped: list[str] = []
    after = game.replay(record)
    for _ in range(ROUNDS):
        pending = after.pending
        if not running or pending is None or pending.hand != number or not pending.problems:
            break
        page = {question.key for question in pending.page}
        if page & typed:
            break  # the correction itself
        fallen = [key for key in pending.problems if key in pending.given] or list(pending.given)
        dropped += [in_words(base, number, key) for key in fallen]
        record.put(number, dict.fromkeys(fallen))
        after = game.replay(record)
    hand = after.hands[number - 1] if number <= len(after.hands) else None
    if hand and hand.over and not hand.void and hand.strays:
        known = {stray.key for stray in base.hands[number - 1].strays}
        keys = [stray.key for stray in hand.strays]
        dropped += [in_words(base, number, key) for key in keys if key not in known]
        record.put(number, dict.fromkeys(keys))
        after = game.replay(record)
    return dropped, after


def questions(replay: Replay, base: Replay, number: int) -> list[Question[Any]]:
    """What a hand asks: what it has answers for and, if it was over, what it then still needs."""
    if number > len(replay.hands):
        return []
    found = [asked.question for asked in replay.hands[number - 1].asked]
    if replay.pending and replay.pending.hand == number:
        if base.hands[number - 1].over:
            found += replay.pending.page
        else:  # a page that was answered before, and cannot stand now
            was = {asked.question.key for asked in base.hands[number - 1].asked}
            found += [each for each in replay.pending.page if each.key in was]
    return found


def last_whole(table: Snapshot, saved: Saved) -> Replay | None:
    """The latest earlier state that was not half amended, for its standing."""
    for seq in range(table.seq - 1, max(-1, table.seq - 1 - BACK), -1):
        try:
            replay = table.game.replay(saved.record_at(seq))
        except Refused:
            continue
        if not replay.half_amended and not replay.refused:
            return replay
    return None
