"""The scoresheet of Back Alley: a row for each hand, cards and dealer printed in advance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.back_alley.deck import schedule, turn
from companion.games.back_alley.house import House
from companion.seating import Seating
from companion.sheets import Column, Part, RowSheet, Sum

ORDER = (
    ("first", "1st"),
    ("second", "2nd"),
    ("third", "3rd"),
    ("fourth", "4th"),
    ("fifth", "5th"),
    ("sixth", "6th"),
)
DRAWN = 4
"""Bids that have a column of their own: with more players their contracts are their bids."""
HALF_TIME = "Half-time · fold here"


def known(seating: Seating, rules: House, dealer: int) -> Sequence[Mapping[str, str]]:
    """Cards, dealer and the order of the bids, hand by hand."""
    rows: list[dict[str, str]] = []
    seat = seating.seats[dealer - 1]
    for cards in schedule(rules, len(seating.seats)):
        order = turn(seat, rules)
        row = {"cards": str(cards), "dealer": seat.name}
        for (key, _), bidder in zip(ORDER, order, strict=False):
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


def adapt(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    """As many rows as the schedule has hands, with the fold in the middle.

    Where everybody plays alone a contract is a bid: the bids have no columns of their own.
    """
    rows = len(schedule(rules, players or 4))
    half = (rows + 1) // 2
    columns = sheet.columns
    if rules.partners == "solo" or players not in (0, 4):
        bids = {key for key, _ in ORDER}
        columns = [
            replace(each, mm=0)
            if each.key in bids
            else replace(each, head="bid")
            if each.key == "contract"
            else each
            for each in columns
        ]
    parts = (Part(half, foot=HALF_TIME), Part(rows - half))
    once = sheet.once if rules.bloopers == "two" else ()
    return replace(sheet, rows=rows, parts=parts, columns=columns, once=once)


SHEET = RowSheet(
    rows=26,
    columns=(
        Column("cards", "Cards", 9),
        Column("dealer", "Dealer", 16),
        Column("turn-up", "Turn-up", 12),
        *(
            Column(key, head, 10 if place < DRAWN else 0, group="Bids, in order", small=True)
            for place, (key, head) in enumerate(ORDER)
        ),
        Column("contract", "contract", 11, per="side"),
        Column("tricks", "tricks", 10, per="side"),
        Column("points", "±", 12, per="side", kind="points"),
        Column("total", "total", 14, per="side", kind="total"),
    ),
    parts=(Part(13, foot=HALF_TIME), Part(13)),
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
