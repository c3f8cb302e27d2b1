"""The rule sheet as rules.md has it: structure, data, and prose that is not rendered yet.

Nobody shows this text: `companion.rules.wording` renders it under the house rules in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.questions import Refused
from companion.rules.options import HouseRule, HouseRules, Options, Preset, whole


@dataclass(frozen=True, slots=True)
class Prose:
    """A piece of text, a Jinja template over the house rules."""

    source: str = ""
    lines: tuple[int, ...] = ()
    """For each line of the source, its line in rules.md."""
    place: str = ""
    """The rule or section it belongs to, for error messages."""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: prose to a player, a test to us. `kind` is "example" or "ask"."""

    kind: str
    name: str
    title: Prose
    text: str
    telling: Mapping[int, Prose] = field(default_factory=dict, hash=False)
    """What is told of each hand, by its number (0 before the first), where the example teaches."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A note in the margin, beside the rule or section it stands in."""

    title: Prose
    text: Prose


@dataclass
class Rule:
    """One rule of the sheet; `text` is Markdown without the data blocks."""

    id: str
    title: Prose
    section: str
    text: Prose = field(default_factory=Prose)
    notes: dict[str, Prose] = field(default_factory=dict)
    """By name: source, words, row, dispute."""
    see: tuple[str, ...] = ()
    paper: bool = True
    """False for what only the phone says."""
    asides: list[Aside] = field(default_factory=list)
    options: list[HouseRule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    asked: list[Prose] = field(default_factory=list)
    """Questions of the table, each with its short answer."""


@dataclass
class Section:
    """A part of the sheet: introduction, rules, and examples that stand outside a rule."""

    id: str
    title: Prose
    text: Prose = field(default_factory=Prose)
    rules: list[Rule] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    options: list[HouseRule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


@dataclass(eq=False)
class RuleSheet:
    """Everything a room's rules.md says, before the house rules in force are known."""

    title: str
    meta: dict[str, Prose]
    """The lines under the title: pitch, also, players, length, origin, source, and `glance`."""
    names: dict[str, Prose]
    """Expressions over the house rules that the prose calls by name."""
    sections: list[Section]
    presets: list[Preset]
    house: Callable[..., HouseRules] = Options
    """Makes the room's house rules of their values by key."""

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
        """Every section and rule, in the order of the sheet."""
        found: list[Section | Rule] = []
        for section in self.sections:
            found += [section, *section.rules]
        return found

    def section(self, id: str) -> Section | None:
        return next((section for section in self.sections if section.id == id), None)

    @cached_property
    def defaults(self) -> dict[str, str]:
        return {key: option.default for key, option in self.options.items()}

    def preset(self, name: str) -> Preset | None:
        """The preset of that name, or the only one whose name begins so; letters of any case."""
        wanted = name.strip().casefold()
        names = {preset.name.casefold(): preset for preset in self.presets}
        if wanted in names:
            return names[wanted]
        found = [preset for name, preset in names.items() if wanted and name.startswith(wanted)]
        return found[0] if len(found) == 1 else None

    def chosen(self, rules: Mapping[str, str]) -> HouseRules:
        """The house rules in force; Refused when a key or value is unknown."""
        values = dict(self.defaults)
        for key, text in rules.items():
            if key not in self.options:
                raise Refused(f"There is no house rule “{key}” in {self.title}.", code="bad_option")
            values[key] = self.options[key].value(text).key
        return self.house(**{key: whole(text) for key, text in values.items()})
