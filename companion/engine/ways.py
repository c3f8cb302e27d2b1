"""Ways of entry of a hand: their labels, and what each asks."""

from __future__ import annotations

from dataclasses import dataclass

WAYS = {
    "guided": "Step by step", "quick": "Just the result", "cards": "Card by card",
    "tricks": "Trick by trick",
}  # fmt: skip
"""Default labels of the entry modes."""


@dataclass(frozen=True)
class WayToEnter:
    """A way of entry: its questions for a hand, and the number of taps: "9 taps", "1 a turn"."""

    asks: str
    taps: str = ""

    @property
    def number(self) -> str:
        return self.taps.partition(" ")[0]

    @property
    def unit(self) -> str:
        return self.taps.partition(" ")[2] or "taps"
