"""The base class of all questions, their options, and refusals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from companion.cards import Suit
from companion.questions.texts import without
from companion.said import Sentence, Text, rule_of
from companion.seating import Seat, Side

A = TypeVar("A")
V = TypeVar("V")
T = TypeVar("T")
Below = Callable[[int], int]
"""A random integer below the argument, from 0."""


class Refused(Exception):
    """A refused answer: a message for the player, with rule id, code and question key."""

    def __init__(self, message: Text, rule: str = "", code: str = "", key: str = "") -> None:
        super().__init__(message)
        self.message = str(message)
        self.rule = rule or rule_of(message)
        self.code = code or (message.name if isinstance(message, Sentence) else "")
        self.key = key
        self.about_whom: tuple[object, ...] = (
            message.values if isinstance(message, Sentence) else ()
        )
        """The values of its sentence, the seats and sides it names among them."""
        self.nearest: tuple[int, ...] = ()
        self.reason = self.message
        """The nearest legal numbers, if a number is refused, and the message without them."""
        self.hand = 0
        """The hand, where an engine answer ("@dealer") is refused; otherwise 0."""

    def about(self, key: str, rule: str = "", hand: int = 0) -> Refused:
        """A copy with key, rule and hand filled in if it has none."""
        refusal = Refused(self.message, self.rule or rule, self.code, self.key or key)
        refusal.hand = self.hand or hand
        refusal.about_whom = self.about_whom
        refusal.nearest, refusal.reason = self.nearest, self.reason
        return refusal


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """One answer of a choice. One with a `refusal` is shown struck out with that reason."""

    if not TYPE_CHECKING:
        __class_getitem__ = classmethod(lambda cls, item: cls)  # `Option[Bid]` is `Option`

    value: A
    text: str = ""
    label: str = ""
    hint: Text = ""
    aloud: Text = ""
    """The text for a screen reader in their place."""
    refusal: Text = ""
    rule: str = ""
    code: str = ""
    best: bool = False
    set_apart: bool = False
    """Drawn apart from the other keys (Pass, Nobody)."""
    main: bool = False
    """The main button of a page of buttons, with its hint: what happens next, never the rest."""
    for_all: bool = False
    """Answers for the whole table, though the question is about one side: a key by itself."""
    rare: bool = False
    """Seldom given, so shown only behind a "more" key: bids above the tricks of a hand."""
    placed: bool = False
    """Has no key of its own: it is tapped on a person or board (`Choice.people`, `boards`)."""
    twice: bool = False
    """Needs a second tap to confirm, and is drawn away from the thumb."""
    hidden: bool = False
    """Accepted as typed text (perhaps to be refused with its reason), but has no key."""


def text_of(value: object) -> str:
    """The text of a value in a record: yes/no, a suit's letter, a seat's or card's code."""
    if isinstance(value, str):
        return value
    if (code := getattr(value, "code", None)) is not None:
        return str(code)
    if isinstance(value, Suit):
        return value.value
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def option(
    value: A, hint: Text = "", text: str = "", label: str = "", refusal: Text = "", **more: Any
) -> Option[A]:
    """An Option with text and label derived from its value, rule and code from its refusal."""
    if refusal and isinstance(refusal, Sentence):
        more = {"rule": refusal.rule, "code": refusal.name} | more
    text = text or text_of(value)
    label = label or (text_of(value) if value is True or value is False else str(value))
    return Option(value, text, label, hint, refusal=refusal, **more)


