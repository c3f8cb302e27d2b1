"""The rule sheet: a room's rules.md read into sections, rules by id, house rules and examples.

The sheet is Markdown with three habits. A rule is a heading with an id, `### Title {#KAI-MADE}`;
lines in it that begin `source:`, `see:` or `words:` are its source, its relations and what else
people call it. Fenced blocks are data: `option`, `preset`, `example`, `ask`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.facts import fact
from companion.questions import Refused, listed

_NUMBER = re.compile(r"-?[0-9]{1,9}")


@fact
class Value:
    """One reading of a house rule: its key, what it means, and who plays it so."""

    key: str
    words: str
    source: str


@fact
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


@fact
class Preset:
    """A named bundle of house rules."""

    name: str
    source: str
    rules: Mapping[str, str]


@fact
class Example:
    """A worked example: prose to a player, a test to us. `kind` is "example" or "ask"."""

    kind: str
    name: str
    title: str
    text: str


@dataclass
class Rule:
    """One rule of the sheet; `text` is Markdown without the data blocks."""

    id: str
    title: str
    section: str
    text: str = ""
    source: str = ""
    see: tuple[str, ...] = ()
    words: str = ""
    options: list[HouseRule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


@dataclass
class Section:
    """A part of the sheet: introduction, rules, and examples that stand outside a rule."""

    id: str
    title: str
    text: str = ""
    rules: list[Rule] = field(default_factory=list)
    options: list[HouseRule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


class Options:
    """The house rules in force, read as attributes; whole numbers come as int."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)

    def __getattr__(self, key: str) -> Any:
        try:
            text = self.__dict__["_values"][key]
        except KeyError:
            raise AttributeError(f"no house rule {key!r}") from None
        value = int(text) if _NUMBER.fullmatch(text) else text
        self.__dict__[key] = value  # found at once the next time; a replay asks hundreds of times
        return value

    def text(self, key: str) -> str:
        """The value as written."""
        return self._values[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._values.items())


