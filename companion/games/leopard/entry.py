"""The squares of a finished hand, entered in one of four ways: suits, cards, lines or values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Card, Suit
from companion.games.leopard import show
from companion.games.leopard.facts import (
    EMPTY,
    GAP,
    IMPOSSIBLE,
    NAMES,
    NOTHING,
    ONE_COLOUR,
    ONE_SUIT,
    PACK,
    SPACES,
    Result,
    Square,
    mark_of,
    worth,
)
from companion.games.leopard.house import Hand, House
from companion.games.leopard.putting import Slip, slip
from companion.games.leopard.square import corrections, judge, judged, of_kinds, possible
from companion.questions import Cells, Choice, Option, Points, Question, Refused, option
from companion.seating import Seat


def entered(hand: Hand) -> Result:
    """Both squares by the hand's way of entry, then who went out."""
    if hand.mode == "cards" or hand.mode == "lines":
        squares = by_cards(hand) if hand.mode == "cards" else by_lines(hand)
        return Result(squares, who_went_out(hand, squares))
    return by_values(hand) if hand.mode == "values" else by_suits(hand)


# -- the nine suits -------------------------------------------------------------------------------

MARKS: tuple[Option[Suit | None], ...] = (
    *(Option[Suit | None](suit, suit.value, suit.symbol, suit.word) for suit in Suit),
    Option[Suit | None](None, GAP, "empty"),
)


def marks_of(suits: Sequence[Suit | None]) -> str:
    """Nine suits as the letters that a square is judged by."""
    return "".join(suit.value if suit else GAP for suit in suits)


def by_suits(hand: Hand) -> Result:
    """The suit showing in each space, and who went out, on one page; face down is empty."""
    seats, rules = hand.table.seats, hand.rules

    def page(given: Mapping[str, str]) -> Sequence[Question[Any]]:
        cells = [suits_question(seat, rules, beside=n > 0) for n, seat in enumerate(seats)]
        known = {
            seat: judged(marks_of(suits), rules.suit_line)
            for seat, each in zip(seats, cells, strict=True)
            if (suits := each.read_in(given)) is not None
        }
        return [*cells, out_question(seats, known, rules)]

    *found, out = hand.ask_together(page, title="Just the result")
    squares: dict[Seat, Square] = {}
    for seat, suits in zip(seats, found, strict=True):
        squares[seat] = judged(marks_of(suits), rules.suit_line)
        show.scores(hand, seat, squares[seat])
        show.square(hand, seat, squares[seat], [str(suit or "") for suit in suits])
    return Result(squares, out if isinstance(out, Seat) else None)


def suits_question(seat: Seat, rules: House, *, beside: bool = False) -> Cells:
    """The nine spaces of a square."""
    return Cells(
        f"square {seat.code}", f"{seat}’s square: the suit in each space", "LEO-WORTH", 3, 3, MARKS,
        names=SPACES, hint="Face down counts as empty.", judge=judge(rules.suit_line),
        short=str(seat), beside=beside,
    )  # fmt: skip


# -- nine cards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shows:
    """What may lie face up in a space, given the cards entered before."""

    place: int
    seen: Mapping[Card, int]

    def accept(self, text: str) -> Card | str | None:
        """A legal answer written as a record keeps it."""
        if text == "empty":
            return text
        card = _CARDS.get(text)
        return card if card and not self.no(card) else None

    def no(self, card: Card) -> Slip | None:
        """Why a card cannot lie there, if it cannot."""
        if card.rank in ("J", "Q"):
            rule = "LEO-JACK" if card.rank == "J" else "LEO-QUEEN"
            return Slip(show.FACE_DOWN, rule, "lies_face_down")
        wrong = slip(card, True, self.place, EMPTY, False)
        if wrong is None and self.seen.get(card, 0) >= PACK.copies:
            return Slip(show.only_two(card), "LEO-PACK", "third_copy")
        return wrong

    def options(self) -> list[Option[Card | str]]:
        """The card of the space, the tens and the kings; the others are known but not drawn."""
        near = (SPACES[self.place], "10", "K")
        options: list[Option[Card | str]] = []
        for rank in dict.fromkeys((*near, *(card.rank for card in PACK))):
            for suit in Suit:
                card, far = Card(rank, suit), rank not in near
                wrong = self.no(card) or Slip("", "", "")
                no, rule, code = wrong.message, wrong.rule, wrong.code
                options.append(option(card, refusal=no, rule=rule, code=code, hidden=far))
        return [*options, option("empty", "or face down", set_apart=True)]


_CARDS = {card.code: card for card in PACK}


def by_cards(hand: Hand) -> dict[Seat, Square]:
    """The card showing in each space, space by space."""
    seen: Counter[Card] = Counter()
    squares: dict[Seat, Square] = {}
    lying: dict[Seat, list[Card | None]] = {}
    for seat in hand.table.seats:
        hand.panels.clear()
        cards = lying[seat] = list[Card | None]()
        for place, space in enumerate(SPACES):
            shows = Shows(place, seen)
            so_far = judge(hand.rules.suit_line)([mark_of(card) for card in cards])
            show.square_so_far(hand, seat, [str(card or "") for card in cards], so_far)
            card = hand.ask(
                Choice[Card | str](
                    f"space {space} {seat.code}",
                    f"{seat}’s square: space {space}?",
                    "LEO-WORTH",
                    shows.options,
                    accept=shows.accept,
                    columns=4,
                    hint="Face down counts as empty.",
                )
            )
            cards.append(card if isinstance(card, Card) else None)
            seen.update(card for card in cards[-1:] if card)
        squares[seat] = judged("".join(map(mark_of, cards)), hand.rules.suit_line)
        show.scores(hand, seat, squares[seat])
    hand.panels.clear()
    for seat, square in squares.items():
        show.square(hand, seat, square, [str(card or "") for card in lying[seat]])
    return squares


