"""The differences between two replays: by hand and by side.

The same comparison serves corrections of finished and running hands, and house rules.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.engine.game import Replay
from companion.engine.interview import Asked
from companion.engine.ledger import Line
from companion.engine.table import Hand, Pending
from companion.questions import Question
from companion.seating import Side
from companion.tables.act_labels import answer_shown
from companion.tables.names import hand_name
from companion.tables.sheet import touching
from companion.words import signed, with_minus


@dataclass(frozen=True)
class SumChange:
    """A side's points in a hand, before and after."""

    side: Side
    was: str
    now: str
    why: str
    rule: str


@dataclass(frozen=True)
class Gain:
    """The lines that answers add to one side."""

    side: Side
    lines: Sequence[Line]

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def why(self) -> str:
        return "; ".join(line.why for line in self.lines)


@dataclass(frozen=True)
class Then:
    """A hand before and after; None for no such hand."""

    was: Hand | None
    now: Hand | None
    stops: str = ""
    """Why it cannot be scored after the change: a question, a refusal, or an earlier hand."""
    worked_at: bool = False
    """An act changes this hand itself; in others, changes are consequences."""
    put_in: bool = False

    def __str__(self) -> str:
        """For the terminal: "hand 4 is hand 3; Omar deals, not Nell; 12:7, not 9:7"."""
        parts = ["{} is {}".format(*self.names)]
        dealt, deals = self.dealers
        if dealt != deals:
            parts.append(f"{deals} deals, not {dealt}")
        was, now = (":".join(map(with_minus, each)) for each in self.totals)
        if was != now:
            parts.append(f"{now}, not {was}")
        return "; ".join([*parts, *([self.stops] if self.stops else [])])

    @property
    def number(self) -> int:
        """Its number after the change; the old one if it is removed."""
        hand = self.now or self.was
        return hand.number if hand else 0

    @property
    def names(self) -> tuple[str, str]:
        was, now = (hand_name(each) if each else "" for each in (self.was, self.now))
        return was, now

    @property
    def dealers(self) -> tuple[str, str]:
        was, now = (each.dealer.name if each else "" for each in (self.was, self.now))
        return was, now

    @property
    def words(self) -> tuple[str, str]:
        """Its summary; "" for an unfinished hand."""
        was, now = (_words(each) for each in (self.was, self.now))
        return was, now

    @property
    def totals(self) -> tuple[Sequence[int], Sequence[int]]:
        was, now = (list(each.totals.values()) if each else [] for each in (self.was, self.now))
        return was, now

    @property
    def lines(self) -> tuple[Sequence[Any], Sequence[Any]]:
        was, now = (_lines(each) for each in (self.was, self.now))
        return was, now

    @property
    def points(self) -> tuple[Sequence[Any], Sequence[Any]]:
        """(side, points, rule) of each line."""
        was, now = ([line[:3] for line in each] for each in self.lines)
        return was, now

    @property
    def scores_otherwise(self) -> bool:
        """True if its points or the totals after it change."""
        return any(was != now for was, now in (self.points, self.totals))

    @property
    def otherwise(self) -> bool:
        """True if anything but its number changes."""
        if self.was is None or self.now is None or self.stops:
            return True
        pairs = self.dealers, self.words, self.totals, self.lines
        return any(was != now for was, now in pairs)

    @property
    def sums(self) -> list[SumChange]:
        """The sides whose points in it change."""
        before = _by_side(self.was)
        after = _by_side(self.now)
        sides = {code: side for code, (side, _) in {**before, **after}.items()}
        found = []
        for code, side in sides.items():
            was, now = (each[code][1] if code in each else [] for each in (before, after))
            old, new = (sum(points for points, _ in each) for each in (was, now))
            if old != new or bool(was) != bool(now):
                why = "; ".join(line.why for _, line in now)
                rule = now[0][1].rule if now else ""
                shown = signed(old) if was else "–", signed(new) if now else "–"
                found.append(SumChange(side, *shown, why, rule))
        return found

    @property
    def gains(self) -> list[Gain]:
        """The lines added at its end, by side."""
        sides: dict[Side, list[Line]] = {}
        for line in self.now.lines[len(self.was.lines) :] if self.was and self.now else ():
            sides.setdefault(line.side, []).append(line)
        return [Gain(side, lines) for side, lines in sides.items()]

    @property
    def moved(self) -> list[tuple[Side, int]]:
        """(side, new total) of the sides whose total changes."""
        was, now = self.totals
        sides = self.now.totals if self.now else ()
        return [(s, n) for s, old, n in zip(sides, was, now, strict=True) if n != old]


