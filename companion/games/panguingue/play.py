"""Panguingue, for two to fifteen players, turning anticlockwise. The rules are in rules.md.

A hand is a live ledger: events are asked for one by one, and a meld is paid for the moment it lies
on the table. `Board` keeps the running hand, `score` says what melds pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.game import Replay
from companion.games.panguingue import picture, score, show
from companion.games.panguingue.board import Board
from companion.games.panguingue.events import guided
from companion.games.panguingue.facts import ALL, Moment
from companion.games.panguingue.house import Table
from companion.games.panguingue.quick import quick
from companion.questions import Several, fold
from companion.seating import Seat, Side
from companion.table import Event
from companion.words import does


def play(table: Table) -> None:
    """An evening: hand after hand, until the table closes it. The largest balance leads."""
    table.ledger.open(table.rules.stack)
    dealer, names = table.first_dealer, by_name(table)
    bought = chips_of(table)
    while not (table.hands and table.closing):
        hand = table.deal(dealer)
        board = Board(hand, names, table.middle, chips_of(table), bought)
        by_events = hand.entry("guided", "quick") == "guided"
        picture.opening(board)
        ante(board)
        drop_outs(board)
        if by_events:
            guided(board)
        elif not board.over:
            board.played = True
            quick(board)
        table.middle, bought, dealer = board.pot, board.bought, next_dealer(board)
    leaders, high = table.ledger.leaders(), table.ledger.high
    words = show.leads(leaders, high)
    if chips := chips_of(table) - bought:
        words += f"; {show.gap(chips)}"
    table.end(leaders, "PAN-LEDGER", words)


def by_name(table: Table) -> Mapping[str, Side]:
    """Everybody by name and by code."""
    names = {fold(side.name): side for side in table.sides}
    return names | {side.code: side for side in table.sides}


def chips_of(table: Table) -> int:
    """All chips: everybody’s balance and what lies in the middle."""
    return sum(table.ledger.totals.values()) + table.middle


def ante(board: Board) -> None:
    """Everybody puts the ante into the pot."""
    lines = score.ante_lines(board.sides, board.hand.rules)
    if lines:
        board.fund({line.side: -line.points for line in lines}, "ante")
        board.enter("ante", None, lines)


def drop_outs(board: Board) -> None:
    """Before the first play: who drops, asked in turn from the dealer’s right; one must stay."""
    first, fee = board.first, board.hand.rules.drop_fee
    board.hand.tell(show.stay_or_drop(first, fee), "PAN-DROP")
    order = [first, *board.after(first)]
    dropped = board.hand.ask(
        Several(
            "drops",
            "Who drops out?",
            "PAN-DROP",
            order,
            most=len(order) - 1,
            hint="The last one in stays, and takes the pot.",
            closing=lambda gone: does(gone, "drop") if gone else "Nobody drops",
        ),
        title="Who drops out?",
    )
    for side in dropped:
        board.drop(side)


def next_dealer(board: Board) -> Seat:
    """The same dealer after a hand nobody won; otherwise left of the winner, who plays first."""
    if board.winner is None:
        return board.hand.dealer
    if board.hand.rules.next_dealer == "rotate_right":
        return board.hand.dealer.left
    return board.winner.seats[0].right


# -- what must hold ------------------------------------------------------------------------------


def holds(replay: Replay) -> Iterator[str]:
    """Chips conserve after every event, only those still in pay, and eleven cards go out."""
    for hand in replay.hands:
        moments: list[Moment] = hand.result if isinstance(hand.result, list) else []
        gone: frozenset[Side] = frozenset()
        for place, (moment, event) in enumerate(zip(moments, hand.events, strict=True), 1):
            for wrong in (*unbalanced(moment, event), *out_of_play(event, gone), *eleven(moment)):
                yield f"hand {hand.number}, event {place}: {wrong}"
            gone = moment.gone


def unbalanced(moment: Moment, event: Event) -> Iterator[str]:
    """Balances and pot come to what they must, and nobody owes the pot."""
    if sum(event.totals.values()) + moment.pot != moment.chips:
        yield f"balances and pot do not come to {moment.chips}"
    if moment.pot < 0:
        yield f"the pot is {moment.pot}"


def out_of_play(event: Event, gone: frozenset[Side]) -> Iterator[str]:
    """Who dropped neither pays nor collects, but for chips bought and an ante given back."""
    for line in event.lines:
        if gone & {line.side, *line.by} and line.rule not in ("PAN-BUY", "PAN-R19"):
            yield "somebody who is out pays or is paid"


def eleven(moment: Moment) -> Iterator[str]:
    """Nobody melds twelve, nobody goes out with ten."""
    if moment.melded is not None and moment.melded > ALL:
        yield "twelve cards melded"
    if moment.what == "out" and moment.melded not in (ALL, None):
        yield "out without eleven cards"
