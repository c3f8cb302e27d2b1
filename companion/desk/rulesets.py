"""Named sets of house rules: legal names, and differences from the standard rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.game import Game
from companion.engine.record import clean
from companion.questions import Refused
from companion.rules import HouseRule, Value

MAX_NAME = 80
"""Maximum length of a name, in characters."""


def checked_name(text: str) -> str:
    """The name, cleaned; Refused if it is empty or too long."""
    name = clean(text)
    if not name:
        raise Refused("A set needs a name, such as “Friday table, short game”.", key="set")
    if len(name) > MAX_NAME:
        said = f"“{name[:30]}…” has {len(name)} letters; {MAX_NAME} are the most."
        raise Refused(said, key="set")
    return name


@dataclass(frozen=True)
class Changed:
    """A house rule whose value in the set differs from the default (`printed`)."""

    option: HouseRule
    value: Value
    printed: Value

    def __str__(self) -> str:
        here, usual = self.value.words, self.printed.words
        return f"{self.option.title}: {here}, instead of {usual}"


def differences(game: Game, rules: Mapping[str, str]) -> list[Changed]:
    """The house rules that differ from their defaults; unknown keys and values are skipped."""
    found: list[Changed] = []
    for key, text in rules.items():
        option = game.rules.options.get(key)
        if option is None or text == option.default:
            continue
        try:
            value = option.value(text)
        except Refused:
            continue
        found.append(Changed(option, value, option.value(option.default)))
    return found
