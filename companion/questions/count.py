"""Questions answered with a whole number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.questions.base import Below, Question, Refused
from companion.questions.texts import number
from companion.said import Text
from companion.seating import Seat, Side
from companion.words import in_units, verb, with_minus

GRID = 26
"""Up to so many numbers are tapped from a grid; more are typed."""
_OF_SIDE = re.compile(r"\s*([A-G])\s+(\d{1,6})\s*")
_PAIR = re.compile(r"\s*(\d{1,6})\s*[ ,:]\s*(\d{1,6})\s*")


@dataclass(eq=False, slots=True)
class Count(Question[int]):
    """A whole number from `low` to `high`; `impossible` has the reasons against some of them.

    `complement_of` names who gets `high` minus the answer: the other side's tricks.

    With `of`, a side, the stored text names it ("B 6"): the number stays with that side when a
    correction makes the other one declarers and the question asks about them.
    """

    kind = "count"
    control = "number"

    low: int = 0
    high: int = 0
    of: Side | None = field(default=None, kw_only=True)
    whose: Seat | Side | None = field(default=None, kw_only=True)
    """The player of the number. Several adjacent numbers form a row per player."""
    complement_of: str = field(default="", kw_only=True)
    impossible: Mapping[int, Text] = field(default_factory=dict, kw_only=True)
    step: int = field(default=1, kw_only=True)
    why_step: str = field(default="", kw_only=True)
    """The reason for `step`, used in the refusal: "every card counts 5, 10, 15 or 20"."""
    unit: str = field(default="", kw_only=True)
    code: str = field(default="out_of_range", kw_only=True)
    split_code: str = field(default="wrong_total", kw_only=True)

    def parse(self, text: str) -> int:
        if self.of and (whose := _OF_SIDE.fullmatch(text)):
            theirs = whose[1] != self.of.code
            text = str(self.high - int(whose[2]) if theirs else int(whose[2]))
        if self.complement_of and (pair := _PAIR.fullmatch(text)):
            mine, theirs = int(pair[1]), int(pair[2])
            if mine + theirs != self.high:
                there = f"there {verb('be', self.high)} {in_units(self.high, self.unit)}"
                raise self.refuse(
                    f"{mine} + {theirs} is {mine + theirs}; {there}.", self.split_code
                )
            text = pair[1]
        try:
            value = number(text)
        except ValueError:
            raise self.refuse(f"“{text}” is not a number: say {self.legal()}.") from None
        if not self.low <= value <= self.high:
            raise self.refuse(
                f"{with_minus(value)} cannot be right: say {with_minus(self.low)} to "
                f"{with_minus(self.high)}.",
                self.code,
            )
        if value in self.impossible:
            raise self._with_nearest(self.refuse(self.impossible[value], "not_allowed"), value)
        if value % self.step:
            why = self.why_step or f"it goes in steps of {self.step}"
            reason = f"{with_minus(value)} cannot be right: {why}."
            near = " or ".join(map(with_minus, self.nearest(value)))
            refusal = self.refuse(f"{reason} Did you mean {near}?", "wrong_step")
            refusal.reason = reason
            raise self._with_nearest(refusal, value)
        return value

    def nearest(self, value: int) -> tuple[int, ...]:
        """The next legal number below and above a refused one."""
        legal = [each for each in self.choices() if each not in self.impossible]
        below = max((each for each in legal if each < value), default=None)
        above = min((each for each in legal if each > value), default=None)
        return tuple(each for each in (below, above) if each is not None)

    def _with_nearest(self, refusal: Refused, value: int) -> Refused:
        refusal.nearest = self.nearest(value)
        return refusal

    def write(self, value: int) -> str:
        return f"{self.of.code} {value}" if self.of else str(value)

    def carried(self, text: str, other: Question[Any]) -> str:
        if not (self.of and isinstance(other, Count) and other.of) or other.of.code == self.of.code:
            return text
        try:
            return other.write(other.parse(text))
        except Refused:
            return text

    def choices(self) -> range:
        """Every multiple of `step` from `low` to `high`, impossible ones included."""
        first = self.low + -self.low % self.step
        return range(first, self.high + 1, self.step)

    def draw(self, below: Below) -> str:
        legal = [value for value in self.choices() if value not in self.impossible]
        return str(legal[below(len(legal))])

    def only(self) -> str:
        if self.high - self.low > GRID * self.step:
            return ""
        legal = [value for value in self.choices() if value not in self.impossible]
        return str(legal[0]) if len(legal) == 1 else ""

    def legal(self) -> str:
        return f"a number from {with_minus(self.low)} to {with_minus(self.high)}"

    @property
    def keypad(self) -> bool:
        return len(self.choices()) > GRID


@dataclass(eq=False, slots=True)
class Points(Count):
    """A Count that is always typed on the keypad; sums are allowed ("12+7")."""

    kind = "points"
    keypad = True
