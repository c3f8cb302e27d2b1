"""Parser of rules.md; docs/adding-a-game.md describes the grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.rules.sheet import (
    EVERY,
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
)

_HEADING = re.compile(r"(#{1,3})\s+(.*?)(?:\s*\{#([\w-]+)\})?\s*$")
_NOTE = re.compile(r"(source|see|words|head|row|dispute|paper|(?:says|told) \w+):\s*(.*)")
_SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\s*=\s*(-?\w+))?")
_WRITTEN = re.compile(r"text (\d+)")
Lines = list[tuple[int, str]]
"""(line number in the file, text) pairs."""


def read(text: str, house: Callable[..., HouseRules] = Options, where: str = "") -> RuleSheet:
    """Parses a rules.md; ValueError names the bad line. `where` is the file name for that."""
    sheet = _Reader(text, where).sheet()
    sheet.house = house
    return sheet


class _Reader:
    """A one-pass parser."""

    def __init__(self, text: str, where: str) -> None:
        self.lines: Lines = list(enumerate(text.splitlines(), 1))
        self.where = where
        self.result = RuleSheet("", {}, {}, [], [])
        self.holder: Section | Rule | None = None
        self.text: Lines = []
        self.note: tuple[str, Lines] | None = None

    def sheet(self) -> RuleSheet:
        place = 0
        while place < len(self.lines):
            number, line = self.lines[place]
            if line.startswith("```"):
                ends = (n for n in range(place + 1, len(self.lines))
                        if self.lines[n][1].startswith("```"))  # fmt: skip
                end = next(ends, None)
                if end is None:
                    raise self.mistake(number, "the block is not closed")
                self.block(line[3:].strip(), self.lines[place + 1 : end], number)
                place = end
            elif heading := _HEADING.match(line):
                self.heading(len(heading[1]), heading[2], heading[3] or "", number)
            else:
                self.text_line(line, number)
            place += 1
        self.finish()
        return self.result

    def mistake(self, number: int, words: str) -> ValueError:
        where = f"{self.where}, " if self.where else ""
        return ValueError(f"{where}line {number}: {words}")

    def prose(self, lines: Iterable[tuple[int, str]]) -> Prose:
        """Joins lines; blank ones are trimmed at the ends and collapsed in between."""
        kept: Lines = []
        for number, line in lines:
            if line.strip() or (kept and kept[-1][1].strip()):
                kept.append((number, line))
        while kept and not kept[-1][1].strip():
            kept.pop()
        source = "\n".join(line for _, line in kept)
        holder = f"rule {self.holder.id}" if isinstance(self.holder, Rule) else ""
        place = ", ".join(filter(None, (self.where, holder)))
        return Prose(source, tuple(number for number, _ in kept), place)

    def finish(self) -> None:
        """Ends the current note, section or rule."""
        self.finish_note()
        if self.holder is not None:
            self.holder.text = self.prose(self.text)
        self.text = []

    def finish_note(self) -> None:
        if self.note is None:
            return
        name, lines = self.note
        self.note = None
        words = " ".join(line for _, line in lines)
        if not isinstance(self.holder, Rule):
            self.result.meta[name] = self.prose([(lines[0][0], words)])
        elif name == "see":
            self.holder.see = tuple(part.strip() for part in words.split(",") if part.strip())
        elif name.startswith(("says ", "told ")):
            pass  # parsed by companion.said
        elif name == "paper":
            self.holder.paper = words.strip() in ("", "yes")
            self.holder.within = words.strip() if words.strip() not in ("", "yes", "no") else ""
        elif name in self.holder.notes:
            raise self.mistake(lines[0][0], f"a second “{name}:” in rule {self.holder.id}")
        else:
            self.holder.notes[name] = self.prose([(lines[0][0], words)])

    def heading(self, depth: int, title: str, id: str, number: int) -> None:
        if depth == 3 and not id:
            self.text_line("#### " + title, number)
            return
        self.finish()
        if depth == 1:
            self.result.title = title
        elif depth == 2:
            id = id or re.sub(r"\W+", "-", title.lower()).strip("-")
            self.holder = None
            self.holder = Section(id, self.prose([(number, title)]))
            self.result.sections.append(self.holder)
        else:
            section = self.result.sections[-1]
            if any(rule.id == id for each in self.result.sections for rule in each.rules):
                raise self.mistake(number, f"rule {id} stands twice")
            self.holder = Rule(id, Prose(), section.id)
            self.holder.title = self.prose([(number, title)])
            section.rules.append(self.holder)

    def text_line(self, line: str, number: int) -> None:
        if self.note and line.startswith("  ") and line.strip():
            self.note[1].append((number, line.strip()))
            return
        self.finish_note()
        if self.holder is None:
            key, colon, words = line.partition(":")
            if colon:
                self.note = (key.strip().lower(), [(number, words.strip())])
            elif line.strip():
                raise self.mistake(number, f"“{line}” is not “key: words”")
        elif isinstance(self.holder, Rule) and (note := _NOTE.match(line)):
            self.note = (note[1], [(number, note[2].strip())])
        else:
            self.text.append((number, line))

    def block(self, info: str, lines: Lines, number: int) -> None:
        self.finish_note()
        kind, _, rest = info.partition(" ")
        rest = rest.strip()
        if kind == "names":
            for at, line in _said(lines):
                name, _, expression = line.partition(":")
                self.result.names[name.strip()] = self.prose([(at, expression.strip())])
            return
        if kind == "preset":
            self.result.presets.append(_preset(rest, [line for _, line in lines]))
            return
        if kind == "asked":
            if not isinstance(self.holder, Rule):
                raise self.mistake(number, "the block “asked” stands outside a rule")
            for at, line in _said(lines):
                if "?" not in line:
                    raise self.mistake(at, f"“{line}” asks nothing: write “question? answer”")
                self.holder.asked.append(self.prose([(at, line)]))
            return
        if kind not in ("example", "ask", "aside", "option"):
            self.text += [(number, "```" + info), *lines, (number + len(lines) + 1, "```")]
            return
        if self.holder is None:
            raise self.mistake(number, f"the block “{kind}” stands before the first section")
        if kind == "option":
            self.holder.options.append(self.option(rest, lines, number))
        elif kind == "aside":
            title = self.prose([(number, rest)])
            self.holder.asides.append(Aside(title, self.prose(lines)))
        else:
            self.holder.examples.append(self.example(kind, rest, lines, number))

    def example(self, kind: str, info: str, lines: Lines, number: int) -> Example:
        """A worked example; its lines `tell: …` are guidance for their hand."""
        name, _, title = info.partition(" ")
        telling: dict[int, Lines] = {}
        script: list[str] = []
        hand = 0
        for at, line in lines:
            hand += bool(re.fullmatch(r"hand(\s+\d+)?", line.strip()))
            if line.startswith("tell:"):
                telling.setdefault(hand, []).append((at, line[5:].strip()))
            else:
                script.append(line)
        told = {hand: self.prose(found) for hand, found in telling.items()}
        return Example(kind, name, self.prose([(number, title.strip())]), "\n".join(script), told)

    def option(self, key: str, lines: Lines, number: int) -> HouseRule:
        notes: dict[str, str] = {}
        values: list[Value] = []
        default, low, high, letters = "", None, None, 0
        for _, line in _said(lines):
            name, colon, words = line.partition(":")
            if not colon:
                raise self.mistake(number, f"“{line}” in option {key} has no colon")
            name, words = name.strip(), words.strip()
            if name in ("title", "effect", "ask", "fixed", "apart", "with"):
                notes[name] = words
                continue
            words, _, source = (part.strip() for part in words.partition("|"))
            if span := _SPAN.fullmatch(name):
                low, high = int(span[1]), int(span[2])
                default = span[3] or default
                if span[3]:
                    values.append(Value(span[3], words or span[3], source))
                continue
            if free := _WRITTEN.fullmatch(name):
                letters, name = int(free[1]), words
            elif name.endswith("*"):
                name = default = name[:-1]
            values.append(Value(name, words or name, source))
            default = default or (name if letters else "")
        if not default:
            raise self.mistake(number, f"option {key} has no default")
        rule = self.holder.id if isinstance(self.holder, Rule) else ""
        title, effect = notes.get("title", key), notes.get("effect", "")
        found = HouseRule(key, title, tuple(values), default, effect, rule)
        apart = tuple(notes.get("apart", "").replace(",", " ").split())
        ask = ("no", "yes", "last").index(notes.get("ask", "no"))
        given = tuple(_preset("", [notes.get("with", "")]).rules.items())
        fixed = tuple(notes.get("fixed", "").split())
        if unknown := [each for each in fixed if each not in (EVERY, *(v.key for v in values))]:
            raise self.mistake(number, f"option {key} has no value {unknown[0]}")
        return replace(
            found, ask=ask, low=low, high=high, letters=letters, given=given, fixed=fixed,
            apart=apart,
        )  # fmt: skip


def _said(lines: Lines) -> Lines:
    return [(number, line) for number, line in lines if line.strip()]


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
