"""Another game: one that the players know and name; they write the points of each round."""

from dataclasses import replace

from companion.cards import Pack
from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet
from companion.games.another.house import House
from companion.games.another.play import holds, play, sides
from companion.games.another.referee import ENQUIRIES, depends
from companion.games.another.score import ends

WIDE = 168
"""Millimetres that the columns of all sides share on an upright sheet, and
on one that lies on its side."""
LYING = 250
MANY = 8
"""More sides than this lie on their side."""


def adapted(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    """Two columns for each side, the round and the total, as wide as the paper allows."""
    seats = players or 4
    count = len(sides(seats, rules) or range(seats))
    each = min((LYING if count > MANY else WIDE) / count, 36)
    widths = {"points": each * 0.42, "total": each * 0.58}
    columns = [replace(c, mm=widths.get(c.key, c.mm)) for c in sheet.columns]
    if rules.deal != "passes":
        columns = columns[1:]
    rows = rules.rounds if ends(rules) == "rounds" else sheet.rows
    return replace(sheet, columns=columns, rows=rows, landscape=count > MANY)


GAME = Game(
    key="another", title="Another game", prefix="ANY", room=__file__, house=House, named="title",
    players=range(2, 13), sides=sides, pack=Pack.of(), play=play, holds=holds, referee=ENQUIRIES,
    depends=depends,
    sheet=RowSheet(
        adapt=adapted,
        rows=20,
        columns=(
            Column("dealer", "Dealer", 16, circle=("seats",)),
            Column("points", "Round", 14, per="side", kind="points"),
            Column("total", "Total", 20, per="side", kind="total"),
        ),
        once=(("Game", "{game}"),),
    ),
)  # fmt: skip
