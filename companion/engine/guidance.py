"""What a hand shows besides its questions: guidance, badges, events, unused answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.ledger import Line
from companion.said import Text
from companion.seating import Side


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a hand's title: "phase 2", "hand 3 of 7", "extra hand"."""

    word: str
    number: int = 0
    """0 for none."""
    of: int = 0
    """How many the whole game has; 0 if that is not fixed."""
    extra: bool = False
    """After the regular ones of the game."""

    @property
    def short(self) -> str:
        """Without `of`."""
        number = f" {self.number}" if self.number else ""
        return f"{'extra ' if self.extra else ''}{self.word}{number}"

    def __str__(self) -> str:
        return self.short + (f" of {self.of}" if self.of else "")


@dataclass(frozen=True, slots=True)
class Tell:
    """Guidance: text, its rule, and the page (from 0) it precedes; `keep` shows it all hand."""

    text: Text
    rule: str
    page: int
    keep: bool

    @property
    def words(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class Badge:
    """A state of a side shown in the standing ("frozen"), with its rule."""

    side: Side
    word: str
    more: str
    rule: str
    words: str = ""
    """What it means for the next hand, in a sentence."""
    mark: str = ""
    """A symbol for it where room is short: "❄"."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A recorded answer that no question asked for; ignored, but kept in the record."""

    hand: int
    key: str
    text: str
    why: str = ""

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"Not used{why}: hand {self.hand}, {self.key}: {self.text}"


@dataclass(frozen=True, slots=True)
class Event:
    """One `Hand.post`: its lines, its cells on the scoresheet by column, the totals after it."""

    lines: tuple[Line, ...]
    cells: Mapping[str, str]
    totals: Mapping[Side, int]
