"""Pocket cards: the two cards of a room's rules.md, nine to a sheet or one by one."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Game
from companion.printing.people import Party

ACROSS, DOWN = 3, 3
FOOT = 44
"""Letters at the foot of a card."""


@dataclass(frozen=True)
class Face:
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
    face: Face


@dataclass(frozen=True)
class Side:
    """One side of a sheet of nine."""

    name: str
    slots: tuple[Slot, ...]


def faces(game: Game) -> tuple[Face, Face]:
    """Front and back; a room without cards in its sheet has empty ones."""
    sheet = game.rules
    front, back = sheet.section("card-front"), sheet.section("card-back")
    players = sheet.meta.get("players", "")
    length = sheet.meta.get("length", "")
    parts = [part for part in (_people(players), _first(length)) if part]
    foot = " · ".join(parts) if len(" · ".join(parts)) <= FOOT else parts[0]
    return (
        Face(game.title, "to play", front.text if front else "", foot),
        Face(game.title, "to score", back.text if back else "", _ids(game)),
    )


def _ids(game: Game) -> str:
    """The scoring rules by the ends of their ids, as many as the foot of a card holds."""
    scoring = game.rules.section("scoring")
    words = [rule.id.removeprefix(f"{game.prefix}-") for rule in scoring.rules] if scoring else []
    said = game.prefix
    for word in words:
        if len(said) + len(word) + 3 > FOOT:
            break
        said += f" · {word}" if said != game.prefix else f"-{word}"
    return said


def _people(players: str) -> str:
    count = _first(players)
    return f"{count} players" if count and count[-1].isdecimal() else count


def _first(text: str) -> str:
    return text.partition(",")[0].strip()


def sides(games: list[Game]) -> list[Side]:
    """Sheets of nine, fronts and backs in turn. Backs are mirrored for the long edge."""
    found = []
    for first in range(0, len(games), ACROSS * DOWN):
        nine = games[first : first + ACROSS * DOWN]
        places = [(n % ACROSS, n // ACROSS, game) for n, game in enumerate(nine)]
        fronts = tuple(Slot(column, row, faces(game)[0]) for column, row, game in places)
        backs = tuple(
            Slot(ACROSS - 1 - column, row, faces(game)[1]) for column, row, game in places
        )
        found += [Side("fronts", fronts), Side("backs", backs)]
    return found


def view(party: Party) -> dict[str, object]:
    """Nine cards of one game."""
    return {"sides": sides([party.game] * (ACROSS * DOWN))}


def view_single(party: Party) -> dict[str, object]:
    """One card, its two faces a page each."""
    return {"faces": faces(party.game)}
