"""The house rules of Carousel, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    jokers: int | Literal["auto"]
    undercut_bonus: int
    empty_bonus: int
    target: int
    game_bonus: int
    box_bonus: int
    knock_limit: Literal[4, 5]
    hand_melds: Literal["count_all", "deduct"]
    empty_ends: Literal["yes", "no"]
    stock_out: Literal["void", "low_wins"]
    winner_by: Literal["first_to_target", "final_total"]
    first_meld: Literal["none", 30]
    draws: Literal["compulsory", "optional"]
    shutout: Literal["none", "double"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