@dataclass(frozen=True)
class Doubt:
    """An answer that is kept though its question has changed."""

    was: str
    now: str
    restated: bool
    """The same fact, restated for the new question; otherwise it may no longer be true."""


@dataclass(frozen=True)
class Effect:
    """All differences: hands, totals, outcome, answers."""

    hands: Sequence[Then]
    """From the first hand that changes to the last."""
    totals: Sequence[tuple[Side, int, int]]
    outcome: tuple[str, str] | None
    falls: Sequence[str] = ()
    """Answers that are removed, in words."""
    doubts: Sequence[Doubt] = ()
    waits: Sequence[str] = ()
    """Answers that stay but are not reached until the pending page is answered."""
    other_sides: bool = False
    """The partnerships differ, so nothing can be compared."""

    @property
    def reached(self) -> list[Then]:
        """The hands before the first that `stops`."""
        return list(takewhile(lambda each: not each.stops, self.hands))

    @property
    def nothing(self) -> bool:
        """True if nothing changes."""
        return not (self.outcome or any(each.otherwise for each in self.hands))

    @property
    def later_totals(self) -> int:
        """The number of later hands whose totals change."""
        later = [each for each in self.hands if not each.worked_at and each.was and each.now]
        return sum(each.was.over and each.totals[0] != each.totals[1] for each in later if each.was)

    @property
    def stops(self) -> Then | None:
        return next((each for each in self.hands if each.stops), None)


def compared(
    base: Replay, after: Replay, places: Sequence[int], at: Container[int] = (), stops: int = 0
) -> Effect:
    """Compares two replays. `places` has the old number of each hand (0 for an inserted one), `at`
    the hands that acts change, `stops` the hand in which `after` is stuck (0 for none)."""
    if base is after:
        return Effect((), [(side, n, n) for side, n in base.ledger.totals.items()], None)
    if _sides(base) != _sides(after):
        return Effect((), (), None, other_sides=True)
    gone = [hand for hand in base.hands if hand.number not in places]
    hands: list[Then] = []
    for place, number in enumerate(places, 1):
        while gone and number and gone[0].number < number:
            hands.append(Then(gone.pop(0), None, worked_at=True))
        was, now = hand_of(base, number), hand_of(after, place)
        if was or now:
            why = _why_it_stops(after, place, place == stops)
            hands.append(Then(was, now, why, place in at, number == 0))
    hands += [Then(hand, None, worked_at=True) for hand in gone]
    # A new hand may have lines at once: antes to the pot.
    hands += [
        Then(None, hand, worked_at=hand.number in at)
        for hand in after.hands[len(places) :]
        if hand.lines or hand.number in at
    ]
    if list(places) == list(range(1, len(places) + 1)):  # no hand has moved: the rest stay
        while hands and not (hands[-1].otherwise or hands[-1].worked_at):
            hands.pop()
    while hands and not (hands[0].otherwise or hands[0].worked_at):
        hands.pop(0)
    totals = [
        (side, base.ledger.totals[side], after.ledger.totals[there])
        for side, there in zip(base.table.sides, after.table.sides, strict=True)
    ]
    ends = how_it_stands(base), how_it_stands(after)
    falls, doubts = _answers_that_change(base, after, places)
    return Effect(
        hands,
        totals,
        ends if ends[0] != ends[1] else None,
        falls,
        doubts,
        _waits(base, after, places),
    )


