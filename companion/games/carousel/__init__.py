"""Carousel: knock on a table where every meld is everybody's."""

from companion.engine.game import Bids, Game
from companion.engine.sheets import Column, RowSheet
from companion.games.carousel.house import House
from companion.games.carousel.melds import pack
from companion.games.carousel.play import holds, play
from companion.games.carousel.referee import ENQUIRIES, depends

GAME = Game(
    key="carousel", title="Carousel", prefix="CAR", bids=Bids("knocker"), room=__file__,
    house=House, begins="draws first", players=range(2, 6), pack=pack(3, "auto"), play=play,
    holds=holds, referee=ENQUIRIES, depends=depends, edition=2, opens="quick",
    sheet=RowSheet(
        rows=12,
        landscape=True,
        columns=(
            Column("dealer", "Dealer", 16, circle=("seats",)),
            Column("knocker", "Knock", 16, circle=("seats",)),
            Column("left", "Left", 13, per="side"),
            Column("won", "✓", 7, per="side"),
            Column("points", "±", 12, per="side", kind="points"),
            Column("total", "Total", 14, per="side", kind="total"),
            Column("bonus", "Bonus", 0, per="side", kind="points"),
        ),
    ),
)  # fmt: skip
