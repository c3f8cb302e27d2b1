"""The ways to enter a hand, as the pages offer them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import Game
from companion.rules.wording import under


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


def ways_told(game: Game) -> dict[str, WayToEnter]:
    """By mode, from the line `ways` of the rule sheet: "quick: who bid what, tricks: 7 | …"."""
    line = under(game.rules).facts.get("ways")
    parts = [each.split(": ") for each in line.text.split(" | ")] if line else []
    return {mode.strip(): WayToEnter(*(text.strip() for text in rest)) for mode, *rest in parts}
