"""What every question has, whatever its kind."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.cards import Suit
from companion.seating import Seat, Side

A = TypeVar("A")
V = TypeVar("V")
T = TypeVar("T")
Below = Callable[[int], int]
"""A source of chance for `sample`: a whole number from 0 up to, not including, the argument."""


class Refused(Exception):
    """An answer that cannot stand: what was entered, why not, what would do, and the rule."""

    def __init__(self, message: str, rule: str = "", code: str = "", key: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.code = code
        self.key = key
        self.hand = 0
        """The hand of an engine's own answer ("@dealer") that cannot stand; otherwise 0."""

    def about(self, key: str, rule: str = "", hand: int = 0) -> Refused:
        """The same refusal, said of this question where it names none itself."""
        found = Refused(self.message, self.rule or rule, self.code, self.key or key)
        found.hand = self.hand or hand
        return found


@dataclass(frozen=True)
class Option(Generic[A]):
    """One answer of a choice. `refusal` says why it cannot be given here; it then is struck out."""

    value: A
    text: str = ""
    label: str = ""
    hint: str = ""
    refusal: str = ""
    rule: str = ""
    code: str = ""
    best: bool = False
    set_apart: bool = False
    """A weighty answer kept apart from the others (Pass, Nobody)."""
    rare: bool = False
    """So seldom given that it stands behind a key of its own: bids above the tricks of a hand."""
    placed: bool = False
    """Given by a tap on what it is about (`Choice.people`, `boards`), not on a key of its own."""
    twice: bool = False
    """So weighty that at a table it stands far from the thumb, and a second tap has to agree."""
    hidden: bool = False
    """Understood when typed, but not drawn: a 5 where 6 is the lowest bid."""


