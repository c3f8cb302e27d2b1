"""Tribello: four phases of three hands, a widow to draw from, and quotas by seat."""

from companion.cards import Pack
from companion.game import Game
from companion.games.tribello.play import holds, play
from companion.games.tribello.referee import ENQUIRIES
from companion.games.tribello.sheet import SHEET

GAME = Game(
    key="tribello",
    title="Tribello",
    prefix="TRI",
    room=__file__,
    players=(3,),
    pack=Pack.of(),
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=SHEET,
)
