"""The house rules of Dealer’s Dilemma, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    equal_difference: Literal["refuse", "as_zero", "allow_8"]
    easy_pair: Literal["shown_4", "both_6"]
    easy_miss_from: Literal["lowest", "nearest"]
    bid_change: Literal["until_next", "never"]
    revoke: Literal["redeal", "offender_zero"]
    rounds: Literal[3, 6, 9, 12]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
