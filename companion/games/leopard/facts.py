"""The facts of a Leopard table: the pack, the points of the lines of a square, the sets of eight
lines that no nine cards can make, and the end of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import RANKS, Card, Pack
from companion.said import Sentence, Sentences
from companion.seating import Seat

say = Sentences(__file__)
PACK = Pack.of((RANKS[0], *reversed(RANKS[1:])), copies=2)
"""Two packs shuffled together; the ace is low."""
STOCK = 88
"""Cards of the stock after the deal."""
TURNS = 104
"""Both hands run out together: eight cards and forty-four draws each."""

SPACES = ("A", "2", "3", "4", "5", "6", "7", "8", "9")
"""The names of the spaces, row by row."""

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
    return suit_line if kind == ONE_SUIT else int(kind == ONE_COLOUR)


@dataclass(frozen=True, slots=True)
class Square:
    """The value of a player's square. `kinds` are its eight lines if they are known."""

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
        return tuple(sorted({*self.kinds}))


@dataclass(frozen=True, slots=True)
class Space:
    """The content of a space: a card face up, or nothing, or a card face down on it."""

    card: Card | None = None
    down: bool = False

    @property
    def shown(self) -> str:
        return "×" if self.down else str(self.card or "")


EMPTY, DOWN = Space(), Space(down=True)


def laid(card: Card) -> Space:
    return DOWN if card.rank in ("J", "Q") else Space(card)


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a hand: both squares, and the player who went out, if any."""

    squares: Mapping[Seat, Square]
    out: Seat | None


def only_two(card: Card) -> Sentence:
    """Why a third copy of a card cannot be: "There are only two kings of hearts."."""
    plural = {"A": "aces", "J": "jacks", "Q": "queens", "K": "kings"}.get(card.rank)
    return say.card_gone(cards=plural or f"{card.rank}s", suit=card.suit)


def kind_of(a: str, b: str, c: str) -> str:
    """Three of one suit, three of one colour, or neither."""
    if GAP in (a, b, c):
        return NOTHING
    if a == b == c:
        return ONE_SUIT
    return ONE_COLOUR if (a in RED) == (b in RED) == (c in RED) else NOTHING


RED = "DH"


def judged(marks: str, suit_line: int) -> Square:
    """The square with these nine marks, row by row: "HDHDHDHD-"."""
    kinds = [kind_of(marks[a], marks[b], marks[c]) for a, b, c in LINES]
    return of_kinds(kinds, suit_line)


def of_kinds(kinds: Sequence[str], suit_line: int) -> Square:
    return Square(sum(worth(kind, suit_line) for kind in kinds), tuple(kinds), suit_line)


def judge(suit_line: int) -> Callable[[Sequence[str]], list[tuple[str, str]]]:
    """Judges the lines of a square that is being filled in; "" marks a space not entered yet."""

    def lines(marks: Sequence[str]) -> list[tuple[str, str]]:
        filled = [mark.upper() for mark in marks] + [""] * (9 - len(marks))
        scores: list[tuple[str, str]] = []
        for name, line in zip(NAMES, LINES, strict=True):
            a, b, c = (filled[place] for place in line)
            open_ = "" in (a, b, c) and GAP not in (a, b, c)
            scores.append((name, "·" if open_ else str(worth(kind_of(a, b, c), suit_line))))
        return scores

    return lines


# -- lines that cannot be -------------------------------------------------------------------------

_EARLIER = tuple(
    tuple(
        (number, line[: line.index(place) + 1])
        for number, line in enumerate(LINES)
        if place in line
    )
    for place in range(9)
)
"""For each place the lines through it, as far as they are filled once that place is: the places
are filled in order."""


def _fits(kind: str, marks: Sequence[str]) -> bool:
    """True if a line, as far as it is filled, can still be of that kind.

    The spaces of a line that counts are never empty.
    """
    if len(marks) == 3:
        return kind_of(*marks) == kind
    if kind == NOTHING:
        return True
    alike = {*marks} if kind == ONE_SUIT else {mark in RED for mark in marks}
    return len(alike) == 1


def possible(kinds: tuple[str, ...]) -> bool:
    """True if some nine cards (or empty spaces) make exactly these eight lines.

    Tries suits space by space. A space in no line that counts may as well be empty, every other
    holds a card, and the first card may as well be a heart.
    """
    counting: set[int] = set()
    for line, kind in zip(LINES, kinds, strict=True):
        counting |= set(line) if kind != NOTHING else set()
    marks: list[str] = []

    def fill() -> bool:
        place = len(marks)
        if place == 9:
            return True
        first = not any(mark != GAP for mark in marks)
        for mark in ("H" if first else "CDHS") if place in counting else GAP:
            marks.append(mark)
            if (
                all(
                    _fits(kinds[number], [marks[each] for each in line])
                    for number, line in _EARLIER[place]
                )
                and fill()
            ):
                return True
            marks.pop()
        return False

    return fill()


def corrections(kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Lines that make an impossible square possible when they alone are another kind."""
    for number, name in enumerate(NAMES):
        for kind in KINDS:
            if kind != kinds[number]:
                other = (*kinds[:number], kind, *kinds[number + 1 :])
                if possible(other):
                    yield name, kind
