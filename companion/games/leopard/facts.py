"""What is known at a Leopard table: the pack, the squares and their lines, and how a hand ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import RANKS, Card, Pack
from companion.seating import Seat

PACK = Pack.of((RANKS[0], *reversed(RANKS[1:])), copies=2)
"""Two packs shuffled together; the ace is low."""
STOCK = 88
"""Cards of the stock after the deal."""
TURNS = 104
"""Both hands run out together: eight cards and forty-four draws each."""

SPACES = ("A", "2", "3", "4", "5", "6", "7", "8", "9")
"""What the spaces are called, row by row."""

WHERE = (
    "top left", "top middle", "top right",
    "middle left", "middle", "middle right",
    "bottom left", "bottom middle", "bottom right",
)  # fmt: skip

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
"""The places of each line: three rows, three columns, the falling and the rising diagonal."""

NAMES = tuple(" ".join(SPACES[place] for place in line) for line in LINES)

ONE_SUIT, ONE_COLOUR, NOTHING = "LEO-LINE3", "LEO-LINE1", "LEO-LINE0"
KINDS = (ONE_SUIT, ONE_COLOUR, NOTHING)
"""The three kinds of line, by the rule that says what they are worth."""

IMPOSSIBLE = {3: (17, 19, 21, 22, 23), 2: (15,)}
"""Totals below the highest that no nine cards make, by the worth of a line of one suit."""

GAP = "-"
"""The mark of a space that is empty or face down; a suit is marked by its letter: C D H S."""


def mark_of(card: Card | None) -> str:
    """A card by its suit, or a gap."""
    return card.suit.value if card and card.suit else GAP


def worth(kind: str, suit_line: int) -> int:
    """What a line of that kind counts."""
    return suit_line if kind == ONE_SUIT else int(kind == ONE_COLOUR)


@dataclass(frozen=True, slots=True)
class Square:
    """What a player's square comes to; `kinds` are its eight lines if they are known."""

    value: int
    kinds: tuple[str, ...] = ()
    suit_line: int = 3

    @property
    def worths(self) -> list[tuple[str, str]]:
        """(name of the line, its worth), for a panel."""
        return [
            (name, str(worth(kind, self.suit_line)))
            for name, kind in zip(NAMES, self.kinds, strict=bool(self.kinds))
        ]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules its lines rest on."""
        return tuple(sorted({*self.kinds}))


@dataclass(frozen=True, slots=True)
class Space:
    """What lies in a space: a card face up, or nothing, or a card face down on it."""

    card: Card | None = None
    down: bool = False

    @property
    def shown(self) -> str:
        return "×" if self.down else str(self.card or "")


EMPTY, DOWN = Space(), Space(down=True)


def laid(card: Card) -> Space:
    """What a space shows once a card is put there."""
    return DOWN if card.rank in ("J", "Q") else Space(card)


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended: both squares, and who went out, if anybody did."""

    squares: Mapping[Seat, Square]
    out: Seat | None
