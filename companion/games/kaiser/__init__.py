"""Kaiser: eight tricks, the five of hearts for five, the three of spades against three."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Bids, Contracts, Game
from companion.engine.sheets import Column, RowSheet
from companion.games.kaiser.facts import PACK
from companion.games.kaiser.house import House
from companion.games.kaiser.play import holds, play
from companion.games.kaiser.referee import ENQUIRIES, depends
from companion.seating import PAIRS, Seating


def known(seating: Seating, rules: House, dealer: int) -> Sequence[Mapping[str, str]]:
    """The dealer of each hand, as the deal passes after scored hands (KAI-DEAL); none if four
    passes pass it, too."""
    if rules.all_pass == "redeal_next_dealer":
        return [{}] * rules.hands
    seats = seating.seats[dealer - 1].round
    return [{"dealer": seats[row % len(seats)].name} for row in range(rules.hands)]


def adapt(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    """As many rows as hands, if their number ends the game (KAI-HANDS)."""
    return sheet if rules.ends == "score" else replace(sheet, rows=rules.hands, known=known)


GAME = Game(
    key="kaiser", title="Kaiser", prefix="KAI", room=__file__, house=House,
    begins="bids first", players=(4,),
    sides=PAIRS, pack=PACK, play=play, holds=holds, referee=ENQUIRIES, depends=depends, edition=2,
    sheet=RowSheet(
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
        once=(("Game", "{game}"),),
        adapt=adapt,
    ),
    bids=Bids("bidder", ("bid",), "rest pass"),
    contracts=Contracts(made=("KAI-MADE",), broken=("KAI-BROKEN",)),
)  # fmt: skip
