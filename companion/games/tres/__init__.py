"""Très: three cards to a trick, the leader plays twice, small cards are dynamite."""

from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet
from companion.games.tres.facts import PACK
from companion.games.tres.house import House
from companion.games.tres.play import holds, play
from companion.games.tres.referee import ENQUIRIES

GAME = Game(
    key="tres", title="Très", prefix="TRES", room=__file__, house=House,
    begins="leads", edition=2, opens="totals",
    ways={
        "totals": "Just the result",
        "quick": "Piles",
        "keys": "Step by step",
        "guided": "Card by card",
    },
    players=(2,), pack=PACK, play=play, holds=holds, referee=ENQUIRIES,
    sheet=RowSheet(
        rows=8,
        rows_by="deals",
        columns=(
            Column("dealer", "Dealer", 16, circle=("seats",)),
            Column("ones", "× 1", 10, per="side"),
            Column("twos", "× 2", 10, per="side"),
            Column("fours", "× 4", 10, per="side"),
            Column("eights", "× 8", 10, per="side"),
            Column("sixteens", "× 16", 10, per="side"),
            Column("points", "Deal", 13, per="side", kind="points"),
            Column("total", "Total", 14, per="side", kind="total"),
        ),
    ),
)  # fmt: skip
