"""Questions answered with one of several options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards import Card, Suit
from companion.questions.base import A, Below, Option, Question, option, text_of
from companion.questions.texts import fold
from companion.said import Sentence, Text
from companion.seating import Seat, Side
from companion.words import listed

NO_TRUMP = frozenset(("no-trump", "no trump", "no trumps", "no-trumps", "notrump", "nt"))
"""Ways to write no-trump, which every question with that answer reads, "none" and "no" too."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player's row as a key, with the cards in front of them; taps on either may be answers."""

    who: Any
    note: str = ""
    figures: Sequence[tuple[str, str]] = ()
    """(number, caption): ("6", "of 11")."""
    text: str = ""
    """The answer a tap on the player gives; "" for none."""
    lying: Sequence[tuple[Sequence[Card], str]] = ()
    """(cards, the answer a tap on them gives, if any)."""
    here: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A player's grid as keys: a cell may be an answer."""

    of: Any
    cells: Sequence[tuple[str, str, str]]
    """(content, the answer a tap gives or "", what that scores)."""
    names: Sequence[str]
    lines: Sequence[tuple[str, str]]
    """As of a `companion.engine.panels.Square`."""


@dataclass(eq=False, slots=True)
class Choice(Question[A]):
    """One of several answers, given as options or as plain values.

    If there are too many options to build for every answer, `options` is a function, called only
    to display them, and `reads` gives the value that a text names.
    """

    kind = "choice"
    control = "select"
    at_once = True

    options: Sequence[Option[A] | A] | Callable[[], Sequence[Option[A] | A]] = ()
    columns: int = field(default=2, kw_only=True)
    """Keys in a row; the words may be short or long. With more than three, a grid of more than
    ten answers without hints has seven in a row."""
    crosses: str = field(default="", kw_only=True)
    """Whole-hand page: key of the question before it. One tap answers both: the keys have a row for
    each of its answers."""
    heads: tuple[str, ...] = field(default=(), kw_only=True)
    """Headings of the key grid's columns."""
    reads: Callable[[str], A | None] | None = field(default=None, kw_only=True)
    """The value that a text outside the listed options names, else None; `why_not` judges it."""
    why_not: Callable[[A], Text | None] | None = field(default=None, kw_only=True)
    """Why a value is illegal here: its option is struck out with that reason. None if legal."""
    hints: Callable[[A], Text] | None = field(default=None, kw_only=True)
    """The hint on a value's key; called only to display it."""
    aloud: Callable[[A], Text] | None = field(default=None, kw_only=True)
    """The screen reader text of a value's key in place of its label. Called only to display it."""
    best: A | None = field(default=None, kw_only=True)
    """The value to highlight."""
    unseen: Callable[[], Sequence[A]] = field(default=tuple, kw_only=True)
    """Values without a key that may be typed, so that a refusal can give their own reason."""
    people: Callable[[], Sequence[Person]] | None = field(default=None, kw_only=True)
    """Players whose rows are keys too; called only to display them."""
    boards: Callable[[], Sequence[Board]] | None = field(default=None, kw_only=True)
    """Grids whose cells are keys; called only to display them."""

    _full: list[Option[A]] | None = field(default=None, init=False, repr=False)
    _answers: tuple[Option[A], ...] | None = field(default=None, init=False, repr=False)

    @property
    def answers(self) -> tuple[Option[A], ...]:
        """All options with hint, refusal and `best` worked out; cached."""
        if self._answers is None:
            self._answers = tuple(self._judged(each) for each in self._listed)
        return self._answers

    @property
    def _listed(self) -> list[Option[A]]:
        """All options as the room gives them; cached."""
        if self._full is None:
            options = self.options() if callable(self.options) else self.options
            full = [o if isinstance(o, Option) else option(o) for o in options]
            self._full = full + [option(value, hidden=True) for value in self.unseen()]
        return self._full

    def _judged(self, each: Option[A]) -> Option[A]:
        if self.hints and not each.hint and not each.hidden:
            each = replace(each, hint=self.hints(each.value))
        if self.aloud and not each.hidden:
            each = replace(each, aloud=self.aloud(each.value))
        no = self.why_not(each.value) if self.why_not and not each.refusal else ""
        if not no:
            best = self.best is not None and each.value == self.best
            return replace(each, best=True) if best else each
        rule, code = each.rule, each.code
        if isinstance(no, Sentence):
            rule, code = no.rule, no.name
        return replace(each, refusal=no, rule=rule, code=code, best=False)

    def _at_once(self, text: str) -> A | None:
        """Fast path: the value of a legal canonical text, without building `answers`; else None."""
        for each in () if callable(self.options) else self.options:
            if not isinstance(each, Option):
                value, its_text, refused = each, text_of(each), False
            else:
                value, its_text, refused = each.value, each.text, bool(each.refusal)
            if its_text == text:
                return None if refused or (self.why_not and self.why_not(value)) else value
        named = self.reads(text) if self.reads else None
        return None if named is None or (self.why_not and self.why_not(named)) else named

    def find(self, text: str) -> Option[A] | None:
        """The option the text names by its text, label or (for suits and cards) word."""
        choice = next(self._meant(fold(text)), None)
        if choice is None and self.reads:
            named = self.reads(text)
            choice = None if named is None else option(named, hidden=True)
        return choice and self._judged(choice)

    def _meant(self, folded: str) -> Iterator[Option[A]]:
        """The options that a text may mean, the likeliest first."""
        yield from (each for each in self._listed if folded == fold(each.text))
        for each in self._listed:
            if folded == fold(each.label) or _is_called(each.value, folded):
                yield each
        if folded in (*NO_TRUMP, "none", "no"):
            for each in self._listed:
                if NO_TRUMP & {fold(each.text), fold(each.label)}:
                    yield each

    def parse(self, text: str) -> A:
        known = self._at_once(text)
        if known is not None:
            return known
        choice = self.find(text)
        if choice is None:
            raise self.refuse(f"“{text}” is not an answer here: {self.legal()}.")
        if choice.refusal:
            raise self.refuse(str(choice.refusal), choice.code or "not_allowed", choice.rule)
        return choice.value

    def write(self, value: A) -> str:
        return next((o.text for o in self._listed if o.value == value), text_of(value))

    def show(self, value: A) -> str:
        return next((o.label for o in self._listed if o.value == value), str(value))

    def draw(self, below: Below) -> str:
        legal = [each for each in self.answers if not each.refusal and not each.hidden]
        return legal[below(len(legal))].text

    def only(self) -> str:
        legal = [each for each in self.answers if not each.refusal]
        return legal[0].text if len(legal) == 1 else ""

    def legal(self) -> str:
        free = (each for each in self.answers if not each.refusal and not each.hidden)
        return listed("no-trump" if fold(each.label) in NO_TRUMP else each.label for each in free)


def _is_called(value: object, text: str) -> bool:
    """True for a suit or card that is written so, and for a player who has this name in another
    hand."""
    if isinstance(value, Seat | Side):
        return text in map(fold, value.also)
    try:
        return isinstance(value, Suit | Card) and type(value).parse(text) == value
    except ValueError:
        return False


def yes_no(
    key: str, prompt: Text, rule: str = "", *, hint: Text = "", refusal: Text = "",
    usual: bool | None = None, **more: Any,
) -> Choice[bool]:  # fmt: skip
    """A yes/no question. `refusal` is why "yes" is illegal here; "" if it is legal. The usual
    answer comes first and is highlighted."""
    options = [option(True, refusal=refusal), option(False)]
    options.sort(key=lambda each: each.value is not usual)
    return Choice(key, prompt, rule, options, hint=hint, best=usual, **more)
