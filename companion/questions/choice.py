"""One of several answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.cards import Card, Suit
from companion.questions.base import A, Below, Option, Question, fold, option, text_of
from companion.words import listed

SELECT = 40
"""Answers that are still chosen from a list in a cell; of more, one is typed."""


@dataclass(frozen=True)
class OptionData:
    """One answer of a choice; `refusal` says why it cannot be given."""

    text: str
    label: str
    hint: str
    refusal: str
    rule: str
    best: bool
    set_apart: bool


@dataclass(frozen=True)
class Person:
    """A player as a key, with what lies before them: some answers are given by tapping there."""

    who: Any
    note: str = ""
    figures: Sequence[tuple[str, str]] = ()
    """(figure, small words): ("6", "of 11")."""
    text: str = ""
    """The answer a tap on the player gives; "" for none."""
    lying: Sequence[tuple[Sequence[Card], str]] = ()
    """(cards, the answer a tap on them gives, if any)."""
    here: bool = False
    out: bool = False


@dataclass(frozen=True)
class Board:
    """A player's square as keys: a space is an answer."""

    of: Any
    cells: Sequence[tuple[str, str, str]]
    """(what lies there, the answer a tap on it gives or "", what that brings)."""
    names: Sequence[str]
    lines: Sequence[tuple[str, str]]
    """As of a `companion.panels.Square`."""


@dataclass(frozen=True)
class Among:
    """Legal answers of "choice" (exactly one) and "several" (from `least` to `most` of them)."""

    options: list[OptionData]
    least: int
    most: int


@dataclass(frozen=True)
class Choice(Question[A]):
    """One of several answers, given as options or as plain values.

    Where the options are dear to make (a bid ladder with its reasons), `options` is a function
    that makes them when somebody has to see them, and `accept` reads a legal answer at once, or
    returns None for anything that wants a closer look.
    """

    kind = "choice"

    options: Sequence[Option[A] | A] | Callable[[], Sequence[Option[A] | A]] = ()
    columns: int = field(default=2, kw_only=True)
    heads: tuple[str, ...] = field(default=(), kw_only=True)
    """Words over the columns of the answer grid."""
    accept: Callable[[str], A | None] | None = field(default=None, kw_only=True)
    people: Callable[[], Sequence[Person]] | None = field(default=None, kw_only=True)
    """Players whose rows are keys too; made when a page shows them."""
    boards: Callable[[], Sequence[Board]] | None = field(default=None, kw_only=True)
    """Squares whose spaces are keys; made when a page shows them."""

    @cached_property
    def answers(self) -> tuple[Option[A], ...]:
        """The options, every one in full."""
        made = self.options() if callable(self.options) else self.options
        return tuple(o if isinstance(o, Option) else option(o) for o in made)

    def _at_once(self, text: str) -> Option[A] | A | None:
        """The answer written exactly as a record keeps it, without making options in full."""
        if self.accept:
            return self.accept(text)
        for each in () if callable(self.options) else self.options:
            if isinstance(each, Option):
                if each.text == text and not each.refusal:
                    return each
            elif text_of(each) == text:
                return each
        return None

    def find(self, text: str) -> Option[A] | None:
        """The option the text names by its text, label or (for suits) word."""
        folded = fold(text)
        for each in self.answers:
            if folded == fold(each.text):
                return each
        for each in self.answers:
            if folded == fold(each.label):
                return each
            if isinstance(each.value, Suit):
                try:
                    if Suit.parse(text) is each.value:
                        return each
                except ValueError:
                    pass
            if isinstance(each.value, Card):
                try:
                    if Card.parse(text) == each.value:
                        return each
                except ValueError:
                    pass
        return None

    def parse(self, text: str) -> A:
        known = self._at_once(text)
        if known is not None:
            return known.value if isinstance(known, Option) else known
        found = self.find(text)
        if found is None:
            raise self.refuse(f"“{text}” is not an answer here: {self.legal()}.")
        if found.refusal:
            raise self.refuse(found.refusal, found.code or "not_allowed", found.rule)
        return found.value

    def write(self, value: A) -> str:
        return next((o.text for o in self.answers if o.value == value), text_of(value))

    def show(self, value: A) -> str:
        return next((o.label for o in self.answers if o.value == value), str(value))

    def draw(self, below: Below) -> str:
        legal = [each for each in self.answers if not each.refusal and not each.hidden]
        return legal[below(len(legal))].text

    def only(self) -> str:
        legal = [each for each in self.answers if not each.refusal]
        return legal[0].text if len(legal) == 1 else ""

    def legal(self) -> str:
        return listed(each.label for each in self.answers if not each.refusal and not each.hidden)

    def answers_in_full(self) -> Among:
        return Among(in_full(self.answers), 1, 1)

    @property
    def at_once(self) -> bool:
        return True

    def control(self, options: int) -> str:
        return "select" if options <= SELECT else "text"


def yes_no(
    key: str, prompt: str, rule: str = "", *, hint: str = "", refusal: str = "", **more: Any
) -> Choice[bool]:
    """Yes or no. `refusal` is why "yes" is impossible here, if it is."""
    options = [option(True, refusal=refusal), option(False)]
    return Choice(key, prompt, rule, options, hint=hint, **more)


def in_full(options: Sequence[Option[Any]]) -> list[OptionData]:
    """Options as data. What is only understood when typed is left out where it cannot be given."""
    return [
        OptionData(o.text, o.label, o.hint, o.refusal, o.rule, o.best, o.set_apart)
        for o in options
        if not (o.hidden and o.refusal)
    ]
