"""Leopard: three in a line on your own square of nine, of one suit or one colour."""

from companion.engine.game import Game
from companion.engine.sheets import Column, SquareSheet
from companion.games.leopard.facts import PACK, SPACES
from companion.games.leopard.house import House
from companion.games.leopard.play import holds, play
from companion.games.leopard.referee import ENQUIRIES

GAME = Game(
    key="leopard", title="Leopard", prefix="LEO", room=__file__, house=House,
    begins="begins", players=(2,),
    pack=PACK, play=play, holds=holds, referee=ENQUIRIES, opens="quick",
    sheet=SquareSheet(
        rows_by="hands",
        dealers=True,
        spaces=SPACES,
        columns=(
            Column("dealer", "Dealer", 20, circle=("seats",)),
            Column("value", "Value", 20, per="side", kind="points"),
            Column("bonus", "Bonus", 20, per="side", kind="points"),
            Column("out", "Out", 20, per="side", kind="points"),
            Column("points", "Score", 20, per="side", kind="points"),
            Column("total", "Total", 20, per="side", kind="total"),
        ),
    ),
)  # fmt: skip
