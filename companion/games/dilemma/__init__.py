"""Dilemma: every trick holds one card of each suit and is worth whatever the last card shows."""

from companion.game import Column, Game, Sheet
from companion.games.dilemma.play import holds, play
from companion.games.dilemma.referee import ENQUIRIES
from companion.games.dilemma.trick import PACK

GAME = Game(
    key="dilemma",
    title="Dilemma",
    prefix="DIL",
    room=__file__,
    players=(2,),
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        rows=12,
        columns=(
            Column("dealer", "Dealer", 20, circle=("seats",)),
            Column("tricks", "Tricks", 14, per="side"),
            Column("cards", "Score cards", 30, per="side"),
            Column("points", "Deal", 14, per="side", kind="points"),
            Column("total", "Total", 16, per="side", kind="total"),
        ),
        notes=(
            "13 score cards a deal: J 11, Q 12, K 13, A 14.",
            "The deal in which somebody reaches the target is the last; the higher total wins.",
        ),
    ),
)
