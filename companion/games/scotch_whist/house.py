"""The house rules of Scotch Whist, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    card_points: Literal["over_quota", "none"]
    target_rule: Literal["reach", "exceed"]
    both_home: Literal["counting_order", "higher_total"]
    order_tie: Literal["higher_then_shared", "eldest", "play_on"]
    stop_when_reached: Literal["no", "yes"]
    revoke: Literal["redeal", "lose_game"]
    packets: Literal["no", "yes"]
    removed_six: Literal["clubs", "spades"]
    eight_players: Literal["no", "yes"]
    partners: Literal["solo", "two_sides", "three_sides"]
    target: int


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
