"""How Leopard looks and sounds: panels, guidance, every line’s words and every refusal’s."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card
from companion.games.leopard.facts import SPACES, STOCK, WHERE, Result, Square
from companion.games.leopard.house import Hand, House
from companion.panels import Square as SquarePanel
from companion.seating import Seat, Side
from companion.words import counted, listed, signed, verb, with_minus

# -- the course of a hand ------------------------------------------------------------------------


def opening(hand: Hand, number: int) -> None:
    """Who deals and begins."""
    rules = hand.rules
    hand.title = f"hand {number} of {rules.hands}" if number <= rules.hands else "extra hand"
    first = hand.dealer.left
    hand.facts |= {"dealer": hand.dealer.code}
    hand.cell("dealer", hand.dealer)
    words = f"{hand.dealer} deals 8 each, {STOCK} stay in the stock; {first} begins."
    hand.tell(words, "LEO-DEAL")
    if number > rules.hands:
        hand.tell("The totals are level: an extra hand decides.", "LEO-R8")


def turn(hand: Hand, number: int, mover: Seat, square: Square) -> None:
    """Who draws, how many cards are left, and what an enquiry can take over."""
    left = STOCK - number
    if left >= 0:
        words = f"{mover} draws, then plays or discards one card; {left} left in the stock."
        hand.tell(words, "LEO-TURN")
    else:
        words = f"The stock is gone: {mover} plays or discards without drawing."
        hand.tell(words, "LEO-DRY")
    stock = "cards left" if left >= 0 else "empty"
    hand.facts |= {"stock": stock, "value": str(square.value), "turns": str(number - 1)}
    hand.facts["moment"] = "own turn, after drawing"


def to_put(hand: Hand, card: Card) -> None:
    """The card that is put somewhere, for an enquiry."""
    hand.facts |= {"legal.card": card.rank, "moment": "own turn, after playing or discarding"}


def goes_out(hand: Hand, mover: Seat) -> None:
    """The end of a hand."""
    hand.tell(f"{mover} goes out: the hand ends at once.", "LEO-OUTWHEN")


def square(hand: Hand, seat: Seat, found: Square, cells: Sequence[str]) -> None:
    """A player's square and what it scores."""
    square_so_far(hand, seat, cells, found.worths)
    scores(hand, seat, found)


def square_so_far(
    hand: Hand, seat: Seat, cells: Sequence[str], lines: Sequence[tuple[str, str]]
) -> None:
    """A square half entered, its lines judged as far as they go."""
    cells = [*cells, *[""] * (9 - len(cells))]
    hand.show(SquarePanel(f"{seat}’s square", cells, SPACES, lines, of=seat))


def scores(hand: Hand, seat: Seat, found: Square) -> None:
    """What a square scores, beside the player's total."""
    hand.status[seat.side] = f"this hand {reckoning(found.value, False, hand.rules)}"


def result(hand: Hand, found: Result, points: Mapping[Side, int]) -> None:
    """The hand in one sentence."""
    ending = f"{found.out} went out" if found.out else "nobody went out"
    if not found.out:
        hand.tell("Nobody went out, so nobody pays for it.", "LEO-NOOUT")
    each = ", ".join(f"{side} {signed(score)}" for side, score in points.items())
    hand.summary = f"{each}; {ending}"
    hand.status.clear()


def carried(hand: Hand, before: Mapping[Side, int], points: Mapping[Side, int]) -> None:
    """The totals as they stand after the hand, with what was agreed on besides."""
    sums: list[str] = []
    for side, score in points.items():
        agreed = hand.totals[side] - before[side] - score
        more = f" {_term(agreed)} agreed" if agreed else ""
        sums.append(f"{side} {before[side]} {_term(score)}{more} = {hand.totals[side]}")
    hand.tell(with_minus(f"Totals: {', '.join(sums)}."), "LEO-CARRY")


def _term(points: int) -> str:
    """A term of a sum: "+ 5", "− 2", "+ 0"."""
    return f"{'−' if points < 0 else '+'} {abs(points)}"


# -- lines of the ledger -------------------------------------------------------------------------


def sums(found: Square) -> str:
    """The value as it is counted up, as far as the lines are known."""
    if not found.kinds:
        return f"the square is worth {found.value}"
    worths = [each for _, each in found.worths]
    parts = (("rows", worths[:3]), ("columns", worths[3:6]), ("diagonals", worths[6:]))
    row = "; ".join(f"{name} {' + '.join(each)}" for name, each in parts)
    return f"{row}: together {found.value}"


