"""Generates a room's house.py, its typed house rules, from the options in its rules.md.

`pytest --write` writes it; a test fails if it is out of date. It gives the type checker every house
rule and its values.
"""

from __future__ import annotations

from companion.rules import HouseRule, RuleSheet, whole

_HEAD = '''"""The house rules of {title}, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
{typing}
from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
'''
_FOOT = """

Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
"""


def source(sheet: RuleSheet) -> str:
    """The source of house.py for a rule sheet."""
    lines = [_declared(option) for option in sheet.options.values()]
    literal = any("Literal[" in line for line in lines)
    head = _HEAD.format(title=sheet.title, typing="from typing import Literal\n" if literal else "")
    return head + "\n".join(lines or ["    pass"]) + "\n" + _FOOT


def _declared(option: HouseRule) -> str:
    line = f"    {option.key}: {_type(option)}"
    if len(line) <= 100:
        return line
    head, _, values = line.rstrip("]").partition("Literal[")
    return "\n".join(
        [f"{head}Literal[", *(f"        {each}," for each in values.split(", ")), "    ]"]
    )


def _type(option: HouseRule) -> str:
    """`int` for a range of numbers, `Literal` for listed values, or both; else `str`."""
    if option.letters:
        return "str"
    values = [whole(value.key) for value in option.values]
    parts: list[str] = []
    if option.low is not None:
        parts.append("int")
        values = [value for value in values if isinstance(value, str)]
    if values:
        parts.append(f"Literal[{', '.join(_quoted(value) for value in values)}]")
    return " | ".join(parts)


def _quoted(value: int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
