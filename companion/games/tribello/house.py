"""The house rules of Tribello with their types. Made of rules.md by `make houses`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    """Every house rule of Tribello; what each value means stands in rules.md."""

    tie_at_end: Literal["shared", "nullo_total"]
    phase2_trump_time: Literal["before_draw", "after_dealer_draw"]
    widow_after: Literal["face_down", "shown_after_hand"]
    game_length: Literal[12, 24]
    stake: int | Literal["none"]
    nullo_draw: Literal["yes", "no"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
