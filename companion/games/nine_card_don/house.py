"""The house rules of Nine-Card Don, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    cards_each: Literal[9, 13]
    trump_nine_points: Literal[9, 18]
    plain_nine_points: Literal[0, 9]
    game_points: Literal[8, 0]
    target: int
    finish: Literal["immediate", "end_of_hand"]
    level_count: Literal["nobody", "carried"]
    follow_rule: Literal["must_follow", "follow_or_trump"]
    face_down_rule: Literal["pitcher_partner", "all_but_pitcher"]
    face_down_breach: Literal["warn", "misdeal"]
    revoke_penalty: Literal["adjust", "league"]
    first_pitch: Literal["draw", "two_of_diamonds"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
