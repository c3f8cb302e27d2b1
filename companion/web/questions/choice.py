"""One or several of a list of answers: buttons in a grid, or on players and squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Suit
from companion.questions import Choice, Option
from companion.seating import Seat, Side
from companion.web.questions.asking import Field, Reasons, chosen, id_of, reasons, ticked
from companion.web.questions.cells import Edges, edges

PAIR = 10
"""Letters of two names that fit on a key of a quarter of a row; longer ones are initials."""


@dataclass(frozen=True)
class Key:
    """One answer as a button."""

    option: Option[Any]
    way: str
    """What a tap does: "send" the form, "pick" one, "tick" one of several; "calc": implied by other
    answers; "no": disabled."""
    face: str
    """Content: a "suit", "who" for a player, words in "two" lines, or "words"."""
    look: str
    """CSS classes: size of the label and position of the hint."""
    hint: str
    why: str
    """Element id of the reason why it is impossible."""
    on: bool
    """It is chosen."""

    @property
    def lines(self) -> list[str]:
        """The label broken into two lines."""
        return self.option.label.split(" ", 1)


@dataclass(frozen=True)
class SpaceKey:
    """One space of a square as a button."""

    name: str
    shown: str
    """Its card or mark."""
    brings: str
    option: Option[Any] | None
    why: str


@dataclass(frozen=True)
class BoardKeys:
    """A player's square as buttons, with the values at the ends of its lines."""

    of: Any
    rows: Sequence[Sequence[SpaceKey]]
    edges: Edges


@dataclass(frozen=True)
class Keys:
    """The answers of a choice."""

    grid: str
    """CSS class of the grid."""
    small: bool
    """Names are shown as initials: there is no room for them whole."""
    heads: Sequence[str]
    keys: Sequence[Key]
    rare: Sequence[Key]
    """Rare answers, behind a button that unfolds them."""
    rare_open: bool
    boards: Sequence[BoardKeys]
    people: Sequence[Any]
    people_look: str
    apart: Sequence[Key]
    """Answers set apart below the grid ("Pass")."""
    for_all: Sequence[Key]
    """Answers for the whole table, above the question."""
    reasons: Reasons
    onward: Option[Any] | None
    """The answer that is the main button of the page (`Option.main`)."""
    weighty: Option[Any] | None
    """The answer that needs a second tap to confirm, away from the thumb."""


@dataclass(frozen=True)
class KeyGrid:
    """The grid: `across` columns, so that the longest label fits."""

    across: int
    dense: bool
    """So many short labels ("6", "6 no") that seven share a row."""
    longest: int
    """Length of the longest name with its mark."""


def in_place(options: Sequence[Option[Any]]) -> list[Option[Any]]:
    """The answers with those that are players in the order of their seats, whoever deals: a name
    keeps its place for the evening."""
    seats = iter(sorted((o for o in options if isinstance(o.value, Seat)),
                        key=lambda o: o.value.number))  # fmt: skip
    return [next(seats) if isinstance(o.value, Seat) else o for o in options]


def present(q: Choice[Any], a: Field) -> Keys:
    """The answers of a choice as buttons."""
    drawn = [o for o in q.answers if not o.hidden]
    placed = a.at_once or not q.boards
    for_all = [] if a.alone else [o for o in drawn if o.for_all]
    options = [o for o in drawn if not (o.rare or (o.placed and placed) or o in for_all)]
    if not a.abreast:
        options = [o for o in options if not (o.set_apart or o.main)]
    if not q.people:
        options = in_place(options)
    rare = [o for o in drawn if o.rare]
    onward = next((o for o in drawn if o.main and not o.refusal), None)
    onward = onward if a.at_once and a.alone else None
    weighty = next((o for o in drawn if o.twice and not o.refusal), None)
    weighty = weighty if a.at_once and a.alone else None
    apart = [o for o in drawn if (o.set_apart or o.main) and o not in (onward, weighty)]
    apart = [] if a.abreast else apart

    boards = q.boards() if q.boards and a.at_once else ()
    on_boards = {o.text: o for o in drawn if o.placed} if boards else {}
    lying = [on_boards[text] for b in boards for _, text, _ in b.cells if text in on_boards]
    refused = [(str(o.refusal), o.rule or q.rule) for o in [*for_all, *options, *apart, *lying]
               if o.refusal]  # fmt: skip
    whys = reasons(a.id, refused)
    grid = grid_of(q, a, options, rare, options or apart)
    on = [chosen(q, a.text)]
    if q.kind == "several":
        told = ticked(q, a.text)
        on = [o.text for o in q.answers if o.text.lower() in told]

    def key(o: Option[Any]) -> Key:
        if o.refusal:
            way = "no"
        elif a.worked_out and o.text == a.text:
            way = "calc"
        else:
            way = "send" if a.at_once else "tick" if q.kind == "several" else "pick"
        hint = str(o.hint) if o in for_all or has_room(str(o.hint), a, grid) else ""
        why, alone = id_of(whys, str(o.refusal)), o in for_all
        shown = ("words", " t") if alone else (face(o, a, grid), look(q, a, o, grid))
        return Key(o, way, *shown, hint, why, o.text in on)

    people = q.people() if q.people else ()
    return Keys(
        _class(q, a, grid),
        grid.across > 7 or (grid.across * a.abreast > 3 and long_pairs(options)),
        q.heads,
        [key(o) for o in options],
        [key(o) for o in rare],
        any(o.text in on for o in rare),
        [_board(b, on_boards, whys) for b in boards],
        people,
        " duo" if len(people) > 5 else "",
        [key(o) for o in apart],
        [key(o) for o in for_all],
        whys,
        onward,
        weighty,
    )


