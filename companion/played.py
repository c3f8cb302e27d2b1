"""What a replay keeps of a hand once it has been asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.interview import Asked
from companion.ledger import Ledger, Line
from companion.panels import Panel
from companion.seating import Seat, Side
from companion.words import listed

_ENGINES = re.compile(r"@(entry|void|dealer|close|ok|rule .+|adjust.*)")
"""What the table answers to the engine itself."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Guidance: words, the rule they rest on, and the page they precede. `keep`: all hand long."""

    words: str
    rule: str
    page: int
    keep: bool


@dataclass(frozen=True, slots=True)
class Badge:
    """A state of a side that the standing shows: "frozen", with its rule."""

    side: Side
    word: str
    more: str
    rule: str
    words: str = ""
    """What it means for the hand that begins, in a sentence."""


@dataclass(frozen=True, slots=True)
class Stray:
    """An answer in the record that nothing asked for. It is kept, and counts for nothing."""

    hand: int
    key: str
    text: str
    why: str = ""

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"Not used{why}: hand {self.hand}, {self.key}: {self.text}"


@dataclass(frozen=True, slots=True)
class Event:
    """What was posted together: lines, what the sheet says of it by column, totals after it."""

    lines: tuple[Line, ...]
    cells: Mapping[str, str]
    totals: Mapping[Side, int]


@dataclass(frozen=True)
class Played:
    """One deal to its score, or as far as the record goes: asked, told, shown and posted.

    It does not know the `Hand` that asked; what a question remembers of that one, its table or
    anything else of the room therefore keeps no replay from going.
    """

    number: int
    title: str
    dealer: Seat
    rules: Any
    answers: Mapping[str, str]
    """The record's own, "@…" included."""
    modes: tuple[str, ...]
    mode: str
    void: str
    over: bool
    asked: list[Asked]
    pages: int
    tells: list[Tell]
    panels: dict[str, Panel]
    badges: list[Badge]
    status: dict[Side, str]
    cells: dict[str, str]
    events: list[Event]
    facts: dict[str, str]
    result: Any
    """What the room said it knows of the hand (`Hand.result`)."""
    summary: str
    totals: dict[Side, int]
    lines: list[Line]
    """Posted in this hand, in order."""
    ledger: Ledger
    """Of the whole evening."""
    keys: frozenset[str]
    """Of every question that was asked, answered or not."""
    left_out: Mapping[str, str]
    """Why a key was not asked (`Hand.leave_out`)."""

    def brought(self, side: Side) -> int:
        """What the hand brought or cost a side by itself, as its summary tells it: without extra
        points that were agreed on afterwards."""
        return sum(line.change(side) for line in self.lines if not line.agreed)

    @property
    def strays(self) -> list[Stray]:
        """Answers in the record that this hand did not ask for, each with the reason if known."""
        return list(self._strays())

    def _strays(self) -> Iterator[Stray]:
        for key, text in self.answers.items():
            if key.startswith("@"):
                why = self._engines(key, text)
            elif key in self.keys and key not in self.left_out:
                why = None
            else:
                why = self.left_out.get(key) or self._meant(key, text) or self._idle()
            if why is not None:
                yield Stray(self.number, key, text, why)

    def _engines(self, key: str, text: str) -> str | None:
        """Why the engine does not use an answer of its own; None where it does."""
        if key == "@entry" and self.modes and text not in self.modes:
            return f"this hand is entered {listed(self.modes)}"
        return None if _ENGINES.fullmatch(key) else "the Companion knows no such word"

    def _meant(self, key: str, text: str) -> str:
        """How to write a side's key where a player is called like the side."""
        stem, _, place = key.rpartition(" ")
        seat = next((seat for seat in self.dealer.round if seat.code == place), None)
        asked = f"{stem} {seat}".casefold() if seat and stem else ""
        meant = next((each for each in self.keys if each.casefold() == asked), "")
        return f"{seat} is a player here: for the side write “{meant}:: {text}”" if meant else ""

    def _idle(self) -> str:
        """Why this hand asks for nothing more, where it ended without a line."""
        if not self.over:
            return "nothing asks for it yet"
        return "" if self.lines else self.summary or "thrown in"