@dataclass(eq=False, slots=True)
class Question(ABC, Generic[A]):
    """A question: its key in the hand, its prompt, and the id of its rule.

    Never changed once made; a replay's thousands would take four times as long if it were frozen.
    Its refusals may depend on the answers beside it, so it reads each text again.
    """

    if not TYPE_CHECKING:
        __class_getitem__ = classmethod(lambda cls, item: cls)  # `Choice[Bid]` is `Choice`

    kind: ClassVar[str]
    control: ClassVar[str] = "text"
    """The form control in a table cell: "select", "checks", "shares", "number" or "text"."""
    key: str
    asks: Text
    rule: str = ""
    hint: Text = field(default="", kw_only=True)
    secret: str = field(default="", kw_only=True)
    """The only players who may see the answer before the hand is over, by name. "" for all."""
    samples: Sequence[str] | Callable[[], Sequence[str]] = field(default=(), kw_only=True)
    """Legal answers for `sample`, where random ones would hardly ever be legal."""
    off: str = field(default="", kw_only=True)
    """Why other answers make it moot ("Not used (…)"), so that its value is None; or ""."""
    follows: bool = field(default=False, kw_only=True)
    """If only one answer is legal, take it without asking."""
    default: str = field(default="", kw_only=True)
    """Preselected answer."""
    short: str = field(default="", kw_only=True)
    """Label on a whole-hand page; "" for the prompt."""
    closing: Callable[[Any], str] | None = field(default=None, kw_only=True)
    """Label of the page's save button for an answer: "Nobody drops"."""
    aside: bool = field(default=False, kw_only=True)
    """Seldom answered: its cards lie folded."""
    inline: bool = field(default=False, kw_only=True)
    """Whole-hand page: label and keys in one row."""
    instead: bool = field(default=False, kw_only=True)
    """Whole-hand page: takes the place of other questions; no space is kept while it is skipped."""
    confirms: str = field(default="", kw_only=True)
    """Key of the question whose refused answer this one accepts. `off` if none is refused."""
    sends: bool = field(default=False, kw_only=True)
    """Step by step a tap on an answer saves the page with all that is on it."""
    beside: bool = field(default=False, kw_only=True)
    """Whole-hand page: in one row with the previous question."""
    by: Seat | Side | None = field(default=None, kw_only=True)
    """The player or side that is asked; None for the whole table."""
    told: Callable[[Any], Text] | None = field(default=None, kw_only=True)
    """An answer as a sentence ("Pia passes"), unless the prompt says it (`Sentence.answered`)."""
    about: str = field(default="", kw_only=True)
    """The subject of the answer if the prompt says more: "trump"; see `subject`."""

    def __post_init__(self) -> None:
        if not self.rule and isinstance(self.asks, Sentence):
            self.rule = self.asks.rule

    def in_words(self, value: A) -> str:
        """An answer as the log and the undo button show it."""
        if self.told:
            return str(self.told(value))
        if isinstance(self.asks, Sentence) and (sentence := self.asks.answered(value)):
            return sentence
        return f"{self.by or self.short or self.prompt.rstrip('?')}: {self.show(value)}"

    @property
    def prompt(self) -> str:
        return str(self.asks)

    @property
    def prefix(self) -> str:
        """The prompt as it stands before an answer: "Trump?", "Pia, bid or pass:"."""
        return self.prompt if self.prompt.endswith("?") else f"{self.prompt}:"

    @abstractmethod
    def parse(self, text: str) -> A:
        """The value the text means; Refused if it is unreadable or illegal."""

    def write(self, value: A) -> str:
        """The canonical text of a value, as a record stores it."""
        return text_of(value)

    def put(self, text: str, words: Callable[[A], str]) -> str:
        """An answer as one of `write`, `show` and `in_words` has it; its text if it is refused."""
        try:
            return words(self.parse(text))
        except Refused:
            return text.strip()

    def written(self, text: str) -> str:
        """The canonical text of an answer; the text as it is if it is refused."""
        return self.put(text, self.write)

    def show(self, value: A) -> str:
        return str(value) if not isinstance(value, bool) else text_of(value)

    def sample(self, below: Below) -> str:
        """The text of a random legal answer, for tests and demos."""
        texts = self.texts()
        return texts[below(len(texts))] if texts else self.draw(below)

    def texts(self) -> list[str]:
        """`samples`, called if it is a function."""
        return list(self.samples() if callable(self.samples) else self.samples)

    @abstractmethod
    def draw(self, below: Below) -> str:
        """The text of a random answer that this question alone would accept."""

    @property
    def decided(self) -> str:
        """The text of the answer taken without asking (`follows`); "" if it has to be asked."""
        return self.only() if self.follows else ""

    def only(self) -> str:
        """The text of the only legal answer; "" if there are several, or none."""
        return ""

    def read_in(self, given: Mapping[str, str]) -> A | None:
        """The value given so far; None if it is missing, moot or refused."""
        text = given.get(self.key) or self.decided
        if not text or self.off:
            return None
        try:
            return self.parse(text)
        except Refused:
            return None

    # -- corrections: this question against an earlier one with the same key -----------------------

    @property
    def subject(self) -> str:
        """The subject of an answer: two questions of equal subject give an answer one meaning."""
        return self.about or self.prompt

    def carried(self, text: str, other: Question[Any]) -> str:
        """The answer `text` to `said` (a question with the same key), rewritten for this one."""
        return text

    def legal(self) -> str:
        """The legal answers in words: "6, 7 or pass"."""
        return ""

    def checked(self, check: Callable[[V], T], value: V) -> T:
        """Calls a game package's check; a Refused gets this question's key and rule."""
        try:
            return check(value)
        except Refused as refusal:
            raise refusal.about(self.key, self.rule) from None

    # -- as a field of a form --------------------------------------------------------------------

    @property
    def optional(self) -> bool:
        """True if choosing nothing is a legal answer."""
        return False

    @property
    def at_once(self) -> bool:
        """True if one tap completes the answer."""
        return False

    @property
    def keypad(self) -> bool:
        """True if numbers are typed on the keypad."""
        return False

    @property
    def parts(self) -> Sequence[Seat | Side]:
        """The seats or sides that have a box each; () if the form has one field."""
        return ()

    def joined(self, texts: Sequence[str], fill: bool = True) -> str:
        """The texts of the boxes as one answer; `fill` computes a missing number from the total."""
        return ", ".join(texts)

    def unfinished(self, text: str) -> bool:
        """True if the answer is only partly entered: do not validate it yet."""
        return False

    def check_part(self, text: str) -> None:
        """Raise Refused if no further input can make an unfinished answer legal."""

    def tapped(self, text: str, act: str, what: str) -> str:
        """The answer's text after a tap: "add 5H", "drop 2" (the third card), "part", "clear"."""
        if act == "add":
            return f"{text} {what}".strip()
        if act == "part":
            return text if not text or text.endswith("/") else f"{text} /"
        if act == "drop" and what.isdecimal():
            return without(text, int(what))
        return "" if act == "clear" else text

    def refuse(self, message: Text, code: str = "unreadable", rule: str = "") -> Refused:
        """A Refused about this question; a Sentence has its own rule and code."""
        if isinstance(message, Sentence):
            return Refused(message, key=self.key)
        return Refused(message, rule or self.rule, code, self.key)
