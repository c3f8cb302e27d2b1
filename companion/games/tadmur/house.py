"""The house rules of Tadmur, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    spaces: int
    guess_freeze: Literal["either", "opponent_near", "self_near", "off"]
    stuck: Literal["lose", "pass", "discard"]
    repeat_guess: Literal["allowed", "refused"]
    match_to: int | Literal["open"]
    next_dealer: Literal["alternate", "loser_deals"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
