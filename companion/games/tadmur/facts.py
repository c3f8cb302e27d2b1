"""The ways a deal of Tadmur can end, and how one did."""

from __future__ import annotations

from dataclasses import dataclass

from companion.seating import Seat


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Result:
    """Who won a deal, how, and why in words; nobody wins a drawn one."""

    winner: Seat | None
    ending: Ending
    why: str
    also: tuple[str, ...] = ()
