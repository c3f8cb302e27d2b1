"""The text of a rule sheet under the house rules in force, as pages and documents show it.

Each piece also has its text under the standard rules, so that differences can be marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from companion.rules.pieces import (
    NOTHING,
    AsideText,
    AskedAnswer,
    Dispute,
    ExampleText,
    Fact,
    RuleText,
    ScoringRow,
    SectionText,
    VariedText,
)
from companion.rules.sheet import (
    Aside,
    Example,
    HouseRule,
    HouseRules,
    Preset,
    Prose,
    Rule,
    RuleSheet,
    Section,
)
from companion.rules.templates import context, rendered

CARDS = ("card-front", "card-back")
DATA = ("sheet", *CARDS)
"""Ids of sections not shown in running text: those for the scoresheet and the cards."""


@dataclass(frozen=True, eq=False)
class SheetText:
    """The whole sheet under these house rules."""

    sheet: RuleSheet
    house: HouseRules
    header: Mapping[str, VariedText]
    """The header lines by key."""
    sections: tuple[SectionText, ...]

    @property
    def title(self) -> str:
        return self.sheet.title

    @cached_property
    def meta(self) -> dict[str, str]:
        """The header lines as plain text, without empty ones."""
        return {key: piece.text for key, piece in self.header.items() if piece}

    @cached_property
    def rules(self) -> dict[str, RuleText]:
        """Every rule that applies under these house rules, by id, in order."""
        return {rule.id: rule for section in self.sections for rule in section.rules}

    @property
    def options(self) -> dict[str, HouseRule]:
        return self.sheet.options

    @property
    def presets(self) -> list[Preset]:
        """Named bundles of house rules."""
        return self.sheet.presets

    @property
    def changed(self) -> list[HouseRule]:
        return [self.options[key] for key in self.sheet.changed(self.house)]

    def section(self, id: str) -> SectionText | None:
        return next((section for section in self.sections if section.id == id), None)

    def rule(self, id: str) -> RuleText:
        """The rule of that id, in its standard form if it does not apply here; KeyError if the
        sheet has no such rule."""
        return self.rules.get(id) or under(self.sheet).rules[id]

    @property
    def running(self) -> list[SectionText]:
        """The sections shown in running text: all but `DATA`."""
        return [section for section in self.sections if section.id not in DATA]

    @cached_property
    def examples(self) -> list[ExampleText]:
        """Every worked example, in order."""
        lists = ((s.examples, *(rule.examples for rule in s.rules)) for s in self.sections)
        return [example for each in lists for examples in each for example in examples]

    @cached_property
    def glance(self) -> list[Fact]:
        """The boxes of the line `glance`: "Deal: 8, each, clockwise | Game: 52, points"."""
        piece = self.header.get("glance", NOTHING)
        boxes, standard = ([_fact(part) for part in text.split("|") if part.strip()]
                           for text in (piece.text, piece.standard))  # fmt: skip
        return [Fact(b.label, b.figure, b.words, here=b not in standard) for b in boxes]

    @cached_property
    def reminders(self) -> list[VariedText]:
        """Reminders for the foot of the scoresheet: the list in the section `sheet`."""
        section = self.section("sheet")
        if section is None:
            return []
        old = _items(section.body.standard)
        return [VariedText(item, item if item in old else "") for item in _items(section.text)]

    @cached_property
    def scoring(self) -> list[ScoringRow]:
        """The rows of the scoring table, in the order of the rules."""
        return [rule.row for rule in self.rules.values() if rule.row]

    @cached_property
    def disputes(self) -> list[Dispute]:
        """The questions on which tables differ, in the order of the rules."""
        return [rule.dispute for rule in self.rules.values() if rule.dispute]

    def pieces(self) -> Iterator[tuple[str, VariedText]]:
        """Every piece of text with its rule id, section id or header key."""
        yield from self.header.items()
        for section in self.sections:
            yield section.id, section.body
            yield from ((section.id, aside.body) for aside in section.asides)
            for rule in section.rules:
                yield rule.id, rule.heading
                yield rule.id, rule.body
                yield from ((rule.id, aside.body) for aside in rule.asides)
                if row := rule.row:
                    yield rule.id, row.what
                    yield rule.id, row.points
                    yield rule.id, row.also
                    yield from ((rule.id, each) for each in row.head)
                if ask := rule.dispute:
                    yield rule.id, ask.question
                    yield rule.id, ask.played


def standard_head(sheet: RuleSheet) -> dict[str, str]:
    """The header lines under the standard rules; the rest of the sheet is not rendered."""
    known = context(sheet, sheet.chosen({}))
    return {key: rendered(prose, known) for key, prose in sheet.meta.items()}


def under(sheet: RuleSheet, rules: HouseRules | None = None) -> SheetText:
    """The text of a sheet under these house rules (default: the standard ones). Cached."""
    chosen = sheet.chosen(dict(rules) if rules else {})
    return _under(sheet, tuple(chosen))


@lru_cache(maxsize=64)
def _under(sheet: RuleSheet, rules: tuple[tuple[str, str], ...]) -> SheetText:
    return _Writer(sheet, sheet.chosen(dict(rules))).sheet_text()


class _Writer:
    """Renders a sheet under some rules and under the standard ones."""

    def __init__(self, sheet: RuleSheet, rules: HouseRules) -> None:
        self.sheet, self.rules = sheet, rules
        self.here = context(sheet, rules)
        self.standard = context(sheet, sheet.chosen({}))

    def text(self, prose: Prose) -> VariedText:
        return VariedText(rendered(prose, self.here), rendered(prose, self.standard))

    def line(self, prose: Prose | None) -> str:
        return rendered(prose, self.here) if prose else ""

    def sheet_text(self) -> SheetText:
        header = {key: self.text(prose) for key, prose in self.sheet.meta.items()}
        sections = tuple(self.section(each) for each in self.sheet.sections)
        return SheetText(self.sheet, self.rules, header, sections)

    def section(self, section: Section) -> SectionText:
        rules = (self.rule(each) for each in section.rules)
        return SectionText(
            section.id,
            self.line(section.title),
            self.text(section.text),
            tuple(rule for rule in rules if rule is not None),
            tuple(self.asides(section.asides)),
            tuple(section.options),
            tuple(self.examples(section.examples)),
        )

    def rule(self, rule: Rule) -> RuleText | None:
        """None if the prose renders to nothing, that is, the rule does not apply."""
        heading, body = self.text(rule.title), self.text(rule.text)
        if not heading or (rule.text.source and not body):
            return None
        if not heading.standard or (rule.text.source and not body.standard):
            heading, body = VariedText(heading.text, ""), VariedText(body.text, "")
        return RuleText(
            rule.id,
            rule.section,
            heading,
            body,
            self.source(rule, changed=heading.here or body.here),
            self.line(rule.notes.get("words")),
            rule.see,
            rule.paper,
            rule.within,
            self.row(rule),
            self.dispute(rule),
            tuple(self.asides(rule.asides)),
            tuple(rule.options),
            tuple(self.examples(rule.examples)),
            tuple(self.asked(rule.asked)),
        )

    def source(self, rule: Rule, *, changed: bool) -> str:
        """The source: the rule's own note, else the source of the sheet."""
        if own := self.line(rule.notes.get("source")):
            return own
        sheet = self.line(self.sheet.meta.get("source"))
        return f"{sheet}, changed by a house rule" if sheet and changed else sheet

    def parts(self, rule: Rule, note: str, count: int) -> list[VariedText]:
        """A note split at "|" into `count` parts; [] if it is missing or renders to nothing."""
        if note not in rule.notes:
            return []
        whole = self.text(rule.notes[note])
        here, standard = (_parted(text, count) for text in (whole.text, whole.standard))
        return [VariedText(*pair) for pair in zip(here, standard, strict=True)] if whole else []

    def row(self, rule: Rule) -> ScoringRow | None:
        parts = self.parts(rule, "row", 3)
        if not parts or not parts[0]:
            return None
        what, points, also = parts
        head = tuple(part for part in self.parts(rule, "head", 3) if part)
        return ScoringRow(rule.id, what, points, also, head)

    def dispute(self, rule: Rule) -> Dispute | None:
        parts = self.parts(rule, "dispute", 3)
        return Dispute(rule.id, *parts) if parts else None

    def asides(self, asides: list[Aside]) -> Iterator[AsideText]:
        for aside in asides:
            if body := self.text(aside.text):
                yield AsideText(self.line(aside.title), body)

    def asked(self, lines: list[Prose]) -> Iterator[AskedAnswer]:
        """Parses "May I pass? Yes, once." and "Who deals? =", which the rule itself answers; a
        question without either is left out."""
        for prose in lines:
            question, _, answer = self.line(prose).rpartition("?")
            if answer := answer.strip():
                yield AskedAnswer(f"{question.strip()}?", "" if answer == "=" else answer)

    def examples(self, examples: list[Example]) -> Iterator[ExampleText]:
        for example in examples:
            title = self.line(example.title)
            if title or not example.title.source:
                guidance = {hand: self.line(prose) for hand, prose in example.telling.items()}
                yield ExampleText(example, title, {n: text for n, text in guidance.items() if text})


def _parted(text: str, count: int) -> list[str]:
    parts = [part.strip() for part in text.split("|", count - 1)]
    return parts + [""] * (count - len(parts))


def _fact(part: str) -> Fact:
    label, _, text = part.partition(":")
    figure, _, words = text.strip().partition(",")
    return Fact(label.strip(), figure.strip(), words.strip())


def _items(text: str) -> list[str]:
    items: list[str] = []
    for line in text.splitlines():
        if line.startswith("- "):
            items.append(line[2:].strip())
        elif items and line.strip():
            items[-1] += " " + line.strip()
    return items
