"""A ruling on a scored hand beside what is written, and what can be done about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.desk.decisions import behind
from companion.engine.game import Ruling
from companion.engine.record import Act
from companion.engine.table import Hand
from companion.rules import HouseRule
from companion.seating import Side
from companion.tables import Snapshot
from companion.tables.proposal import Proposal, propose, written_acts
from companion.tables.trial import TriedRule, contested
from companion.web.platform import gate
from companion.words import with_minus

SHOWN = 3
"""Totals named on a button."""


@dataclass(frozen=True)
class RuledHand:
    """A scored hand that is disputed: the ruling beside what is written, and what can be done."""

    hand: Hand
    sums: Sequence[tuple[Side, int, int]]
    """(side, by the ruling, as written)."""
    made: Proposal
    """The correction by which the ruling would stand; without acts if it agrees."""
    ways: Sequence[Sequence[TriedRule]]
    """House rules that would change this hand's score, with the score for each value."""
    numbers: Sequence[HouseRule]
    """House rules behind the ruling that may be another number."""

    @property
    def differing(self) -> Sequence[tuple[Side, int, int]]:
        return [each for each in self.sums if each[1] != each[2]]

    @property
    def acts(self) -> str:
        return written_acts(self.made.acts)

    @property
    def totals(self) -> str:
        """The totals that the correction would change: "Bo 25, Cy 25"."""
        moved = [(side, now) for side, was, now in self.made.effect.totals if was != now]
        return with_minus(", ".join(f"{side} {now}" for side, now in moved[:SHOWN]))


def of_hand(table: Snapshot, hand: Hand, answers: Mapping[str, str], ruling: Ruling) -> RuledHand:
    """The ruling on a scored hand beside what is written."""
    place = hand.number
    made = propose(table, rewritten(table, hand, answers))
    now = made.replay.hands[place - 1] if place <= len(made.replay.hands) else hand
    sums = [(each, now.brought(other), hand.brought(each)) for each, other in
            zip(hand.table.sides, now.table.sides, strict=False)]  # fmt: skip
    options = behind(table.game, ruling.rules)
    with gate.replaying() as in_time:
        ways = [group for group in contested(table, options, place, in_time)
                if len({tuple(each.hand(place)) for each in group}) > 1]  # fmt: skip
    tried = {group[0].option.key for group in ways}
    numbers = [each for each in options if each.low is not None and each.key not in tried]
    return RuledHand(hand, sums, made, ways, numbers)


def rewritten(table: Snapshot, hand: Hand, answers: Mapping[str, str]) -> list[Act]:
    """The act that gives a hand these answers of its shortest entry mode; none if it has them."""
    before = hand.known | {each.question.key: each.text for each in hand.asked}
    if all(before.get(key) == text for key, text in answers.items()):
        return []
    own = table.record.hands[hand.number - 1]
    changes: dict[str, str | None] = {
        key: None for key in own if not key.startswith("@") and key not in answers
    }
    changes |= {key: text for key, text in answers.items() if own.get(key) != text}
    if own.get("@entry", "quick") != "quick":
        changes["@entry"] = "quick"
    return [Act("amend", hand.number, changes)]
