"""House rules: what a room's rules.md declares of them, and those in force at a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from companion.questions import Refused
from companion.words import listed

_NUMBER = re.compile(r"-?[0-9]{1,9}")


def whole(text: str) -> int | str:
    """The value of a house rule: a whole number as int, all else as it is written."""
    return int(text) if _NUMBER.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class Value:
    """One reading of a house rule: its key, what it means, and who plays it so."""

    key: str
    words: str
    source: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: declared once, with its values, default and effect.

    A rule of numbers has `low` and `high` and no values of its own beyond the default.
    """

    key: str
    title: str
    values: tuple[Value, ...]
    default: str
    effect: str
    rule: str
    ask: bool = False
    """Asked when a table is set up, because strangers disagree about it."""
    low: int | None = None
    high: int | None = None
    given: tuple[tuple[str, str], ...] = ()
    """Other house rules without which this one changes nothing."""
    apart: tuple[str, ...] = ()
    """Rules that cite this one, or have its default number, and say the same under any value."""

    def value(self, key: str) -> Value:
        """The reading of that key; Refused when there is none."""
        for value in self.values:
            if value.key == key:
                return value
        if self.low is not None and self.high is not None:
            if _NUMBER.fullmatch(key) and self.low <= int(key) <= self.high:
                return Value(str(int(key)), str(int(key)), "")
            legal = f"a number from {self.low} to {self.high}"
            more = [value.key for value in self.values if not _NUMBER.fullmatch(value.key)]
            legal = listed([*more, legal])
        else:
            legal = listed(value.key for value in self.values)
        raise Refused(
            f"{self.title}: “{key}” is not a value; say {legal}.", self.rule, "bad_option"
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """A named bundle of house rules."""

    name: str
    source: str
    rules: Mapping[str, str]


class HouseRules:
    """The house rules in force. Each room's `House` declares them with their types."""

    __slots__ = ()

    def text(self, key: str) -> str:
        """The value as the record writes it; AttributeError where there is no such house rule."""
        return str(getattr(self, key))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((each.name, self.text(each.name)) for each in fields(self))  # type: ignore[arg-type]


class Options(HouseRules):
    """House rules without types, of a room that has no `House` yet."""

    __slots__ = ("__dict__",)

    def __init__(self, **values: int | str) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, key: str) -> Any: ...

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((key, str(value)) for key, value in self.__dict__.items())
