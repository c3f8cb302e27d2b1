"""What a set of house rules changes of the standard rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.sheet import HouseRule, RuleSheet, Value


@dataclass(frozen=True)
class Changed:
    """A house rule whose value in the set differs from the default (`printed`)."""

    option: HouseRule
    value: Value
    printed: Value


def differences(sheet: RuleSheet, rules: Mapping[str, str]) -> list[Changed]:
    """The house rules that differ from their defaults; unknown keys and values are skipped."""
    changes: list[Changed] = []
    for key, text in rules.items():
        option = sheet.options.get(key)
        if option and text != option.default and (value := option.known(text)):
            changes.append(Changed(option, value, option.value(option.default)))
    return changes
