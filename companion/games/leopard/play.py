"""Leopard, for two players, from the first deal to the last; the rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Replay
from companion.games.leopard import score, show
from companion.games.leopard.entry import entered
from companion.games.leopard.facts import IMPOSSIBLE, Result
from companion.games.leopard.house import Table
from companion.games.leopard.turns import turn_by_turn


def play(table: Table) -> None:
    """An evening: so many hands, the deal alternating; the higher total wins."""
    dealer, number = table.first_dealer, 0
    while table.outcome is None:
        hand = table.deal(dealer)
        table.length, number = hand.rules.hands, number + 1
        show.opening(hand, number)
        by_turns = hand.entry("guided", "quick", "cards", "lines", "values") == "guided"
        hand.result = found = turn_by_turn(hand) if by_turns else entered(hand)
        points, before = score.points(found, hand.rules), table.ledger.totals
        show.result(hand, found, points)
        hand.post(score.lines(found, hand.rules))
        show.carried(hand, before, points)
        table.outcome = score.ending(hand.totals, number, hand.rules)
        dealer = hand.dealer.left


def holds(replay: Replay) -> Iterator[str]:
    """Every square has a value nine cards can make, and only with enough a player went out."""
    for hand in replay.hands:
        if not isinstance(hand.result, Result):
            continue
        suit_line, found = hand.rules.suit_line, hand.result
        for square in found.squares.values():
            if square.value in IMPOSSIBLE[suit_line]:
                yield f"hand {hand.number}: a square worth {square.value}"
        if found.out and found.squares[found.out].value < hand.rules.out_at:
            yield f"hand {hand.number}: {found.out} went out with too little"
