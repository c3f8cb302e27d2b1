"""The events of a guided hand of Panguingue: what is asked for each, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from companion.cards import Card, Pack
from companion.games.panguingue import refusals, show
from companion.games.panguingue.acts import (
    Act,
    event_question,
    rare_question,
    stand,
    turn_question,
)
from companion.games.panguingue.board import Board
from companion.games.panguingue.borrowing import borrow, numbered, replaced
from companion.games.panguingue.facts import ALL, CARDS, MOST_CHIPS, Meld, ordered, pack, said
from companion.games.panguingue.melds import (
    Packs,
    grown,
    judge,
    meld,
    next_cards,
    some_melds,
    takes,
    welcome,
)
from companion.games.panguingue.score import for_adding, for_laying
from companion.ledger import Line
from companion.questions import Cards, Choice, Points, Refused, option
from companion.seating import Side

FORCED = "PAN-FORCE"


def guided(board: Board) -> None:
    """Events, one by one, until the hand is over."""
    while not board.over:
        act = next_act(board)
        board.page = ""
        if act.side and act.place:
            add(board, act.side, act.place)
        elif act.side:
            OF_PLAYER[act.what](board, act.side)
        else:
            OF_TABLE[act.what](board)


def next_act(board: Board) -> Act:
    """What happens next, and where the page of the usual leads to another, what that says."""
    board.event += 1
    board.page, now = "event", stand(board)
    act = board.hand.ask(event_question(board, now))
    if act.what == "other":
        return board.hand.ask(turn_question(board, now))
    if act.what == "else":
        board.page = "all"
        return board.hand.ask(rare_question(board, now))
    return act


def turn(board: Board, side: Side) -> None:
    """The turn has passed to another player."""
    board.current, board.played = side, True


# -- a new meld ----------------------------------------------------------------------------------


def lay(board: Board, side: Side) -> None:
    """A new meld from the hand."""
    lay_down(board, side, f"Which cards, {side}?")


def lay_down(board: Board, side: Side, prompt: str, also: tuple[str, ...] = ()) -> None:
    """Asks for the cards of a new meld, which is paid at once."""
    board.acting(side)
    key, rules = f"cards {board.event}", board.hand.rules
    cards = board.hand.ask(
        Cards(
            key,
            prompt,
            "PAN-SPREAD",
            pack(rules.packs),
            3,
            ALL,
            closing=lambda cards: f"{side} lays {said(cards)}",
            hint=show.room(board.room(side)),
            check=judge,
            samples=partial(some_melds, board.room(side)),
        ),
        check=partial(board.may_come, side, key),
    )
    new = meld(cards)
    board.place(side, (*board.melds[side], new), cards)
    event = "forced" if also else "lay"
    board.pay(side, for_laying(new, board.rates), event, said(cards), also)


# -- cards added ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lot:
    """The melds of a player as places where cards may come to lie, freely or by force."""

    side: Side
    held: tuple[Meld, ...]
    mixed: bool
    packs: Packs
    forced: bool = False

    def where(self, cards: tuple[Card, ...]) -> list[int]:
        """The melds that take these cards, by place from 0."""
        return [n for n, each in enumerate(self.held) if grown(each, cards, self.mixed)]

    def check(self, cards: tuple[Card, ...]) -> None:
        """Refused when no meld takes the cards."""
        if not self.where(cards):
            raise self.refused(cards)

    def outside(self, card: Card) -> Refused:
        """The refusal of a card that no meld takes."""
        if card not in CARDS:
            words = f"The {card} is not in the pack: {CARDS.about}."
            return Refused(words, "PAN-PACK", "unknown_card")
        return self.refused((card,))

    def refused(self, cards: Sequence[Card]) -> Refused:
        """Which cards were meant, and what would fit."""
        would = [takes(each, self.mixed) for each in self.held]
        if self.forced:
            words = refusals.cannot_force(cards, self.side, would)
            return Refused(words, FORCED, "cannot_force")
        words = refusals.does_not_fit(cards, self.side, would)
        return Refused(words, "PAN-EXTEND", "does_not_fit")

    def samples(self) -> list[str]:
        """Single cards that fit."""
        return [card.code for card in self.packs.fitting(self.held, self.mixed)]


@cache
def fitting(held: tuple[Meld, ...], mixed: bool, copies: int, forced: bool) -> Pack:
    """The cards that may come to some of these melds; by force only those that fit alone."""
    fits = next_cards if forced else welcome
    cards = {card for each in held for card in fits(each, mixed)}
    return Pack(ordered(cards), copies)


def add(board: Board, side: Side, place: int = 0) -> None:
    """Cards laid off on one of the player’s own melds; a single card on one that was named."""
    key = f"cards {board.event}"
    if place:
        prompt = f"{side} adds to {board.melds[side][place - 1]}: which card?"
        come(board, side, key, prompt, 1, only=place)
    else:
        come(board, side, key, f"Which cards does {side} add?", ALL)


def force(board: Board, side: Side) -> None:
    """The upcard fits, and another player insisted that it be taken."""
    rules = board.hand.rules
    if rules.force_scope == "table_or_hand":
        lot = Lot(side, board.melds[side], board.rates.mixed, board.packs)
        no = "" if lot.samples() else refusals.no_force(side)
        full = "" if board.room(side) > 2 else refusals.no_room(side)
        how = board.hand.ask(
            Choice[str](
                f"forced {board.event}",
                f"What does {side} do with the upcard?",
                "PAN-R13",
                [
                    option("add", "to a meld on the table", refusal=no, code="no_melds"),
                    option("lay", "a new meld with the hand", refusal=full, code="twelve"),
                ],
            )
        )
        if how == "lay":
            prompt = f"Which cards does {side} lay, the upcard among them?"
            lay_down(board, side, prompt, (FORCED, "PAN-R13"))
            return
    come(board, side, f"upcard {board.event}", f"Which upcard must {side} take?", 1, forced=True)


def come(
    board: Board,
    side: Side,
    key: str,
    prompt: str,
    most: int,
    *,
    forced: bool = False,
    only: int = 0,
) -> None:
    """Asks for the cards that come to a meld, and to which if several take them."""
    board.acting(side)
    held, mixed, rules = board.melds[side], board.rates.mixed, board.hand.rules
    lot = Lot(side, held[only - 1 : only] if only else held, mixed, board.packs, forced)
    cards = board.hand.ask(
        Cards(
            key,
            prompt,
            FORCED if forced else "PAN-EXTEND",
            fitting(lot.held, mixed, rules.packs, forced or bool(only)),
            1,
            most,
            hint=show.room(board.room(side)),
            outside=lot.outside,
            check=lot.check,
            samples=lot.samples,
        ),
        check=partial(board.may_come, side, key),
    )
    places = [only - 1] if only else lot.where(cards)
    place = places[0] if len(places) == 1 else which(board, lot, cards, places)
    after = grown(held[place], cards, mixed)
    assert after is not None
    also: tuple[str, ...] = (FORCED,) if forced else ()
    if forced and board.melded(side) == ALL - 1:
        also = (FORCED, "PAN-R22")
    board.place(side, replaced(held, place, after), cards)
    event = "forced" if forced else "add"
    board.pay(side, for_adding(held[place], after, board.rates), event, said(cards), also)


def which(board: Board, lot: Lot, cards: tuple[Card, ...], places: list[int]) -> int:
    """Asks to which of several melds cards are added."""
    options = [numbered(lot.held, place, "", "") for place in places]
    prompt = f"{lot.side} adds {said(cards)}: to which meld?"
    return board.hand.ask(
        Choice[int](f"meld {board.event}", prompt, "PAN-EXTEND", options, columns=1)
    )


# -- everything else -----------------------------------------------------------------------------


def foul(board: Board, side: Side) -> None:
    """A player has the wrong number of cards."""
    event = "foul"
    words = show.foul(board.played, board.hand.rules.foul)
    if board.played and board.hand.rules.foul == "out":
        event = "foul, out"
        board.leave(side, "out")
    board.enter(event, side, [Line(side, 0, "PAN-R21", words)])
    board.last_one_in()


def buy_in(board: Board) -> None:
    """Chips from outside."""
    who, chips = board.hand.ask(
        Choice(f"buyer {board.event}", "Who buys in?", "PAN-BUY", board.sides),
        Points(f"chips {board.event}", "For how many chips?", "PAN-BUY", 1, MOST_CHIPS),
        title="A buy-in",
    )
    board.buy(who, chips)


OF_PLAYER: dict[str, Callable[[Board, Side], None]] = {
    "lay": lay,
    "add": add,
    "borrow": borrow,
    "force": force,
    "out": Board.out,
    "drop": Board.drop,
    "foul": foul,
    "turn": turn,
}
OF_TABLE: dict[str, Callable[[Board], None]] = {
    "buy-in": buy_in,
    "abandon": Board.abandon,
    "split": Board.split,
}
