"""What a table decided about its house rules, as its acts tell: "we play it so"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game import Game
from companion.questions import Refused
from companion.record import Act, Record, standing_acts
from companion.rules import HouseRule


@dataclass(frozen=True)
class Decision:
    """One decision that stands."""

    place: int
    """Of the act it was made in, among all acts."""
    hand: int
    """From which hand on; 0 is the whole evening."""
    option: HouseRule
    words: str
    """The reading that was chosen."""

    @property
    def since(self) -> str:
        """From when it holds."""
        return f"From hand {self.hand}" if self.hand else "The whole evening"


def decisions(game: Game, acts: Sequence[Act]) -> list[Decision]:
    """The decisions of a journal in the order they were made, without those undone since."""
    places = {id(act): place for place, act in enumerate(acts)}
    found: list[Decision] = []
    for act in standing_acts(acts)[0]:
        found = _moved(found, act)
        for key, text in act.answers.items():
            option = game.rules.options.get(rule_of(key, act.hand))
            if option is None or text is None:
                continue
            found.append(Decision(places[id(act)], act.hand, option, _words(option, text)))
    return found


def _moved(found: list[Decision], act: Act) -> list[Decision]:
    """The decisions with the numbers that hands have after the act; one goes with its hand."""
    if act.kind == "insert":
        return [replace(d, hand=d.hand + (d.hand >= act.hand)) for d in found]
    if act.kind == "remove":
        stay = [d for d in found if d.hand != act.hand]
        return [replace(d, hand=d.hand - (d.hand > act.hand)) for d in stay]
    return found


def rule_of(key: str, hand: int) -> str:
    """The house rule that an answer decides: "rule KEY" in the head, "@rule KEY" in a hand."""
    front = "@rule " if hand else "rule "
    return key[len(front) :] if key.startswith(front) else ""


def _words(option: HouseRule, text: str) -> str:
    try:
        return option.value(text).words
    except Refused:
        return text


def acts_for(record: Record, rules: Mapping[str, str], first: int = 0) -> list[Act]:
    """The acts that make these house rules hold from a hand on, or over the whole evening.

    What hands had decided otherwise for themselves goes first: it would stand against it.
    """
    if first:
        return [Act("answer", first, {f"@rule {key}": text for key, text in rules.items()})]
    found: list[Act] = []
    for number, hand in enumerate(record.hands, 1):
        there = {f"@rule {key}": None for key in rules if f"@rule {key}" in hand}
        if there:
            found.append(Act("answer", number, there))
    found.append(Act("answer", 0, {f"rule {key}": text for key, text in rules.items()}))
    return found
