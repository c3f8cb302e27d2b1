"""The parsed rules.md: structure, data, prose templates, and the house rules it declares.

`companion.rules.wording` renders them under the house rules in force.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
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


EVERY = "yes"
"""Written for all values of a house rule."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a house rule: its key, its meaning, and its source (who plays so)."""

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
    ask: int = 0
    """1 if it is asked when a table is set up, 2 if after all others."""
    low: int | None = None
    high: int | None = None
    letters: int = 0
    """Most letters of a value that is written freely (the name of a game); 0 for listed values."""
    rows: bool = False
    """True if the value names the lines of a round (`companion.rules.rows`)."""
    given: tuple[tuple[str, str], ...] = ()
    """(key, value) of other house rules under which alone this one has an effect; a value may be
    several, with strokes between them."""
    fixed: tuple[str, ...] = ()
    """Values that decide sides, seats or the start of a game; `EVERY` if all do. A change from or
    to one holds for the whole game, and is refused once a hand is scored."""
    apart: tuple[str, ...] = ()
    """Ids of rules that look affected (they cite its rule, or contain its default number) but are
    not; for the tests."""

    def keeps(self, value: str, other: str) -> bool:
        """True if a change from one value to the other is refused once a hand is scored."""
        return value != other and not {EVERY, value, other}.isdisjoint(self.fixed)

    @property
    def stays(self) -> Refused:
        """The refusal of a change of a fixed house rule."""
        message = (
            f"{self.title}: this holds for the whole game and cannot change once a hand is scored. "
            "To play it another way, begin a new game."
        )
        return Refused(message, self.rule, "fixed_option")

    @property
    def written(self) -> str:
        """The text allowed instead of the listed values: "a number from 5 to 200", else ""."""
        if self.low is not None:
            return f"a number from {self.low} to {self.high}"
        if self.letters:
            return f"1 to {self.letters} letters, digits, spaces and {PLAIN}"
        return ""

    def meant(self, rules: HouseRules) -> bool:
        """False if it has no effect under the other house rules."""
        return all(rules.text(key) in values.split("/") for key, values in self.given)

    def known(self, key: str) -> Value | None:
        """The value of that key; None if there is none."""
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
        return None

    def value(self, key: str) -> Value:
        """The value of that key; Refused if there is none."""
        if value := self.known(key):
            return value
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
    """The values in force; each game's generated `House` subclass declares them with types."""

    __slots__ = ()

    def text(self, key: str) -> str:
        """The value as a record writes it; AttributeError for an unknown key."""
        return str(getattr(self, key))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((each.name, self.text(each.name)) for each in fields(self))  # type: ignore[arg-type]


class Options(HouseRules):
    """Untyped house rules, for a game package without a `House`."""

    __slots__ = ("__dict__",)

    def __init__(self, **values: int | str) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, key: str) -> Any: ...

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((key, str(value)) for key, value in self.__dict__.items())


@dataclass(frozen=True, slots=True)
class Prose:
    """A Jinja template over the house rules."""

    source: str = ""
    lines: tuple[int, ...] = ()
    """The line numbers in the file of the lines of `source`."""
    place: str = ""
    """File and rule it belongs to, for error messages."""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example, also run as a test: a transcript ("example") or an enquiry ("ask")."""

    kind: str
    name: str
    title: Prose
    text: str
    telling: Mapping[int, Prose] = field(default_factory=dict, hash=False)
    """Text to teach with, by hand number (0 before the first); empty if it does not teach."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A margin note of a rule or section."""

    title: Prose
    text: Prose


@dataclass
class Rule:
    """One rule; `text` is its Markdown without notes and data blocks."""

    id: str
    title: Prose
    section: str
    text: Prose = field(default_factory=Prose)
    notes: dict[str, Prose] = field(default_factory=dict)
    """By name: source, words, head, row, dispute."""
    see: tuple[str, ...] = ()
    paper: bool = True
    """False if it is left out on paper."""
    within: str = ""
    """Id of the rule that tells it on paper, too, with both ids in the margin."""
    asides: list[Aside] = field(default_factory=list)
    options: list[HouseRule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    asked: list[Prose] = field(default_factory=list)
    """Questions players ask, each with its short answer; for search."""


@dataclass
class Section:
    """A section: introduction, rules, and blocks outside a rule."""

    id: str
    title: Prose
    text: Prose = field(default_factory=Prose)
    rules: list[Rule] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    options: list[HouseRule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


@dataclass(eq=False)
class RuleSheet:
    """A parsed rules.md, independent of the house rules in force."""

    title: str
    meta: dict[str, Prose]
    """The header lines: pitch, also, players, length, origin, source, glance."""
    names: dict[str, Prose]
    """Named expressions over the house rules, for use in the prose."""
    sections: list[Section]
    presets: list[Preset]
    house: Callable[..., HouseRules] = Options
    """Constructor of the game's house rules."""

    @cached_property
    def rules(self) -> dict[str, Rule]:
        return {rule.id: rule for section in self.sections for rule in section.rules}

    @cached_property
    def options(self) -> dict[str, HouseRule]:
        return {option.key: option for holder in self.holders for option in holder.options}

    @cached_property
    def examples(self) -> list[Example]:
        """Every worked example, in order."""
        return [example for holder in self.holders for example in holder.examples]

    @property
    def holders(self) -> list[Section | Rule]:
        """Every section and rule, in document order."""
        holders: list[Section | Rule] = []
        for section in self.sections:
            holders += [section, *section.rules]
        return holders

    def section(self, id: str) -> Section | None:
        return next((section for section in self.sections if section.id == id), None)

    @cached_property
    def defaults(self) -> dict[str, str]:
        return {key: option.default for key, option in self.options.items()}

    def changed(self, rules: Mapping[str, str] | HouseRules) -> dict[str, str]:
        """The house rules of these that are not at their default; unknown ones are left out."""
        standard = self.defaults
        return {key: text for key, text in dict(rules).items() if text != standard.get(key, text)}

    def preset(self, name: str) -> Preset | None:
        """The preset of that name, or the only one with that prefix, in any case; else None."""
        wanted = name.strip().casefold()
        names = {preset.name.casefold(): preset for preset in self.presets}
        if wanted in names:
            return names[wanted]
        matches = [preset for name, preset in names.items() if wanted and name.startswith(wanted)]
        return matches[0] if len(matches) == 1 else None

    def chosen(self, rules: Mapping[str, str]) -> HouseRules:
        """The defaults overridden by `rules`; Refused for an unknown key or value."""
        values = dict(self.defaults)
        for key, text in rules.items():
            if key not in self.options:
                raise Refused(f"There is no house rule “{key}” in {self.title}.", code="bad_option")
            values[key] = self.options[key].value(text).key
        free = {key for key, option in self.options.items() if option.letters}
        return self.house(**{k: text if k in free else whole(text) for k, text in values.items()})
