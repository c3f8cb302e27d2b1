"""Reads rules.md and examples.md into a rule sheet; see docs/adding-a-game/."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.rulefile import FilePart, Row, parts
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

_SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\s*=\s*(-?\w+))?")
_WRITTEN = re.compile(r"(text|rows) (\d+)")
EXAMPLES = ("example", "ask")


def read_folder(folder: Path, house: Callable[..., HouseRules] = Options) -> RuleSheet:
    """Return the rule sheet in a game package's folder with its worked examples."""
    text, file = (folder / "rules.md").read_text(encoding="utf-8"), folder / "examples.md"
    examples = file.read_text(encoding="utf-8") if file.exists() else ""
    return read(text, house, f"{folder.name}/rules.md", examples)


def read(
    text: str, house: Callable[..., HouseRules] = Options, where: str = "rules.md",
    examples: str = "",
) -> RuleSheet:  # fmt: skip
    """Return the rule sheet of the text of a rules.md and of the examples.md beside it.

    `where` names the first file. ValueError names the file and line of a mistake.
    """
    sheet = _Reader(where, RuleSheet("", {}, {}, [], [], house)).sheet(text)
    _Reader(where.replace("rules.md", "examples.md"), sheet).examples(examples)
    return sheet


class _Reader:
    """A one-pass parser."""

    def __init__(self, where: str, result: RuleSheet) -> None:
        self.where, self.result = where, result
        self.holder: Section | Rule | None = None
        self.text: list[Row] = []

    def sheet(self, text: str) -> RuleSheet:
        for part in parts(text, self.where):
            if part.kind == "note":
                self.note(part.number, part.name, part.words)
            elif part.kind == "block":
                self.block(part)
            elif part.kind != "line":
                self.heading(part)
            elif self.holder is not None:
                self.text.append((part.number, part.words))
            elif part.words.strip():
                raise self.mistake(part.number, f"“{part.words}” is not “key: words”")
        self.finish()
        return self.result

    def examples(self, text: str) -> None:
        """Adds the worked examples to the rules and sections that the headings name."""
        holders = {holder.id: holder for holder in self.result.holders}
        for part in parts(text, self.where):
            if part.kind == "##":
                if part.words not in holders:
                    raise self.mistake(part.number, f"rules.md has no rule “{part.words}”")
                self.holder = holders[part.words]
            elif part.name in EXAMPLES and self.holder:
                self.holder.examples.append(self.example(part))
            elif part.kind != "#" and (part.kind != "line" or part.words.strip()):
                words = "only “example” and “ask” blocks are below “## RULE”"
                raise self.mistake(part.number, words)

    def mistake(self, number: int, words: str) -> ValueError:
        return ValueError(f"{self.where}, line {number}: {words}")

    def prose(self, lines: Sequence[Row]) -> Prose:
        """Joins lines; blank ones are trimmed at the ends and collapsed in between."""
        kept: list[Row] = []
        for number, line in lines:
            if line.strip() or (kept and kept[-1][1].strip()):
                kept.append((number, line))
        while kept and not kept[-1][1].strip():
            kept.pop()
        source = "\n".join(line for _, line in kept)
        rule = f", rule {self.holder.id}" if isinstance(self.holder, Rule) else ""
        return Prose(source, tuple(number for number, _ in kept), self.where + rule)

    def finish(self) -> None:
        """Ends the current section or rule."""
        if self.holder is not None:
            self.holder.text = self.prose(self.text)
        self.text = []

    def note(self, number: int, name: str, words: str) -> None:
        if not isinstance(self.holder, Rule):
            self.result.meta[name.lower()] = self.prose([(number, words)])
        elif name == "see":
            self.holder.see = tuple(part.strip() for part in words.split(",") if part.strip())
        elif name.startswith(("says ", "told ")):
            pass  # a sentence: companion.said
        elif name == "paper":
            self.holder.paper = words.strip() in ("", "yes")
            self.holder.within = words.strip() if words.strip() not in ("", "yes", "no") else ""
        elif name in self.holder.notes:
            raise self.mistake(number, f"a second “{name}:” in rule {self.holder.id}")
        else:
            self.holder.notes[name] = self.prose([(number, words)])

    def heading(self, part: FilePart) -> None:
        self.finish()
        kind, number, title, id, _ = part
        if kind == "#":
            self.result.title = title
        elif kind == "##":
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

    def block(self, part: FilePart) -> None:
        _, number, words, kind, lines = part
        if kind == "names":
            for at, line in _said(lines):
                name, _, expression = line.partition(":")
                self.result.names[name.strip()] = self.prose([(at, expression.strip())])
        elif kind == "preset":
            self.result.presets.append(_preset(words, [line for _, line in lines]))
        elif kind == "asked":
            if not isinstance(self.holder, Rule):
                raise self.mistake(number, "the block “asked” stands outside a rule")
            for at, line in _said(lines):
                if "?" not in line:
                    raise self.mistake(at, f"“{line}” asks nothing: write “question? answer”")
                self.holder.asked.append(self.prose([(at, line)]))
        elif kind not in ("aside", "option", *EXAMPLES):
            start = f"```{kind} {words}".rstrip()
            self.text += [(number, start), *lines, (number + len(lines) + 1, "```")]
        elif self.holder is None:
            raise self.mistake(number, f"the block “{kind}” stands before the first section")
        elif kind in EXAMPLES:  # packages written before there was an examples.md
            self.holder.examples.append(self.example(part))
        elif kind == "option":
            self.holder.options.append(self.option(words, lines, number))
        else:
            title = self.prose([(number, words)])
            self.holder.asides.append(Aside(title, self.prose(lines)))

    def example(self, part: FilePart) -> Example:
        """A worked example; its lines `tell: …` are guidance for their hand."""
        name, _, title = part.words.partition(" ")
        telling: dict[int, list[Row]] = {}
        script: list[str] = []
        hand = 0
        for at, line in part.lines:
            hand += bool(re.fullmatch(r"hand(\s+\d+)?", line.strip()))
            if line.startswith("tell:"):
                telling.setdefault(hand, []).append((at, line[5:].strip()))
            else:
                script.append(line)
        guidance = {hand: self.prose(lines) for hand, lines in telling.items()}
        heading = self.prose([(part.number, title.strip())])
        return Example(part.name, name, heading, "\n".join(script), guidance)

    def option(self, key: str, lines: Sequence[Row], number: int) -> HouseRule:
        notes: dict[str, str] = {}
        values: list[Value] = []
        default, low, high, letters, rows = "", None, None, 0, False
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
                letters, name, rows = int(free[2]), words, free[1] == "rows"
            elif name.endswith("*"):
                name = default = name[:-1]
            values.append(Value(name, words or name, source))
            default = default or (name if letters else "")
        if not default:
            raise self.mistake(number, f"option {key} has no default")
        rule = self.holder.id if isinstance(self.holder, Rule) else ""
        fixed = tuple(notes.get("fixed", "").split())
        if unknown := [each for each in fixed if each not in (EVERY, *(v.key for v in values))]:
            raise self.mistake(number, f"option {key} has no value {unknown[0]}")
        return HouseRule(
            key, notes.get("title", key), tuple(values), default, notes.get("effect", ""), rule,
            ask=("no", "yes", "last").index(notes.get("ask", "no")),
            low=low, high=high, letters=letters, rows=rows, fixed=fixed,
            given=tuple(_preset("", [notes.get("with", "")]).rules.items()),
            apart=tuple(notes.get("apart", "").replace(",", " ").split()),
        )  # fmt: skip


def _said(lines: Sequence[Row]) -> list[Row]:
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
