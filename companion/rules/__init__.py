"""Rule sheets: a game package's rules.md as data, house rules, and the rendered text.

`read` parses a sheet; `companion.rules.wording.under` renders it, which games never need.
"""

from companion.rules.reader import read, read_folder
from companion.rules.sheet import Example, HouseRule, HouseRules, Options, Prose, RuleSheet, Value

__all__ = [
    "Example", "HouseRule", "HouseRules", "Options", "Prose", "RuleSheet", "Value", "read",
    "read_folder",
]  # fmt: skip
