"""Back Alley: thirteen cards down to one and back, two bloopers, and the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from companion.engine.game import Bids, Contracts, Game
from companion.engine.sheets import Column, RowSheet, SheetPart, Sum
from companion.games.back_alley.facts import PACK, PLAYERS, SCHEDULES, schedule, sides, turn
from companion.games.back_alley.house import House
from companion.games.back_alley.play import PLACES, holds, play
from companion.games.back_alley.referee import ENQUIRIES, depends
from companion.seating import Seating

HEADS = ("1st", "2nd", "3rd", "4th", "5th", "6th")
DRAWN = 4
"""Bids that have a column of their own: with more players their contracts are their bids."""
NARROW = 5
"""With more players than this, columns are narrow, so that all fit on one page."""
HALF_TIME = "Half-time · fold here"


def known(seating: Seating, rules: House, dealer: int) -> Sequence[Mapping[str, str]]:
    """Cards, dealer and the order of the bids, hand by hand."""
    rows: list[dict[str, str]] = []
    seat = seating.seats[dealer - 1]
    for cards in schedule(rules, len(seating.seats)):
        order = turn(seat, rules)
        row = {"cards": str(cards), "dealer": seat.name}
        for key, bidder in zip(PLACES, order, strict=False):
            row[key] = beginning(bidder.name, seating)
        rows.append(row)
        seat = order[0]
    return rows


def beginning(name: str, seating: Seating) -> str:
    """The first letters of a name, as many as tell the players apart, up to three."""
    for length in (1, 2):
        if len({seat.name[:length].casefold() for seat in seating.seats}) == len(seating.seats):
            return name[:length]
    return name[:3]


def dealt(sizes: Sequence[int]) -> str:
    """The sizes of the hands in short: "8 to 1, 1 to 8"."""
    runs = [[sizes[0]]]
    for size in sizes[1:]:
        run = runs[-1]
        turns = size == run[-1] or (len(run) > 1 and (size > run[-1]) != (run[-1] > run[-2]))
        runs += [[size]] if turns else []
        run += [] if turns else [size]
    steady = [all(abs(a - b) == 1 for a, b in pairwise(run)) and len(run) > 2 for run in runs]
    return ", ".join(
        f"{run[0]} to {run[-1]}" if by_ones else ", ".join(map(str, run))
        for run, by_ones in zip(runs, steady, strict=True)
    )


def adapt(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    """As many rows as the schedule has hands, with the fold in the middle.

    Where everybody plays alone a contract is a bid: the bids have no columns of their own.
    """
    sizes = schedule(rules, players or 4)
    rows = len(sizes)
    half = (rows + 1) // 2
    plays = {} if sizes == SCHEDULES[rules.deal_schedule] else {"deal_schedule": dealt(sizes)}
    columns = sheet.columns
    if rules.partners == "solo" or players not in (0, 4):
        changed: dict[str, dict[str, Any]] = {place: {"mm": 0} for place in PLACES}
        changed["contract"] = {"head": "bid"}
        columns = [replace(each, **changed.get(each.key, {})) for each in columns]
    parts = (SheetPart(half, foot=HALF_TIME), SheetPart(rows - half))
    if players > NARROW:
        columns = [replace(each, mm=min(each.mm, 12)) for each in columns]
    once = sheet.once if rules.bloopers == "two" else ()
    return replace(sheet, rows=rows, parts=parts, columns=columns, once=once, plays=plays)


SHEET = RowSheet(
    rows=26,
    columns=(
        Column("cards", "Cards", 9),
        Column("dealer", "Dealer", 16),
        Column("turn-up", "Turn-up", 12),
        *(
            Column(key, head, 10 if place < DRAWN else 0, group="Bids, in order", small=True)
            for place, (key, head) in enumerate(zip(PLACES, HEADS, strict=True))
        ),
        Column("contract", "contract", 11, per="side"),
        Column("tricks", "tricks", 10, per="side"),
        Column("points", "±", 12, per="side", kind="points"),
        Column("total", "total", 14, per="side", kind="total"),
    ),
    parts=(SheetPart(13, foot=HALF_TIME), SheetPart(13)),
    sums=(
        Sum("Contracts made", rules=("BAL-MADE",), count=True),
        Sum("Contracts set", rules=("BAL-SET",), count=True),
        Sum("Boards won", rules=("BAL-BOARD", "BAL-LEVEL"), count=True, sign=1),
        Sum("Boards lost", rules=("BAL-BOARD", "BAL-LEVEL"), count=True, sign=-1),
    ),
    once=(("Big blooper", "{big_blooper}"),),
    known=known,
    adapt=adapt,
)

GAME = Game(
    key="back-alley", title="Back Alley", prefix="BAL", room=__file__, house=House,
    begins="bids first", players=PLAYERS,
    turn_rule=("direction", "counterclockwise"), sides=sides, pack=PACK, play=play, holds=holds,
    referee=ENQUIRIES, depends=depends, sheet=SHEET, bids=Bids(in_turn=("bid",)),
    contracts=Contracts(
        made=("BAL-MADE",), broken=("BAL-SET",), staked=("BAL-BOARD", "BAL-LEVEL"),
    ),
)  # fmt: skip
