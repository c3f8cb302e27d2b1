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
    """What a way of entry asks of a hand, and how many taps that takes: "9 taps", "1 a turn"."""

    asks: str
    taps: str = ""

    @property
    def number(self) -> str:
        return self.taps.partition(" ")[0]

    @property
    def unit(self) -> str:
        return self.taps.partition(" ")[2] or "taps"
