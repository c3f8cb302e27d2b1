"""The house rules of Back Alley, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    overtrick_value: Literal[1, 0]
    max_plain_bid: Literal["hand_size", "hand_size_minus_1"]
    board_may_lead_trump: Literal["no", "yes"]
    all_pass: Literal["redeal_same_dealer", "redeal_next_dealer"]
    joker_upcard: Literal["no_trump", "turn_again", "jokers_stay_trump"]
    tie_at_end: Literal["shared", "extra_hand"]
    deal_schedule: Literal[
        "down_up_26",
        "down_up_25",
        "up_down_26",
        "every_other_14",
        "down_13",
        "ten_20",
        "seven_14",
        "family_13",
    ]
    trick_value: Literal[3, 4, 5, 10]
    board_value: Literal[6, 10, 20]
    board_progression: Literal["linear", "doubling"]
    rainbow: Literal[0, 8, 10]
    big_blooper_partner: Literal["must_play_highest", "may_play_lowest", "may_play_any"]
    trump_source: Literal["turn_up", "spades"]
    direction: Literal["clockwise", "counterclockwise"]
    revoke: Literal["adjust", "set"]
    big_blooper: Literal["coloured", "plain", "dragon", "marked"]
    partners: Literal["pairs", "solo"]
    bloopers: Literal["two", "none"]
    board_levels: Literal["quadruple", "quintuple"]
    little_blooper: Literal["forces", "plain"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
