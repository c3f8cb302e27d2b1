"""A square of nine spaces: its eight lines, what they are worth, and what may be put where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache

from companion.cards import RANKS, Card, Pack
from companion.facts import fact

PACK = Pack.of((RANKS[0], *reversed(RANKS[1:])), copies=2)
"""Two packs shuffled together; the ace is low."""

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

IMPOSSIBLE = {3: (17, 19, 21, 22, 23), 2: (15,)}
"""Totals below the highest that no nine cards make, by the worth of a line of one suit."""

GAP = "-"
"""The mark of a space that is empty or face down; a suit is marked by its letter: C D H S."""


@fact
class Square:
    """What a player's square comes to; `kinds` are its eight lines if they are known."""

    value: int
    kinds: tuple[str, ...] = ()
    suit_line: int = 3

    @cached_property
    def sums(self) -> str:
        """The value as it is counted up: "rows 3 + 0 + 0, columns 1 + 0 + 0, … = 6"."""
        if not self.kinds:
            return f"the square is worth {self.value}"
        worths = [each for _, each in self.worths]
        parts = (("rows", worths[:3]), ("columns", worths[3:6]), ("diagonals", worths[6:]))
        sums = ", ".join(f"{name} {' + '.join(each)}" for name, each in parts)
        return f"{sums} = {self.value}"

    @cached_property
    def worths(self) -> list[tuple[str, str]]:
        """(name of the line, its worth), for a panel."""
        return [
            (name, str(worth(kind, self.suit_line)))
            for name, kind in zip(NAMES, self.kinds, strict=bool(self.kinds))
        ]

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules its lines rest on."""
        return tuple(sorted({*self.kinds}))


def worth(kind: str, suit_line: int) -> int:
    """What a line of that kind counts."""
    return suit_line if kind == ONE_SUIT else int(kind == ONE_COLOUR)


def kind_of(a: str, b: str, c: str) -> str:
    """Three of one suit, three of one colour, or neither."""
    if GAP in (a, b, c):
        return NOTHING
    if a == b == c:
        return ONE_SUIT
    return ONE_COLOUR if (a in RED) == (b in RED) == (c in RED) else NOTHING


RED = "DH"


@lru_cache(maxsize=4096)
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
    """Whether a line, as far as it is filled, can still be of that kind.

    The spaces of a line that counts are never empty.
    """
    if len(marks) == 3:
        return kind_of(*marks) == kind
    if kind == NOTHING:
        return True
    alike = {*marks} if kind == ONE_SUIT else {mark in RED for mark in marks}
    return len(alike) == 1


@lru_cache(maxsize=4096)
def possible(kinds: tuple[str, ...]) -> bool:
    """Whether some nine cards (or empty spaces) make exactly these eight lines.

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


# -- putting a card -------------------------------------------------------------------------------


@fact
class Space:
    """What lies in a space: a card face up, or nothing, or a card face down on it."""

    card: Card | None = None
    down: bool = False


EMPTY, DOWN = Space(), Space(down=True)


@fact
class Slip:
    """Why a card cannot go to a space: for the player, with the rule."""

    message: str
    rule: str
    code: str


def named(rank: str) -> str:
    """A rank as a player says it: "an ace", "a 5", "a king"."""
    word = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}.get(rank, rank)
    return f"an {word}" if rank in ("A", "8") else f"a {word}"


def only_two(card: Card) -> str:
    """Why a third copy of a card cannot be: "There are only two kings of hearts."."""
    plural = {"A": "aces", "J": "jacks", "Q": "queens", "K": "kings"}.get(card.rank)
    assert card.suit is not None
    return f"There are only two {plural or card.rank + 's'} of {card.suit.word}."


def slip(card: Card, own: bool, place: int, there: Space, king_anywhere: bool) -> Slip | None:
    """What is wrong with putting a card on a place of the player's own square, or the other's."""
    word = named(card.rank)
    capital = word[0].upper() + word[1:]
    space = f"Space {SPACES[place]}"
    if card.rank in ("10", "K") and not own and not (card.rank == "K" and king_anywhere):
        rule = "LEO-TEN" if card.rank == "10" else "LEO-KING"
        return Slip("Tens and kings go only on your own square.", rule, "own_square_only")
    if card.rank == "Q" and not own:
        return Slip("Queens go only on your own square.", "LEO-QUEEN", "own_square_only")
    if card.rank in ("J", "Q"):
        return cover_slip(card, word, space, there)
    if card.rank == "K":
        return None
    if card.rank != "10" and card.rank != SPACES[place]:
        home = WHERE[SPACES.index(card.rank)]
        return Slip(f"{capital} belongs in the {home} space.", "LEO-PIP", "wrong_space")
    if there.card:
        rule = "LEO-TEN" if card.rank == "10" else "LEO-R3"
        message = f"{space} shows a card already; {word} needs an empty space."
        return Slip(message, rule, "space_taken")
    return None


def cover_slip(card: Card, word: str, space: str, there: Space) -> Slip | None:
    """Jacks and queens go face down on a face-up card, on nothing else."""
    rule = "LEO-JACK" if card.rank == "J" else "LEO-QUEEN"
    if there.down:
        message = f"{space} is face down already; {word} there would change nothing. Discard it."
        return Slip(message, "LEO-R4", "face_down_already")
    if not there.card:
        message = f"{space} is empty; {word} goes face down on a card that lies face up."
        return Slip(message, rule, "nothing_to_cover")
    return None


def rule_of(card: Card) -> str:
    """The rule that says where a card may go."""
    own = {"10": "LEO-TEN", "J": "LEO-JACK", "Q": "LEO-QUEEN", "K": "LEO-KING"}
    return own.get(card.rank, "LEO-PIP")
