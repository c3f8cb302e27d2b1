"""Scotch Whist, or Catch the Ten: the trump jack is boss, the ten is the prize."""

from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet
from companion.games.scotch_whist.facts import PACK, sides
from companion.games.scotch_whist.house import House
from companion.games.scotch_whist.play import holds, play
from companion.games.scotch_whist.referee import ENQUIRIES, depends

GAME = Game(
    key="scotch-whist", title="Scotch Whist", prefix="SCW", room=__file__, house=House,
    begins="leads",
    players=(2, 3, 4, 5, 6, 7, 8), sides=sides, pack=PACK, play=play, holds=holds,
    referee=ENQUIRIES, depends=depends, edition=2, opens="quick",
    sheet=RowSheet(
        rows=4,
        dealers=True,
        landscape=True,
        columns=(
            Column("dealer", "Dealer", 18),
            Column("trump", "Trump", 11),
            Column("h10", "10", 9, hint="10", group="Who caught"),
            Column("ha", "A", 9, hint="4", group="Who caught"),
            Column("hk", "K", 9, hint="3", group="Who caught"),
            Column("hq", "Q", 9, hint="2", group="Who caught"),
            Column("hj", "J", 9, hint="11", group="Who caught"),
            Column("race", "Race", 10),
            Column("cards", "cards", 9, per="side"),
            Column("points", "+", 9, per="side", kind="points"),
            Column("total", "Total", 11, per="side", kind="total"),
        ),
        once=(("Game", "{game}"),),
    ),
)  # fmt: skip
