"""The values of a house rule worth trying, and the house rules behind a score line."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Game, Replay
from companion.rules import HouseRule, HouseRules, Value


def always() -> bool:
    """A time budget without a limit."""
    return True


def in_force(replay: Replay, key: str, hand: int = 0) -> str:
    """The value of a house rule in a hand, or (0) at the end of the replay."""
    at = replay.hands[hand - 1] if 0 < hand <= len(replay.hands) else replay.table
    rules: HouseRules = at.rules
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
    found = {value.key: value for value in map(option.value, keys)}
    return list(found.values())


def behind(game: Game, rules: Iterable[str]) -> list[HouseRule]:
    """The house rules declared under one of these rules, or under a rule that cites one."""
    wanted = set(rules)
    found: list[HouseRule] = []
    for option in game.rules.options.values():
        rule = game.rules.rules.get(option.rule)
        if rule and (rule.id in wanted or wanted & set(rule.see)):
            found.append(option)
    return found
