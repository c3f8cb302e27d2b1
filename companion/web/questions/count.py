"""A number: buttons in a grid, or an input if there are too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.questions import Count
from companion.said import rule_of
from companion.web.questions.asking import Field, Reasons, chosen, id_of, reasons
from companion.words import with_minus


@dataclass(frozen=True)
class Number:
    """One number as a button."""

    value: int
    way: str
    """The effect of a tap: "send" the form or "pick"; "no": disabled."""
    why: str
    on: bool
    rest: str
    """The complement, for the other side."""


@dataclass(frozen=True)
class Numbers:
    """A grid of numbers."""

    grid: str
    keys: Sequence[Number]
    rest_to: str
    """The player who gets the complement."""
    reasons: Reasons


@dataclass(frozen=True)
class CountBox:
    """A number input."""

    label: str
    range: str
    """Legal values: "0 to 120 points, in steps of 5"."""
    signed: bool
    """Negative numbers are legal: the keypad has a sign."""
    most: int


def present(q: Count, a: Field) -> Numbers | CountBox:
    """A grid of numbers, or an input."""
    if q.kind == "points" or q.keypad:
        return _box(q, a)
    whys = reasons(a.id, [(str(why), rule_of(why) or q.rule) for why in q.impossible.values()])
    on = chosen(q, a.text)
    keys = []
    for value in q.choices():
        why = id_of(whys, str(q.impossible.get(value, "")))
        way = "no" if why else "send" if a.at_once else "pick"
        rest = str(q.high - value) if q.complement_of else ""
        keys.append(Number(value, way, why, on == str(value), rest))
    return Numbers(_grid(len(keys), q, a), keys, q.complement_of, whys)


def _grid(many: int, q: Count, a: Field) -> str:
    if a.abreast and q.inline:
        return "row"
    if a.abreast and many > 10:
        return "g7"
    return f"g{many if many < 5 else 4 if many in (7, 8) else 5}"


def _box(q: Count, a: Field) -> CountBox:
    span = f"{with_minus(q.low)} to {with_minus(q.high)}{f' {q.unit}' if q.unit else ''}"
    if q.step > 1:
        span += f", in steps of {q.step}"
    label = (q.short or q.prompt) if a.abreast else ""
    return CountBox(label, span, q.low < 0, q.high)
