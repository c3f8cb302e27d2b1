"""Pocket cards: the two cards of a game package's rules.md, nine to a sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from companion.printing.in_force import changed
from companion.printing.people import Party
from companion.rules.marks import HERE, units
from companion.words import counted

ACROSS, DOWN = 3, 3
FOOT, LONGEST = 44, 84
"""Letters in a line at the foot of a card, and in its two lines."""
SPACE = 63.5
"""Height of the text of a card, in mm."""
MARKED = "here" + 5 * " "
"""The mark of a house rule, as wide as it is set."""
CELLS, EDGES, BOLD, AROUND = 0.88, 1.5, 1.12, 1.6
"""Of tables: height of a line, by that of a paragraph; letters that the edges of a cell take; width
of a bold letter, by that of another; height of the margins, in mm."""


@dataclass(frozen=True)
class TypeSize:
    """A size of type: letters per line, then the line height, the gap after a paragraph and the
    padding of a table row, in mm."""

    name: str
    letters: int
    line: float
    gap: float
    row: float


SIZES = (
    TypeSize("big", 32, 4.7, 2.0, 3.4),
    TypeSize("more", 33, 4.55, 1.7, 2.8),
    TypeSize("middle", 34, 4.4, 1.3, 2.3),
    TypeSize("low", 36, 4.15, 1.0, 1.2),
    TypeSize("less", 38, 3.92, 0.8, 0.75),
    TypeSize("least", 40, 3.65, 0.8, 0.6),
)


@dataclass(frozen=True)
class CardFace:
    """One face of a card."""

    title: str
    label: str
    text: str
    """Markdown."""
    foot: str

    @property
    def size(self) -> str:
        """The largest size of type at which its text fits, by the number of its letters."""
        fitting = (size.name for size in SIZES if _high(self.text, size) <= SPACE)
        return next(fitting, SIZES[-1].name)


def _high(text: str, size: TypeSize) -> float:
    """Return about how high a text is, in mm."""
    high = 0.0
    plain = units(re.sub("[*#_`]", "", text.replace(HERE, MARKED)))
    for table, lines in groupby(plain, lambda unit: unit.startswith("|")):
        if table:
            high += _table_high([*lines], size)
            continue
        for line in filter(None, map(str.strip, lines)):
            high += -(-len(line) // size.letters) * size.line + size.gap
    return high


def _table_high(lines: Sequence[str], size: TypeSize) -> float:
    """Return about how high a table is, in mm. Its columns are as wide as a browser makes them:
    each has its longest word, and the rest is divided by the lengths of their texts."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not re.fullmatch("[:-]*", "".join(row))]
    columns = [*zip_longest(*rows, fillvalue="")]
    least = [BOLD * max(map(_longest, column)) for column in columns]
    rest = [
        BOLD * max(map(len, column)) - word for column, word in zip(columns, least, strict=True)
    ]
    free = size.letters / CELLS - EDGES * len(columns) - sum(least)
    if free < 0:
        return SPACE  # its words are too wide
    share = min(1, free / max(1, sum(rest)))
    wide = [max(1, word + share * more) for word, more in zip(least, rest, strict=True)]
    high = AROUND
    for row in rows:
        lines_of = (-(-len(cell) // letters) for cell, letters in zip(row, wide, strict=False))
        # In a narrow box the mark of a house rule takes a line of its own.
        marked = len(columns) > 2 and any(MARKED in each for each in row)
        high += CELLS * (max(1, *lines_of) + marked) * size.line + size.row
    return high


def _longest(text: str) -> int:
    """The letters of the longest word of a text; a space that does not break is one of them."""
    return max(map(len, text.split(" ")))


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

    @property
    def alike(self) -> bool:
        """True if all its places have the same card: a PDF has it laid out once."""
        return len(self.slots) == ACROSS * DOWN and len({slot.face for slot in self.slots}) == 1


def faces(party: Party) -> tuple[CardFace, CardFace]:
    """Front and back; a game package without cards in its sheet has empty ones."""
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
    version = f"version {party.game.edition}"
    if not mine:
        return f"Standard rules, {version}"
    text = "; ".join(f"{each.rule.title}: {each.words}" for each in mine)
    many = f"{counted(len(mine), 'house rule')}, see the rule sheet"
    return text if len(text) <= LONGEST else many


def _people(players: str) -> str:
    count = re.match(r"\d+(?:(?:, | or | to )\d+)*(?=,|;|$)", players)
    return f"{count[0]} players" if count else _first(players)


def _first(text: str) -> str:
    return text.partition(",")[0].strip()


def sides(cards: Sequence[tuple[CardFace, CardFace]]) -> list[CardSide]:
    """Sheets of nine, fronts and backs in turn. Backs are mirrored for the long edge."""
    sides = []
    for first in range(0, len(cards), ACROSS * DOWN):
        nine = cards[first : first + ACROSS * DOWN]
        places = [(n % ACROSS, n // ACROSS, both) for n, both in enumerate(nine)]
        fronts = tuple(Slot(column, row, both[0]) for column, row, both in places)
        backs = tuple(Slot(ACROSS - 1 - column, row, both[1]) for column, row, both in places)
        sides += [CardSide("fronts", fronts), CardSide("backs", backs)]
    return sides


def view(party: Party, *_: object) -> dict[str, object]:
    """Nine cards of one game."""
    return {"sides": sides([faces(party)] * (ACROSS * DOWN))}