def bonus(value: int, over: int) -> str:
    """What lies above the mark."""
    return f"{value} is {value - over} over {over}"


def went_out(value: int, cost: int) -> str:
    """The price of going out."""
    return f"went out with {value}" + ("" if cost else ", which costs nothing here")


def reckoning(value: int, out: bool, rules: House) -> str:
    """A hand score as a sum: "9 + 2 − 1 = 10"."""
    extra = max(0, value - rules.bonus_over)
    cost = rules.out_penalty if out else 0
    parts = f"{value}" + (f" + {extra}" if extra else "") + (f" − {cost}" if cost else "")
    return f"{parts} = {with_minus(value + extra - cost)}" if extra or cost else parts


def outlook(squares: Mapping[Seat, Square], out: Seat | None, rules: House) -> str:
    """Both hand scores if this player goes out: "Ann 9 + 2 − 1 = 10, Ben 5"."""
    found = {seat: reckoning(each.value, seat is out, rules) for seat, each in squares.items()}
    if out is None:
        found = {seat: each.rpartition("= ")[2] for seat, each in found.items()}
    return ", ".join(f"{seat} {each}" for seat, each in found.items())


# -- the end -------------------------------------------------------------------------------------


def ahead(totals: Mapping[Side, int], hands: int) -> str:
    """Who has won."""
    (first, high), (second, low) = sorted(totals.items(), key=lambda each: -each[1])
    words = f"{first} has {high}, {second} {low}"
    return with_minus(f"{words} after {counted(hands, 'hand')}")


def level(totals: Mapping[Side, int], hands: int) -> str:
    """A draw."""
    return with_minus(f"level at {max(totals.values())} after {counted(hands, 'hand')}: a draw")


# -- why not -------------------------------------------------------------------------------------

QUEENS_AT_HOME = "Queens go only on your own square."
FACE_DOWN = "Jacks and queens lie face down: mark the space empty."
TOO_LATE = "Go out before playing or discarding."


def named(rank: str) -> str:
    """A rank as a player says it: "an ace", "a 5", "a king"."""
    word = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}.get(rank, rank)
    return f"an {word}" if rank in ("A", "8") else f"a {word}"


def only_two(card: Card) -> str:
    """Why a third copy of a card cannot be: "There are only two kings of hearts."."""
    plural = {"A": "aces", "J": "jacks", "Q": "queens", "K": "kings"}.get(card.rank)
    assert card.suit is not None
    return f"There are only two {plural or card.rank + 's'} of {card.suit.word}."


def own_square_only(king_anywhere: bool) -> str:
    """What may not go on the opponent's square."""
    return f"Tens {'' if king_anywhere else 'and kings '}go only on your own square."


def belongs(rank: str) -> str:
    """A card outside its own space."""
    word = named(rank)
    return f"{word[0].upper()}{word[1:]} belongs in the {WHERE[SPACES.index(rank)]} space."


def space_taken(rank: str, place: int) -> str:
    """A space that shows a card."""
    return f"Space {SPACES[place]} shows a card already; {named(rank)} needs an empty space."


def face_down(rank: str, place: int) -> str:
    """A jack or queen on a card turned down."""
    there = f"Space {SPACES[place]} is face down already"
    return f"{there}; {named(rank)} there would change nothing. Discard it."


def nothing_to_cover(rank: str, place: int) -> str:
    """A jack or queen on nothing."""
    there = f"Space {SPACES[place]} is empty"
    return f"{there}; {named(rank)} goes face down on a card that lies face up."


def impossible_lines(mends: Sequence[str]) -> str:
    """Why eight lines cannot stand, and which single line would mend them."""
    would = f" If only one of them is wrong, {listed(mends[:4])}." if mends else ""
    return f"No square has these eight lines: look at them again.{would}"


def impossible_value(value: int) -> str:
    """A total that no nine cards make."""
    return f"No square can be worth {value}; count the lines again."


def too_little(who: object, value: int, rules: House) -> str:
    """A square that is not worth enough for going out."""
    return f"{who} is worth {value}; going out needs {rules.out_at}."


def stock_left(turns: int) -> str:
    """Cards of the stock, after so many turns."""
    left = STOCK - turns
    return f"{counted(left, 'card')} {verb('be', left)} in the stock"
