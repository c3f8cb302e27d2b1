"""A hand of Leopard turn by turn: the referee that keeps both squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from companion.cards import Card, Suit, a_rank
from companion.engine.panels import InPlay
from companion.engine.panels import Square as SquarePanel
from companion.games.leopard import facts
from companion.games.leopard.facts import EMPTY, PACK, SPACES, WHERE, Result, Space, Square, say
from companion.games.leopard.house import Hand, House
from companion.games.leopard.score import outlook, reckoning
from companion.questions import Board as Laid
from companion.questions import Cards, Choice, Option, option
from companion.said import Sentence, Text
from companion.seating import Seat
from companion.words import signed


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a card: a space of the player's own square or the other's."""

    own: bool
    space: int

    @property
    def code(self) -> str:
        """The short text of a record."""
        return f"{'own' if self.own else 'other'} {SPACES[self.space]}"


PLACES = tuple(Place(own, space) for own in (True, False) for space in range(len(SPACES)))
DISCARD = Place(True, -1)
NAMED = {place.code: place for place in PLACES} | {"discard": DISCARD}
DISCARDS = {
    face_up: option(DISCARD, hint, text="discard", label="Discard", set_apart=True)
    for face_up, hint in ((True, "lies face up"), (False, ""))
}
TOO_LATE = option(DISCARD, text="go out", refusal=say.out_too_late(), hidden=True)


@dataclass
class Board:
    """Both squares as they lie, and which cards can no longer turn up."""

    rules: House
    spaces: dict[Seat, list[Space]]
    squares: dict[Seat, Square] = field(default_factory=dict)
    seen: Counter[Card] = field(default_factory=Counter)
    gone: dict[Card, Text] = field(default_factory=dict)

    @property
    def anywhere(self) -> bool:
        """True where kings go to either square."""
        return self.rules.king_anywhere == "yes"

    def marks(self, owner: Seat) -> list[str]:
        return [facts.mark_of(space.card) for space in self.spaces[owner]]

    def judge(self, owner: Seat) -> Square:
        self.squares[owner] = facts.judged("".join(self.marks(owner)), self.rules.suit_line)
        return self.squares[owner]

    def after(self, owner: Seat, place: int, card: Card) -> int:
        """The value of a square if this card is put there."""
        marks = self.marks(owner)
        marks[place] = facts.mark_of(facts.laid(card).card)
        return facts.judged("".join(marks), self.rules.suit_line).value

    def count(self, card: Card) -> None:
        self.seen[card] += 1
        if self.seen[card] == PACK.copies:
            self.gone[card] = facts.only_two(card)


def turn_by_turn(hand: Hand) -> Result:
    """Every turn until somebody goes out or both hands have run out."""
    seats = hand.table.seats
    board = Board(hand.rules, {seat: [EMPTY] * 9 for seat in seats})
    for seat in seats:
        show_square(hand, seat, board.judge(seat), [])
    mover = hand.dealer.left
    for turn in range(1, facts.TURNS + 1):
        begin(hand, turn, mover, board.squares[mover])
        if goes_out(hand, board, turn, mover):
            hand.tell(say.goes_out(mover=mover))
            return Result(board.squares, mover)
        one_card(hand, board, turn, mover)
        mover = mover.left
    return Result(board.squares, None)


def begin(hand: Hand, number: int, mover: Seat, square: Square) -> None:
    """Show who draws and how many cards are left, and set the facts for an enquiry."""
    left = facts.STOCK - number
    hand.tell(say.draws(mover=mover, left=left) if left >= 0 else say.no_stock(mover=mover))
    least, plays = hand.rules.out_at, say.plays_now(mover=mover)
    hand.plays = partial(InPlay, leads=plays, beside=say.out_at(least=least))
    stock = "cards left" if left >= 0 else "empty"
    hand.facts |= {"stock": stock, "value": str(square.value), "turns": str(number - 1)}
    hand.facts["moment"] = "own turn, after drawing"


def goes_out(hand: Hand, board: Board, turn: int, mover: Seat) -> bool:
    """Asked only of a player whose square is worth enough, before any card is played."""
    value = board.squares[mover].value
    if value < hand.rules.out_at:
        return False
    scores = outlook(board.squares, mover, hand.rules)
    return hand.ask(Choice[bool](
        f"out {turn}", say.go_out(mover=mover, value=value), columns=1,
        options=[
            option(True, scores, text="go out", label="Go out"),
            option(False, "nobody has to go out", text="play on", label="Play on"),
        ],
        by=mover,
    ))  # fmt: skip


def one_card(hand: Hand, board: Board, turn: int, mover: Seat) -> None:
    (card,) = hand.ask(Cards(
        f"card {turn}", say.which_card(mover=mover), "", PACK, 1, 1, gone=board.gone, by=mover,
    ))  # fmt: skip
    board.count(card)
    hand.facts |= {"legal.card": card.rank, "moment": "own turn, after playing or discarding"}
    place = hand.ask(Puts(board, mover, card).question(turn))
    if place == DISCARD:
        return
    owner = mover if place.own else mover.left
    board.spaces[owner][place.space] = facts.laid(card)
    cells = [space.shown for space in board.spaces[owner]]
    show_square(hand, owner, board.judge(owner), cells)


