"""A room's game, evenings as they are written down, and enquiries.

What comes of them is not typed: a test that reads what is not there fails by itself.
"""

from __future__ import annotations

from companion.engine.transcript import Transcript
from companion.games import find


def room(key):
    return find(key)


def replayed(game, text):
    return game.replay(Transcript.read(text, game.key).record)


def golden(game):
    """The room's golden evening."""
    return replayed(game, game.file("evening.txt"))


def enquired(game, key, answers, seating=None, **house):
    """What the referee says to these answers: a ruling, or the page that comes next."""
    (enquiry,) = (each for each in game.enquiries if each.key == key)
    return game.enquire(enquiry, answers, game.rules.chosen(house), seating)[1]
