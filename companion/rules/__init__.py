"""The rules: a room's rules.md as data, its house rules, and its text under those in force.

`read` reads the sheet; `companion.rules.wording.under` gives its text, which no game needs.
"""

from companion.rules.options import HouseRule, HouseRules, Options, Preset, Value, whole
from companion.rules.reader import read
from companion.rules.sheet import Aside, Example, Prose, Rule, RuleSheet, Section

__all__ = [
    "Aside",
    "Example",
    "HouseRule",
    "HouseRules",
    "Options",
    "Preset",
    "Prose",
    "Rule",
    "RuleSheet",
    "Section",
    "Value",
    "read",
    "whole",
]
