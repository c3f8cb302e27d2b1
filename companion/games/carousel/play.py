"""Carousel, for two to five players: hands to the target, then the bonuses; rules in rules.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.game import Replay
from companion.games.carousel import score, show
from companion.games.carousel.entry import ended
from companion.games.carousel.house import Hand, Table
from companion.seating import Side


def play(table: Table) -> None:
    """Hand after hand until somebody has the target."""
    dealer = table.first_dealer
    won: Counter[Side] = Counter()
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        show.opening(hand, won)
        found = ended(hand)
        if found is None:
            show.void(hand)
            hand.post([])
            dealer = hand.dealer
            continue
        hand.result = found
        won.update(seat.side for seat in found.winners)
        show.result(hand, found)
        hand.post(score.lines(found, hand.rules), live=True)
        hand.adjust()
        finish(hand, won)
        dealer = hand.dealer.left


def finish(hand: Hand, won: Counter[Side]) -> None:
    """Closes the hand; at the target, adjustments included, adds the bonuses and ends the game."""
    before = hand.totals
    if not score.at_target(before, hand.rules):
        hand.post([])
        return
    hand.post(score.bonuses(before, won, hand.rules))
    hand.table.outcome = score.ending(before, hand.totals, hand.rules)


def holds(replay: Replay) -> Iterator[str]:
    """Only winners score in a hand, and bonuses fall only at the end."""
    for hand in replay.hands[:-1]:
        if any(line.column == score.BONUS for line in hand.lines):
            yield f"hand {hand.number}: a bonus before the end"
    for hand in replay.hands:
        if any(line.points < 0 and line.rule != replay.game.adjust_rule for line in hand.lines):
            yield f"hand {hand.number}: a loss"
