"""Back Alley: thirteen cards down to one and back, two bloopers, and the board."""

from companion.game import Contracts, Game
from companion.games.back_alley.deal import PACK
from companion.games.back_alley.play import holds, play
from companion.games.back_alley.referee import ENQUIRIES
from companion.games.back_alley.sheet import SHEET
from companion.seating import PAIRS

GAME = Game(
    key="back-alley",
    title="Back Alley",
    prefix="BAL",
    room=__file__,
    players=(4,),
    sides=PAIRS,
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=SHEET,
    contracts=Contracts(made=("BAL-MADE",), broken=("BAL-SET",)),
)
