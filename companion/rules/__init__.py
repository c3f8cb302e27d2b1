"""Rule sheets: a room's rules.md as data, house rules, and the rendered text.

`read` parses a sheet; `companion.rules.wording.under` renders it, which games never need.
"""

from companion.rules.reader import read
from companion.rules.sheet import (
    Aside,
    Example,
    HouseRule,
    HouseRules,
    Options,
    Preset,
    Prose,
    Rule,
    RuleSheet,
    Section,
    Value,
    whole,
)

__all__ = [
    "Aside", "Example", "HouseRule", "HouseRules", "Options", "Preset", "Prose", "Rule",
    "RuleSheet", "Section", "Value", "read", "whole",
]  # fmt: skip
