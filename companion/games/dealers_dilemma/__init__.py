"""Dealer's Dilemma: say with two cards of your own how many of ten tricks you will win."""

from companion.engine.game import Contracts, Game
from companion.engine.sheets import Column, RowSheet
from companion.games.dealers_dilemma.facts import PACK
from companion.games.dealers_dilemma.house import House
from companion.games.dealers_dilemma.play import holds, play
from companion.games.dealers_dilemma.referee import ENQUIRIES

GAME = Game(
    key="dealers-dilemma", title="Dealer’s Dilemma", prefix="DD", room=__file__, house=House,
    edition=2, opens="quick", players=(3,), pack=PACK, play=play, holds=holds, referee=ENQUIRIES,
    sheet=RowSheet(
        rows=6,
        rows_by="rounds",
        dealers=True,
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
)  # fmt: skip
