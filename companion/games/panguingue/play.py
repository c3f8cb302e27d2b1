"""Panguingue, for two to fifteen players, turning to the right. The rules are in rules.md.

A hand is a live ledger: events are asked for one by one, and what a meld pays is entered the
moment it lies on the table. `pay` says what melds pay, `Board` keeps the running hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.game import Replay
from companion.games.panguingue.board import Board, stock_left
from companion.games.panguingue.events import guided
from companion.games.panguingue.melds import ALL
from companion.games.panguingue.quick import quick
from companion.ledger import Line
from companion.questions import Refused, Several, fold
from companion.seating import Seat, Side
from companion.table import Event, Hand, Table


def play(table: Table) -> None:
    """An evening: hand after hand, until the table closes it. The largest balance leads."""
    table.ledger.open(table.rules.stack)
    names = {fold(side.name): side for side in table.sides}
    names |= {side.code: side for side in table.sides}
    dealer = table.first_dealer
    while not (table.hands and table.closing):
        hand = table.deal(dealer)
        board = begin(hand, table.middle)
        drop_outs(board)
        if not board.over:
            board.played = hand.mode == "quick"
            run = quick if hand.mode == "quick" else guided
            run(board, names)
        table.middle, dealer = board.pot, next_dealer(board)
    close(table)


def close(table: Table) -> None:
    """The evening is over: who has most chips has done best."""
    leaders, high = table.ledger.leaders(), table.ledger.high
    words = f"the largest balance: {high} chips".replace("-", "−")
    table.end(leaders, "PAN-LEDGER", words)


def begin(hand: Hand, pot: int) -> Board:
    """Antes, and who deals and plays first."""
    rules, sides = hand.rules, hand.table.sides
    hand.entry("guided", "quick")
    first = hand.dealer.left.side
    carried, pot_after = pot, pot + rules.ante * len(sides)
    chips = sum(hand.table.ledger.totals.values()) + pot
    board = Board(hand, first, pot, chips)
    hand.facts |= {"dealer": hand.dealer.code}
    hand.cell("dealer", hand.dealer)
    packets = "five" if rules.deal_packets == 5 else "two"
    hand.tell(
        f"{hand.dealer} deals ten cards each, {packets} at a time, to the right; {first} plays "
        f"first; pot {pot_after}.",
        "PAN-DEAL",
    )
    if carried:
        hand.tell(f"{carried} of the pot come from an unfinished hand.", "PAN-R19")
    stock = stock_left(len(sides), rules.packs)
    hand.tell(f"{stock} of {40 * rules.packs} cards are left for the stock.", "PAN-STOCK")
    if rules.ante:
        board.fund(dict.fromkeys(sides, rules.ante), "ante")
        words = f"ante of {rules.ante} to the pot"
        board.enter("ante", "all", [Line(s, -rules.ante, "PAN-ANTE", words) for s in sides])
    return board


def drop_outs(board: Board) -> None:
    """Before the first play: who drops, asked in turn from the dealer’s right."""
    fee = board.hand.rules.drop_fee
    board.hand.tell(f"In turn from {board.first}: stay, or drop for {fee} to the pot.", "PAN-DROP")
    order = [board.first, *board.after(board.first)]

    def somebody_stays(dropped: tuple[Side, ...]) -> None:
        if len(dropped) == len(order):
            message = "All cannot drop: the last one in stays, and takes the pot."
            raise Refused(message, "PAN-LAST", "one_must_stay", "drops")

    dropped = board.hand.ask(
        Several("drops", "Who drops out?", "PAN-DROP", order),
        title="Who drops out?",
        check=somebody_stays,
    )
    for side in dropped:
        board.drop(side)


def next_dealer(board: Board) -> Seat:
    """Who deals the next hand: an unfinished one is dealt again by the same dealer."""
    if board.winner is None:
        return board.hand.dealer
    if board.hand.rules.next_dealer == "rotate_right":
        return board.hand.dealer.left
    return board.winner.seats[0].right


MELDING = ("lay", "add", "forced", "borrow")
LEAVING = ("drop", "foul, out")
NOT_ELEVEN = "out without eleven cards"


def holds(replay: Replay) -> Iterator[str]:
    """Chips conserve after every event, only those still in pay, and eleven cards go out."""
    for hand in replay.hands:
        gone: set[Side] = set()
        melded: Counter[str] = Counter()
        for place, event in enumerate(hand.events, 1):
            found = [*unbalanced(event), *out_of_play(event, gone), *miscounted(event, melded)]
            for wrong in found:
                if hand.mode != "quick" or wrong != NOT_ELEVEN:
                    yield f"hand {hand.number}, event {place}: {wrong}"


def unbalanced(event: Event) -> Iterator[str]:
    """Balances and pot come to what they must, and nobody owes the pot."""
    pot, check = int(event.cells["pot"]), int(event.cells["check"])
    if sum(event.totals.values()) + pot != check:
        yield f"balances and pot do not come to {check}"
    if pot < 0:
        yield f"the pot is {pot}"


def out_of_play(event: Event, gone: set[Side]) -> Iterator[str]:
    """Who dropped neither pays nor collects; `gone` grows."""
    for line in event.lines:
        if gone & {line.side, *line.by} and line.rule not in ("PAN-BUY", "PAN-R19"):
            yield "somebody who is out pays or is paid"
    if event.cells["event"] in LEAVING:
        gone.add(event.lines[0].side)


def miscounted(event: Event, melded: Counter[str]) -> Iterator[str]:
    """Nobody melds twelve, nobody goes out with ten; `melded` grows."""
    what, who, cards = (event.cells[key] for key in ("event", "player", "cards"))
    if what in MELDING:
        melded[who] += len((cards.partition(" + ")[2] if what == "borrow" else cards).split())
    if melded[who] > ALL:
        yield "twelve cards melded"
    if what == "out" and melded[who] != ALL:
        yield NOT_ELEVEN
