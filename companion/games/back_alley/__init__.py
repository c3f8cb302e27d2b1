"""Back Alley: thirteen cards down to one and back, two bloopers, and the board."""

from companion.game import Contracts, Game
from companion.games.back_alley.deck import PACK, PLAYERS, sides
from companion.games.back_alley.house import House
from companion.games.back_alley.play import holds, play
from companion.games.back_alley.referee import ENQUIRIES
from companion.games.back_alley.sheet import SHEET

GAME = Game(
    key="back-alley",
    title="Back Alley",
    prefix="BAL",
    room=__file__,
    house=House,
    players=PLAYERS,
    sides=sides,
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=SHEET,
    contracts=Contracts(made=("BAL-MADE",), broken=("BAL-SET",)),
)
