"""The parsed rules.md: structure, data, and prose templates.

`companion.rules.wording` renders them under the house rules in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.questions import Refused
from companion.rules.options import HouseRule, HouseRules, Options, Preset, whole


@dataclass(frozen=True, slots=True)
class Prose:
    """A Jinja template over the house rules."""

    source: str = ""
    lines: tuple[int, ...] = ()
    """The line numbers in rules.md of the lines of `source`."""
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
    """Constructor of the room's house rules."""

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
        """The preset of that name, or the only one with that prefix, in any case; else None."""
        wanted = name.strip().casefold()
        names = {preset.name.casefold(): preset for preset in self.presets}
        if wanted in names:
            return names[wanted]
        found = [preset for name, preset in names.items() if wanted and name.startswith(wanted)]
        return found[0] if len(found) == 1 else None

    def chosen(self, rules: Mapping[str, str]) -> HouseRules:
        """The defaults overridden by `rules`; Refused for an unknown key or value."""
        values = dict(self.defaults)
        for key, text in rules.items():
            if key not in self.options:
                raise Refused(f"There is no house rule “{key}” in {self.title}.", code="bad_option")
            values[key] = self.options[key].value(text).key
        free = {key for key, option in self.options.items() if option.letters}
        return self.house(**{k: text if k in free else whole(text) for k, text in values.items()})
