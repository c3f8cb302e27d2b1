"""Tribello: four phases of three hands, a widow to draw from, and quotas by seat."""

from companion.engine.game import Game
from companion.games.tribello.facts import PACK
from companion.games.tribello.house import House
from companion.games.tribello.play import holds, play
from companion.games.tribello.referee import ENQUIRIES
from companion.games.tribello.sheet import SHEET

GAME = Game(
    key="tribello", title="Tribello", prefix="TRI", room=__file__, house=House, players=(3,),
    pack=PACK, play=play, holds=holds, referee=ENQUIRIES, edition=2, sheet=SHEET,
)  # fmt: skip
