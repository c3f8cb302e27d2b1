"""Oh Hell: bid how many tricks you take, and take no more."""

from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet
from companion_oh_hell.facts import PACK
from companion_oh_hell.house import House
from companion_oh_hell.play import holds, play
from companion_oh_hell.referee import ENQUIRIES, depends

GAME = Game(
    key="oh-hell",
    title="Oh Hell",
    prefix="OH",
    room=__file__,
    house=House,
    players=range(3, 7),
    pack=PACK,
    play=play,
    holds=holds,
    referee=ENQUIRIES,
    depends=depends,
    sheet=RowSheet(
        rows=15,
        columns=(
            Column("dealer", "Dealer", 14, circle=("seats",)),
            Column("cards", "Cards", 10),
            Column("bid", "Bid", 9, per="side"),
            Column("tricks", "Took", 9, per="side"),
            Column("total", "Total", 12, per="side", kind="total"),
        ),
    ),
)
