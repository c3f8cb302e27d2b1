"""The house rules of Jo-Jotte, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    trump_ceiling: Literal[165, 160]
    card_values: Literal["source", "tens_count"]
    passout_dealer: Literal["same", "other"]
    first_lead: Literal["non_dealer", "defender"]
    equal_runs: Literal["defender", "neither", "non_dealer"]
    fours_ranks: Literal["all", "no_low"]
    meld_card_reuse: Literal["yes", "no"]
    split_runs: Literal["no", "yes"]
    slam_needs_nullo: Literal["no", "yes"]
    slam_trump: Literal["contract", "no_trump"]
    slam_made_below: Literal["none", "trick_score"]
    jojotte_on_slam: Literal["yes", "no"]
    rubber: Literal["two_games", "best_of_three"]
    rubber_tie: Literal["drawn", "share"]
    seven_exchange: Literal["off", "on"]
    nt_overcall: Literal["off", "on"]
    revoke: Literal["opponent_takes_all", "correct_only"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
