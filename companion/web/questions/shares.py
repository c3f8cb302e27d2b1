"""A number for each of several people: a row of buttons or an input each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.questions import Shares, fold, number
from companion.web.questions.asking import Field, code_of
from companion.words import capital, with_minus

ROW, LOTS = 14, 19
"""Most values for which there are buttons: of single units, and of lots (tricks)."""
ACROSS = 8
"""Most of them in one row."""
FEW = 4
"""The most people for whom one screen fits a name above each row of keys."""


@dataclass(frozen=True)
class ShareNumber:
    """One number as a button."""

    value: int
    shown: str
    small: str
    on: bool
    follows: bool
    """It is implied by the other numbers."""


@dataclass(frozen=True)
class ShareRow:
    """The buttons of one person."""

    who: Any
    name: str
    keys: Sequence[ShareNumber]

    @property
    def chosen(self) -> str:
        """The number that is chosen or implied; "" for none."""
        return next((key.shown for key in self.keys if key.on or key.follows), "")


@dataclass(frozen=True)
class Rows:
    """A row of keys for each."""

    rows: Sequence[ShareRow]
    grid: str
    """CSS class of a row's keys."""
    two: bool
    """True if the name is above its keys: they need the whole width, or it does."""
    note: str

    @property
    def open(self) -> list[Any]:
        """The players without a number."""
        return [row.who for row in self.rows if not row.chosen]

    @property
    def tabs(self) -> bool:
        """True if the keys need so much room that those of one person are shown at a time."""
        if len(self.rows) > FEW:
            return self.two
        return len(self.rows) > 1 and len(self.rows[0].keys) > ACROSS

    @property
    def across(self) -> int:
        """The number of tabs in one line."""
        return len(self.rows) if len(self.rows) <= FEW + 1 else 3

    @property
    def tab(self) -> int:
        """The row that is shown first: the first one without a tap, as after the last tap."""
        tapped = [any(key.on for key in row.keys) for row in self.rows]
        return tapped.index(False) if False in tapped else 0


@dataclass(frozen=True)
class ShareBox:
    """The input of one person."""

    who: Any
    name: str
    id: str
    text: str
    rest: str
    """Placeholder: the number implied by the others."""
    crowd: bool
    """The names take two lines."""
    most: int
    """The highest number."""


@dataclass(frozen=True)
class Boxes:
    """A box for each."""

    boxes: Sequence[ShareBox]
    whose: str
    """Codes of those the boxes are drawn for: another answer of the page may change who has one."""
    flat: bool
    """The inputs share one row."""
    signed: bool
    note: str
    left: str
    """The rest of the total while numbers are open, otherwise ""."""
    total: int | None

    @property
    def open(self) -> list[Any]:
        """The players without a number."""
        return [box.who for box in self.boxes if not (box.text or box.rest)]


def crowd(who: Any) -> bool:
    """True for a side of more than two, whose names take two lines."""
    return len(getattr(who, "seats", ())) > 2


def in_rows(q: Shares, a: Field) -> bool:
    """True for few values with a total: a row of buttons each, the last one implied."""
    few = not q.typed and (q.high - q.low) // q.step < (LOTS if q.lot else ROW)
    return bool(a.abreast or a.alone) and few and q.total is not None


def present(q: Shares, a: Field) -> Rows | Boxes:
    """Rows of buttons, or inputs."""
    texts = texts_of(q, a.text)
    rest = follows(q, texts)
    if in_rows(q, a):
        return _rows(q, a, texts, rest)
    boxes = [
        ShareBox(who, f"{a.name}.{place}", f"{a.id}-{code_of(who)}", text, "" if text else rest,
            crowd(who), q.at_most.get(who, q.high))
        for place, (who, text) in enumerate(zip(q.among, texts, strict=False))
    ]  # fmt: skip
    flat = bool(a.abreast) and len(boxes) in (3, 4)
    whose = " ".join(map(code_of, q.among))
    return Boxes(boxes, whose, flat, q.low < 0, _note(q, a), left_of(q, texts), q.total)


def _rows(q: Shares, a: Field, texts: list[str], rest: str) -> Rows:
    values = range(q.low, q.high + 1, q.step)
    pair = len(q.among) == 2
    rows = []
    # Of two people one row is enough: the other has the rest.
    for place, who in enumerate(q.among[:1] if pair else q.among):
        keys = []
        for value in values:
            others = (q.total or 0) - value if pair else 0
            small = str(value) if q.lot else str(others or "")
            label = str(value // q.step if q.lot else value)
            on, worked_out = texts[place] == str(value), not texts[place] and rest == str(value)
            keys.append(ShareNumber(value, label, small, on, worked_out))
        rows.append(ShareRow(who, f"{a.name}.{place}", keys))
    lot = capital(q.lot)
    note = f"{lot}s; small: {q.unit}, {q.total} in all." if lot else ""
    two = len(values) in (7, 8) or len(values) > 10 or any(map(crowd, q.among))
    if two and len(values) > ACROSS:
        return Rows(rows, "g7", two, note)
    tabs = len(rows) > FEW and len(values) == ACROSS
    return Rows(rows, "g4" if tabs else "row", two, note)


def _note(q: Shares, a: Field) -> str:
    if a.abreast:
        return ""
    unit = f" {q.unit}" if q.unit else ""
    steps = f" In steps of {q.step}." if q.step > 1 else ""
    if q.total is None:
        return f"From {with_minus(q.low)} to {with_minus(q.high)}{unit}.{steps}"
    return f"{q.total}{unit} in all. Leave the last box empty; it is worked out.{steps}"


def texts_of(q: Shares, text: str) -> list[str]:
    """The text typed for each person."""
    texts = [part.strip() for part in (text.split(",") if "," in text else text.split())]
    for place, who in enumerate(q.among):
        name = fold(str(who)) + " "
        if place < len(texts) and fold(texts[place]).startswith(name):
            texts[place] = texts[place][len(name) :]
    return [*texts, *[""] * len(q.among)][: len(q.among)]


def follows(q: Shares, texts: list[str]) -> str:
    """The last number, implied by the total once all others are known; "" until then."""
    rest = _left(q, texts)
    return (
        str(rest) if texts.count("") == 1 and rest is not None and q.low <= rest <= q.high else ""
    )


def left_of(q: Shares, texts: list[str]) -> str:
    """ "6 left of 26"; "" before the first number, and when no more are open."""
    rest = _left(q, texts)
    if rest is None or not any(texts) or texts.count("") < 2:
        return ""
    return "" if q.shoots(_given(texts)) else f"{with_minus(rest)} left of {q.total}"


def _left(q: Shares, texts: list[str]) -> int | None:
    """The total without the given numbers. None if there is no total, or no number."""
    try:
        return q.rest(_given(texts))
    except ValueError:
        return None


def _given(texts: list[str]) -> list[int]:
    """The numbers that are typed."""
    return [number(text) for text in texts if text]
