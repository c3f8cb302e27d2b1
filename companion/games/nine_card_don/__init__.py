"""Nine-Card Don: the first card led makes trumps, and the points are pegged as they fall."""

from collections.abc import Mapping, Sequence

from companion.game import Column, Game, Sheet
from companion.games.nine_card_don.counters import PACK
from companion.games.nine_card_don.play import holds, play
from companion.games.nine_card_don.referee import ENQUIRIES
from companion.rules import Options
from companion.seating import PAIRS, Seating

BLOCKS = 8


def rotation(seating: Seating, rules: Options, dealer: int) -> Sequence[Mapping[str, str]]:
    """Who deals and who pitches in the hands of a blank sheet."""
    seats = seating.seats[dealer - 1].round
    return [{"dealer": str(seats[n % 4]), "pitcher": str(seats[n % 4].left)} for n in range(BLOCKS)]


GAME = Game(
    key="nine-card-don",
    title="Nine-Card Don",
    prefix="DON",
    room=__file__,
    players=(4,),
    sides=PAIRS,
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        layout="blocks",
        rows=BLOCKS,
        track=121,
        columns=(
            Column("dealer", "dealer", 17),
            Column("pitcher", "pitcher", 17),
            Column("trump", "trump", 9),
            Column("t5", "5", 9.1, hint="10"),
            Column("t9", "9", 9.1, hint="9"),
            Column("ta", "A", 9.1, hint="4"),
            Column("tk", "K", 9.1, hint="3"),
            Column("tq", "Q", 9.1, hint="2"),
            Column("tj", "J", 9.1, hint="1"),
            Column("p1", "other 5", 9.1, hint="5"),
            Column("p2", "other 5", 9.1, hint="5"),
            Column("p3", "other 5", 9.1, hint="5"),
            Column("play", "in play", 14, per="side", kind="points", line=2),
            Column("count", "count", 15, per="side", line=2),
            Column("eight", "8 to", 14, line=2),
            Column("game", "game", 0, per="side", kind="points", line=2),
            Column("total", "total", 18, per="side", kind="total", line=2),
        ),
        known=rotation,
        once=(("First pitcher", ""), ("Game", "{target}")),
        notes=(
            "Boxes A, B or –: trump 5 9 A K Q J, then the three other fives.",
            "Game: A 4, K 3, Q 2, J 1, 10 = 10, all suits; the higher count scores 8.",
        ),
    ),
)
