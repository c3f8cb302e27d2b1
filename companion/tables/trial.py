"""A house rule tried out on an evening before anybody decides: what each value would make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion import readings
from companion.game import Replay
from companion.questions import Refused
from companion.readings import Comparison, Reading
from companion.rules import HouseRule
from companion.tables.effect import Effect, effect, ending
from companion.tables.snapshot import Snapshot
from companion.words import counted, with_minus

SHORT = 4
"""More totals than this are not written in a row."""


def totals(replay: Replay) -> str:
    """The totals in a row, or who leads where there are many."""
    every = replay.ledger.totals
    if len(every) < SHORT:
        return with_minus(" : ".join(map(str, every.values())))
    best = max(every.values())
    leaders = [str(side) for side, total in every.items() if total == best]
    return with_minus(f"{' and '.join(leaders)} {best}")


# -- every house rule ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """A reading in a list: what the evening would come to, in a few words."""

    reading: Reading
    total: str
    words: str


def listed(reading: Reading) -> Listed:
    """What a list says of one reading over the whole evening."""
    found = reading.comparison
    if found.stops:
        return Listed(reading, "–", found.stops)
    was, now = ending(found.own), ending(found.other)
    hands = [c.hand for c in found.changes if c.otherwise]
    words = [counted(len(hands), "hand differs", "hands differ")] if hands else []
    words += [f"{now}, not {was}" if found.own.over and found.other.over else now] * (was != now)
    return Listed(reading, totals(found.other), "; ".join(words))


def contested(table: Snapshot, in_time: Callable[[], bool] = readings.always) -> list[list[Listed]]:
    """The readings of every house rule that would change the evening: first what decides the game,
    then what moves most hands."""
    found = [
        [listed(reading) for reading in group]
        for group in readings.contested(table.game, table.record, in_time=in_time)
    ]
    return sorted(found, key=_weight)


def _weight(group: Sequence[Listed]) -> tuple[bool, int]:
    every = [each.reading.comparison for each in group]
    decides = any(not c.stops and c.winners[0] != c.winners[1] for c in every)
    return not decides, -max((len(c.changes) for c in every if not c.stops), default=0)


# -- one house rule ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Since:
    """From when a decision may hold: a hand, or 0 for the whole evening."""

    hand: int
    words: str
    more: str


@dataclass(frozen=True)
class Trial:
    """One house rule with a reading of it, and what that changes."""

    option: HouseRule
    readings: Sequence[Reading]
    value: str
    """The reading that is looked at."""
    since: int
    sinces: Sequence[Since]
    comparison: Comparison | None
    effect: Effect | None
    problem: str = ""
    asked: int = 0
    """The hand somebody came from."""

    @property
    def ready(self) -> bool:
        """True if it can be decided: nothing entered is refused under it, and it is not so yet."""
        stands = bool(self.comparison and not self.comparison.other.refused)
        return stands and not self.problem and not self.settled

    @property
    def settled(self) -> bool:
        """It is played so already, from then on or over the whole evening."""
        found = self.comparison
        if found is None:
            return False
        if self.since == 0:
            return found.own.record.head == found.other.record.head and found.same
        return readings.in_force(found.own, self.option.key, self.since) == self.value

    @property
    def totals(self) -> str:
        """The totals there would be; "" where they are too many for a button."""
        other = self.comparison.other if self.comparison else None
        return totals(other) if other and len(other.ledger.totals) < SHORT else ""

    @property
    def confirmed(self) -> int:
        """The first hand that it scores otherwise although it is confirmed; 0 for none."""
        changed = {each.hand for each in self.effect.differences} if self.effect else set()
        hands = self.comparison.own.record.hands if self.comparison else []
        return min((n for n in changed if n <= len(hands) and "@ok" in hands[n - 1]), default=0)


def trial(
    table: Snapshot,
    option: HouseRule,
    wish: str = "",
    asked: int = 0,
    since: int = 0,
    in_time: Callable[[], bool] = readings.always,
) -> Trial:
    """The house rule at the value that is wished for, or at the first that is not in force.

    It holds from hand `since` on if a decision may begin there, else over the whole evening. A
    wish that cannot be is the trial's `problem`.
    """
    replay = table.replay
    starts = sinces(table, asked)
    since = since if any(each.hand == since for each in starts) else 0
    problem, first = "", since if since <= len(replay.hands) else 0
    try:
        wished = option.value(wish).key if wish else ""
    except Refused as refusal:
        problem, wished = refusal.message, ""
    every = readings.readings(
        table.game, table.record, option, first, replay, [wished] if wished else [], in_time
    )
    value = wished or next((r.value.key for r in every if not r.chosen), every[0].value.key)
    found = None
    if not problem:
        try:
            found = readings.compare(table.game, table.record, {option.key: value}, since, replay)
        except Refused as refusal:
            problem = refusal.message
    made = _effect(found, since or len(replay.hands)) if found else None
    return Trial(option, every, value, since, starts, found, made, problem, asked)


def _effect(found: Comparison, number: int) -> Effect | None:
    """What changes, as far as the other replay goes; None where others would have played."""
    if len(found.own.table.sides) != len(found.other.table.sides):
        return None
    made = effect(found.own, found.other, number, ())
    if not found.until:
        return made
    there = [each for each in made.differences if each.hand < found.until]
    return replace(made, differences=there, totals=(), outcome=None)


def sinces(table: Snapshot, asked: int = 0) -> list[Since]:
    """From when a decision may hold now; `asked` is a finished hand somebody came from."""
    found: list[Since] = []
    record, replay, pending = table.record, table.replay, table.pending
    if 0 < asked <= len(replay.hands) and (not pending or asked != pending.hand):
        found.append(Since(asked, f"From hand {asked}", "and every hand after it"))
    if pending:
        hand = pending.hand
        begun = hand <= len(record.hands) and bool(record.hands[hand - 1])
        word = "this hand" if begun else "the next deal"
        found.append(Since(hand, f"From {word}", f"hand {hand} on"))
        if begun:
            found.append(Since(hand + 1, "From the next deal", f"hand {hand + 1} on"))
    found.append(Since(0, "The whole evening", "every hand is scored again"))
    return found
