"""The squares of a finished hand, entered in one of four ways: suits, cards, lines or values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Card, Suit
from companion.games.leopard import facts, turns
from companion.games.leopard.facts import GAP, ONE_SUIT, PACK, SPACES, Result, Square, say
from companion.games.leopard.house import Hand, House
from companion.games.leopard.score import outlook
from companion.questions import Cells, Choice, Option, Points, Question, Refused, option
from companion.said import Text
from companion.seating import Seat
from companion.words import listed


def entered(hand: Hand) -> Result:
    """Both squares by the hand's way of entry, then who went out."""
    out: object
    if hand.mode == "cards" or hand.mode == "lines":
        squares = by_cards(hand) if hand.mode == "cards" else by_lines(hand)
        hand.tell(say.needs(out_at=hand.rules.out_at))
        out = hand.ask(out_question(hand.table.seats, squares, hand.rules, hints=True))
    else:
        squares, out = by_values(hand) if hand.mode == "values" else by_suits(hand)
    return Result(squares, out if isinstance(out, Seat) else None)


# -- the nine suits -------------------------------------------------------------------------------

MARKS: tuple[Option[Suit | None], ...] = (
    *(Option[Suit | None](suit, suit.value, suit.symbol, suit.word) for suit in Suit),
    Option[Suit | None](None, GAP, "empty"),
)


def marks_of(suits: Sequence[Suit | None]) -> str:
    """Nine suits as the letters that a square is judged by."""
    return "".join(suit.value if suit else GAP for suit in suits)


def both(
    hand: Hand, asks: Callable[[Seat], Question[Any]], square: Callable[[Any], Square], title: Text,
) -> tuple[dict[Seat, Any], dict[Seat, Square], object]:  # fmt: skip
    """The answers for each square, the squares they make, and who went out, on one page."""
    seats, rules = hand.table.seats, hand.rules

    def page(given: Mapping[str, str]) -> Sequence[Question[Any]]:
        asked = {seat: asks(seat) for seat in seats}
        answers = {seat: each.read_in(given) for seat, each in asked.items()}
        known = {seat: square(each) for seat, each in answers.items() if each is not None}
        return [*asked.values(), out_question(seats, known, rules)]

    *entries, out = hand.ask_whole(page, title=title).values()
    answers = dict(zip(seats, entries, strict=True))
    return answers, {seat: square(each) for seat, each in answers.items()}, out


def by_suits(hand: Hand) -> tuple[dict[Seat, Square], object]:
    """The suit showing in each space; face down is empty."""
    rules = hand.rules
    answers, squares, out = both(
        hand, lambda seat: suits(f"square {seat.code}", rules, seat),
        lambda each: facts.judged(marks_of(each), rules.suit_line), "Just the result",
    )  # fmt: skip
    for seat, square in squares.items():
        turns.show_square(hand, seat, square, [str(suit or "") for suit in answers[seat]])
    return squares, out


def suits(key: str, rules: House, seat: Seat | None = None) -> Cells:
    asks, beside = (say.suits(seat=seat), seat.number > 1) if seat else (say.suits__ruling(), False)
    return Cells(
        key, asks, "", 3, 3, MARKS, names=SPACES, hint=say.counts_as_empty(), beside=beside,
        judge=facts.judge(rules.suit_line), short=str(seat or ""),
    )  # fmt: skip


def why_not_shown(place: int, seen: Mapping[Card, int], card: Card | str) -> Text:
    """Why a card cannot lie face up in a space, given the cards entered before; "" if it can."""
    if not isinstance(card, Card):
        return ""
    if card.rank in ("J", "Q"):
        return say.lies_face_down()
    if no := turns.why_not_there(card, True, place, facts.EMPTY, king_anywhere=False):
        return no
    return facts.only_two(card) if seen.get(card, 0) >= PACK.copies else ""


FACE_DOWN: Option[Card | str] = option("empty", "or face down", set_apart=True)
BY_SPACE = {
    space: (
        [*(Card(rank, suit) for rank in (space, "10", "K") for suit in Suit), FACE_DOWN],
        [card for card in dict.fromkeys(PACK) if card.rank not in (space, "10", "K")],
    )
    for space in SPACES
}
"""The card of a space, the tens and the kings; the others, which are known but not drawn."""


def shown_card(seat: Seat, place: int, seen: Mapping[Card, int]) -> Choice[Card | str]:
    space = SPACES[place]
    near, far = BY_SPACE[space]
    return Choice(
        f"space {space} {seat.code}", say.space(seat=seat, space=space), options=near,
        unseen=lambda: far, why_not=partial(why_not_shown, place, seen), columns=4,
        hint=say.counts_as_empty(),
    )  # fmt: skip


