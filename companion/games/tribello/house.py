"""The house rules of Tribello, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    tie_at_end: Literal["shared", "nullo_total"]
    phase2_trump_time: Literal["before_draw", "after_dealer_draw"]
    widow_after: Literal["face_down", "shown_after_hand"]
    game_length: Literal[12, 24]
    stake: int | Literal["none"]
    nullo_draw: Literal["yes", "no"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
