"""The house rules of Dilemma, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    target: int
    next_dealer: Literal["alternate", "loser_deals"]
    end_when: Literal["deal_end", "at_once"]
    tie_at_target: Literal["play_on", "shared"]
    draw_order: Literal["winner_first", "alternate_ones"]
    swap_pick: Literal["giver", "receiver"]
    suit_nowhere: Literal["stock_swap", "redeal"]
    misplay: Literal["fix_if_open", "forfeit_trick"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
