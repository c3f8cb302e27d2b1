"""Leopard: three in a line on your own square of nine, of one suit or one colour."""

from collections.abc import Mapping, Sequence

from companion.game import Column, Game, Sheet
from companion.games.leopard.play import holds, play
from companion.games.leopard.referee import ENQUIRIES
from companion.games.leopard.square import PACK, SPACES
from companion.rules import Options
from companion.seating import Seating


def dealers(seating: Seating, rules: Options, first: int) -> Sequence[Mapping[str, str]]:
    """Who deals each hand: the two players in turn."""
    seats = seating.seats
    hands: int = rules.hands
    return [{"dealer": seats[(first - 1 + number) % 2].name} for number in range(hands)]


GAME = Game(
    key="leopard",
    title="Leopard",
    prefix="LEO",
    room=__file__,
    players=(2,),
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        layout="squares",
        rows=4,
        square=SPACES,
        columns=(
            Column("dealer", "Dealer", 20, circle=("seats",)),
            Column("value", "Value", 20, per="side", kind="points"),
            Column("bonus", "Bonus", 20, per="side", kind="points"),
            Column("out", "Out", 20, per="side", kind="points"),
            Column("points", "Score", 20, per="side", kind="points"),
            Column("total", "Total", 20, per="side", kind="total"),
        ),
        notes=(
            "Write rank and suit in the space (× face down), 3, 1 or 0 at the end of each line.",
            "Score = value + what is over 7 − 1 for the player who went out.",
            "With 3 for a line of one suit no square is worth 17, 19, 21, 22 or 23.",
        ),
        known=dealers,
    ),
)