@dataclass
class RuleSheet:
    """Everything a room's rules.md says."""

    title: str
    meta: dict[str, str]
    """The lines under the title: pitch, also, players, length, origin, source, and `glance`, what
    the printed sheet shows in boxes: "Deal: 8, each, clockwise | Game: 52, some 6 to 12 hands"."""
    sections: list[Section]
    presets: list[Preset]

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule by id, in order."""
        return {rule.id: rule for section in self.sections for rule in section.rules}

    @cached_property
    def options(self) -> dict[str, HouseRule]:
        """Every house rule by key, in order."""
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
        """The section of that id, if the sheet has it."""
        return next((section for section in self.sections if section.id == id), None)

    @cached_property
    def defaults(self) -> dict[str, str]:
        """The default value of every house rule."""
        return {key: option.default for key, option in self.options.items()}

    def chosen(self, rules: Mapping[str, str]) -> Options:
        """The house rules in force; Refused when a key or value is unknown."""
        values = dict(self.defaults)
        for key, text in rules.items():
            if key not in self.options:
                raise Refused(f"There is no house rule “{key}” in {self.title}.", code="bad_option")
            values[key] = self.options[key].value(text).key
        return Options(values)

    @classmethod
    def read(cls, text: str) -> RuleSheet:
        """Reads a rules.md; ValueError names the line of a mistake in it."""
        return _Reader(text).sheet()


_HEADING = re.compile(r"(#{1,3})\s+(.*?)(?:\s*\{#([\w-]+)\})?\s*$")
_NOTE = re.compile(r"(source|see|words):\s*(.*)")


class _Reader:
    """Walks the lines of a rules.md once."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.result = RuleSheet("", {}, [], [])
        self.holder: Section | Rule | None = None
        self.last_rule = ""

    def sheet(self) -> RuleSheet:
        place = 0
        while place < len(self.lines):
            line = self.lines[place]
            if line.startswith("```"):
                end = next(
                    (
                        n
                        for n in range(place + 1, len(self.lines))
                        if self.lines[n].startswith("```")
                    ),
                    None,
                )
                if end is None:
                    raise ValueError(f"line {place + 1}: the block is not closed")
                self.block(line[3:].strip(), self.lines[place + 1 : end], place + 1)
                place = end + 1
                continue
            if heading := _HEADING.match(line):
                self.heading(len(heading[1]), heading[2], heading[3] or "")
            else:
                self.plain(line)
            place += 1
        for holder in self.result.holders:
            holder.text = re.sub(r"\n{3,}", "\n\n", holder.text).strip()
        return self.result

    def heading(self, depth: int, title: str, id: str) -> None:
        if depth == 1:
            self.result.title = title
        elif depth == 2:
            self.holder = Section(id or re.sub(r"\W+", "-", title.lower()).strip("-"), title)
            self.result.sections.append(self.holder)
        elif not id:
            self.plain("#### " + title)
        else:
            section = self.result.sections[-1]
            if any(rule.id == id for each in self.result.sections for rule in each.rules):
                raise ValueError(f"rule {id} stands twice")
            self.holder = Rule(id, title, section.id)
            section.rules.append(self.holder)

    def plain(self, line: str) -> None:
        if self.holder is None:
            key, colon, words = line.partition(":")
            if colon:
                self.result.meta[key.strip().lower()] = words.strip()
            elif line.strip() and self.result.meta:
                last = next(reversed(self.result.meta))
                self.result.meta[last] += " " + line.strip()
            return
        if isinstance(self.holder, Rule) and (note := _NOTE.match(line)):
            if note[1] == "see":
                self.holder.see = tuple(part.strip() for part in note[2].split(",") if part.strip())
            else:
                setattr(self.holder, note[1], note[2].strip())
            return
        self.holder.text += line + "\n"

    def block(self, info: str, lines: list[str], number: int) -> None:
        kind, _, rest = info.partition(" ")
        if kind in ("example", "ask"):
            name, _, title = rest.strip().partition(" ")
            assert self.holder is not None
            self.holder.examples.append(Example(kind, name, title.strip(), "\n".join(lines)))
        elif kind == "option":
            assert self.holder is not None
            self.holder.options.append(self.option(rest.strip(), lines, number))
        elif kind == "preset":
            self.result.presets.append(_preset(rest.strip(), lines))
        else:
            self.plain("```" + info)
            for line in lines:
                self.plain(line)
            self.plain("```")

    def option(self, key: str, lines: list[str], number: int) -> HouseRule:
        notes: dict[str, str] = {}
        values: list[Value] = []
        default, low, high = "", None, None
        for line in filter(str.strip, lines):
            name, colon, words = line.partition(":")
            if not colon:
                raise ValueError(f"line {number}: “{line}” in option {key} has no colon")
            name, words = name.strip(), words.strip()
            if name in ("title", "effect", "ask"):
                notes[name] = words
                continue
            words, _, source = words.partition("|")
            if span := re.fullmatch(r"(-?\d+)\.\.(-?\d+)(?:\s*=\s*(-?\w+))?", name):
                low, high = int(span[1]), int(span[2])
                default = span[3] or default
                if span[3]:
                    values.append(Value(span[3], words.strip() or span[3], source.strip()))
                continue
            if name.endswith("*"):
                name = default = name[:-1]
            values.append(Value(name, words.strip() or name, source.strip()))
        if not default:
            raise ValueError(f"line {number}: option {key} has no default")
        holder = self.holder
        return HouseRule(
            key,
            notes.get("title", key),
            tuple(values),
            default,
            notes.get("effect", ""),
            holder.id if isinstance(holder, Rule) else "",
            notes.get("ask", "no") == "yes",
            low,
            high,
        )


def _preset(name: str, lines: list[str]) -> Preset:
    source, rules = "", dict[str, str]()
    for line in filter(str.strip, lines):
        if line.startswith("from:"):
            source = line[5:].strip()
            continue
        for part in line.split(","):
            key, _, value = part.strip().partition(" ")
            if key:
                rules[key] = value.strip()
    return Preset(name, source, rules)
