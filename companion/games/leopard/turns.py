"""A hand of Leopard turn by turn: the referee that keeps both squares."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from companion.cards import Card
from companion.games.leopard import show
from companion.games.leopard.facts import (
    EMPTY,
    PACK,
    SPACES,
    TURNS,
    Result,
    Space,
    Square,
    laid,
    mark_of,
)
from companion.games.leopard.house import Hand, House
from companion.games.leopard.putting import rule_of, slip
from companion.games.leopard.square import judged
from companion.questions import Board as Laid
from companion.questions import Cards, Choice, Option, option
from companion.seating import Seat
from companion.words import signed


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card goes: a space of the player's own square or the other's."""

    own: bool
    space: int


DISCARD = Place(True, -1)


@dataclass
class Board:
    """Both squares as they lie, and which cards can no longer turn up."""

    rules: House
    spaces: dict[Seat, list[Space]]
    squares: dict[Seat, Square] = field(default_factory=dict)
    seen: Counter[Card] = field(default_factory=Counter)
    gone: dict[Card, str] = field(default_factory=dict)

    def marks(self, owner: Seat) -> list[str]:
        """A square by its suits."""
        return [mark_of(space.card) for space in self.spaces[owner]]

    def judge(self, owner: Seat) -> Square:
        """Reckons a square anew."""
        self.squares[owner] = judged("".join(self.marks(owner)), self.rules.suit_line)
        return self.squares[owner]

    def after(self, owner: Seat, place: int, card: Card) -> int:
        """What a square would be worth with a card put there."""
        marks = self.marks(owner)
        marks[place] = mark_of(laid(card).card)
        return judged("".join(marks), self.rules.suit_line).value

    def count(self, card: Card) -> None:
        """A card has been played or discarded; the second copy is the last."""
        self.seen[card] += 1
        if self.seen[card] == PACK.copies:
            self.gone[card] = show.only_two(card)


def turn_by_turn(hand: Hand) -> Result:
    """Every turn until somebody goes out or both hands have run out."""
    seats = hand.table.seats
    board = Board(hand.rules, {seat: [EMPTY] * 9 for seat in seats})
    for seat in seats:
        show.square(hand, seat, board.judge(seat), [])
    mover = hand.dealer.left
    for turn in range(1, TURNS + 1):
        show.turn(hand, turn, mover, board.squares[mover])
        if goes_out(hand, board, turn, mover):
            show.goes_out(hand, mover)
            return Result(board.squares, mover)
        one_card(hand, board, turn, mover)
        mover = mover.left
    return Result(board.squares, None)


def goes_out(hand: Hand, board: Board, turn: int, mover: Seat) -> bool:
    """Asked only of a player whose square is worth enough, before any card is played."""
    value = board.squares[mover].value
    if value < hand.rules.out_at:
        return False
    preview = show.outlook(board.squares, mover, hand.rules)
    return hand.ask(
        Choice[bool](
            f"out {turn}",
            f"{mover}: go out with {value}, or play on?",
            "LEO-OUTWHEN",
            [
                option(True, preview, text="go out", label="Go out"),
                option(False, "nobody has to go out", text="play on", label="Play on"),
            ],
            columns=1,
        )
    )


def one_card(hand: Hand, board: Board, turn: int, mover: Seat) -> None:
    """The card of the turn and where it goes."""
    words = f"{mover}: which card is played or discarded?"
    (card,) = hand.ask(Cards(f"card {turn}", words, "LEO-TURN", PACK, 1, 1, gone=board.gone))
    board.count(card)
    show.to_put(hand, card)
    puts = Puts(board, mover, card)
    place = hand.ask(
        Choice(
            f"place {turn}",
            f"{mover}: where does the {card} go?",
            rule_of(card),
            puts.options,
            accept=puts.accept,
            boards=puts.boards,
            columns=2 if rule_of(card) == "LEO-PIP" else 3,
        )
    )
    if place == DISCARD:
        return
    owner = mover if place.own else mover.left
    board.spaces[owner][place.space] = laid(card)
    cells = [space.shown for space in board.spaces[owner]]
    show.square(hand, owner, board.judge(owner), cells)


@dataclass(frozen=True, slots=True)
class Puts:
    """Where a player may put a card on the squares as they lie."""

    board: Board
    mover: Seat
    card: Card

    def accept(self, text: str) -> Place | None:
        """A legal place written as a record keeps it."""
        place = _PLACES.get(text)
        if place is None or place == DISCARD:
            return place
        owner = self.mover if place.own else self.mover.left
        there = self.board.spaces[owner][place.space]
        anywhere = self.board.rules.king_anywhere == "yes"
        return place if not slip(self.card, place.own, place.space, there, anywhere) else None

    def options(self) -> list[Option[Place]]:
        """Every space of both squares, the impossible ones with their reason, and the discard."""
        options = [self.option(text, place) for text, place in _PLACES.items() if place != DISCARD]
        face_up = "lies face up" if self.card.rank in ("J", "Q") else ""
        discard = option(DISCARD, face_up, text="discard", label="Discard", set_apart=True)
        out = option(
            DISCARD,
            refusal=show.TOO_LATE,
            text="go out",
            rule="LEO-OUTWHEN",
            code="out_too_late",
            hidden=True,
        )
        return [*options, discard, out]

    def boards(self) -> list[Laid]:
        """Both squares, their spaces as keys with what the card brings there."""
        texts = {place: text for text, place in _PLACES.items()}
        found = []
        for owner, spaces in self.board.spaces.items():
            cells = []
            for number, space in enumerate(spaces):
                place = Place(owner is self.mover, number)
                answer = self.option(texts[place], place)
                more = self.board.after(owner, number, self.card) - self.board.squares[owner].value
                brings = signed(more) if more and not answer.refusal else ""
                cells.append((space.shown, "" if answer.hidden else answer.text, brings))
            found.append(Laid(owner, cells, SPACES, self.board.squares[owner].worths))
        return found

    def option(self, text: str, place: Place) -> Option[Place]:
        """One space, with what the card would make of the square's value."""
        owner = self.mover if place.own else self.mover.left
        there = self.board.spaces[owner][place.space]
        anywhere = self.board.rules.king_anywhere == "yes"
        wrong = slip(self.card, place.own, place.space, there, anywhere)
        value = self.board.squares[owner].value
        after = value if wrong else self.board.after(owner, place.space, self.card)
        return Option(
            place,
            text,
            f"{owner} {SPACES[place.space]}",
            "" if after == value else f"{value} → {after}",
            wrong.message if wrong else "",
            wrong.rule if wrong else "",
            wrong.code if wrong else "",
            placed=True,
            hidden=wrong is not None and wrong.code in ("wrong_space", "own_square_only"),
        )


_PLACES = {
    f"{'own' if own else 'other'} {name}": Place(own, number)
    for own in (True, False)
    for number, name in enumerate(SPACES)
} | {"discard": DISCARD}
