"""Leopard: three in a line on your own square of nine, of one suit or one colour."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Game
from companion.engine.sheets import Column, SquareSheet
from companion.games.leopard.facts import PACK, SPACES
from companion.games.leopard.house import House
from companion.games.leopard.play import holds, play
from companion.games.leopard.referee import ENQUIRIES
from companion.seating import Seating


def dealers(seating: Seating, rules: House, first: int) -> Sequence[Mapping[str, str]]:
    """Who deals each hand: the two players in turn."""
    seats = seating.seats
    hands: int = rules.hands
    return [{"dealer": seats[(first - 1 + number) % 2].name} for number in range(hands)]


def adapted(sheet: SquareSheet, rules: House, players: int) -> SquareSheet:
    """As many squares as hands are played."""
    return replace(sheet, rows=rules.hands)


GAME = Game(
    key="leopard",
    title="Leopard",
    prefix="LEO",
    room=__file__,
    house=House,
    players=(2,),
    pack=PACK,
    play=play,
    holds=holds,
    referee=ENQUIRIES,
    opens="quick",
    sheet=SquareSheet(
        adapt=adapted,
        spaces=SPACES,
        columns=(
            Column("dealer", "Dealer", 20, circle=("seats",)),
            Column("value", "Value", 20, per="side", kind="points"),
            Column("bonus", "Bonus", 20, per="side", kind="points"),
            Column("out", "Out", 20, per="side", kind="points"),
            Column("points", "Score", 20, per="side", kind="points"),
            Column("total", "Total", 20, per="side", kind="total"),
        ),
        known=dealers,
    ),
)