def text_of(value: object) -> str:
    """The short text of a record for a value of our vocabulary."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Suit):
        return value.value
    return str(getattr(value, "code", value))


def option(value: A, hint: str = "", **more: Any) -> Option[A]:
    """An option whose text and label follow from its value."""
    return Option(
        value,
        more.pop("text", "") or text_of(value),
        more.pop("label", "") or (str(value) if not isinstance(value, bool) else text_of(value)),
        hint,
        **more,
    )


def fold(text: str) -> str:
    """How two answers are compared: no case, single spaces, one kind of minus and apostrophe."""
    folded = text.replace("\ufe0e", "").replace("\ufe0f", "").replace("−", "-").replace("’", "'")
    return " ".join(folded.casefold().split())


_SUM = re.compile(r"[+-]?\s*\d{1,6}(\s*\+\s*\d{1,6}){0,40}")


def number(text: str) -> int:
    """A whole number, perhaps with a sign before it, or a sum with plus signs: "12+7".

    ValueError for anything else: "9 -1" may be meant as two numbers.
    """
    folded = text.replace("−", "-").replace("–", "-").strip()
    if not _SUM.fullmatch(folded):
        raise ValueError(text)
    return sum(int(part.replace(" ", "")) for part in re.findall(r"[+-]?\s*\d+", folded))


@dataclass(frozen=True)
class Question(ABC, Generic[A]):
    """What every question has: its key in the hand, its words, and the rule it rests on."""

    kind: ClassVar[str]

    key: str
    prompt: str
    rule: str = ""
    hint: str = field(default="", kw_only=True)
    secret: str = field(default="", kw_only=True)
    """Whom it concerns, who alone should see the answer before the hand is over; "" for all."""
    unless: tuple[str, str] | None = field(default=None, kw_only=True)
    """(key, text): not asked (the value is None) when an earlier question of the page has that."""
    samples: Sequence[str] | Callable[[], Sequence[str]] = field(default=(), kw_only=True)
    """Answers to draw from, where those drawn at random would hardly ever be legal."""
    off: str = field(default="", kw_only=True)
    """Why this is not asked beside the other answers of its page, which completes "Not used (…)";
    "" where it is asked. The value then is None."""
    follows: bool = field(default=False, kw_only=True)
    """Where only one answer can stand it is taken, and nobody is asked."""
    begins: str = field(default="", kw_only=True)
    """The answer that a page has chosen from the start: what nearly always is so."""
    short: str = field(default="", kw_only=True)
    """What stands over its keys on a page that asks for a whole hand; else the prompt."""
    closing: Callable[[Any], str] | None = field(default=None, kw_only=True)
    """What the closing step of its page says for an answer: "Nobody drops"."""
    inline: bool = field(default=False, kw_only=True)
    """On such a page its words stand beside its keys, which are one row."""
    instead: bool = field(default=False, kw_only=True)
    """On such a page it takes the place of others, and none while it is not asked."""
    beside: bool = field(default=False, kw_only=True)
    """On such a page it stands in one row with the question before it."""

    @abstractmethod
    def parse(self, text: str) -> A:
        """The answer meant by the text; Refused when it cannot stand."""

    def write(self, value: A) -> str:
        """The one form in which a record keeps this answer."""
        return text_of(value)

    def show(self, value: A) -> str:
        return str(value) if not isinstance(value, bool) else text_of(value)

    def sample(self, below: Below) -> str:
        """The text of some legal answer, drawn by `below`."""
        texts = self.texts()
        return texts[below(len(texts))] if texts else self.draw(below)

    def texts(self) -> list[str]:
        """The samples, made if they have to be."""
        return list(self.samples() if callable(self.samples) else self.samples)

    @abstractmethod
    def draw(self, below: Below) -> str:
        """The text of an answer that is legal as far as this question knows."""

    def idle(self, given: Mapping[str, str]) -> bool:
        """True where an earlier answer of the page says that this is not asked."""
        if self.off:
            return True
        return bool(self.unless and fold(given.get(self.unless[0], "")) == self.unless[1])

    @property
    def decided(self) -> str:
        """The text of the answer that is taken unasked, where only one can stand."""
        return self.only() if self.follows else ""

    def only(self) -> str:
        """The text of the only answer that can stand; "" where there are more, or none."""
        return ""

    def read_in(self, given: Mapping[str, str]) -> A | None:
        """The answer among those given so far; None where there is none that can stand."""
        text = given.get(self.key) or self.decided
        if not text or self.idle(given):
            return None
        try:
            return self.parse(text)
        except Refused:
            return None

    def legal(self) -> str:
        """What would do, in words: "6, 7 or pass"."""
        return ""

    @abstractmethod
    def answers_in_full(self) -> Any:
        """The legal answers as data (`companion.questions.Legal`), for programs."""

    def checked(self, check: Callable[[V], T], value: V) -> T:
        """What a room's own check makes of a value; its refusal is about this question."""
        try:
            return check(value)
        except Refused as refusal:
            raise refusal.about(self.key, self.rule) from None

    # -- as a field of a form --------------------------------------------------------------------

    @property
    def optional(self) -> bool:
        """True where choosing nothing is an answer."""
        return False

    @property
    def at_once(self) -> bool:
        """True where one tap says all there is to say."""
        return False

    @property
    def keypad(self) -> bool:
        """True where numbers are typed."""
        return False

    @property
    def parts(self) -> Sequence[Seat | Side]:
        """Those that each have a box of their own in the form; mostly nobody."""
        return ()

    def joined(self, texts: Sequence[str], fill: bool = True) -> str:
        """One answer of the texts in those boxes; with `fill` one that follows is worked out."""
        return ", ".join(texts)

    def unfinished(self, text: str) -> bool:
        """True where somebody is still entering the answer, which nobody then refuses."""
        return False

    def tapped(self, text: str, act: str, what: str) -> str:
        """The answer's text after a tap: "add 5H", "drop 2" (the third card), "part", "clear"."""
        if act == "add":
            return f"{text} {what}".strip()
        if act == "part":
            return text if not text or text.endswith("/") else f"{text} /"
        if act == "drop" and what.isdecimal():
            return _without(text, int(what))
        return "" if act == "clear" else text

    def control(self, options: int) -> str:
        """The control of a cell: "select", "checks", "shares", "number" or "text".

        `options` is how many answers there are to choose from.
        """
        return "text"

    def refuse(self, message: str, code: str = "unreadable", rule: str = "") -> Refused:
        """A refusal of an answer to this question."""
        return Refused(message, rule or self.rule, code, self.key)


def _without(text: str, place: int) -> str:
    """A list of cards without the one at a place, groups kept apart, empty groups dropped."""
    groups: list[list[str]] = []
    count = 0
    for part in text.split("/"):
        groups.append([])
        for word in part.split():
            if count != place:
                groups[-1].append(word)
            count += 1
    return " / ".join(" ".join(group) for group in groups if group)
