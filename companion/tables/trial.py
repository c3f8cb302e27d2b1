"""Tries the values of a house rule on a table: each value is a proposal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion import budget
from companion.questions import Refused
from companion.rules import HouseRule, Value
from companion.rules.sheet import EVERY
from companion.seating import Side
from companion.tables.changes import deciding
from companion.tables.comparing import how_it_stands
from companion.tables.decisions import in_force, values
from companion.tables.effect import Then
from companion.tables.names import SHORT, score_line
from companion.tables.proposal import Proposal, propose
from companion.tables.snapshot import Snapshot
from companion.words import capital, counted

# -- every house rule ----------------------------------------------------------------------------


@dataclass(frozen=True)
class TriedRule:
    """One value of a house rule, and the table under it."""

    option: HouseRule
    value: Value
    chosen: bool
    """True for the value in force."""
    proposal: Proposal

    @property
    def changes(self) -> list[Then]:
        """The hands whose points or totals change, up to the first that cannot be replayed."""
        return [each for each in self.proposal.effect.reached if each.scores_otherwise]

    @property
    def stops(self) -> str:
        """Why the replay stops under it: a refusal, a new question, other sides; "" if it does
        not."""
        after, opened = self.proposal.replay, self.proposal.open_page
        if self.proposal.effect.other_sides:
            return "Other sides would have played, so the scores cannot be set side by side."
        if after.pending and after.refused:
            return f"{capital(after.named(after.pending.hand))}: {after.refused[0].message}"
        name = after.named(opened.hand) if opened else ""
        return f"Cannot compare: {name} would need an answer ({opened.title})" if opened else ""

    @property
    def changes_nothing(self) -> bool:
        """True if no hand, total or outcome would differ."""
        return not (self.changes or self.stops or self.proposal.effect.outcome)

    @property
    def reached(self) -> list[tuple[Side, str]]:
        """The sides that then have the target though the game goes on, and what that means."""
        was, now = self.proposal.table.replay, self.proposal.replay
        pairs = zip(was.table.sides, now.table.sides, strict=False)
        return [(side, words) for old, side in pairs
                if (words := now.reached(side)) and words != was.reached(old)]  # fmt: skip

    @property
    def total(self) -> str:
        """The final totals under it."""
        return "–" if self.stops else score_line(self.proposal.replay)

    @property
    def words(self) -> str:
        """Its description in a list: hands that differ, another winner."""
        replay = self.proposal.replay
        if self.stops:
            open_ = replay.pending
            name = replay.named(open_.hand) if open_ else ""
            return f"{name} is not possible under this rule" if name else self.stops
        was, now = how_it_stands(self.proposal.table.replay), how_it_stands(self.proposal.replay)
        hands = [each for each in self.changes if each.points[0] != each.points[1]]
        one = replay.word
        words = [counted(len(hands), f"{one} differs", f"{one}s differ")] if hands else []
        both = self.proposal.table.replay.over and self.proposal.replay.over
        words += [f"{now}, not {was}" if both else now] * (was != now)
        return "; ".join(words)

    def hand(self, number: int) -> list[tuple[int, int]]:
        """(points, total) of each side in a hand; [] if the hand is not finished under it."""
        hand = self.proposal.replay.dealt(number)
        return [(hand.points(side), total) for side, total in hand.totals.items()
                if hand.over] if hand else []  # fmt: skip


def readings(
    table: Snapshot,
    option: HouseRule,
    first: int = 0,
    wished: Iterable[str] = (),
) -> list[TriedRule]:
    """The table under each value of a house rule, the one in force first.

    With `first` the rule holds from that hand on, otherwise for the whole evening. `wished` are
    further values of a numeric rule. Values illegal for this number of players are left out, and
    those that do not fit into the time budget.
    """
    option = table.replay.options[option.key]
    present = in_force(table.replay, option.key, first)
    # If a hand has its own value, setting even the current value changes something.
    steady = first or not any(f"@rule {option.key}" in hand for hand in table.record.hands)
    variants: list[TriedRule] = []
    for value in values(table.game, option, present, wished):
        chosen = value.key == present
        as_it_is = chosen and steady
        if not as_it_is and not budget.in_time():
            continue
        try:
            rules = {option.key: value.key}
            proposal = propose(table, []) if as_it_is else deciding(table, rules, first)
        except Refused:
            continue  # not for this number of players
        variants.append(TriedRule(option, value, chosen, proposal))
    return variants


def contested(
    table: Snapshot,
    options: Iterable[HouseRule] | None = None,
    first: int = 0,
) -> Iterator[list[TriedRule]]:
    """The house rules with a value that changes the table, with all their variants."""
    for option in table.game.rules.options.values() if options is None else options:
        group = readings(table, option, first)
        if any(not reading.changes_nothing for reading in group):
            yield group


def weighed(groups: Iterable[Sequence[TriedRule]]) -> list[Sequence[TriedRule]]:
    """Sorted: first rules that change the outcome, then by the number of hands changed."""
    return sorted(groups, key=_weight)


def _weight(group: Sequence[TriedRule]) -> tuple[bool, int]:
    whole = [each for each in group if not each.stops]
    decides = any(each.proposal.effect.outcome for each in whole)
    return not decides, -max((len(each.changes) for each in whole), default=0)


# -- one house rule ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Since:
    """A possible start of a decision: a hand, or 0 for the whole evening."""

    hand: int
    words: str
    more: str


@dataclass(frozen=True)
class Trial:
    """One house rule with a value to try, and its effect."""

    option: HouseRule
    readings: Sequence[TriedRule]
    value: str
    """The value to try."""
    since: int
    sinces: Sequence[Since]
    reading: TriedRule | None
    problem: str = ""
    asked: int = 0
    """The finished hand from whose page it was opened; 0 for none."""

    @property
    def stays(self) -> bool:
        """True if it holds for the whole game, and no other value can be chosen any more."""
        return bool(self.option.fixed) and len(self.readings) < 2

    @property
    def ready(self) -> bool:
        """True if it can be decided: no answer is refused under it, and it is not yet in force."""
        return (
            bool(self.reading and not self.reading.proposal.replay.refused)
            and not self.already_in_force
            and not self.stays
        )

    @property
    def already_in_force(self) -> bool:
        """True if the value is already in force from `since` on."""
        if self.reading is None:
            return False
        proposal = self.reading.proposal
        if self.since == 0:
            return (
                proposal.table.record.head == proposal.record.head and self.reading.changes_nothing
            )
        return in_force(proposal.table.replay, self.option.key, self.since) == self.value

    @property
    def totals(self) -> str:
        """The totals under it, for a button; "" if they are too many."""
        other = self.reading.proposal.replay if self.reading else None
        return score_line(other) if other and len(other.ledger.totals) < SHORT else ""


def trial(
    table: Snapshot,
    option: HouseRule,
    text: str = "",
    asked: int = 0,
    since: int = 0,
) -> Trial:
    """The house rule with the value `text`, or with the one that is in force.

    It holds from hand `since` on if a decision may start there, else for the whole evening. An
    illegal text is the trial's `problem`.
    """
    option = table.replay.options[option.key]
    starts = sinces(table, option, asked)
    since = since if any(each.hand == since for each in starts) else 0
    problem, first = "", since if since <= len(table.replay.hands) else 0
    try:
        wished = option.value(text).key if text else ""
    except Refused as refusal:
        problem, wished = refusal.message, ""
    every = readings(table, option, first, [wished] if wished else [])
    value = wished or next((r.value.key for r in every if r.chosen), every[0].value.key)
    reading = None
    try:
        if not problem:
            proposal = deciding(table, {option.key: value}, since)
            reading = TriedRule(option, option.value(value), False, proposal)
    except Refused as refusal:
        problem = refusal.message
    return Trial(option, every, value, since, starts, reading, problem, asked)


def sinces(table: Snapshot, option: HouseRule, asked: int = 0) -> list[Since]:
    """The possible starts of a decision now; `asked` is a finished hand to offer, 0 for none.

    A house rule that is fixed whatever its value holds for the whole evening.
    """
    starts: list[Since] = []
    replay, pending = table.replay, table.pending
    unit = replay.word
    whole = Since(0, "The whole evening", f"every {unit} is scored again")
    if EVERY in option.fixed:
        return [whole]
    if replay.dealt(asked) and (not pending or asked != pending.hand):
        starts.append(Since(asked, f"From {unit} {asked}", f"and every {unit} after it"))
    if pending:
        hand = pending.hand
        begun = bool(table.record.answers(hand))
        word = f"this {unit}" if begun else "the next deal"
        starts.append(Since(hand, f"From {word}", f"{unit} {hand} on"))
        if begun:
            starts.append(Since(hand + 1, "From the next deal", f"{unit} {hand + 1} on"))
    return [*starts, whole]
