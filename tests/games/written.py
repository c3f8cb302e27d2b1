"""A package's game, written evenings, and enquiries.

The results have no types: a test that reads a missing attribute fails by itself.
"""

from __future__ import annotations

from companion.engine.transcript import Transcript
from companion.games import find


def game_of(key):
    return find(key)


def replayed(game, text):
    return game.replay(Transcript.read(text, game.key).record)


def golden(game):
    """The golden evening of a game."""
    return replayed(game, game.file("evening.txt"))


def enquired(game, key, answers, seating=None, **house):
    """The referee's result for these answers: a ruling, or the next page."""
    (enquiry,) = (each for each in game.enquiries if each.key == key)
    return game.enquire(enquiry, answers, game.rules.chosen(house), seating)[1]