# -- the eight lines ------------------------------------------------------------------------------


def by_lines(hand: Hand) -> dict[Seat, Square]:
    """What each of the eight lines is worth; lines no nine cards can make are refused."""
    suit_line = hand.rules.suit_line
    marks = (
        Option(ONE_SUIT, str(suit_line), str(suit_line), "one suit"),
        Option(ONE_COLOUR, "1", "1", "one colour"),
        Option(NOTHING, "0", "0", "neither"),
    )

    def exist(kinds: tuple[str, ...]) -> None:
        if not possible(in_order(kinds)):
            raise impossible_lines(in_order(kinds), suit_line)

    squares: dict[Seat, Square] = {}
    for seat in hand.table.seats:
        kinds = hand.ask(
            Cells(
                f"lines {seat.code}",
                f"{seat}’s square: what is each line worth?",
                "LEO-WORTH",
                2,
                4,
                marks,
                names=tuple(NAMES[number] for number in _PAPER),
                hint="Rows and the falling diagonal, then columns and the rising one.",
                check=exist,
            )
        )
        squares[seat] = of_kinds(in_order(kinds), suit_line)
        show.scores(hand, seat, squares[seat])
    for seat, square in squares.items():
        show.square(hand, seat, square, [""] * 9)
    return squares


_PAPER = (0, 1, 2, 6, 3, 4, 5, 7)
"""The lines as they are entered: three rows and a diagonal, three columns and a diagonal."""


def in_order(kinds: Sequence[str]) -> tuple[str, ...]:
    """Lines as entered, in the order of NAMES."""
    return tuple(kinds[_PAPER.index(number)] for number in range(8))


def impossible_lines(kinds: tuple[str, ...], suit_line: int) -> Refused:
    """Why eight lines cannot stand, and which single line would mend them."""
    mends = [f"{name} is worth {worth(kind, suit_line)}" for name, kind in corrections(kinds)]
    return Refused(show.impossible_lines(mends), "LEO-WORTH", "impossible_lines")


# -- the two values -------------------------------------------------------------------------------


def by_values(hand: Hand) -> Result:
    """What each square is worth, counted at the table, and who went out, on one page."""
    seats, rules = hand.table.seats, hand.rules

    def page(given: Mapping[str, str]) -> Sequence[Question[Any]]:
        values = [
            value_question(f"value {seat.code}", f"{seat}’s square", rules, beside=n > 0)
            for n, seat in enumerate(seats)
        ]
        known = {
            seat: Square(value)
            for seat, each in zip(seats, values, strict=True)
            if (value := each.read_in(given)) is not None
        }
        return [*values, out_question(seats, known, rules)]

    *found, out = hand.ask_together(page, title="What are the two squares worth?")
    squares = {seat: Square(value) for seat, value in zip(seats, found, strict=True)}
    for seat, square in squares.items():
        show.scores(hand, seat, square)
    return Result(squares, out if isinstance(out, Seat) else None)


def value_question(key: str, prompt: str, rules: House, *, beside: bool = False) -> Points:
    """A square's value; totals that no nine cards make are refused."""
    suit_line: int = rules.suit_line
    return Points(
        key,
        prompt,
        "LEO-VALUE",
        0,
        8 * suit_line,
        impossible={value: show.impossible_value(value) for value in IMPOSSIBLE[suit_line]},
        beside=beside,
    )


# -- going out ------------------------------------------------------------------------------------


def who_went_out(hand: Hand, squares: Mapping[Seat, Square]) -> Seat | None:
    """One of the two with enough on the square, or nobody."""
    rules = hand.rules
    hand.tell(f"Going out needs a square worth {rules.out_at}.", "LEO-OUTWHEN")
    out = hand.ask(out_question(hand.table.seats, squares, rules, hints=True))
    return out if isinstance(out, Seat) else None


def out_question(
    seats: Sequence[Seat], squares: Mapping[Seat, Square], rules: House, *, hints: bool = False
) -> Choice[Seat | str]:
    """Who went out: nobody whose square is known to be worth too little."""
    options: list[Option[Seat | str]] = []
    known = len(squares) == len(seats)
    for seat in seats:
        no, square = "", squares.get(seat)
        if square and square.value < rules.out_at:
            no = show.too_little(f"{seat}’s square", square.value, rules)
        hint = show.outlook(squares, seat, rules) if known else ""
        rule, code = "LEO-OUTWHEN", "too_little_to_go_out"
        options.append(option(seat, hint, refusal=no, rule=rule, code=code))
    hint = show.outlook(squares, None, rules) if known else ""
    options.append(option("nobody", hint, set_apart=True))
    no = "Only one player can go out."
    options.append(option("both", refusal=no, code="both_out", hidden=True))
    return Choice(
        "out", "Who went out?", "LEO-OUTWHEN", options,
        columns=1 if hints else 2, follows=not hints and known,
    )  # fmt: skip
