"""Shakespeare's Dilemma: every trick a point, and none pays as much as all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.game import Column, Game, Sheet
from companion.games.shakespeares_dilemma.deck import PACK
from companion.games.shakespeares_dilemma.play import holds, play
from companion.games.shakespeares_dilemma.referee import ENQUIRIES
from companion.rules import Options
from companion.seating import Seating


def known(seating: Seating, rules: Options, dealer: int) -> Sequence[Mapping[str, str]]:
    """The dealer of every hand."""
    seats = seating.seats[dealer - 1].round
    return [{"dealer": str(seats[n % len(seats)])} for n in range(14)]


GAME = Game(
    key="shakespeares-dilemma",
    title="Shakespeare’s Dilemma",
    prefix="SHK",
    room=__file__,
    players=range(3, 7),
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        rows=14,
        landscape=True,
        known=known,
        columns=(
            Column("dealer", "Dealer", 18),
            Column("widow", "Widow", 16),
            Column("tricks", "Tricks", 10, per="side"),
            Column("doubler", "V S", 9, per="side", circle=("V", "S")),
            Column("points", "±", 10, per="side", kind="points"),
            Column("total", "Total", 12, per="side", kind="total"),
        ),
        notes=(
            "Tricks of a hand: 14 with four players, 15 with three, 12 with five, 10 with six.",
            "V and S: Galaxy Venus and Galaxy Saturn. No trick scores 14, 15, 12 or 10.",
        ),
    ),
)
