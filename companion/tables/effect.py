"""What changes from one replay to another: hand by hand, side by side.

One preview serves finished hands and the one that is played, and other house rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.game import Replay
from companion.questions import Question, Refused
from companion.seating import Side
from companion.table import Pending
from companion.tables.act_labels import answer_shown
from companion.tables.sheet import touching
from companion.words import signed


@dataclass(frozen=True)
class Shift:
    """What a hand brings a side, before and after."""

    hand: int
    side: Side
    was: str
    now: str
    consequence: bool
    """In a later hand than the one corrected."""
    why: str
    rule: str


@dataclass(frozen=True)
class Effect:
    """All that changes. Totals and outcomes are those at the end of what can be replayed."""

    differences: Sequence[Shift]
    totals: Sequence[tuple[Side, int, int]]
    summaries: Sequence[tuple[int, str, str]]
    outcome: tuple[str, str] | None
    wants: str = ""
    """What is then asked before anything later counts again."""
    waiting: int = 0
    """How many later hands then wait."""
    later: Sequence[str] = ()
    """Later answers of the hand that then wait, in words."""
    dropped: Sequence[str] = ()
    """Answers that fall away, in words."""
    refused: Sequence[Refused] = field(default_factory=tuple)
    """What of the correction itself cannot stand."""

    @property
    def nothing(self) -> bool:
        """No point moves."""
        return not (self.differences or self.outcome or self.wants or self.summaries)


def effect(
    base: Replay,
    after: Replay,
    number: int,
    dropped: Sequence[str] = (),
    typed: set[str] | None = None,
) -> Effect:
    """What changes from one replay to another, hand by hand; `number` is the hand corrected."""
    differences: list[Shift] = []
    summaries: list[tuple[int, str, str]] = []
    for hand in range(1, max(len(base.hands), len(after.hands)) + 1):
        differences += _different(base, after, hand, number)
        was, now = (_summary(each, hand) for each in (base, after))
        if was != now:
            summaries.append((hand, was, now))
    totals = [
        (side, base.ledger.totals[side], after.ledger.totals[there])
        for side, there in zip(base.table.sides, after.table.sides, strict=True)
    ]
    outcomes = (ending(base), ending(after))
    found = Effect(differences, totals, summaries,
                   outcomes if outcomes[0] != outcomes[1] else None, dropped=dropped)  # fmt: skip
    if after.pending and after.pending.hand <= len(base.hands):
        found = replace(found, later=_waiting(base, after, after.pending))
    stops = stopped(base, after)
    if stops is None:
        return found
    return replace(
        found,
        wants=f"hand {stops.hand}: {stops.title}",
        waiting=max(0, len(after.record.hands) - stops.hand),
        refused=_own_refusals(stops, number, typed),
    )


def stopped(base: Replay, after: Replay) -> Pending | None:
    """The page at which the other replay stops although the first went on; None if it got as far.

    A hand that follows an earlier end of the game, or is asked for the first time, stops nothing.
    """
    pending = after.pending
    if pending is None or pending.hand > len(base.hands):
        return None
    if after.half_amended or base.pending is None or pending.hand < base.pending.hand:
        return pending
    was = [asked.question.key for asked in base.hands[pending.hand - 1].asked]
    now = {asked.question.key for asked in after.hands[pending.hand - 1].asked}
    same = {question.key for question in pending.page} == {
        question.key for question in base.pending.page
    }
    if pending.problems or (not same and any(key not in now for key in was)):
        return pending
    return None


def _waiting(base: Replay, after: Replay, stops: Pending) -> list[str]:
    """Answers of the hand that were asked for, are still recorded, and are not reached."""
    hand, there = base.hands[stops.hand - 1], after.record.hands
    kept = there[stops.hand - 1] if stops.hand <= len(there) else {}
    reached = {asked.question.key for asked in after.hands[stops.hand - 1].asked}
    reached |= {question.key for question in stops.page}
    return [
        in_words(base, stops.hand, asked.question.key)
        for asked in hand.asked
        if asked.question.key in kept and asked.question.key not in reached
    ]


def _own_refusals(stops: Pending, number: int, typed: set[str] | None) -> list[Refused]:
    """Refusals that the correction must mend itself; what a later hand wants is asked there."""
    if typed is not None and stops.hand != number:
        return []
    return list(stops.problems.values())


def _summary(replay: Replay, hand: int) -> str:
    """A hand in one sentence; "" while it is played."""
    if hand > len(replay.hands) or not replay.hands[hand - 1].over:
        return ""
    one = replay.hands[hand - 1]
    return f"thrown in: {one.void}" if one.void else one.summary


def _different(base: Replay, after: Replay, hand: int, number: int) -> list[Shift]:
    """Sides to which a hand brings other points than it did."""
    found = []
    was, now = base.ledger.of_hand(hand), after.ledger.of_hand(hand)
    for side, there in zip(base.table.sides, after.table.sides, strict=True):
        before, later = touching(was, side), touching(now, there)
        old = sum(line.change(side) for line in before)
        new = sum(line.change(there) for line in later)
        if old != new or bool(before) != bool(later):
            why = "; ".join(line.why for line in later)
            found.append(Shift(
                hand, side, signed(old) if before else "–", signed(new) if later else "–",
                hand > number, why, later[0].rule if later else "",
            ))  # fmt: skip
    return found


def ending(replay: Replay) -> str:
    """How a game stands: won, drawn, or going on."""
    if replay.outcome:
        winners = " and ".join(str(side) for side in replay.outcome.winners)
        return f"{winners} won" if winners else "a draw"
    return "closed" if replay.over else "the game goes on"


def in_words(replay: Replay, number: int, key: str) -> str:
    """A recorded answer with the words of its question: "Pia: bid or pass: 7"."""
    hand = replay.hands[number - 1]
    for asked in hand.asked:
        if asked.question.key == key:
            covered = asked.question.secret and not hand.over
            return _said(asked.question, "covered" if covered else asked.shown)
    text = hand.answers.get(key, "")
    waits = replay.pending.page if replay.pending and replay.pending.hand == number else ()
    for question in waits:
        if question.key == key:
            return _said(question, answer_shown(question, text))
    return f"{key}: {text}"


def _said(question: Question[Any], words: str) -> str:
    return f"{question.prompt}{'' if question.prompt.endswith('?') else ':'} {words}"
