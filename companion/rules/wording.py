"""The text of a rule sheet under the house rules in force: the one that every page and paper shows.

Each piece knows what it says under the standard rules, so that what differs can be marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from companion.rules import marks
from companion.rules.options import HouseRule, HouseRules, Preset
from companion.rules.sheet import Aside, Example, Prose, Rule, RuleSheet, Section
from companion.rules.templates import context, rendered

CARDS = ("card-front", "card-back")
DATA = ("sheet", *CARDS)
"""Sections that are not read in running text: what stands on the scoresheet and on the cards."""


@dataclass(frozen=True)
class Text:
    """A piece of text and what it is under the standard rules, "" where there it is not said."""

    text: str
    standard: str

    @property
    def here(self) -> bool:
        """True if the house rules change it."""
        return self.text != self.standard

    @property
    def marked(self) -> str:
        """The text with `marks.HERE` before what differs."""
        return marks.marked(self.text, self.standard)

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.text)


NOTHING = Text("", "")


@dataclass(frozen=True)
class Fact:
    """One box of the table at the head of a rule sheet: a label, the figure, and a few words."""

    label: str
    figure: str
    words: str
    here: bool = False


@dataclass(frozen=True)
class ScoringRow:
    """A row of the scoring table: the rule, what happens, and what it scores."""

    rule: str
    what: Text
    points: Text
    also: Text = NOTHING
    """What it scores in the second column, in a table that has two."""
    head: tuple[Text, ...] = ()
    """What stands above it and the rows after it: words, or the heads of three columns."""

    @property
    def here(self) -> bool:
        """True if the house rules change it."""
        return self.what.here or self.points.here or self.also.here


@dataclass(frozen=True)
class Dispute:
    """A question that tables differ on: what is played here, what elsewhere."""

    rule: str
    question: Text
    played: Text
    elsewhere: Text

    @property
    def here(self) -> bool:
        """True if the house rules change it."""
        return self.question.here or self.played.here


@dataclass(frozen=True)
class AsideText:
    """A note in the margin."""

    title: str
    body: Text

    @property
    def here(self) -> bool:
        """True if the house rules change it."""
        return self.body.here


@dataclass(frozen=True)
class ExampleText:
    """A worked example with its title and what is told of it, as it reads under these rules.

    Whether it can be played so is found by `companion.examples.here`.
    """

    example: Example
    title: str
    telling: Mapping[int, str] = field(default_factory=dict)

    @property
    def own_rules(self) -> str:
        """The line of the house rules it plays by, "" where it plays by the standard ones."""
        lines = self.example.text.splitlines()
        return next((line for line in lines if line.startswith("rules:")), "")

    @property
    def teaches(self) -> bool:
        """True if it is one of those that teach the game, told with cards, trump and bids."""
        return bool(self.telling)


@dataclass(frozen=True)
class Said:
    """A question as it is asked at the table, and its short answer under these rules."""

    question: str
    answer: str


class WithBody:
    """What rules and sections have in common: a body, as text and as marked text."""

    body: Text

    @property
    def text(self) -> str:
        """Markdown, without marks."""
        return self.body.text

    @property
    def marked(self) -> str:
        """Markdown, marked where it differs from the standard rules."""
        return self.body.marked


@dataclass(frozen=True)
class RuleText(WithBody):
    """A rule as it is played here."""

    id: str
    section: str
    heading: Text
    body: Text
    source: str
    words: str
    see: tuple[str, ...]
    paper: bool
    row: ScoringRow | None
    dispute: Dispute | None
    asides: tuple[AsideText, ...]
    options: tuple[HouseRule, ...]
    examples: tuple[ExampleText, ...]
    asked: tuple[Said, ...] = ()

    @property
    def title(self) -> str:
        return self.heading.text

    @property
    def here(self) -> bool:
        """True if the house rules change the rule."""
        return self.heading.here or self.body.here


@dataclass(frozen=True)
class SectionText(WithBody):
    """A part of the sheet as it is played here."""

    id: str
    title: str
    body: Text
    rules: tuple[RuleText, ...]
    asides: tuple[AsideText, ...]
    options: tuple[HouseRule, ...]
    examples: tuple[ExampleText, ...]


@dataclass(frozen=True, eq=False)
class SheetText:
    """The whole sheet as it is played here."""

    sheet: RuleSheet
    house: HouseRules
    facts: Mapping[str, Text]
    """The lines under the title, by their key."""
    sections: tuple[SectionText, ...]

    @property
    def title(self) -> str:
        return self.sheet.title

    @cached_property
    def meta(self) -> dict[str, str]:
        """The lines under the title: pitch, also, players, length, origin, source."""
        return {key: piece.text for key, piece in self.facts.items() if piece}

    @cached_property
    def rules(self) -> dict[str, RuleText]:
        """Every rule that applies here, by id, in order."""
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
        standard = self.sheet.defaults
        return [self.options[key] for key, value in self.house if value != standard[key]]

    def section(self, id: str) -> SectionText | None:
        return next((section for section in self.sections if section.id == id), None)

    def rule(self, id: str) -> RuleText:
        """The rule of an id that a line or a ruling names; in its standard form if it does not
        apply here. KeyError where the sheet has no such rule."""
        return self.rules.get(id) or under(self.sheet).rules[id]

    @property
    def running(self) -> list[SectionText]:
        """The sections that are read one after the other: all but those of scoresheet and cards."""
        return [section for section in self.sections if section.id not in DATA]

    @cached_property
    def examples(self) -> list[ExampleText]:
        """Every worked example, in order."""
        holders: list[SectionText | RuleText] = []
        for section in self.sections:
            holders += [section, *section.rules]
        return [example for holder in holders for example in holder.examples]

    @cached_property
    def glance(self) -> list[Fact]:
        """The boxes of the line `glance`: "Deal: 8, each, clockwise | Game: 52, points"."""
        piece = self.facts.get("glance", NOTHING)
        boxes, standard = ([_fact(part) for part in text.split("|") if part.strip()]
                           for text in (piece.text, piece.standard))  # fmt: skip
        return [Fact(b.label, b.figure, b.words, here=b not in standard) for b in boxes]

    @cached_property
    def reminders(self) -> list[Text]:
        """What stands at the foot of the scoresheet: the list of the section `sheet`."""
        section = self.section("sheet")
        if section is None:
            return []
        old = _items(section.body.standard)
        return [Text(item, item if item in old else "") for item in _items(section.text)]

    @cached_property
    def scoring(self) -> list[ScoringRow]:
        """The scoring as one table, in the order of the rules."""
        return [rule.row for rule in self.rules.values() if rule.row]

    @cached_property
    def disputes(self) -> list[Dispute]:
        """The questions that come up at strange tables, in the order of the rules."""
        return [rule.dispute for rule in self.rules.values() if rule.dispute]

    def pieces(self) -> Iterator[tuple[str, Text]]:
        """Every piece of text with the place it stands in: an id, a section or a line's key."""
        yield from self.facts.items()
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


