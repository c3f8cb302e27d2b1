"""Shakespeare's Dilemma: every trick a point, and none pays as much as all."""

from dataclasses import replace

from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet
from companion.games.shakespeares_dilemma.facts import PACK
from companion.games.shakespeares_dilemma.house import House
from companion.games.shakespeares_dilemma.play import holds, play
from companion.games.shakespeares_dilemma.referee import ENQUIRIES


def adapted(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    """Without the column for the widow, which only three players have."""
    columns = [each for each in sheet.columns if each.key != "widow" or players <= 3]
    return replace(sheet, columns=columns)


GAME = Game(
    key="shakespeares-dilemma", title="Shakespeare’s Dilemma", prefix="SHK", room=__file__,
    house=House, players=range(3, 7), pack=PACK, play=play, holds=holds, referee=ENQUIRIES,
    edition=2, opens="quick",
    sheet=RowSheet(
        rows=14, landscape=True, dealers=True, adapt=adapted,
        columns=(
            Column("dealer", "Dealer", 18),
            Column("widow", "Widow", 16),
            Column("tricks", "Tricks", 10, per="side"),
            Column("doubler", "V S", 9, per="side", circle=("V", "S")),
            Column("points", "±", 10, per="side", kind="points"),
            Column("total", "Total", 12, per="side", kind="total"),
        ),
    ),
)  # fmt: skip