def face(o: Option[Any], a: Field, grid: KeyGrid) -> str:
    """The content of an answer's button."""
    if isinstance(o.value, Suit):
        return "suit"
    if isinstance(o.value, Seat | Side) and o.label == str(o.value):
        return "who"
    return "two" if a.abreast and grid.across > 4 and " " in o.label else "words"


def _board(board: Any, answers: dict[str, Option[Any]], whys: Reasons) -> BoardKeys:
    spaces = []
    for name, (shown, text, brings) in zip(board.names, board.cells, strict=True):
        found = answers.get(text)
        spaces.append(
            SpaceKey(name, shown, brings, found, id_of(whys, str(found.refusal) if found else ""))
        )
    rows = [spaces[at : at + 3] for at in range(0, len(spaces), 3)]
    return BoardKeys(board.of, rows, edges(board.lines, 3, 3))


# -- layout --------------------------------------------------------------------------------------


def named(options: Sequence[Option[Any]]) -> bool:
    """True if every answer is a player."""
    return all(isinstance(o.value, Seat | Side) for o in options)


def long_pairs(options: Sequence[Option[Any]]) -> bool:
    """True if the two names of a side are too long for a key of a quarter of the row."""
    sides = [o.label for o in options if isinstance(o.value, Side) and len(o.value.seats) > 1]
    return any(len(label) > PAIR for label in sides)


def grid_of(
    q: Choice[Any],
    a: Field,
    options: Sequence[Option[Any]],
    rare: Sequence[Option[Any]],
    shown: Sequence[Option[Any]],
) -> KeyGrid:
    """A grid in which the visible answers fit."""
    dense = len(options) > 10 and all(len(o.label) < 6 and not o.hint for o in options)
    longest = max((len(o.label) for o in shown), default=0) + 1
    if q.people or (a.abreast and q.inline):
        across = len(shown)
    elif a.abreast:
        # Eight players fit in one row; of other answers seven do.
        most = 8 if len(shown) == 8 and named(shown) else 7
        wide = q.columns * (3 - min(a.abreast, 2))
        across = min(wide, len(shown) + bool(rare), most) if q.columns > 1 else 1
    elif dense:
        across = 7
    else:
        across = min(q.columns, _room(shown), len(shown))
    single = 0 if (q.people or (a.abreast and q.inline)) else 1
    return KeyGrid(max(single, across), dense, longest)


def _room(shown: Sequence[Option[Any]]) -> int:
    """How many of these labels fit in a row; in five columns labels have four letters."""
    if named(shown):
        return 5
    if max(len(o.label) for o in shown) > 26:
        return 1
    if max(len(o.label) for o in shown) > 8:
        return 2
    return 4 if max(len(word) for o in shown for word in o.label.split()) > 4 else 5


def has_room(hint: str, a: Field, grid: KeyGrid) -> bool:
    """True if the hint fits on a key: beside other questions only on a wide one."""
    return not a.abreast or (a.abreast == 1 and grid.across < 3) or wide(hint, a, grid)


def wide(hint: str, a: Field, grid: KeyGrid) -> bool:
    """True for a key of two columns, among so many that a short hint fits on no other."""
    return a.abreast == 1 and grid.across > 5 and 0 < len(hint) < 11


def _class(q: Choice[Any], a: Field, grid: KeyGrid) -> str:
    if a.abreast:
        return "row" if q.inline or grid.across > 7 else f"g{grid.across}"
    return f"g{grid.across}{' dense' if grid.dense else ''}"


def look(q: Choice[Any], a: Field, o: Option[Any], grid: KeyGrid) -> str:
    """CSS classes of an answer: size of the label and position of the hint."""
    who = isinstance(o.value, Seat | Side)
    if isinstance(o.value, Suit):
        return " suit"
    if a.abreast:
        many = grid.across * a.abreast
        # Names follow a mark, and all names of a row have one size.
        word = grid.longest if who else max(map(len, o.label.split()))
        if wide(str(o.hint), a, grid):
            return " span2"
        return " col" + (" xs" if word > 24 // many else " t" if word > 3 or many > 6 else "")
    if q.people:
        return " t"
    # Two names fill the row.
    pair = isinstance(o.value, Side) and len(o.value.seats) > 1
    beside = grid.across < 3 and not o.set_apart and not pair
    placed = (" bid" if beside else " col") if o.hint else ""
    long = len(o.label) > (12 if grid.across < 3 else 5) or who
    tight = who and grid.across > 4 and grid.longest > 5
    return placed + (" xs" if tight else " t" if long else "")
