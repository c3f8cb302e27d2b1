"""The questions a game can ask, the answers they take, and how they refuse the others.

A question knows its legal answers: it reads an answer from the short text a player would write
(`parse`), writes it back in the one form a record keeps (`write`), and can draw a legal one
(`sample`). A refusal is written for the player.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from companion.cards import Card, Pack, Suit
from companion.facts import fact
from companion.seating import Seat, Side

A = TypeVar("A")
Below = Callable[[int], int]
"""A source of chance for `sample`: a whole number from 0 up to, not including, the argument."""

NO_PACK = Pack(())


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


@fact
class Option(Generic[A]):
    """One answer of a choice. `no` says why it cannot be given here; it then shows struck out."""

    value: A
    text: str = ""
    label: str = ""
    hint: str = ""
    no: str = ""
    rule: str = ""
    code: str = ""
    best: bool = False
    loud: bool = False
    """A weighty answer kept apart from the others (Pass, Nobody)."""
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


def listed(words: Iterable[object], last: str = "or") -> str:
    """Words in a row: "6, 7 or 8"."""
    parts = [str(word) for word in words]
    return (
        f" {last} ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
        if parts
        else ""
    )


_SUM = re.compile(r"[+-]?\s*\d{1,6}(\s*[+-]\s*\d{1,6}){0,40}")


def number(text: str) -> int:
    """A whole number, or a sum such as "12+7" or "40 - 3"; ValueError when it is neither."""
    folded = text.replace("−", "-").replace("–", "-").strip()
    if not _SUM.fullmatch(folded):
        raise ValueError(text)
    return sum(int(part.replace(" ", "")) for part in re.findall(r"[+-]?\s*\d+", folded))


def true(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")


@fact
class Question(ABC, Generic[A]):
    """What every question has: its key in the hand, its words, and the rule it rests on."""

    kind: ClassVar[str]

    key: str
    prompt: str
    rule: str = ""
    hint: str = field(default="", kw_only=True)
    secret: bool = field(default=False, kw_only=True)
    """Only the player it concerns should see the answer before the hand is over."""
    unless: tuple[str, str] | None = field(default=None, kw_only=True)
    """(key, text): not asked (the value is None) when an earlier question of the page has that."""

    @abstractmethod
    def parse(self, text: str) -> A:
        """The answer meant by the text; Refused when it cannot stand."""

    def write(self, value: A) -> str:
        """The one form in which a record keeps this answer."""
        return text_of(value)

    def show(self, value: A) -> str:
        """The answer as a page shows it."""
        return str(value) if not isinstance(value, bool) else text_of(value)

    @abstractmethod
    def sample(self, below: Below) -> str:
        """The text of some legal answer, drawn by `below`."""

    def legal(self) -> str:
        """What would do, in words: "6, 7 or pass"."""
        return ""

    def refuse(self, message: str, code: str = "unreadable", rule: str = "") -> Refused:
        """A refusal of an answer to this question."""
        return Refused(message, rule or self.rule, code, self.key)


@fact
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
                if each.text == text and not each.no:
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
        if found.no:
            raise self.refuse(found.no, found.code or "not_allowed", found.rule)
        return found.value

    def write(self, value: A) -> str:
        return next((o.text for o in self.answers if o.value == value), text_of(value))

    def show(self, value: A) -> str:
        return next((o.label for o in self.answers if o.value == value), str(value))

    def sample(self, below: Below) -> str:
        legal = [each for each in self.answers if not each.no and not each.hidden]
        return legal[below(len(legal))].text

    def legal(self) -> str:
        return listed(each.label for each in self.answers if not each.no and not each.hidden)


def yes_no(key: str, prompt: str, rule: str = "", *, hint: str = "", no: str = "") -> Choice[bool]:
    """Yes or no. `no` is why "yes" is impossible here, if it is."""
    return Choice(key, prompt, rule, [option(True, no=no), option(False)], hint=hint)


@fact
class Several(Choice[Any]):
    """Any number of the options, from `least` to `most`: who dropped, which cards were bid."""

    kind = "several"

    least: int = field(default=0, kw_only=True)
    most: int = field(default=99, kw_only=True)

    def parse(self, text: str) -> Any:
        if (exact := self._exactly(text)) is not None:
            return exact
        folded = fold(text)
        nothing = folded in ("", "none", "nobody", "-")
        words = [] if nothing else [word for word in re.split(r"[,\s]+", folded) if word]
        values: list[Any] = []
        # Between commas there may be names of two words.
        parts = [part.strip() for part in folded.split(",") if part.strip()]
        if all(self.find(part) for part in parts):
            words = parts
        for word in words:
            value = super().parse(word)
            if value not in values:
                values.append(value)
        if not self.least <= len(values) <= self.most:
            raise self.refuse(f"That is {len(values)}; {self.legal_number()}.", "wrong_number")
        order = [o.value for o in self.answers]
        return tuple(sorted(values, key=order.index))

    def _exactly(self, text: str) -> tuple[Any, ...] | None:
        """A legal answer written as a record keeps it; None for what wants a closer look."""
        if callable(self.options):
            return None
        words = text.split(" ") if text != "none" else []
        if not self.least <= len(words) <= self.most:
            return None
        found: list[Any] = []
        for each in self.options if words else ():
            if isinstance(each, Option):
                if each.text in words:
                    if each.no:
                        return None
                    found.append(each.value)
            elif text_of(each) in words:
                found.append(each)
        return tuple(found) if len(found) == len(words) == len(set(words)) else None

    def legal_number(self) -> str:
        """How many may be chosen, in words."""
        if self.least == self.most:
            return f"choose {self.least}"
        return f"choose {self.least} to {min(self.most, len(self.answers))}"

    def write(self, value: Any) -> str:
        return " ".join(super(Several, self).write(each) for each in value) or "none"

    def show(self, value: Any) -> str:
        return ", ".join(super(Several, self).show(each) for each in value) or "none"

    def sample(self, below: Below) -> str:
        legal = [each for each in self.answers if not each.no and not each.hidden]
        count = self.least + below(min(self.most, len(legal)) - self.least + 1)
        drawn: list[str] = []
        for _ in range(count):
            drawn.append(legal.pop(below(len(legal))).text)
        return " ".join(drawn) or "none"


@fact
class Count(Question[int]):
    """A whole number from `low` to `high`, tapped from a grid; `no` strikes some of them out.

    `other` names who gets the rest of `high`: tricks of one side fill in the other's.
    """

    kind = "count"

    low: int = 0
    high: int = 0
    other: str = field(default="", kw_only=True)
    no: Mapping[int, str] = field(default_factory=dict, kw_only=True)
    step: int = field(default=1, kw_only=True)
    why_step: str = field(default="", kw_only=True)
    """Why it goes in steps: "every card counts 5, 10, 15 or 20"."""
    unit: str = field(default="", kw_only=True)
    code: str = field(default="out_of_range", kw_only=True)
    split_code: str = field(default="wrong_total", kw_only=True)

    def parse(self, text: str) -> int:
        if self.other and (pair := re.fullmatch(r"\s*(\d{1,6})\s*[ ,:]\s*(\d{1,6})\s*", text)):
            mine, theirs = int(pair[1]), int(pair[2])
            if mine + theirs != self.high:
                unit = f" {self.unit}" if self.unit else ""
                raise self.refuse(
                    f"{mine} + {theirs} is {mine + theirs}; there are {self.high}{unit}.",
                    self.split_code,
                )
            text = pair[1]
        try:
            value = number(text)
        except ValueError:
            raise self.refuse(f"“{text}” is not a number: say {self.legal()}.") from None
        if not self.low <= value <= self.high:
            raise self.refuse(
                f"{true(value)} cannot be right: it lies from {true(self.low)} to "
                f"{true(self.high)}.",
                self.code,
            )
        if value in self.no:
            raise self.refuse(self.no[value], "not_allowed")
        if value % self.step:
            below = value - value % self.step
            why = self.why_step or f"it goes in steps of {self.step}"
            raise self.refuse(
                f"{true(value)} cannot be right: {why}. "
                f"Did you mean {true(below)} or {true(below + self.step)}?",
                "wrong_step",
            )
        return value

    def choices(self) -> range:
        """Every value of the grid, the impossible ones included."""
        first = self.low + -self.low % self.step
        return range(first, self.high + 1, self.step)

    def sample(self, below: Below) -> str:
        legal = [value for value in self.choices() if value not in self.no]
        return str(legal[below(len(legal))])

    def legal(self) -> str:
        return f"a number from {true(self.low)} to {true(self.high)}"


@fact
class Points(Count):
    """A number typed on the keypad, sums allowed ("12+7"); bounds as for a count."""

    kind = "points"


@fact
class Cards(Question[tuple[Card, ...]]):
    """From `least` to `most` cards of the pack; `gone` are cards that cannot be, with the reason.

    With `order` the cards keep the order they were tapped in (a trick); otherwise they are kept
    in pack order. `check` may refuse a combination.
    """

    kind = "cards"

    pack: Pack = NO_PACK
    least: int = 1
    most: int = 1
    gone: Mapping[Card, str] = field(default_factory=dict, kw_only=True)
    code: str = field(default="card_gone", kw_only=True)
    """The code of refusing a card that is gone."""
    outside: Callable[[Card], Refused] | None = field(default=None, kw_only=True)
    """The refusal of a card that is not in `pack`, where the pack holds only some of the cards."""
    order: bool = field(default=False, kw_only=True)
    none: str = field(default="", kw_only=True)
    """What the answer "no card" is called, where `least` is 0: "Can’t play"."""
    check: Callable[[tuple[Card, ...]], None] | None = field(default=None, kw_only=True)
    samples: Callable[[], Sequence[str]] | None = field(default=None, kw_only=True)
    """Answers that are likely legal, for `sample`, where cards drawn at random hardly ever are."""

    def parse(self, text: str) -> tuple[Card, ...]:
        nothing = fold(text) in ("", "none", "-")
        words = [] if nothing else [word for word in re.split(r"[,\s]+", text) if word]
        cards: list[Card] = []
        for word in words:
            card = self._card(word)
            if card in self.gone:
                raise self.refuse(self.gone[card], self.code)
            cards.append(card)
        twice = self.pack.too_many(cards) if len(cards) > self.pack.copies else None
        if twice:
            number = "one" if self.pack.copies == 1 else str(self.pack.copies)
            raise self.refuse(f"There is only {number} {twice} in the pack.", "too_many_copies")
        if not self.least <= len(cards) <= self.most:
            raise self.refuse(f"That is {len(cards)}: say {self.legal()}.", "wrong_number")
        answer = tuple(cards if self.order else sorted(cards, key=self.pack.places.__getitem__))
        if self.check:
            self._checked(answer)
        return answer

    def _card(self, word: str) -> Card:
        try:
            return self.pack.parse(word)
        except ValueError as error:
            unknown = self.refuse(f"{str(error)[:1].upper()}{str(error)[1:]}.", "unknown_card")
        try:
            stranger = Card.parse(word)
        except ValueError:
            raise unknown from None
        if self.outside is None:
            raise unknown
        refusal = self.outside(stranger)
        refusal.key = refusal.key or self.key
        refusal.rule = refusal.rule or self.rule
        raise refusal

    def _checked(self, answer: tuple[Card, ...]) -> None:
        assert self.check is not None
        try:
            self.check(answer)
        except Refused as refusal:
            refusal.key = refusal.key or self.key
            refusal.rule = refusal.rule or self.rule
            raise

    def write(self, value: tuple[Card, ...]) -> str:
        return " ".join(card.code for card in value) or "none"

    def show(self, value: tuple[Card, ...]) -> str:
        return " ".join(map(str, value)) or "none"

    def sample(self, below: Below) -> str:
        if self.samples:
            likely = self.samples()
            return likely[below(len(likely))]
        free = [
            card for card in self.pack for _ in range(self.pack.copies) if card not in self.gone
        ]
        for _ in range(200):
            count = self.least + below(min(self.most, len(free)) - self.least + 1)
            pool = list(free)
            text = " ".join(pool.pop(below(len(pool))).code for _ in range(count)) or "none"
            try:
                self.parse(text)
            except Refused:
                continue
            return text
        raise LookupError(f"{self.key}: no legal cards found by drawing")

    def legal(self) -> str:
        if self.least == self.most:
            return f"{self.least} card{'s' * (self.least != 1)}"
        return f"{self.least} to {self.most} cards"


@fact
class Melds(Question[tuple[tuple[Card, ...], ...]]):
    """Several groups of cards, written "AS 2S 3S / 5H 5C 5D"; none is an answer if `least` is 0."""

    kind = "melds"

    pack: Pack = NO_PACK
    least: int = 0
    most: int = 20
    check: Callable[[tuple[tuple[Card, ...], ...]], None] | None = field(default=None, kw_only=True)
    examples: tuple[str, ...] = field(default=("none",), kw_only=True)
    """Legal answers `sample` may draw from."""

    def parse(self, text: str) -> tuple[tuple[Card, ...], ...]:
        one = Cards(self.key, self.prompt, self.rule, self.pack, 1, len(self.pack), order=True)
        parts = [part for part in text.split("/") if fold(part) not in ("", "none", "-")]
        groups = tuple(one.parse(part) for part in parts)
        twice = self.pack.too_many(card for group in groups for card in group)
        if twice:
            raise self.refuse(f"The {twice} occurs too often.", "too_many_copies")
        if not self.least <= len(groups) <= self.most:
            raise self.refuse(
                f"That is {len(groups)} groups; {self.least} to {self.most} are possible.",
                "wrong_number",
            )
        if self.check:
            try:
                self.check(groups)
            except Refused as refusal:
                refusal.key = refusal.key or self.key
                refusal.rule = refusal.rule or self.rule
                raise
        return groups

    def write(self, value: tuple[tuple[Card, ...], ...]) -> str:
        return " / ".join(" ".join(card.code for card in group) for group in value) or "none"

    def show(self, value: tuple[tuple[Card, ...], ...]) -> str:
        return ", ".join(" ".join(map(str, group)) for group in value) or "none"

    def sample(self, below: Below) -> str:
        return self.examples[below(len(self.examples))]

    def legal(self) -> str:
        return "groups of cards with / between them, or none"


Who = Seat | Side


@fact
class Shares(Question[dict[Any, int]]):
    """A number for each of several seats or sides, which may have to add up to `total`."""

    kind = "shares"

    among: Sequence[Who] = ()
    low: int = 0
    high: int = 999
    total: int | None = field(default=None, kw_only=True)
    step: int = field(default=1, kw_only=True)
    lot: str = field(default="", kw_only=True)
    """What `step` of the unit make ("trick"): with a total, numbers may be given in lots too."""
    unit: str = field(default="", kw_only=True)
    code: str = field(default="wrong_total", kw_only=True)
    range_code: str = field(default="out_of_range", kw_only=True)

    def parse(self, text: str) -> dict[Any, int]:
        # "20 8 4 4", "12+7, 3, 4" or "Nell 6, Omar 2": commas part the numbers if there are any.
        parts = [p.strip() for p in (text.split(",") if "," in text else text.split())]
        names = sorted(self.among, key=lambda who: -len(str(who)))
        values: dict[Any, int] = {}
        for place, part in enumerate(parts):
            who: Who | None = None
            for each in names:
                if fold(part).startswith(fold(str(each)) + " "):
                    who, part = each, part[len(str(each)) :]
                    break
            if who is None:
                if place >= len(self.among):
                    raise self.refuse(
                        f"That is {len(parts)} numbers; {self.legal()}.", "wrong_number"
                    )
                who = self.among[place]
            try:
                values[who] = number(part)
            except ValueError:
                raise self.refuse(f"“{part}” is not a number: {self.legal()}.") from None
        if len(values) != len(self.among):
            raise self.refuse(f"That is {len(values)} numbers; {self.legal()}.", "wrong_number")
        if self.lot and self.total and sum(values.values()) * self.step == self.total:
            values = {who: value * self.step for who, value in values.items()}
        for who, value in values.items():
            if not self.low <= value <= self.high:
                raise self.refuse(
                    f"{true(value)} for {who} cannot be right: it lies from {true(self.low)} to "
                    f"{true(self.high)}.",
                    self.range_code,
                )
            if value % self.step:
                holds = f"every {self.lot} holds {self.step} {self.unit}".rstrip()
                why = holds if self.lot else f"it goes in steps of {self.step}"
                raise self.refuse(f"{true(value)} for {who} cannot be right: {why}.", "wrong_step")
        total = sum(values.values())
        if self.total is not None and total != self.total:
            unit = f" {self.unit}" if self.unit else ""
            sums = " + ".join(map(true, values.values())).replace("+ −", "− ")
            raise self.refuse(
                f"{sums} makes {true(total)}{unit}; there are {self.total}.", self.code
            )
        return {who: values[who] for who in self.among}

    def write(self, value: dict[Any, int]) -> str:
        return " ".join(str(value[who]) for who in self.among)

    def show(self, value: dict[Any, int]) -> str:
        return ", ".join(f"{who} {value[who]}" for who in self.among)

    def sample(self, below: Below) -> str:
        span = (self.high - self.low) // self.step + 1
        values = [self.low + self.step * below(span) for _ in self.among]
        if self.total is not None:
            values = [self.low] * len(self.among)
            left = (self.total - sum(values)) // self.step
            while left:
                place = below(len(values))
                take = 1 + below(left)
                take = min(take, (self.high - values[place]) // self.step)
                values[place] += take * self.step
                left -= take
        return " ".join(map(str, values))

    def legal(self) -> str:
        return f"one number each for {listed(self.among, 'and')}"


@fact
class Cells(Question[tuple[Any, ...]]):
    """A square of cells, each holding one of the marks: "HHH/S-D/DDD"; a dot or dash is empty."""

    kind = "cells"

    rows: int = 3
    columns: int = 3
    marks: Sequence[Option[Any]] = ()
    names: tuple[str, ...] = field(default=(), kw_only=True)
    """What each cell is called, row by row."""
    check: Callable[[tuple[Any, ...]], None] | None = field(default=None, kw_only=True)
    judge: Callable[[Sequence[str]], Sequence[tuple[str, str]]] | None = field(
        default=None, kw_only=True
    )
    """(name of the line, its value), as in a Square panel, for the marks entered so far ("" where
    there is none yet): what a page shows at the ends of the lines while they are filled in."""

    def parse(self, text: str) -> tuple[Any, ...]:
        folded = fold(text.replace("/", " ")).replace(".", "-").replace("·", "-")
        letters = [c for c in folded if not c.isspace()]
        if len(letters) != self.rows * self.columns:
            spaces = self.rows * self.columns
            message = f"That is {len(letters)} spaces; there are {spaces}: {self.legal()}."
            raise self.refuse(message, "wrong_number")
        known = {fold(mark.text): mark.value for mark in self.marks}
        values: list[Any] = []
        for letter in letters:
            if letter not in known:
                raise self.refuse(f"“{letter}” is not a mark: {self.legal()}.", "unknown_mark")
            values.append(known[letter])
        answer = tuple(values)
        if self.check:
            try:
                self.check(answer)
            except Refused as refusal:
                refusal.key = refusal.key or self.key
                refusal.rule = refusal.rule or self.rule
                raise
        return answer

    def write(self, value: tuple[Any, ...]) -> str:
        texts = {mark.value: mark.text for mark in self.marks}
        cells = [texts[each] for each in value]
        return "/".join(
            "".join(cells[row * self.columns : (row + 1) * self.columns])
            for row in range(self.rows)
        )

    def show(self, value: tuple[Any, ...]) -> str:
        return self.write(value).replace("/", " / ")

    def sample(self, below: Below) -> str:
        return "".join(
            self.marks[below(len(self.marks))].text for _ in range(self.rows * self.columns)
        )

    def legal(self) -> str:
        return "row by row, " + listed(f"{mark.text} for {mark.label}" for mark in self.marks)


@fact
class Words(Question[A]):
    """Free text that `read` turns into an answer (or refuses); `examples` are legal answers."""

    kind = "words"

    read: Callable[[str], A] = field(kw_only=True)
    examples: tuple[str, ...] = field(default=(), kw_only=True)
    most: int = field(default=400, kw_only=True)
    show_as: Callable[[A], str] = field(default=str, kw_only=True)

    def parse(self, text: str) -> A:
        if len(text) > self.most:
            raise self.refuse(f"That is {len(text)} letters; {self.most} is the most.", "too_long")
        try:
            return self.read(text)
        except Refused as refusal:
            refusal.key = refusal.key or self.key
            refusal.rule = refusal.rule or self.rule
            raise

    def write(self, value: A) -> str:
        return self.show_as(value)

    def show(self, value: A) -> str:
        return self.show_as(value)

    def sample(self, below: Below) -> str:
        return self.examples[below(len(self.examples))]

    def legal(self) -> str:
        return listed(self.examples)