def under(sheet: RuleSheet, rules: HouseRules | None = None) -> SheetText:
    """The text of a sheet under these house rules, or the standard ones."""
    chosen = sheet.chosen(dict(rules) if rules else {})
    return _under(sheet, tuple(chosen))


@lru_cache(maxsize=64)
def _under(sheet: RuleSheet, rules: tuple[tuple[str, str], ...]) -> SheetText:
    return _Writer(sheet, sheet.chosen(dict(rules))).sheet_text()


class _Writer:
    """Renders a sheet under some rules, each piece beside what it is under the standard ones."""

    def __init__(self, sheet: RuleSheet, rules: HouseRules) -> None:
        self.sheet, self.rules = sheet, rules
        self.here = context(sheet, rules)
        self.standard = context(sheet, sheet.chosen({}))

    def text(self, prose: Prose) -> Text:
        return Text(rendered(prose, self.here), rendered(prose, self.standard))

    def line(self, prose: Prose | None) -> str:
        return rendered(prose, self.here) if prose else ""

    def sheet_text(self) -> SheetText:
        facts = {key: self.text(prose) for key, prose in self.sheet.meta.items()}
        sections = tuple(self.section(each) for each in self.sheet.sections)
        return SheetText(self.sheet, self.rules, facts, sections)

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
        """None where the prose comes to nothing: the rule does not apply here."""
        heading, body = self.text(rule.title), self.text(rule.text)
        if not heading or (rule.text.source and not body):
            return None
        if not heading.standard or (rule.text.source and not body.standard):
            heading, body = Text(heading.text, ""), Text(body.text, "")
        return RuleText(
            rule.id,
            rule.section,
            heading,
            body,
            self.line(rule.notes.get("source")),
            self.line(rule.notes.get("words")),
            rule.see,
            rule.paper,
            self.row(rule),
            self.dispute(rule),
            tuple(self.asides(rule.asides)),
            tuple(rule.options),
            tuple(self.examples(rule.examples)),
            tuple(self.asked(rule.asked)),
        )

    def parts(self, rule: Rule, note: str, count: int) -> list[Text]:
        """A note of so many parts between bars; empty where it comes to nothing."""
        if note not in rule.notes:
            return []
        whole = self.text(rule.notes[note])
        here, standard = (_parted(text, count) for text in (whole.text, whole.standard))
        return [Text(*pair) for pair in zip(here, standard, strict=True)] if whole else []

    def row(self, rule: Rule) -> ScoringRow | None:
        parts = self.parts(rule, "row", 3)
        if not parts:
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

    def asked(self, lines: list[Prose]) -> Iterator[Said]:
        """ "May I pass? Yes, once."; what has no answer is not asked here."""
        for prose in lines:
            question, _, answer = self.line(prose).rpartition("?")
            if answer.strip():
                yield Said(f"{question.strip()}?", answer.strip())

    def examples(self, examples: list[Example]) -> Iterator[ExampleText]:
        for example in examples:
            title = self.line(example.title)
            if title or not example.title.source:
                told = {hand: self.line(prose) for hand, prose in example.telling.items()}
                yield ExampleText(example, title, {n: text for n, text in told.items() if text})


def _parted(text: str, count: int) -> list[str]:
    parts = [part.strip() for part in text.split("|", count - 1)]
    return parts + [""] * (count - len(parts))


def _fact(part: str) -> Fact:
    label, _, text = part.partition(":")
    figure, _, words = text.strip().partition(",")
    return Fact(label.strip(), figure.strip(), words.strip())


def _items(text: str) -> list[str]:
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("- "):
            found.append(line[2:].strip())
        elif found and line.strip():
            found[-1] += " " + line.strip()
    return found
