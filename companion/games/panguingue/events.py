"""The events of a guided hand of Panguingue: what is asked for each, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from companion.cards import Card, Pack
from companion.games.panguingue.acts import can_lend, event_question
from companion.games.panguingue.board import MOST_CHIPS, Board
from companion.games.panguingue.melds import (
    ALL,
    CARDS,
    Meld,
    completions,
    grown,
    in_numbers,
    is_meld,
    judge,
    loans,
    meld,
    missing,
    moves,
    next_cards,
    ordered,
    pack,
    part,
    said,
    some_melds,
    takes,
    welcome,
)
from companion.games.panguingue.pay import (
    for_adding,
    for_borrowing,
    for_laying,
    for_remaining,
)
from companion.ledger import Line
from companion.questions import Cards, Choice, Option, Points, Refused, option
from companion.seating import Side

FORCED = "PAN-FORCE"


def guided(board: Board, names: Mapping[str, Side]) -> None:
    """Events, one by one, until the hand is over."""
    while not board.over:
        board.event += 1
        going = board.going
        title = f"{going} goes out" if going else f"{board.current} plays"
        act = board.hand.ask(event_question(board, names), title=title)
        if act.side:
            OF_PLAYER[act.what](board, act.side)
        else:
            OF_TABLE[act.what](board)


def turn(board: Board, side: Side) -> None:
    """The turn has passed to another player."""
    board.current, board.played = side, True


# -- a new meld ----------------------------------------------------------------------------------


def lay(board: Board, side: Side) -> None:
    """A new meld from the hand."""
    lay_down(board, side, f"Which cards, {side}?", f"{side} lays a meld")


def lay_down(board: Board, side: Side, prompt: str, title: str, also: tuple[str, ...] = ()) -> None:
    """Asks for the cards of a new meld, which is paid at once."""
    key, rules = f"cards {board.event}", board.hand.rules
    cards = board.hand.ask(
        Cards(
            key,
            prompt,
            "PAN-SPREAD",
            pack(rules.packs),
            3,
            ALL,
            check=judge,
            samples=partial(some_melds, board.room(side)),
        ),
        title=title,
        check=partial(board.may_come, side, key),
    )
    new = meld(cards)
    board.place(side, (*board.melds[side], new), cards)
    event = "forced" if also else "lay"
    board.pay(side, for_laying(new, board.rates), event, said(cards), also)


# -- cards added ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lot:
    """The melds of a player as places where cards may come to lie, freely or by force."""

    side: Side
    held: tuple[Meld, ...]
    mixed: bool
    forced: bool = False

    def where(self, cards: tuple[Card, ...]) -> list[int]:
        """The melds that take these cards, by place from 0."""
        return [n for n, each in enumerate(self.held) if grown(each, cards, self.mixed)]

    def check(self, cards: tuple[Card, ...]) -> None:
        """Refused when no meld takes the cards."""
        if not self.where(cards):
            raise self.refused(cards)

    def outside(self, card: Card) -> Refused:
        """The refusal of a card that no meld will ever take."""
        if card not in CARDS:
            words = f"The {card} is not in the pack: {CARDS.about}."
            return Refused(words, "PAN-PACK", "unknown_card")
        return self.refused((card,))

    def refused(self, cards: Sequence[Card]) -> Refused:
        """Which cards were meant, and what would fit."""
        would = "; ".join(takes(each, self.mixed) for each in self.held)
        if self.forced:
            words = f"Nobody can force {said(cards)} on {self.side}: {would}."
            return Refused(words, FORCED, "cannot_force")
        fits = "fits" if len(cards) == 1 else "fit"
        words = f"{said(cards)} {fits} no meld of {self.side}: {would}."
        return Refused(words, "PAN-EXTEND", "does_not_fit")

    def samples(self) -> list[str]:
        """Single cards that fit."""
        return [card.code for each in self.held for card in next_cards(each, self.mixed)]


@cache
def fitting(held: tuple[Meld, ...], mixed: bool, copies: int) -> Pack:
    """The cards that may come to some of these melds."""
    cards = {card for each in held for card in welcome(each, mixed)}
    return Pack(ordered(cards), copies)


def add(board: Board, side: Side) -> None:
    """Cards laid off on one of the player’s own melds."""
    come(board, side, f"cards {board.event}", f"Which cards does {side} add?", ALL)


def force(board: Board, side: Side) -> None:
    """The upcard fits, and another player insisted that it be taken."""
    if board.hand.rules.force_scope == "table_or_hand":
        no = "" if board.melds[side] else f"{side} has no meld on the table."
        how = board.hand.ask(
            Choice[str](
                f"forced {board.event}",
                f"What does {side} do with the upcard?",
                "PAN-R13",
                [
                    option("add", "to a meld on the table", no=no, code="no_melds"),
                    option("lay", "a new meld with cards from the hand"),
                ],
            )
        )
        if how == "lay":
            prompt = f"Which cards does {side} lay, the upcard among them?"
            lay_down(board, side, prompt, f"{side} is forced", (FORCED, "PAN-R13"))
            return
    come(board, side, f"upcard {board.event}", f"Which upcard must {side} take?", 1, forced=True)


def come(
    board: Board, side: Side, key: str, prompt: str, most: int, *, forced: bool = False
) -> None:
    """Asks for the cards that come to a meld, and to which if several take them."""
    held, mixed, rules = board.melds[side], board.rates.mixed, board.hand.rules
    lot = Lot(side, held, mixed, forced)
    cards = board.hand.ask(
        Cards(
            key,
            prompt,
            FORCED if forced else "PAN-EXTEND",
            fitting(held, mixed, rules.packs),
            1,
            most,
            outside=lot.outside,
            check=lot.check,
            samples=lot.samples,
        ),
        check=partial(board.may_come, side, key),
    )
    places = lot.where(cards)
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


def numbered(held: Sequence[Meld], place: int, no: str, rule: str) -> Option[int]:
    """A meld as an answer, by its number in the order made."""
    return option(
        place, text=str(place + 1), label=f"{place + 1}: {held[place]}", no=no, rule=rule,
        code="leaves_no_meld",
    )  # fmt: skip


def replaced(held: tuple[Meld, ...], place: int, *others: Meld) -> tuple[Meld, ...]:
    """The melds of a player, one of them now another one or more."""
    return (*held[:place], *others, *held[place + 1 :])


# -- borrowing -----------------------------------------------------------------------------------


def borrow(board: Board, side: Side) -> None:
    """Cards of one own meld make a new one, with or without cards from the hand."""
    source = lender(board, side)
    target = receiver(board, side, source)
    held = board.melds[side]
    base = held[source]
    taken = board.hand.ask(
        take_question(board, side, base, None if target is None else held[target]),
        title=f"{side} borrows",
    )
    rest = part(base, taken)
    if target is not None:
        extend(board, side, source, target, taken)
        return
    more = from_hand(board, side, taken)
    new = meld(ordered((*taken, *more)))
    board.place(side, (*replaced(held, source, *rest), new), more)
    payments = for_borrowing(base, taken, more, rest, board.rates)
    words = said(taken) + (f" + {said(more)}" if more else "")
    board.pay(side, payments, "borrow", words)


def lender(board: Board, side: Side) -> int:
    """Which meld lends; asked only where several can."""
    held, room, mixed = board.melds[side], board.room(side), board.rates.mixed
    able = [n for n, each in enumerate(held) if can_lend(each, room)]
    if board.hand.rules.borrow_to_extend == "yes":
        able = [
            n
            for n, each in enumerate(held)
            if n in able or any(moves(each, other, mixed) for other in held if other is not each)
        ]
    if len(able) == 1:
        return able[0]
    options = [
        numbered(held, n, "" if n in able else f"{each} has no card to spare.", "PAN-BORROW-RULE")
        for n, each in enumerate(held)
    ]
    prompt = f"From which meld does {side} borrow?"
    return board.hand.ask(
        Choice[int](f"meld {board.event}", prompt, "PAN-BORROW-RULE", options, columns=1)
    )


def receiver(board: Board, side: Side, source: int) -> int | None:
    """The meld the cards go to; None for a new one, which it is unless R12 says otherwise."""
    held, mixed = board.melds[side], board.rates.mixed
    if board.hand.rules.borrow_to_extend == "no" or len(held) == 1:
        return None
    base = held[source]
    no = "" if can_lend(base, board.room(side)) else f"{base} cannot lend to a new meld."
    options: list[Option[int | None]] = [Option(None, "new", "a new meld", no=no, code="no_melds")]
    for place, each in enumerate(held):
        if place != source:
            fits = bool(moves(base, each, mixed))
            no = "" if fits else f"No card that {base} can spare fits {each}."
            options.append(
                Option(place, str(place + 1), f"{place + 1}: {each}", no=no, code="does_not_fit")
            )
    key = f"to {board.event}"
    return board.hand.ask(
        Choice[int | None](key, "Where do the cards go?", "PAN-R12", options, columns=1)
    )


def take_question(board: Board, side: Side, base: Meld, target: Meld | None) -> Cards:
    """Which cards of a meld are borrowed: what remains must be melds still."""
    room, mixed = board.room(side), board.rates.mixed

    def outside(card: Card) -> Refused:
        return Refused(f"{card} is not in {base}.", "PAN-BORROW-RULE", "not_in_the_meld")

    def check(taken: tuple[Card, ...]) -> None:
        part(base, taken)
        if target and not grown(target, taken, mixed):
            words = f"{said(taken)} does not fit: {takes(target, mixed)}."
            raise Refused(words, "PAN-EXTEND", "does_not_fit")
        if not target and missing(taken) > room:
            need = in_numbers(missing(taken))
            words = f"{said(taken)} would need {need} more, and {side} can meld only {room} more."
            raise Refused(words, "PAN-OUT", "twelve")

    picks = moves(base, target, mixed) if target else loans(base, room)
    return Cards(
        f"take {board.event}",
        f"Which cards does {side} borrow from {base}?",
        "PAN-BORROW-RULE",
        Pack(ordered(set(base.cards)), len(base)),
        1,
        max(1, len(base) - 1),
        outside=outside,
        check=check,
        samples=lambda: [" ".join(card.code for card in pick) for pick in picks],
    )


def from_hand(board: Board, side: Side, taken: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is added from the hand to borrowed cards; not asked where nothing can be."""
    room, key = board.room(side), f"add {board.event}"
    least = 0 if is_meld(taken) else 1
    if not room:
        return ()

    def check(more: tuple[Card, ...]) -> None:
        meld(ordered((*taken, *more)))

    def samples() -> list[str]:
        found = completions(taken, room)
        return [" ".join(card.code for card in more) or "none" for more in found]

    return board.hand.ask(
        Cards(
            key,
            f"With which cards from the hand does {said(taken)} make a meld?",
            "PAN-BORROW",
            pack(board.hand.rules.packs),
            least,
            ALL,
            none="None: the meld is split",
            check=check,
            samples=samples,
        ),
        title=f"{side} borrows {said(taken)}",
        check=partial(board.may_come, side, key),
    )


def extend(board: Board, side: Side, source: int, target: int, taken: tuple[Card, ...]) -> None:
    """A borrowed card goes to another meld, where the house allows it (R12)."""
    held, rates = board.melds[side], board.rates
    base, other = held[source], held[target]
    after = grown(other, taken, rates.mixed)
    assert after is not None
    rest = part(base, taken)
    melds: list[Meld] = []
    for place, each in enumerate(held):
        melds += rest if place == source else [after] if place == target else [each]
    board.place(side, tuple(melds), ())
    payments = [*for_adding(other, after, rates), *for_remaining(base, rest, rates)]
    board.pay(side, payments, "borrow", said(taken), ("PAN-BORROW", "PAN-R12"))


# -- everything else -----------------------------------------------------------------------------


def foul(board: Board, side: Side) -> None:
    """A player has the wrong number of cards."""
    event = "foul"
    if not board.played:
        words = "foul hand before the first play: ten new cards"
    elif board.hand.rules.foul == "redeal":
        words = "foul hand: dealt again, and plays on here"
    else:
        words = "foul hand: out of the hand, what is melded counts no more"
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
OF_TABLE: dict[str, Callable[[Board], None]] = {"buy-in": buy_in, "abandon": Board.abandon}
