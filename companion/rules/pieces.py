"""The pieces of a rule sheet's text under some house rules, beside the standard text.

Differences can be marked: each piece knows what it would say under the standard rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules import marks
from companion.rules.sheet import Example, HouseRule


@dataclass(frozen=True)
class VariedText:
    """A text, and the same under the standard rules ("" if it does not occur there)."""

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


NOTHING = VariedText("", "")


@dataclass(frozen=True)
class Fact:
    """One box at the head of a rule sheet: label, number, a few words."""

    label: str
    figure: str
    words: str
    here: bool = False


@dataclass(frozen=True)
class ScoringRow:
    """A row of the scoring table: the rule, the event, and its points."""

    rule: str
    what: VariedText
    points: VariedText
    also: VariedText = NOTHING
    """The second points column, in a table that has two."""
    head: tuple[VariedText, ...] = ()
    """Headings above this row: one text, or three column heads."""

    @property
    def here(self) -> bool:
        """True if the house rules change it."""
        return self.what.here or self.points.here or self.also.here


@dataclass(frozen=True)
class Dispute:
    """A question on which tables differ: the rule here, the rule elsewhere."""

    rule: str
    question: VariedText
    played: VariedText
    elsewhere: VariedText

    @property
    def here(self) -> bool:
        """True if the house rules change it."""
        return self.question.here or self.played.here


@dataclass(frozen=True)
class ExampleText:
    """A worked example with title and teaching text under these rules.

    `companion.engine.examples.here` finds out whether it holds under them.
    """

    example: Example
    title: str
    telling: Mapping[int, str] = field(default_factory=dict)

    @property
    def teaches(self) -> bool:
        """True if it has teaching text."""
        return bool(self.telling)


@dataclass(frozen=True)
class AskedAnswer:
    """A question players ask, and its short answer under these rules."""

    question: str
    answer: str
    """"" where the text of the rule is the answer."""


class WithBody:
    """Base of rules, sections and notes in the margin, which have a body."""

    body: VariedText

    @property
    def text(self) -> str:
        """Markdown, without marks."""
        return self.body.text

    @property
    def marked(self) -> str:
        """Markdown with `marks.HERE` before what differs from the standard rules."""
        return self.body.marked

    @property
    def here(self) -> bool:
        """True if the house rules change it."""
        return self.body.here


@dataclass(frozen=True)
class AsideText(WithBody):
    """A note in the margin."""

    title: str
    body: VariedText


@dataclass(frozen=True)
class RuleText(WithBody):
    """A rule under these house rules."""

    id: str
    section: str
    heading: VariedText
    body: VariedText
    source: str
    """The source: its own note, else the source of the whole sheet."""
    words: str
    see: tuple[str, ...]
    paper: bool
    within: str
    row: ScoringRow | None
    dispute: Dispute | None
    asides: tuple[AsideText, ...]
    options: tuple[HouseRule, ...]
    examples: tuple[ExampleText, ...]
    asked: tuple[AskedAnswer, ...] = ()

    @property
    def title(self) -> str:
        return self.heading.text

    @property
    def here(self) -> bool:
        """True if the house rules change the rule."""
        return self.heading.here or self.body.here


@dataclass(frozen=True)
class SectionText(WithBody):
    """A section under these house rules."""

    id: str
    title: str
    body: VariedText
    rules: tuple[RuleText, ...]
    asides: tuple[AsideText, ...]
    options: tuple[HouseRule, ...]
    examples: tuple[ExampleText, ...]
