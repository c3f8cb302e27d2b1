"""Another game: one that the players know and name; they write the points of each round."""

from collections.abc import Sequence
from dataclasses import replace

from companion.cards import Pack
from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet
from companion.games.another import score
from companion.games.another.house import House
from companion.games.another.lines import card, rows
from companion.games.another.play import holds, play, sides
from companion.games.another.referee import ENQUIRIES, depends
from companion.rules.rows import RoundLine

WIDE = 168
"""Millimetres that the columns of all sides share on an upright sheet, and
on a landscape sheet."""
LYING = 250
MANY = 8
"""More sides than this lie on their side."""
LEAST = 9.5
"""Least width of the column of a line; columns that have less are left out."""


def adapted(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    """Two columns for each side, the round and the total, as wide as the paper allows; before them
    one for each line of a round, if all have room, or the name of the line that a round fills."""
    seats = players or 4
    count = len(sides(seats, rules) or range(seats))
    named = [] if card(rules) else rows(rules)
    lying = count > MANY or WIDE / count < width(named) <= LYING / count
    each = (LYING if lying else WIDE) / count
    named = named if width(named) <= each else []
    line = (each - 34) / len(named) if named else 0
    left = min(each - line * len(named), 36)
    widths = {"points": left * 0.42, "total": left * 0.58}
    columns = [replace(c, mm=widths.get(c.key, c.mm)) for c in sheet.columns]
    if rules.deal != "passes":
        columns = columns[1:]
    first = len(columns) - len(widths)
    columns[first:first] = [
        Column(f"line {place}", row.name, min(line, 16), per="side", kind="points")
        for place, row in enumerate(named, 1)
    ]
    if card(rules):
        columns.insert(first, Column("line", "Line", max(each - 34, LEAST), per="side"))
    long = score.length(rules) if score.ends(rules) == "rounds" else sheet.rows
    return replace(sheet, columns=columns, rows=long, landscape=lying)


def width(named: Sequence[RoundLine]) -> float:
    """The least width of a side with these lines."""
    return LEAST * len(named) + 34


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
