"""What the lines of a square are worth, and which eight lines no nine cards can make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.games.leopard.facts import (
    GAP,
    KINDS,
    LINES,
    NAMES,
    NOTHING,
    ONE_COLOUR,
    ONE_SUIT,
    Square,
    worth,
)


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
    """The square with these eight lines."""
    return Square(sum(worth(kind, suit_line) for kind in kinds), tuple(kinds), suit_line)


def judge(suit_line: int) -> Callable[[Sequence[str]], list[tuple[str, str]]]:
    """Judges the lines of a square that is being filled in; "" marks a space not entered yet."""

    def lines(marks: Sequence[str]) -> list[tuple[str, str]]:
        filled = [mark.upper() for mark in marks] + [""] * (9 - len(marks))
        found: list[tuple[str, str]] = []
        for name, line in zip(NAMES, LINES, strict=True):
            a, b, c = (filled[place] for place in line)
            open_ = "" in (a, b, c) and GAP not in (a, b, c)
            found.append((name, "·" if open_ else str(worth(kind_of(a, b, c), suit_line))))
        return found

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