@dataclass(frozen=True, slots=True)
class Puts:
    """The legal places for a card on the squares now."""

    board: Board
    mover: Seat
    card: Card

    def question(self, turn: int) -> Choice[Place]:
        """The spaces that are meant for such a card, struck out where it cannot go now; typed
        spaces of all others are refused with the reason."""
        rule = rule_of(self.card)
        return Choice(
            f"place {turn}", say.where(mover=self.mover, card=self.card, spaces=SPACES), rule,
            self.options, reads=NAMED.get, why_not=self.why_not, hints=self.brings,
            boards=self.boards, columns=2 if rule == "LEO-PIP" else 3, about="place", by=self.mover,
        )  # fmt: skip

    def options(self) -> list[Option[Place]]:
        near, far = meant(self.card.rank, self.board.anywhere)
        keys = [
            option(place, label=f"{self.owner(place)} {SPACES[place.space]}", placed=True,
                   hidden=place in far)
            for place in (*near, *far)
        ]  # fmt: skip
        discard = DISCARDS[self.card.rank in ("J", "Q")]
        return [*keys[: len(near)], discard, TOO_LATE, *keys[len(near) :]]

    def owner(self, place: Place) -> Seat:
        return self.mover if place.own else self.mover.left

    def why_not(self, place: Place) -> Text:
        if place == DISCARD:
            return ""
        there = self.board.spaces[self.owner(place)][place.space]
        return why_not_there(self.card, place.own, place.space, there, self.board.anywhere)

    def more(self, place: Place) -> tuple[int, int]:
        """The value of the square, and its value with the card there."""
        value = self.board.squares[self.owner(place)].value
        if place == DISCARD or self.why_not(place):
            return value, value
        return value, self.board.after(self.owner(place), place.space, self.card)

    def brings(self, place: Place) -> str:
        value, after = self.more(place)
        return "" if after == value else f"{value} → {after}"

    def boards(self) -> list[Laid]:
        """Both squares, their spaces as keys with the gain of the card there."""
        near, _ = meant(self.card.rank, self.board.anywhere)
        boards = []
        for owner, spaces in self.board.spaces.items():
            cells = []
            for number, space in enumerate(spaces):
                place = Place(owner is self.mover, number)
                value, after = self.more(place)
                brings = signed(after - value) if after != value else ""
                cells.append((space.shown, place.code if place in near else "", brings))
            boards.append(Laid(owner, cells, SPACES, self.board.squares[owner].worths))
        return boards


@cache
def meant(rank: str, anywhere: bool) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """The spaces that such a card can ever go to, and all others."""
    near: list[Place] = []
    for place in PLACES:
        no = why_not_there(Card(rank, Suit.CLUBS), place.own, place.space, EMPTY, anywhere)
        if not (isinstance(no, Sentence) and no.name in ("wrong_space", "own_square_only")):
            near.append(place)
    return tuple(near), tuple(place for place in PLACES if place not in near)


def why_not_there(card: Card, own: bool, place: int, there: Space, king_anywhere: bool) -> Text:
    """Why a card cannot go to a place of the player's own square, or the other's; "" if it can."""
    space = SPACES[place]
    if not own and card.rank == "K" and not king_anywhere:
        return say.own_square_only__king()
    if not own and card.rank == "10":
        return say.own_square_only(king_anywhere=king_anywhere)
    if not own and card.rank == "Q":
        return say.own_square_only__queen()
    if card.rank in ("J", "Q"):
        return why_not_covered(card, space, there)
    if card.rank == "K":
        return ""
    if card.rank != "10" and card.rank != space:
        where = WHERE[SPACES.index(card.rank)]
        return say.wrong_space(card=a_rank(card.rank), where=where)
    if not there.card:
        return ""
    if card.rank == "10":
        return say.space_taken__ten(space=space, card=a_rank(card.rank))
    return say.space_taken(space=space, card=a_rank(card.rank))


def why_not_covered(card: Card, space: str, there: Space) -> Text:
    """Jacks and queens go face down on a face-up card, on nothing else."""
    if there.down:
        return say.face_down_already(space=space, card=a_rank(card.rank))
    if there.card:
        return ""
    if card.rank == "J":
        return say.nothing_to_cover(space=space)
    return say.nothing_to_cover__queen(space=space)


def rule_of(card: Card) -> str:
    """The rule for the place of a card."""
    own = {"10": "LEO-TEN", "J": "LEO-JACK", "Q": "LEO-QUEEN", "K": "LEO-KING"}
    return own.get(card.rank, "LEO-PIP")


def show_square(hand: Hand, seat: Seat, square: Square, cells: Sequence[str]) -> None:
    show_so_far(hand, seat, cells, square.worths)
    show_score(hand, seat, square)


def show_so_far(
    hand: Hand, seat: Seat, cells: Sequence[str], lines: Sequence[tuple[str, str]]
) -> None:
    """A square half entered, its lines judged as far as they go."""
    cells = [*cells, *[""] * (9 - len(cells))]
    hand.show(SquarePanel(f"{seat}’s square", cells, SPACES, lines, of=seat))


def show_score(hand: Hand, seat: Seat, square: Square) -> None:
    hand.status[seat.side] = f"this hand {reckoning(square.value, False, hand.rules)}"
