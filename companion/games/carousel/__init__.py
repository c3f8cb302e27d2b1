"""Carousel: knock on a table where every meld is everybody's."""

from companion.game import Column, Game, Sheet
from companion.games.carousel.melds import pack
from companion.games.carousel.play import holds, play
from companion.games.carousel.referee import ENQUIRIES

GAME = Game(
    key="carousel",
    title="Carousel",
    prefix="CAR",
    room=__file__,
    players=range(2, 6),
    pack=pack(3, "auto"),
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        rows=12,
        landscape=True,
        columns=(
            Column("dealer", "Dealer", 16, circle=("seats",)),
            Column("knocker", "Knock", 16, circle=("seats",)),
            Column("left", "Left", 13, per="side"),
            Column("won", "✓", 7, per="side"),
            Column("points", "±", 12, per="side", kind="points"),
            Column("total", "Total", 14, per="side", kind="total"),
            Column("bonus", "Bonus", 0, per="side", kind="points"),
        ),
        notes=(
            "✓ a hand won (25 at the end); U undercut; E empty hand.",
            "At 150: game 100, 25 for each ✓.",
        ),
    ),
)
