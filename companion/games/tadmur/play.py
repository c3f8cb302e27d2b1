"""Tadmur, for two players: deal after deal, to the end of the match; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Replay
from companion.games.tadmur import score, show
from companion.games.tadmur.facts import Result
from companion.games.tadmur.house import Table
from companion.games.tadmur.quick import at_once
from companion.games.tadmur.turns import turn_by_turn


def play(table: Table) -> None:
    """A game to the winner of each deal. A match of agreed length has no winner before its end."""
    dealer, number = table.first_dealer, 0
    while table.outcome is None:
        if table.closing and number and table.rules.match_to == "open":
            table.outcome = score.stopped(table.ledger.totals)
            return
        hand = table.deal(dealer)
        number += 1
        goal = hand.rules.match_to
        table.target = None if goal == "open" else goal
        guided = hand.entry("guided", "quick") == "guided"
        show.opening(hand, number)
        hand.result = result = turn_by_turn(hand) if guided else at_once(hand)
        show.result(hand, result)
        hand.post(score.lines(result))
        table.outcome = score.ending(hand.totals, hand.rules)
        dealer = score.next_dealer(hand.dealer, result, hand.rules)


def holds(replay: Replay) -> Iterator[str]:
    """Every deal that was played gives one game, or none if it was drawn."""
    for hand in replay.hands:
        if isinstance(hand.result, Result):
            won = [line.points for line in hand.lines if line.rule != "TAD-ADJ"]
            if won != [1] * (hand.result.winner is not None):
                yield f"hand {hand.number}: {len(won)} lines for {hand.result.ending.word}"
