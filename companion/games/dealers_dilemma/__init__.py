"""Dealer's Dilemma: say with two cards of your own how many of ten tricks you will win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Contracts, Game
from companion.engine.sheets import Column, RowSheet
from companion.games.dealers_dilemma.facts import PACK
from companion.games.dealers_dilemma.house import House
from companion.games.dealers_dilemma.play import holds, play
from companion.games.dealers_dilemma.referee import ENQUIRIES
from companion.seating import Seating


def known(seating: Seating, rules: House, dealer: int) -> Sequence[Mapping[str, str]]:
    seats = seating.seats[dealer - 1].round
    return [{"dealer": str(seats[n % 3])} for n in range(rules.rounds)]


def adapted(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    """A row for each round."""
    return replace(sheet, rows=rules.rounds)


GAME = Game(
    key="dealers-dilemma",
    title="Dealer’s Dilemma",
    prefix="DD",
    room=__file__,
    house=House,
    edition=2,
    opens="quick",
    players=(3,),
    pack=PACK,
    play=play,
    holds=holds,
    referee=ENQUIRIES,
    sheet=RowSheet(
        adapt=adapted,
        rows=6,
        known=known,
        columns=(
            Column("dealer", "Dealer", 18),
            Column("trump", "Trump", 12),
            Column("bid", "Bid", 14, per="side"),
            Column("tricks", "Tricks", 10, per="side"),
            Column("points", "±", 11, per="side", kind="points"),
            Column("total", "Total", 13, per="side", kind="total"),
        ),
    ),
    contracts=Contracts(
        made=("DD-SHOWN", "DD-HIDDEN", "DD-TOP", "DD-DIFF", "DD-ZERO"),
        broken=("DD-EASYMISS", "DD-RISKMISS"),
    ),
)