def _sides(replay: Replay) -> list[list[str]]:
    return [[seat.code for seat in side.seats] for side in replay.table.sides]


def _why_it_stops(after: Replay, place: int, here: bool) -> str:
    pending = after.pending
    if place > len(after.hands):
        return f"waits for hand {pending.hand}" if pending else "is played no more"
    if pending is None or not here:
        return ""
    problems = [refusal.message for refusal in pending.problems.values()]
    return problems[0] if problems else f"wants: {pending.title}"


def _answers_that_change(
    base: Replay, after: Replay, places: Sequence[int]
) -> tuple[list[str], list[Doubt]]:
    """(removed answers in words, kept answers whose question has changed)."""
    falls: list[str] = []
    doubts: list[Doubt] = []
    hands = after.record.hands
    for place, number in enumerate(places, 1):
        if (was := hand_of(base, number)) is None:
            continue
        stood = was.answers
        kept = hands[place - 1] if place <= len(hands) else {}
        falls += [in_words(base, number, key) for key in stood
                  if key not in kept and not key.startswith("@")]  # fmt: skip
        if place > len(after.hands) or stood == kept:
            continue
        before = {asked.question.key: asked for asked in was.asked}
        for asked in after.hands[place - 1].asked:
            old = before.get(asked.question.key)
            if old and (doubt := _doubt(old, asked)):
                doubts.append(doubt)
    return falls, doubts


def _doubt(old: Asked, new: Asked) -> Doubt | None:
    """The doubt about an answer kept under a changed question; None if it was answered again."""
    if old.question.subject == new.question.subject:
        return None
    kept = new.question.carried(old.text, old.question)
    if new.question.written(kept) != new.question.written(new.text):
        return None
    was, now = (f"{each.question.prompt} {each.shown}" for each in (old, new))
    return Doubt(was, now, new.question.keeps_facts)


def _words(hand: Hand | None) -> str:
    return hand.came_to if hand and hand.over else ""


def _lines(hand: Hand | None) -> list[Any]:
    return [[line.side.code, line.points, line.rule, line.why, [side.code for side in line.by]]
            for line in (hand.lines if hand else ())]  # fmt: skip


def _by_side(hand: Hand | None) -> dict[str, tuple[Side, list[tuple[int, Any]]]]:
    """(side, [(points, line)]) by side code."""
    if hand is None:
        return {}
    return {
        side.code: (side, [(line.change(side), line) for line in touching(hand.lines, side)])
        for side in hand.totals
    }


def _waits(base: Replay, after: Replay, places: Sequence[int]) -> list[str]:
    pending = after.pending
    if pending is None or pending.hand > min(len(places), len(after.record.hands)):
        return []
    was = hand_of(base, places[pending.hand - 1])
    if was is None:
        return []
    reached = {question.key for question in pending.page}
    reached |= {asked.question.key for asked in after.hands[pending.hand - 1].asked}
    kept = after.record.hands[pending.hand - 1]
    return [
        in_words(base, was.number, asked.question.key)
        for asked in was.asked
        if asked.question.key in kept and asked.question.key not in reached
    ]


def hand_of(replay: Replay, number: int) -> Hand | None:
    return replay.hands[number - 1] if 0 < number <= len(replay.hands) else None


def stopped(base: Replay, after: Replay) -> Pending | None:
    """The question that blocks `after` but not `base`, if any.

    A hand that `base` never reached does not count.
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


def how_it_stands(replay: Replay) -> str:
    """The state of a game: "Ana won", "a draw", "closed", "the game goes on"."""
    if replay.outcome:
        winners = " and ".join(str(side) for side in replay.outcome.winners)
        return f"{winners} won" if winners else "a draw"
    return "closed" if replay.over else "the game goes on"


def in_words(replay: Replay, number: int, key: str) -> str:
    """A recorded answer with its prompt: "Pia: bid or pass: 7"."""
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
