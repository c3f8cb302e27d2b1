"""Nine-Card Don, for four in partnerships, pegged as the cards fall. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Replay
from companion.games.nine_card_don import score, show
from companion.games.nine_card_don.counters import WHOLE_COUNT
from companion.games.nine_card_don.hand import Result, play_out
from companion.games.nine_card_don.house import Hand, Table
from companion.questions import Choice, option
from companion.seating import Seat


def play(table: Table) -> None:
    """An evening: hand after hand until a side stands on the target."""
    board = show.Board(table.ledger.totals)
    dealer, settled, carried = table.first_dealer, False, 0
    while True:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        table.mark = show.SECOND_ROUND if hand.rules.target > show.SECOND_ROUND else None
        table.mark_says = "the second round of the board begins"
        board.show(hand)
        if finish(hand):
            table.undeal()  # what was agreed in a hand thrown in has ended the game
            return
        hand.entry("guided", "quick")
        pitcher = hand.dealer.left if settled else first_pitcher(hand)
        again = settled and hand.dealer is dealer
        show.opening(hand, pitcher, again=again, over=carried)
        hand.result = found = play_out(hand, pitcher, board, carried)
        if finish(hand, found.stopped):
            return
        dealer, settled, carried = hand.dealer.left, True, found.carries


def finish(hand: Hand, stopped: bool = False) -> bool:
    """Ends the game if somebody has won it."""
    table = hand.table
    totals = table.ledger.totals
    table.outcome = score.ending(table.ledger.entries, totals, hand.rules, stopped)
    return table.outcome is not None


def first_pitcher(hand: Hand) -> Seat:
    """Who pitches first; the player on the pitcher's right then deals."""
    if hand.mode == "quick" or "@dealer" in hand.answers:
        return hand.dealer.left
    show.to_draw(hand)
    drawn = hand.rules.first_pitch == "draw"
    prompt = "Who pitches first?" if drawn else "Who has the 2♦?"
    seats = [
        option(seat, f"{seat.right} deals", best=drawn and seat is hand.dealer.left)
        for seat in hand.table.seats
    ]
    rule = "DON-P-DRAW" if drawn else "DON-R13"
    pitcher = hand.ask(Choice[Seat]("pitcher", prompt, rule, seats))
    hand.dealer = pitcher.right
    return pitcher


def holds(replay: Replay) -> Iterator[str]:
    """Counts fit the pack, no counter is pegged twice, and play stopped when it should."""
    for hand in replay.hands:
        if not isinstance(hand.result, Result):
            continue
        tricks, counts = hand.result.tricks, hand.result.counts or {}
        if sum(counts.values()) > WHOLE_COUNT:
            yield f"hand {hand.number}: the game counts sum to {sum(counts.values())}"
        held = [card for cards in tricks.held.values() for card in cards]
        if len(held) != len(set(held)):
            yield f"hand {hand.number}: a counter is pegged twice"
        pegged = sum(line.points for line in hand.lines if line.column == "play")
        if pegged != tricks.pitch.worth(held):
            yield f"hand {hand.number}: {pegged} points pegged in play"
