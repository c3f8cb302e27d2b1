"""Decisions of a table about its house rules, found in its acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine.game import Game
from companion.engine.record import Act, Record, standing_acts
from companion.questions import Refused
from companion.rules import HouseRule


@dataclass(frozen=True)
class Decision:
    """One decision in force."""

    place: int
    """Index of its act in the journal."""
    hand: int
    """The first hand it holds for; 0 for the whole evening."""
    option: HouseRule
    words: str
    """Description of the value chosen."""

    @property
    def since(self) -> str:
        """ "From hand 3" or "The whole evening"."""
        return f"From hand {self.hand}" if self.hand else "The whole evening"


def decisions(game: Game, acts: Sequence[Act]) -> list[Decision]:
    """The decisions in force, in the order they were made."""
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
    """The decisions renumbered for an insert or remove; those of a removed hand are dropped."""
    if act.kind == "insert":
        return [replace(d, hand=d.hand + (d.hand >= act.hand)) for d in found]
    if act.kind == "remove":
        stay = [d for d in found if d.hand != act.hand]
        return [replace(d, hand=d.hand - (d.hand > act.hand)) for d in stay]
    return found


def rule_of(key: str, hand: int) -> str:
    """KEY of "rule KEY" (in the head) or "@rule KEY" (in a hand); "" for any other key."""
    front = "@rule " if hand else "rule "
    return key[len(front) :] if key.startswith(front) else ""


def _words(option: HouseRule, text: str) -> str:
    try:
        return option.value(text).words
    except Refused:
        return text


def acts_for(record: Record, rules: Mapping[str, str], first: int = 0) -> list[Act]:
    """The acts that set house rules from hand `first` on, or (0) for the whole evening.

    For the whole evening, settings of single hands are removed first: they would override it.
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
