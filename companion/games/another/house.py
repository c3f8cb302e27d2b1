"""The house rules of Another game, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
    title: str
    best: Literal["highest", "lowest", "down"]
    sides: Literal["alone", "two", "pairs"]
    deal: Literal["passes", "stays", "none"]
    out: Literal["no", "yes"]
    adds: int
    moon: Literal["no", "yes"]
    lines: str
    fill: Literal["round", "once"]
    start: int
    over: Literal["counts", "bust"]
    ends: Literal["score", "rounds", "open"]
    target: int
    rounds: int
    tie: Literal["share", "on"]


Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
