"""Kaiser: eight tricks, the five of hearts for five, the three of spades against three."""

from companion.game import Column, Contracts, Game, Sheet
from companion.games.kaiser.play import PACK, holds, play
from companion.games.kaiser.referee import ENQUIRIES
from companion.seating import PAIRS

GAME = Game(
    key="kaiser",
    title="Kaiser",
    prefix="KAI",
    room=__file__,
    players=(4,),
    sides=PAIRS,
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        rows=16,
        columns=(
            Column("dealer", "Dealer", 14, circle=("seats",)),
            Column("bidder", "Bidder", 14, circle=("seats",)),
            Column("contract", "Bid", 13),
            Column("trump", "Trump", 11),
            Column("tricks", "Tricks", 9, per="side"),
            Column("five", "5♥", 10, circle=("sides",)),
            Column("three", "3♠", 10, circle=("sides",)),
            Column("pile", "Pile", 9, per="side"),
            Column("made", "✓ ✗", 8),
            Column("points", "±", 13, per="side", kind="points"),
            Column("total", "Total", 14, per="side", kind="total"),
        ),
        notes=(
            "Piles of a hand add up to 10: tricks + 5 with the 5♥ − 3 with the 3♠.",
            "Above 45 (❄) defenders add nothing; a pile below zero still counts.",
        ),
    ),
    contracts=Contracts(made=("KAI-MADE",), broken=("KAI-BROKEN",)),
)
