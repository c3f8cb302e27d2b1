"""Très: three cards to a trick, the leader plays twice, small cards are dynamite."""

from companion.game import Column, Game, Sheet
from companion.games.tres.play import holds, play
from companion.games.tres.referee import ENQUIRIES
from companion.games.tres.tricks import PACK

GAME = Game(
    key="tres",
    title="Très",
    prefix="TRES",
    room=__file__,
    players=(2,),
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        rows=8,
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
        notes=(
            "Tally the tricks by what they are worth: 17 tricks, 12 key cards (2, 3, 4) a deal.",
            "Non-dealer leads tricks 1, 3 … 17, the dealer 2, 4 … 16, whoever wins.",
        ),
    ),
)
