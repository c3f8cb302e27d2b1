"""The house rules of Leopard, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    out_at: Literal[7, 5]
    suit_line: Literal[3, 2]
    bonus_over: Literal[7, 5]
    out_penalty: Literal[0, 1, 2]
    hands: Literal[2, 4, 6, 8]
    tie: Literal["draw", "extra_hand"]
    king_anywhere: Literal["no", "yes"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
