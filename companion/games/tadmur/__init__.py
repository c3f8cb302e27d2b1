"""Tadmur: a chain of neighbouring ranks to a card that only its owner has seen."""

from dataclasses import replace

from companion.engine.game import Bids, Game
from companion.engine.sheets import Column, StripSheet
from companion.games.tadmur.facts import CIRCLE, PACK
from companion.games.tadmur.house import House
from companion.games.tadmur.play import holds, play
from companion.games.tadmur.referee import ENQUIRIES
from companion.games.tadmur.turns import STRIP


def adapted(sheet: StripSheet, rules: House, players: int) -> StripSheet:
    """The strips with the line at the end of a fresh track, after as many spaces as are played."""
    return replace(sheet, heavy=str(rules.spaces))


GAME = Game(
    key="tadmur", title="Tadmur", prefix="TAD", bids=Bids("won"), room=__file__, house=House,
    begins="plays first",
    edition=2, opens="quick", players=(2,), pack=PACK, play=play, holds=holds, referee=ENQUIRIES,
    sheet=StripSheet(
        rows=5,
        adapt=adapted,
        spaces=STRIP,
        columns=(
            Column("dealer", "Dealer", 20, circle=("seats",)),
            Column("winner", "Winner", 20, circle=("seats",)),
            Column("how", "How", 16, circle=("G", "C", "O", "D")),
            Column("wrong", "Guessed wrongly", 60, per="side", circle=CIRCLE),
            Column("total", "Games", 14, per="side", kind="total"),
        ),
        once=(("Match to", "{match_to}"),),
    ),
)  # fmt: skip
