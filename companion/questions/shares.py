"""Questions answered with a number for each of several seats or sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.questions.base import Below, Question, Refused
from companion.questions.texts import fold, number
from companion.seating import Seat, Side
from companion.words import in_units, listed, units, verb, with_minus

Who = Seat | Side


@dataclass(eq=False, slots=True)
class Shares(Question[dict[Any, int]]):
    """A number from `low` to `high` for each of `among`; with `total` they must add up to it."""

    kind = "shares"
    control = "shares"
    keypad = True

    among: Sequence[Who] = ()
    low: int = 0
    high: int = 999
    total: int | None = field(default=None, kw_only=True)
    step: int = field(default=1, kw_only=True)
    lot: str = field(default="", kw_only=True)
    """Name of `step` units ("trick"). With a total, numbers may be given in lots instead of units:
    if lots × `step` add up to `total`, they are converted."""
    unit: str = field(default="", kw_only=True)
    column: str = field(default="", kw_only=True)
    """Heading of the numbers, unless it is the unit or "points"."""
    at_most: Mapping[Any, int] = field(default_factory=dict, kw_only=True)
    """Highest numbers of some, below `high`; the check of the page refuses higher ones."""
    moon: bool = field(default=False, kw_only=True)
    """One may have 0 and each of the others the whole total, as in Hearts."""
    typed: bool = field(default=False, kw_only=True)
    """Whole-hand page: typed numbers even if there are few."""
    code: str = field(default="wrong_total", kw_only=True)
    range_code: str = field(default="out_of_range", kw_only=True)

    def parse(self, text: str) -> dict[Any, int]:
        # "20 8 4 4", "12+7, 3, 4" or "Nell 6, Omar 2": separated by commas if there are any.
        parts = [p.strip() for p in (text.split(",") if "," in text else text.split())]
        named = [(name, who) for who in self.among for name in (str(who), *who.also)]
        named.sort(key=lambda each: -len(each[0]))
        values: dict[Any, int] = {}
        for place, part in enumerate(parts):
            who: Who | None = None
            for name, each in named:
                if fold(part).startswith(fold(name) + " "):
                    who, part = each, part[len(name) :]
                    break
            if who is None:
                if place >= len(self.among):
                    raise self._wrong_number(len(parts))
                who = self.among[place]
            try:
                values[who] = number(part)
            except ValueError:
                raise self.refuse(f"“{part}” is not a number: {self.legal()}.") from None
        if len(values) != len(self.among):
            raise self._wrong_number(len(values))
        if self.lot and self.total and sum(values.values()) * self.step == self.total:
            values = {who: value * self.step for who, value in values.items()}
        for who, value in values.items():
            self._check_range(who, value)
            if value % self.step and self.total in (None, sum(values.values())):
                holds = f"every {self.lot} holds {in_units(self.step, self.unit)}"
                why = holds if self.lot else f"it goes in steps of {self.step}"
                raise self._refuse_one(
                    who, f"{with_minus(value)} for {who} cannot be right: {why}.", "wrong_step"
                )  # fmt: skip
        numbers = [*values.values()]
        if self.total not in (None, sum(numbers)) and not (self.shoots(numbers) and 0 in numbers):
            raise self._wrong_total(values)
        return {who: values[who] for who in self.among}

    def shoots(self, numbers: Sequence[int]) -> bool:
        """True if these numbers can only be part of a moon: more than one is the total."""
        many, none = numbers.count(self.total or -1), numbers.count(0)
        return self.moon and many > 1 and none < 2 and many + none == len(numbers)

    def rest(self, numbers: Sequence[int]) -> int | None:
        """The last number, if these are the others; None without a total."""
        if self.total is None:
            return None
        if self.shoots(numbers):
            return self.total if 0 in numbers else 0
        return self.total - sum(numbers)

    def _wrong_number(self, number: int) -> Refused:
        return self.refuse(f"That is {units(number, 'number')}; {self.legal()}.", "wrong_number")

    def _check_range(self, who: Who, value: int) -> None:
        if not self.low <= value <= self.high:
            low, high = with_minus(self.low), with_minus(self.high)
            raise self._refuse_one(
                who, f"{with_minus(value)} for {who} cannot be right: say {low} to {high}.",
                self.range_code,
            )  # fmt: skip

    def _wrong_total(self, values: Mapping[Who, int]) -> Refused:
        assert self.total is not None
        sums = " + ".join(map(with_minus, values.values())).replace("+ −", "− ")
        total, there = in_units(sum(values.values()), self.unit), verb("be", self.total)
        return self.refuse(f"{sums} makes {total}; there {there} {self.total}.", self.code)

    def _refuse_one(self, who: Who, message: str, code: str) -> Refused:
        refusal = self.refuse(message, code)
        refusal.about_whom = (who,)
        return refusal

    def write(self, value: dict[Any, int]) -> str:
        return " ".join(str(value[who]) for who in self.among)

    @property
    def subject(self) -> str:
        return f"{self.about or self.prompt} {' '.join(sorted(who.code for who in self.among))}"

    def show(self, value: dict[Any, int]) -> str:
        return ", ".join(f"{who} {value[who]}" for who in self.among)

    def draw(self, below: Below) -> str:
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

    @property
    def parts(self) -> Sequence[Who]:
        return self.among

    def joined(self, texts: Sequence[str], fill: bool = True) -> str:
        """The numbers separated by commas; `fill` computes one missing number from the total."""
        numbers = list(texts)
        if fill and numbers.count("") == 1 and self.total is not None:
            try:
                rest = self.rest([number(text) for text in numbers if text])
            except ValueError:
                return ", ".join(numbers)
            numbers[numbers.index("")] = str(rest)
        return ", ".join(numbers)

    def unfinished(self, text: str) -> bool:
        return any(not part.strip() for part in text.split(","))

    def check_part(self, text: str) -> None:
        given: dict[Who, int] = {}
        for who, part in zip(self.among, text.split(","), strict=False):
            if part.strip():
                try:
                    given[who] = number(part.strip())
                except ValueError:
                    raise self._refuse_one(
                        who, f"“{part.strip()}” is not a number: {self.legal()}.", "unreadable"
                    ) from None
                self._check_range(who, given[who])
        least = sum(given.values()) + self.low * (len(self.among) - len(given))
        if self.total is not None and least > self.total and not self.shoots([*given.values()]):
            raise self._wrong_total(given)
