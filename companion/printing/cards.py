"""Pocket cards: the two cards of a room's rules.md, nine to a sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing.in_force import changed
from companion.printing.people import Party
from companion.words import counted

ACROSS, DOWN = 3, 3
FOOT, LONGEST = 44, 84
"""Letters in a line at the foot of a card, and in its two lines."""


@dataclass(frozen=True)
class CardFace:
    """One face of a card."""

    title: str
    label: str
    text: str
    """Markdown."""
    foot: str


@dataclass(frozen=True)
class Slot:
    """A card in its place on the sheet, columns and rows counted from 0."""

    column: int
    row: int
    face: CardFace


@dataclass(frozen=True)
class CardSide:
    """One side of a sheet of nine."""

    name: str
    slots: tuple[Slot, ...]


def faces(party: Party) -> tuple[CardFace, CardFace]:
    """Front and back; a room without cards in its sheet has empty ones."""
    sheet = party.text
    front, back = sheet.section("card-front"), sheet.section("card-back")
    players = sheet.meta.get("players", "")
    length = sheet.meta.get("length", "")
    parts = [part for part in (_people(players), _first(length)) if part]
    foot = " · ".join(parts) if len(" · ".join(parts)) <= FOOT else parts[0]
    return (
        CardFace(party.title, "to play", front.marked if front else "", foot),
        CardFace(party.title, "to score", back.marked if back else "", _plays(party)),
    )


def _plays(party: Party) -> str:
    """The house rules in force in as many words as the foot holds, and the edition."""
    mine = changed(party)
    edition = f"edition {party.game.edition}"
    if not mine:
        return f"Standard rules, {edition}"
    said = "; ".join(f"{each.rule.title}: {each.words}" for each in mine)
    many = f"{counted(len(mine), 'house rule')}, see the rule sheet"
    return said if len(said) <= LONGEST else many


def _people(players: str) -> str:
    count = re.match(r"\d+(?:(?:, | or | to )\d+)*(?=,|;|$)", players)
    return f"{count[0]} players" if count else _first(players)


def _first(text: str) -> str:
    return text.partition(",")[0].strip()


def sides(parties: Sequence[Party]) -> list[CardSide]:
    """Sheets of nine, fronts and backs in turn. Backs are mirrored for the long edge."""
    found = []
    for first in range(0, len(parties), ACROSS * DOWN):
        nine = parties[first : first + ACROSS * DOWN]
        places = [(n % ACROSS, n // ACROSS, faces(each)) for n, each in enumerate(nine)]
        fronts = tuple(Slot(column, row, both[0]) for column, row, both in places)
        backs = tuple(Slot(ACROSS - 1 - column, row, both[1]) for column, row, both in places)
        found += [CardSide("fronts", fronts), CardSide("backs", backs)]
    return found


def view(party: Party, *_: object) -> dict[str, object]:
    """Nine cards of one game."""
    return {"sides": sides([party] * (ACROSS * DOWN))}
