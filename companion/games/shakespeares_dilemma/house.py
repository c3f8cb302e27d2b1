"""The house rules of Shakespeare’s Dilemma, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    target: int
    widow_timing: Literal["before_pass", "after_pass"]
    widow_auction: Literal["until_one", "one_round"]
    widow_min: int
    no_one_venus: Literal["lowest_venus", "left_of_dealer"]
    galaxy_rank: Literal["own_suit", "above_all"]
    tie_at_target: Literal["play_on", "shared"]
    revoke: Literal["note", "offender_zero"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