def by_cards(hand: Hand) -> dict[Seat, Square]:
    seen: Counter[Card] = Counter()
    squares: dict[Seat, Square] = {}
    lying: dict[Seat, list[Card | None]] = {}
    for seat in hand.table.seats:
        hand.panels.clear()
        cards = lying[seat] = list[Card | None]()
        for place in range(len(SPACES)):
            so_far = facts.judge(hand.rules.suit_line)([facts.mark_of(card) for card in cards])
            turns.show_so_far(hand, seat, [str(card or "") for card in cards], so_far)
            card = hand.ask(shown_card(seat, place, seen))
            cards.append(card if isinstance(card, Card) else None)
            seen.update(card for card in cards[-1:] if card)
        squares[seat] = facts.judged("".join(map(facts.mark_of, cards)), hand.rules.suit_line)
        turns.show_score(hand, seat, squares[seat])
    hand.panels.clear()
    for seat, square in squares.items():
        turns.show_square(hand, seat, square, [str(card or "") for card in lying[seat]])
    return squares


def by_lines(hand: Hand) -> dict[Seat, Square]:
    """Ask for the points of each of the eight lines. Refuse lines that no nine cards can make."""
    suit_line = hand.rules.suit_line
    marks = (
        Option(ONE_SUIT, str(suit_line), str(suit_line), "one suit"),
        Option(facts.ONE_COLOUR, "1", "1", "one colour"),
        Option(facts.NOTHING, "0", "0", "neither"),
    )
    squares: dict[Seat, Square] = {}
    for seat in hand.table.seats:
        kinds = hand.ask(Cells(
            f"lines {seat.code}", say.lines(seat=seat), "", 2, 4, marks,
            names=tuple(facts.NAMES[number] for number in PAPER), check=partial(exist, suit_line),
            hint="Rows and the falling diagonal, then columns and the rising one.",
        ))  # fmt: skip
        squares[seat] = facts.of_kinds(in_order(kinds), suit_line)
        turns.show_score(hand, seat, squares[seat])
    for seat, square in squares.items():
        turns.show_square(hand, seat, square, [""] * 9)
    return squares


PAPER = (0, 1, 2, 6, 3, 4, 5, 7)
"""The lines as they are entered: three rows and a diagonal, three columns and a diagonal."""


def in_order(kinds: Sequence[str]) -> tuple[str, ...]:
    """Lines as entered, in the order of NAMES."""
    return tuple(kinds[PAPER.index(number)] for number in range(8))


def exist(suit_line: int, entered: Sequence[str]) -> None:
    """Refuse eight impossible lines, and name each single line whose change makes them possible."""
    if not facts.possible(kinds := in_order(entered)):
        mends = [
            f"{name} is worth {facts.worth(kind, suit_line)}"
            for name, kind in facts.corrections(kinds)
        ]
        raise Refused(say.impossible_lines(mends=listed(mends[:4])))


def by_values(hand: Hand) -> tuple[dict[Seat, Square], object]:
    """Ask for the value of each square, counted at the table."""
    _, squares, out = both(
        hand, lambda seat: value(f"value {seat.code}", hand.rules, seat), Square, say.both_values()
    )
    for seat, square in squares.items():
        turns.show_score(hand, seat, square)
    return squares, out


def value(key: str, rules: House, seat: Seat | None = None) -> Points:
    """A square's value; totals that no nine cards make are refused."""
    asks, beside = (say.value(seat=seat), seat.number > 1) if seat else (say.value__ruling(), False)
    impossible = facts.IMPOSSIBLE[rules.suit_line]
    return Points(
        key, asks, high=8 * rules.suit_line, beside=beside, whose=seat,
        impossible={each: say.not_allowed(value=each) for each in impossible},
    )  # fmt: skip


def out_question(
    seats: Sequence[Seat], squares: Mapping[Seat, Square], rules: House, *, hints: bool = False
) -> Choice[Seat | str]:
    """The question for the player who went out. A square with too few points excludes a player."""
    known = len(squares) == len(seats)

    def why_not(who: Seat | str) -> Text:
        if isinstance(who, str):
            return say.both_out() if who == "both" else ""
        square = squares.get(who)
        if square is None or square.value >= rules.out_at:
            return ""
        whose = f"{who}’s square"
        return say.too_little_to_go_out(who=whose, value=square.value, out_at=rules.out_at)

    def scores(who: Seat | str) -> str:
        return outlook(squares, who if isinstance(who, Seat) else None, rules) if known else ""

    return Choice(
        "out", say.who_went_out(), options=[*seats, option("nobody", set_apart=True)],
        unseen=lambda: ["both"], why_not=why_not, hints=scores, columns=1 if hints else 2,
        follows=not hints and known,
    )  # fmt: skip
