"""Dilemma: every trick has one card of each suit and scores the value of the last card."""

from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet
from companion.games.dilemma.facts import PACK
from companion.games.dilemma.house import House
from companion.games.dilemma.play import holds, play
from companion.games.dilemma.referee import ENQUIRIES, depends

GAME = Game(
    key="dilemma", title="Dilemma", prefix="DIL", room=__file__, house=House,
    begins="leads", edition=2,
    opens="scores",
    ways={
        "scores": "Just the result",
        "quick": "Totals",
        "tricks": "Step by step",
        "guided": "Card by card",
    },
    players=(2,), pack=PACK, play=play, holds=holds, referee=ENQUIRIES, depends=depends,
    sheet=RowSheet(
        rows=4,
        columns=(
            Column("dealer", "Dealer", 20, circle=("seats",)),
            Column("tricks", "Tricks", 12, per="side"),
            Column("cards", "Score cards", 36, per="side"),
            Column("points", "Deal", 13, per="side", kind="points"),
            Column("total", "Total", 16, per="side", kind="total"),
        ),
    ),
)  # fmt: skip
