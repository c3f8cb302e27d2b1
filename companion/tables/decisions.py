"""House rules: a table's choices, the effect of other variants, and named sets of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from companion.engine.game import Game, Replay
from companion.engine.record import Act, Record, clean, standing_acts
from companion.questions import Refused
from companion.rules import HouseRule, HouseRules, Value


class Acted(Protocol):
    """A row of a journal."""

    @property
    def act(self) -> Act: ...


Row = TypeVar("Row", bound=Acted)


@dataclass(frozen=True)
class Decision(Generic[Row]):
    """One decision in force."""

    row: Row
    hand: int
    """The first hand it holds for; 0 for the whole evening."""
    option: HouseRule
    words: str
    """Description of the value chosen."""


def decisions(replay: Replay, journal: Iterable[Row]) -> list[Decision[Row]]:
    """The decisions in force, in the order they were made, in the words for these players."""
    rows = [(row.act, row) for row in journal]
    standing = {id(act) for act in standing_acts(act for act, _ in rows)[0]}
    decisions: list[Decision[Row]] = []
    for act, row in rows:
        if id(act) not in standing:
            continue
        decisions = _moved(decisions, act)
        for key, text in act.rules.items():
            option = replay.options.get(key)
            if option is None or text is None:
                continue
            value = option.known(text)
            decisions.append(Decision(row, act.hand, option, value.words if value else text))
    return [each for each in decisions if not replay.ignores(each.hand, each.option.key)]


def _moved(decisions: list[Decision[Row]], act: Act) -> list[Decision[Row]]:
    """The decisions renumbered for an insert or remove; those of a removed hand are dropped."""
    if act.kind == "insert":
        return [replace(d, hand=d.hand + (d.hand >= act.hand)) for d in decisions]
    if act.kind == "remove":
        stay = [d for d in decisions if d.hand != act.hand]
        return [replace(d, hand=d.hand - (d.hand > act.hand)) for d in stay]
    return decisions


def acts_for(record: Record, rules: Mapping[str, str], first: int = 0) -> list[Act]:
    """The acts that set house rules from hand `first` on, or (0) for the whole evening.

    For the whole evening, settings of single hands are removed first: they would override it.
    """
    if first:
        return [Act("answer", first, {f"@rule {key}": text for key, text in rules.items()})]
    acts: list[Act] = []
    for number, hand in enumerate(record.hands, 1):
        there = {f"@rule {key}": None for key in rules if f"@rule {key}" in hand}
        if there:
            acts.append(Act("answer", number, there))
    acts.append(Act("answer", 0, {f"rule {key}": text for key, text in rules.items()}))
    return acts


def in_force(replay: Replay, key: str, hand: int = 0) -> str:
    """The value of a house rule in a hand, or (0) at the end of the replay."""
    rules: HouseRules = (replay.dealt(hand) or replay.table).rules
    return rules.text(key)


FEW = 10
"""A numeric house rule with fewer values than this has all of them tried."""


def values(game: Game, option: HouseRule, present: str, wished: Iterable[str] = ()) -> list[Value]:
    """Values to try: the present one, the declared ones, `wished`, those of presets.

    A numeric rule with fewer than `FEW` values yields all. Refused for an illegal wish.
    """
    keys = [present, *(value.key for value in option.values), *wished]
    keys += [p.rules[option.key] for p in game.rules.presets if option.key in p.rules]
    if option.low is not None and option.high is not None and option.high - option.low < FEW:
        keys += map(str, range(option.low, option.high + 1))
    choices = {value.key: value for value in map(option.value, keys)}
    return list(choices.values())


def behind(game: Game, rules: Iterable[str]) -> list[HouseRule]:
    """The house rules declared under one of these rules, or under a rule that cites one."""
    wanted = set(rules)
    options: list[HouseRule] = []
    for option in game.rules.options.values():
        rule = game.rules.rules.get(option.rule)
        if rule and (rule.id in wanted or wanted & set(rule.see)):
            options.append(option)
    return options


MAX_NAME = 80
"""Maximum length of a name, in characters."""


def checked_name(text: str) -> str:
    """The name, cleaned; Refused if it is empty or too long."""
    name = clean(text)
    if not name:
        raise Refused("A set needs a name, such as “Friday table, short game”.", key="set")
    if len(name) > MAX_NAME:
        message = f"“{name[:30]}…” has {len(name)} letters; {MAX_NAME} are the most."
        raise Refused(message, key="set")
    return name


def ignored(game: Game, rules: Mapping[str, str]) -> list[str]:
    """The house rules that the game does not have, and those with a value that it does not have."""
    options = game.rules.options
    own = {key: text for key, text in rules.items() if key != "title"}
    return [key for key, text in own.items() if key not in options or not options[key].known(text)]
