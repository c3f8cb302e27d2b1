"""The scoresheet of Back Alley: a row for each hand, cards and dealer printed in advance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.game import Column, Part, Sheet, Sum
from companion.games.back_alley.deal import schedule, turn
from companion.rules import Options
from companion.seating import Seating

ORDER = (("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"))
HALF_TIME = "Half-time · fold here"


def known(seating: Seating, rules: Options, dealer: int) -> Sequence[Mapping[str, str]]:
    """Cards, dealer and the order of the bids, hand by hand."""
    rows: list[dict[str, str]] = []
    seat = seating.seats[dealer - 1]
    for cards in schedule(rules):
        order = turn(seat, rules)
        row = {"cards": str(cards), "dealer": seat.name}
        for (key, _), bidder in zip(ORDER, order, strict=True):
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


def adapt(sheet: Sheet, rules: Options) -> Sheet:
    """As many rows as the schedule has hands, with the fold in the middle."""
    rows = len(schedule(rules))
    half = (rows + 1) // 2
    return replace(sheet, rows=rows, parts=(Part(half, foot=HALF_TIME), Part(rows - half)))


SHEET = Sheet(
    rows=26,
    columns=(
        Column("cards", "Cards", 9),
        Column("dealer", "Dealer", 16),
        Column("turn-up", "Turn-up", 12),
        *(Column(key, head, 10, group="Bids, in order", small=True) for key, head in ORDER),
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
    notes=(
        "The tricks of a hand add up to its cards. A set contract stands in brackets.",
        "Board: B, 2B, 3B, 4B. Four passes: a stroke in the dealer’s box, no new row.",
    ),
    known=known,
    adapt=adapt,
)
