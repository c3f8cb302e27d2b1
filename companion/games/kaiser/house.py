"""The house rules of Kaiser, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    dealer_equal: Literal["yes", "no"]
    target: int
    ends: Literal["score", "hands", "either"]
    hands: int
    all_pass: Literal["redeal_same_dealer", "redeal_next_dealer", "dealer_must_bid"]
    failed_contract: Literal["trick_value", "bid_amount"]
    nt_doubles_defenders: Literal["no", "yes"]
    broken_negative: Literal["lose_magnitude", "literal", "zero"]
    defender_limit: Literal[43, 44, 45, 46, 47, "none"]
    defender_cap: Literal["none", "at_limit"]
    frozen_pile: Literal["negative_counts", "nothing", "larger_adds"]
    win_rule: Literal["higher_score", "bidders_first", "must_bid", "bid_covers_target"]
    tie_at_end: Literal["play_on", "declarers", "draw"]
    lose_at: Literal["none", -52]
    first_lead: Literal["dealer_left", "bid_winner"]
    min_bid: Literal[5, 6, 7, 8]
    eleven: Literal["yes", "no"]
    misdeal: Literal["optional", "compulsory", "off"]
    kaiser_bid: Literal["off", "on", "twelve_no", "twelve"]
    kaiser_pays: Literal["game", 52]
    nt_raises_target: Literal["off", "on", "no_trump_hand"]
    pass_card: Literal["off", "on"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
