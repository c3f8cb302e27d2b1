"""The events of a guided hand of Panguingue: the questions for each, and its effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.cards import Card, Pack
from companion.engine.ledger import line
from companion.games.panguingue import acts, melds
from companion.games.panguingue.acts import Move, Position
from companion.games.panguingue.board import Board
from companion.games.panguingue.borrowing import borrow, numbered, replaced
from companion.games.panguingue.facts import ALL, CARDS, MOST_CHIPS, Meld, ordered, pack, said, say
from companion.games.panguingue.in_play import in_play
from companion.games.panguingue.melds import Packs
from companion.games.panguingue.score import for_adding, for_laying
from companion.questions import Cards, Choice, Points, Refused, option
from companion.said import Sentence
from companion.seating import Side

FORCED = "PAN-FORCE"


def guided(board: Board) -> None:
    """Events, one by one, until the hand is over."""
    while not board.over:
        board.hand.plays = partial(in_play, board)
        act = next_act(board)
        board.hand.plays = None
        board.page = ""
        if act.side and act.place:
            add(board, act.side, act.place)
        elif act.side:
            OF_PLAYER[act.what](board, act.side)
        else:
            OF_TABLE[act.what](board)


def next_act(board: Board) -> Move:
    """Ask for the next act. If the page of usual acts leads to another page, ask that too."""
    board.event += 1
    board.page, now = "event", Position.of(board)
    act = board.hand.ask(acts.event_question(board, now))
    if act.what == "other":
        return board.hand.ask(acts.turn_question(board, now))
    if act.what == "else":
        board.page = "all"
        return board.hand.ask(acts.rare_question(board, now))
    return act


def turn(board: Board, side: Side) -> None:
    board.current, board.played = side, True


# -- a new meld ----------------------------------------------------------------------------------


def lay(board: Board, side: Side) -> None:
    lay_down(board, side, say.which_cards(who=side))


def lay_down(board: Board, side: Side, asks: Sentence, also: tuple[str, ...] = ()) -> None:
    """Asks for the cards of a new meld, which is paid at once."""
    board.acting(side)
    key, free = f"cards {board.event}", board.free(side)
    cards = board.hand.ask(
        Cards(
            key, asks, "PAN-SPREAD", pack(board.rules.packs), 3, ALL,
            check=melds.judge, samples=partial(melds.some_melds, free), hint=board.hint(side),
            fits=melds.fitting,
            closing=lambda cards: str(say.lays(who=side, cards=said(cards))),
            by=side,
        ),
        check=partial(board.may_come, side, key),
    )  # fmt: skip
    new = melds.meld(cards)
    board.place(side, (*board.melds[side], new), cards)
    event = "forced" if also else "lay"
    board.pay(side, for_laying(new, board.rules), event, said(cards), also)


# -- cards added ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeldTargets:
    """The melds of a player as places for added cards, freely or by force."""

    side: Side
    held: tuple[Meld, ...]
    mixed: bool
    packs: Packs
    forced: bool = False

    def where(self, cards: tuple[Card, ...]) -> list[int]:
        return [n for n, each in enumerate(self.held) if melds.grown(each, cards, self.mixed)]

    def pack(self, copies: int, alone: bool) -> Pack:
        """The cards that fit some of these melds. `alone`: only those that fit alone."""
        fits = melds.next_cards if alone else melds.welcome
        cards = {card for each in self.held for card in fits(each, self.mixed)}
        return Pack(ordered(cards), copies)

    def check(self, cards: tuple[Card, ...]) -> None:
        if not self.where(cards):
            raise self.refused(cards)

    def outside(self, card: Card) -> Refused:
        """The refusal of a card that no meld takes."""
        if card not in CARDS:
            return Refused(say.unknown_card(card=card, about=CARDS.about))
        return self.refused((card,))

    def refused(self, cards: Sequence[Card]) -> Refused:
        """The refusal of these cards, with the cards that fit."""
        would = "; ".join(str(melds.takes(each, self.mixed)) for each in self.held)
        if self.forced:
            return Refused(say.cannot_force__card(cards=said(cards), who=self.side, would=would))
        one = len(cards) == 1
        return Refused(say.does_not_fit(cards=said(cards), one=one, who=self.side, would=would))

    def samples(self) -> list[str]:
        return [card.code for card in self.packs.fitting(self.held, self.mixed)]


def add(board: Board, side: Side, place: int = 0) -> None:
    """Lay off cards on one of the player’s own melds, or a single card on the given one."""
    key = f"cards {board.event}"
    if place:
        base = board.melds[side][place - 1]
        ask_added_cards(board, side, key, say.which_one(who=side, base=base), 1, only=place)
    else:
        ask_added_cards(board, side, key, say.which_added(who=side), ALL)


def force(board: Board, side: Side) -> None:
    """The upcard fits, and another player insisted that it be taken."""
    if board.rules.force_scope == "table_or_hand":
        targets = MeldTargets(side, board.melds[side], board.mixed, board.packs)
        can_add, free = bool(targets.samples()), board.free(side)

        def why_not(how: str) -> Sentence | None:
            if how == "add":
                return None if can_add else say.no_melds__forced(who=side)
            return None if free > 2 else say.twelve__forced(who=side)

        how = board.hand.ask(Choice[str](
            f"forced {board.event}", say.which_way(who=side),
            options=[
                option("add", "to a meld on the table"),
                option("lay", "a new meld with the hand"),
            ],
            why_not=why_not, by=side,
        ))  # fmt: skip
        if how == "lay":
            lay_down(board, side, say.which_with_upcard(who=side), (FORCED, "PAN-R13"))
            return
    key = f"upcard {board.event}"
    ask_added_cards(board, side, key, say.which_upcard(who=side), 1, forced=True)


def ask_added_cards(
    board: Board, side: Side, key: str, asks: Sentence, most: int, *, forced: bool = False,
    only: int = 0,
) -> None:  # fmt: skip
    """Ask for the cards added to a meld, and for the meld if several take them."""
    board.acting(side)
    held, mixed = board.melds[side], board.mixed
    targets = MeldTargets(side, held[only - 1 : only] if only else held, mixed, board.packs, forced)
    cards = board.hand.ask(
        Cards(
            key, asks, FORCED if forced else "PAN-EXTEND",
            targets.pack(board.rules.packs, forced or bool(only)), 1, most,
            hint=board.hint(side), outside=targets.outside, check=targets.check,
            samples=targets.samples, by=side,
            told=lambda cards: say.adds_cards(who=side, cards=said(cards), forced=forced),
        ),
        check=partial(board.may_come, side, key),
    )  # fmt: skip
    places = [only - 1] if only else targets.where(cards)
    place = places[0] if len(places) == 1 else which(board, targets, cards, places)
    after = melds.grown(held[place], cards, mixed)
    assert after is not None
    also: tuple[str, ...] = (FORCED,) if forced else ()
    if forced and board.melded(side) == ALL - 1:
        also = (FORCED, "PAN-R22")
    board.place(side, replaced(held, place, after), cards)
    event = "forced" if forced else "add"
    board.pay(side, for_adding(held[place], after, board.rules), event, said(cards), also)


def which(board: Board, targets: MeldTargets, cards: tuple[Card, ...], places: list[int]) -> int:
    side, held = targets.side, targets.held
    return board.hand.ask(Choice[int](
        f"meld {board.event}", say.to_which_meld(who=side, cards=said(cards), held=held),
        options=[numbered(held, place) for place in places], columns=1, by=side,
    ))  # fmt: skip


def foul(board: Board, side: Side) -> None:
    event, way = "foul", board.rules.foul
    words = say.foul(played=board.played, way=way)
    if board.played and way == "out":
        event = "foul, out"
        board.leave(side, "out")
    board.enter(event, side, [line(side, 0, words)])
    board.last_one_in()


def buy_in(board: Board) -> None:
    who, chips = board.hand.ask(
        Choice(
            f"buyer {board.event}", say.who_buys(), options=board.sides,
        ),
        Points(
            f"chips {board.event}", say.how_many_chips(), "", 1, MOST_CHIPS,
        ),
        title="A buy-in",
    )  # fmt: skip
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
