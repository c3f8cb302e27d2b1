"""The house rules of Oh Hell, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    course: Literal["down", "both"]
    most: int
    last_bid: Literal["uneven", "free"]
    missed: Literal["nothing", "tricks"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
