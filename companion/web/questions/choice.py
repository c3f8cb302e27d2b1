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


MOST_ACROSS = 7
"""The most keys in a row of a grid that are wide enough for a thumb."""


def in_place(options: Sequence[Option[Any]]) -> list[Option[Any]]:
    """The answers with those that are players in the order of their seats, whoever deals: a name
    keeps its place for the evening."""
    seats = iter(sorted((o for o in options if isinstance(o.value, Seat)),
                        key=lambda o: o.value.number))  # fmt: skip
    return [next(seats) if isinstance(o.value, Seat) else o for o in options]


@dataclass(frozen=True)
class CrossedKeys:
    """The keys of two questions that one tap answers: a row for each answer of the first."""

    rows: Sequence[tuple[Option[Any], Sequence[Option[Any]]]]
    alone: Sequence[Option[Any]]
    """Answers of the first question with which the second is moot."""
    chosen: str
    """The value of the chosen key."""


def present(q: Choice[Any], f: Field) -> Keys | CrossedKeys:
    """Keys, or rows of them."""
    if f.crossed is None:
        return Keys(q, f)
    before: Any = f.crossed.question
    first = [o for o in before.answers if not o.hidden]
    keys = [o for o in q.answers if not o.hidden]
    rows = [(o, keys) for o in in_place(first) if not o.set_apart]
    chosen_one = f"{f.crossed.text} {f.text}".strip()
    return CrossedKeys(rows, [o for o in first if o.set_apart], chosen_one)


