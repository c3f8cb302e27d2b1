"""The house rules of Très, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    deals: Literal[2, 4, 6, 8, "open"]
    next_dealer: Literal["alternate", "loser_deals"]
    tie: Literal["draw", "two_more"]
    revoke: Literal["note", "forfeit_trick", "void_deal"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
