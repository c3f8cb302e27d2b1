"""A forgotten hand put in, a hand entered twice taken out: what becomes of every hand after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Replay
from companion.questions import Question, Refused
from companion.record import Record
from companion.seating import Seat, Side
from companion.table import Pending, Played
from companion.tables.effect import ending
from companion.tables.names import hand_name
from companion.tables.preview import Attempt, attempt, settled
from companion.tables.snapshot import Snapshot
from companion.words import with_minus

PAGES = 200
"""Of questions, after which a hand that is put in must be over."""


@dataclass(frozen=True)
class Moved:
    """A hand that keeps its answers under another number. "" stands for what cannot be told before
    the new hand is entered."""

    was: str
    now: str
    """What it is called: "hand 4", "hand 4, 9 cards"."""
    dealt: str
    deals: str
    totals_were: Sequence[int]
    totals: Sequence[int]
    """After it; empty where they cannot be told yet."""
    stops: str = ""
    """What it then wants to know, or refuses."""
    words: str = ""
    """What happened in it."""

    def __str__(self) -> str:
        parts = [f"{self.was} is {self.now or 'one later'}"]
        if self.dealt != self.deals:
            parts.append(f"{self.deals or 'who deals depends on the new hand'}"
                         f"{' deals' if self.deals else ''}, not {self.dealt}")  # fmt: skip
        if self.totals and list(self.totals) != list(self.totals_were):
            was, now = (":".join(map(with_minus, each)) for each in (self.totals_were, self.totals))
            parts.append(f"{now}, not {was}")
        return "; ".join([*parts, *([self.stops] if self.stops else [])])

    @property
    def otherwise(self) -> bool:
        """More changes than its number."""
        return self.dealt != self.deals or bool(self.stops) or (
            bool(self.totals) and list(self.totals) != list(self.totals_were)
        )  # fmt: skip


@dataclass(frozen=True)
class Shift:
    """Hand `number` put in, or taken out."""

    number: int
    put_in: bool
    later: Sequence[Moved]
    totals: Sequence[tuple[Side, int, int]]
    """At the end; empty where they cannot be told yet."""
    outcome: tuple[str, str] | None = None

    @property
    def told(self) -> int:
        """How many later hands come to another total."""
        return sum(bool(each.totals) and list(each.totals) != list(each.totals_were)
                   for each in self.later)  # fmt: skip


def moved(base: Replay, after: Replay, number: int, by: int = 0) -> list[Moved]:
    """The hands from one on, as they are and as they will be, `by` so many later."""
    return [_later(hand, after, hand.number + by) for hand in base.hands[number - 1 :]]


def totals(base: Replay, after: Replay) -> list[tuple[Side, int, int]]:
    return [
        (side, base.ledger.totals[side], after.ledger.totals[there])
        for side, there in zip(base.table.sides, after.table.sides, strict=True)
    ]


def taken_out(table: Snapshot, number: int, dealer: str = "") -> Shift:
    """The table without that hand; `dealer` deals the one that then follows. Refused when there is
    no such hand."""
    must_be_there(table, number)
    record = table.record.copy()
    record.remove(number)
    if dealer:
        record.put(number, {"@dealer": dealer})
    base, after = table.replay, table.game.replay(record)
    later = moved(base, after, number + 1, -1)
    outcomes = ending(base), ending(after)
    ends = outcomes if outcomes[0] != outcomes[1] else None
    return Shift(number, False, later, totals(base, after), ends)


@dataclass(frozen=True)
class Filled:
    """A hand that is put in, as far as it is entered."""

    record: Record
    replay: Replay
    pending: Pending | None
    """What it asks next; None once it is over."""
    tried: Attempt | None
    """What was said to that, if anything, and why it cannot stand."""
    shift: Shift | None
    """What it then does to the hands after it."""
    number: int

    @property
    def answers(self) -> dict[str, str]:
        return self.record.hands[self.number - 1]


Given = Callable[[Sequence[Question[Any]]], Mapping[str, str]]
"""Reads answers to these questions out of a form."""


def filled(table: Snapshot, number: int, given: Given, mode: str = "", dealer: str = "") -> Filled:
    """A hand before that one, entered page by page as far as `given` goes; `dealer` deals the one
    that then follows. Refused when nothing was entered from there on."""
    must_be_there(table, number)
    record = table.record.copy()
    record.insert(number, {"@entry": mode} if mode else {})
    if dealer:
        record.put(number + 1, {"@dealer": dealer})
    replay = table.game.replay(record)
    tried = None
    for _ in range(PAGES):
        pending = replay.pending
        if pending is None or pending.hand != number:
            break
        answers = settled(pending, given(pending.page))
        tried = attempt(table.game, record, replay, pending, answers) if answers else None
        if tried is None or not tried.ready:
            return Filled(record, replay, pending, tried, None, number)
        record.put(number, tried.answers)
        replay = tried.replay
    base = table.replay
    outcomes = ending(base), ending(replay)
    ends = outcomes if outcomes[0] != outcomes[1] else None
    later = moved(base, replay, number, 1)
    shift = Shift(number, True, later, totals(base, replay), ends)
    return Filled(record, replay, None, None, shift, number)


@dataclass(frozen=True)
class Following:
    """Who deals the hand that then follows: as it was, and as the deal goes round."""

    hand: str
    was: Seat
    now: Seat


def later_dealer(base: Replay, after: Replay, old: int, new: int) -> Following | None:
    """Of hand `old`, which is `new` then; None where there is none, or the same one deals."""
    if old > len(base.hands) or new > len(after.hands):
        return None
    was, now = base.hands[old - 1], after.hands[new - 1]
    there = next(seat for seat in after.table.seats if seat.code == was.dealer.code)
    return None if now.dealer is there else Following(hand_name(now), there, now.dealer)


def must_be_there(table: Snapshot, number: int) -> None:
    """Refused when nothing is entered of that hand."""
    if not 0 < number <= min(len(table.record.hands), len(table.replay.hands)):
        raise Refused(f"Hand {number} is not entered yet.", code="no_hand")


def _later(hand: Played, after: Replay, number: int) -> Moved:
    was = hand_name(hand), hand.dealer.name, list(hand.totals.values())
    if number > len(after.hands):
        pending = after.pending
        words = f"waits for hand {pending.hand}" if pending else "is played no more"
        return Moved(was[0], f"hand {number}", was[1], "", was[2], (), words)
    now = after.hands[number - 1]
    stops = ""
    if after.pending and after.pending.hand == number and hand.over:
        problems = [refusal.message for refusal in after.pending.problems.values()]
        stops = problems[0] if problems else f"wants: {after.pending.title}"
    words = now.void or now.summary or hand.summary
    return Moved(was[0], hand_name(now), was[1], now.dealer.name, was[2],
                 list(now.totals.values()), stops, words)  # fmt: skip
