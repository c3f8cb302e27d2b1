"""Scotch Whist, or Catch the Ten: the trump jack is boss, the ten is the prize, 41 wins."""

from collections.abc import Mapping, Sequence

from companion.game import Column, Game, Sheet
from companion.games.scotch_whist.deck import PACK, sides
from companion.games.scotch_whist.play import holds, play
from companion.games.scotch_whist.referee import ENQUIRIES
from companion.rules import Options
from companion.seating import Seating

ROWS = 10


def rotation(seating: Seating, rules: Options, dealer: int) -> Sequence[Mapping[str, str]]:
    """Who deals in the hands of a blank sheet."""
    seats = seating.seats[dealer - 1].round
    return [{"dealer": str(seats[row % len(seats)])} for row in range(ROWS)]


GAME = Game(
    key="scotch-whist",
    title="Scotch Whist",
    prefix="SCW",
    room=__file__,
    players=(2, 3, 4, 5, 6, 7, 8),
    sides=sides,
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        rows=ROWS,
        landscape=True,
        columns=(
            Column("dealer", "Dealer", 18),
            Column("trump", "Trump", 11),
            Column("h10", "10", 9, hint="10", group="Who caught"),
            Column("ha", "A", 9, hint="4", group="Who caught"),
            Column("hk", "K", 9, hint="3", group="Who caught"),
            Column("hq", "Q", 9, hint="2", group="Who caught"),
            Column("hj", "J", 9, hint="11", group="Who caught"),
            Column("race", "Race", 10),
            Column("cards", "cards", 0, per="side"),
            Column("played", "played", 0),
            Column("points", "+", 9, per="side", kind="points"),
            Column("total", "Total", 11, per="side", kind="total"),
        ),
        known=rotation,
        once=(("Game", "{target}"),),
        notes=(
            "Check: ☐ cards 36 (35 with five or seven)  ☐ honours 30.",
            "Count in this order: 10, cards over the quota, A, K, Q, J. First there wins.",
        ),
    ),
)