class Keys:
    """The answers of a choice as buttons, by their place on the page."""

    def __init__(self, question: Choice[Any], field: Field) -> None:
        q, f = self.question, self.field = question, field
        drawn = [o for o in q.answers if not o.hidden]
        placed, alone = f.at_once or not q.boards, f.at_once and f.alone
        self.for_all = [] if f.alone else [o for o in drawn if o.for_all]
        """Answers for the whole table, above the question."""
        self.rare = [o for o in drawn if o.rare]
        """Rare answers, behind a button that unfolds them."""
        self.onward = next((o for o in drawn if alone and o.main and not o.refusal), None)
        """The answer that is the main button of the page (`Option.main`)."""
        self.weighty = next((o for o in drawn if alone and o.twice and not o.refusal), None)
        """The answer that needs a second tap to confirm, away from the thumb."""
        apart = [] if f.abreast else [o for o in drawn if o.set_apart or o.main]
        self.apart = [o for o in apart if o not in (self.onward, self.weighty)]
        """Answers set apart below the grid ("Pass")."""
        left_out = [*self.for_all, *self.rare, *apart]
        options = [o for o in drawn if not (o.placed and placed) and o not in left_out]
        self.keys = options if q.people else in_place(options)
        self.people = q.people() if q.people else ()

        boards = q.boards() if q.boards and f.at_once else ()
        on_boards = {o.text: o for o in drawn if o.placed} if boards else {}
        lying = [on_boards[text] for b in boards for _, text, _ in b.cells if text in on_boards]
        choices = [*self.for_all, *self.keys, *self.apart, *lying]
        self.reasons = reasons(
            f.id, [(str(o.refusal), o.rule or q.rule) for o in choices if o.refusal]
        )
        self.boards = [_board(b, on_boards, self.reasons) for b in boards]
        several = q.kind == "several"
        self.chosen = ticked(q, f.text) if several else [chosen(q, f.text)]
        self.dense = len(self.keys) > 10 and q.columns > 3 and not any(o.hint for o in self.keys)
        """So many short answers that seven share a row."""
        self.across = self._across(self.keys or self.apart)
        """Keys in a row of the grid."""
        rows = -(-len(self.keys) // self.across) + bool(self.apart)
        plain = f.alone and not (q.people or q.boards or q.heads or self.rare or self.dense)
        self.tall = max(2, rows) if plain and rows < 5 else 0
        """The number of rows, where these are so few that each is tall; else 0."""
        pairs = any(isinstance(o.value, Side) and len(o.value.seats) > 1 for o in self.keys)
        self.initials = self.across > 7 or (pairs and self.across * f.abreast > 3)
        """Names are initials: of eight players, or of two on a key of a quarter of the row."""

    def _across(self, options: Sequence[Option[Any]]) -> int:
        q, f, many = self.question, self.field, len(options)
        if q.people or (f.abreast and q.inline):
            return many
        if f.abreast:
            # Eight players fit in one row; of other answers seven do.
            most = 8 if many == 8 and all(map(named, options)) else 7
            wide = q.columns * (3 - min(f.abreast, 2))
            return max(1, min(wide, many + bool(self.rare), most)) if q.columns > 1 else 1
        if q.heads:
            columns_of_two = -(-len(self.keys) // 2)
            return columns_of_two if columns_of_two <= MOST_ACROSS else 4
        if self.dense:
            return MOST_ACROSS
        return max(1, min(q.columns, columns(options) if f.alone else many))

    @property
    def grid(self) -> str:
        """CSS classes of the grid."""
        if self.field.abreast and (self.question.inline or self.across > 7):
            return "row"
        two_rows = self.question.heads and len(self.keys) <= 2 * self.across
        look = " paired" if two_rows else " dense" * self.dense
        return f"g{self.across}{self.height}{'' if self.field.abreast else look}"

    @property
    def height(self) -> str:
        """CSS classes of tall rows; "" for rows of the usual height."""
        return f" roomy rows{self.tall}" if self.tall else ""

    @property
    def rare_on(self) -> Option[Any] | None:
        return next(filter(self.on, self.rare), None)

    @property
    def dashed(self) -> bool:
        """True if the chosen answer is implied by other answers."""
        return any(self.way(o) == "calc" for o in self.keys)

    def on(self, o: Option[Any]) -> bool:
        """True if the answer is chosen."""
        return (o.text.lower() if self.question.kind == "several" else o.text) in self.chosen

    def way(self, o: Option[Any]) -> str:
        """The effect of a tap: "send" the form, "pick" one, "tick" one of several; "calc": implied
        by other answers; "no": disabled."""
        if o.refusal:
            return "no"
        if self.field.worked_out and o.text == self.field.text:
            return "calc"
        if self.field.at_once:
            return "send"
        return "tick" if self.question.kind == "several" else "pick"

    def why(self, o: Option[Any]) -> str:
        """Element id of the reason why an answer is impossible."""
        return id_of(self.reasons, str(o.refusal))

    def face(self, o: Option[Any]) -> str:
        """The content of a key: a "suit", "who" for a player, words in "two" lines, or "words"."""
        if o in self.for_all:
            return "words"
        if isinstance(o.value, Suit):
            return "suit"
        if named(o) and o.label == str(o.value):
            return "who"
        return "two" if self.field.abreast and self.across > 4 and " " in o.label else "words"

    def hint(self, o: Option[Any]) -> str:
        """The hint on a key. Beside other questions only a wide key has one."""
        narrow = self.field.abreast and (self.field.abreast > 1 or 2 < self.across < 6)
        return "" if narrow and o not in self.for_all else str(o.hint)

    def look(self, o: Option[Any]) -> str:
        """CSS classes of a key: the kind of label and the place of the hint."""
        if o in self.for_all or self.question.people:
            return " t"
        if isinstance(o.value, Suit):
            return " suit"
        hint = self.hint(o)
        if self.tall or (self.question.heads and not o.set_apart):
            return " col"
        if self.field.abreast:
            return " span2" if hint and self.across > 5 else " col t"
        # Two names fill the row.
        pair = isinstance(o.value, Side) and len(o.value.seats) > 1
        if hint and self.across < 3 and not o.set_apart and not pair:
            return " bid t"
        return " col t" if hint else " t"


def columns(options: Sequence[Option[Any]]) -> int:
    """The columns of the answers to the only question: one for up to three, two for up to five and
    for suits. Longer lists share the rows that the question asks for."""
    many = len(options)
    if many > 5 and not any(isinstance(o.value, Suit) for o in options):
        return many
    return 1 if many < 4 else 2


def named(o: Option[Any]) -> bool:
    """True if the answer is a player or a side."""
    return isinstance(o.value, Seat | Side)


def _board(board: Any, answers: dict[str, Option[Any]], whys: Reasons) -> BoardKeys:
    spaces = []
    for name, (mark, text, brings) in zip(board.names, board.cells, strict=True):
        option = answers.get(text)
        spaces.append(
            SpaceKey(name, mark, brings, option, id_of(whys, str(option.refusal) if option else ""))
        )
    rows = [spaces[at : at + 3] for at in range(0, len(spaces), 3)]
    return BoardKeys(board.of, rows, edges(board.lines, 3, 3))
