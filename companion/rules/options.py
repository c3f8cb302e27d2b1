"""House rules: their declarations in rules.md, and the values in force at a table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from companion.questions import Refused
from companion.words import listed

_NUMBER = re.compile(r"-?[0-9]{1,9}")


PLAIN = "’ . ! ? & -"
"""Signs that a freely written value may have: none that Markdown, a link or a record reads."""


def _plain(sign: str) -> bool:
    return sign.isalnum() or sign in f"'{PLAIN}" or unicodedata.category(sign).startswith("M")


def whole(text: str) -> int | str:
    """The value of a house rule: int for a whole number, otherwise the text."""
    return int(text) if _NUMBER.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a house rule: its key, what it means, and its source (who plays so)."""

    key: str
    words: str
    source: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """The declaration of a house rule: its values, default and effect.

    A numeric one has `low` and `high` (inclusive); `values` then may hold just the default.
    """

    key: str
    title: str
    values: tuple[Value, ...]
    default: str
    effect: str
    rule: str
    ask: bool = False
    """Asked when a table is set up."""
    low: int | None = None
    high: int | None = None
    letters: int = 0
    """Most letters of a value that is written freely (the name of a game); 0 for listed values."""
    given: tuple[tuple[str, str], ...] = ()
    """(key, value) of other house rules under which alone this one has an effect; a value may be
    several, with strokes between them."""
    apart: tuple[str, ...] = ()
    """Ids of rules that look affected (they cite its rule, or contain its default number) but are
    not; for the tests."""

    @property
    def written(self) -> str:
        """What may be written instead of the listed values: "a number from 5 to 200"; else ""."""
        if self.low is not None:
            return f"a number from {self.low} to {self.high}"
        if self.letters:
            return f"1 to {self.letters} letters, digits, spaces and {PLAIN}"
        return ""

    def meant(self, rules: HouseRules) -> bool:
        """False if it has no effect under the other house rules."""
        return all(rules.text(key) in values.split("/") for key, values in self.given)

    def value(self, key: str) -> Value:
        """The value of that key; Refused if there is none."""
        for value in self.values:
            if value.key == key:
                return value
        if self.low is not None and self.high is not None:
            if _NUMBER.fullmatch(key) and self.low <= int(key) <= self.high:
                return Value(str(int(key)), str(int(key)), "")
        elif self.letters:
            written = " ".join(key.split())
            if 0 < len(written) <= self.letters and all(map(_plain, written)):
                return Value(written, written, "")
        if legal := self.written:
            more = [value.key for value in self.values if not _NUMBER.fullmatch(value.key)]
            legal = listed([*([] if self.letters else more), legal])
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
    """The values in force; each room's generated `House` subclass declares them with types."""

    __slots__ = ()

    def text(self, key: str) -> str:
        """The value as a record writes it; AttributeError for an unknown key."""
        return str(getattr(self, key))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((each.name, self.text(each.name)) for each in fields(self))  # type: ignore[arg-type]


class Options(HouseRules):
    """Untyped house rules, for a room without a `House`."""

    __slots__ = ("__dict__",)

    def __init__(self, **values: int | str) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, key: str) -> Any: ...

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((key, str(value)) for key, value in self.__dict__.items())
