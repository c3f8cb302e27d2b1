"""The house rules of Panguingue, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    packs: int
    stack: int
    ante: int
    drop_fee: int
    big_meld: Literal["per_card", "once"]
    rope_extension_pays: Literal["yes", "no"]
    valle_layoff: Literal["full", "reduced"]
    ak_mixed_layoff: Literal["no", "yes"]
    out_again: Literal["base", "with_layoffs"]
    borrow_to_extend: Literal["no", "yes"]
    force_scope: Literal["table", "table_or_hand"]
    next_dealer: Literal["left_of_winner", "rotate_right"]
    deal_packets: Literal[2, 5]
    short_stack: Literal["debt", "buy_in_first"]
    claim: Literal["auto", "on_request"]
    abandoned: Literal["carry", "refund_antes"]
    foul: Literal["out", "redeal"]
    complete_and_extend: Literal["both", "once"]
    spades_out: Literal["no", "yes"]
    split_tops: Literal["no", "yes"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
