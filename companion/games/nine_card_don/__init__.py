"""Nine-Card Don: the first card led makes trumps, and the points are pegged as they fall."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Game
from companion.engine.sheets import BlockSheet, Column
from companion.games.nine_card_don.facts import PACK
from companion.games.nine_card_don.house import House
from companion.games.nine_card_don.play import holds, play
from companion.games.nine_card_don.referee import ENQUIRIES, depends
from companion.seating import PAIRS, Seating

BLOCKS = 7
BOX, OTHER = 9.6, 16.0
"""Width of the box of a counter, in mm."""
LONGEST_TRACK = 121
"""A game to more is not drawn as a track."""


def rotation(seating: Seating, rules: House, dealer: int) -> Sequence[Mapping[str, str]]:
    """The dealer and the pitcher of each hand of a blank sheet."""
    seats = seating.seats[dealer - 1].round
    return [{"dealer": str(seats[n % 4]), "pitcher": str(seats[n % 4].left)} for n in range(BLOCKS)]


def adapted(sheet: BlockSheet, rules: House, players: int) -> BlockSheet:
    """The boxes and the track as these house rules want them: other nines, another target."""
    wide = {f"n{n}": OTHER if rules.plain_nine_points else 0.0 for n in (1, 2, 3)}
    if not rules.game_points:
        wide |= {"count": 0.0, "eight": 0.0}
    hints = {"t9": str(rules.trump_nine_points)}
    columns = [
        replace(each, mm=wide.get(each.key, each.mm), hint=hints.get(each.key, each.hint))
        for each in sheet.columns
    ]
    track = rules.target if rules.target <= LONGEST_TRACK else 0
    return replace(sheet, columns=tuple(columns), track=track)


GAME = Game(
    key="nine-card-don", title="Nine-Card Don", prefix="DON", room=__file__, house=House,
    players=(4,), sides=PAIRS, pack=PACK, play=play, holds=holds, referee=ENQUIRIES,
    depends=depends, edition=2,
    sheet=BlockSheet(
        rows=BLOCKS, track=LONGEST_TRACK, adapt=adapted,
        columns=(
            Column("dealer", "dealer", 17),
            Column("pitcher", "pitcher", 17),
            Column("trump", "trump", 9),
            Column("t5", "5", BOX, hint="10"),
            Column("t9", "9", BOX, hint="9"),
            Column("ta", "A", BOX, hint="4"),
            Column("tk", "K", BOX, hint="3"),
            Column("tq", "Q", BOX, hint="2"),
            Column("tj", "J", BOX, hint="1"),
            Column("p1", "other 5", OTHER, hint="5", line=2),
            Column("p2", "other 5", OTHER, hint="5", line=2),
            Column("p3", "other 5", OTHER, hint="5", line=2),
            Column("n1", "other 9", 0, hint="9", line=2),
            Column("n2", "other 9", 0, hint="9", line=2),
            Column("n3", "other 9", 0, hint="9", line=2),
            Column("play", "in play", 14, per="side", kind="points", line=3),
            Column("count", "count", 15, per="side", line=3),
            Column("eight", "8 to", 14, line=2),
            Column("game", "game", 0, per="side", kind="points", line=3),
            Column("total", "total", 18, per="side", kind="total", line=3),
        ),
        known=rotation, once=(("First pitcher", ""), ("Game", "{target}")),
    ),
)  # fmt: skip
