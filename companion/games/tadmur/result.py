"""How a deal of Tadmur ends, and the game it scores."""

from __future__ import annotations

from collections.abc import Iterator

from companion.facts import fact
from companion.ledger import Line
from companion.seating import Seat


@fact
class Ending:
    """A way a deal ends: its word in a record, its letter on the sheet, its rule."""

    word: str
    letter: str
    rule: str
    label: str
    hint: str = ""


GUESS = Ending("guess", "G", "TAD-GUESSWIN", "A guess", "named the target")
CHAIN = Ending("chain", "C", "TAD-CHAINWIN", "The chain", "reached the target")
OUT = Ending("out", "O", "TAD-OUTWIN", "Other out", "stuck, or no cards")
DENIED = Ending("denied", "D", "TAD-R10", "A denial", "of a right guess")
DRAWN = Ending("drawn", "–", "TAD-R15", "Nobody can move")


@fact
class Result:
    """Who won a deal, how, and why in words; nobody wins a drawn one."""

    winner: Seat | None
    ending: Ending
    why: str
    also: tuple[str, ...] = ()


def score(result: Result) -> Iterator[Line]:
    """One game to the winner (TAD-MATCH); a drawn deal scores nothing."""
    if result.winner:
        also = ("TAD-MATCH", *result.also)
        yield Line(result.winner, 1, result.ending.rule, result.why, also=also)
