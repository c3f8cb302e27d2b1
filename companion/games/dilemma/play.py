"""Dilemma, for two players: whole deals until somebody is at the target; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Replay
from companion.games.dilemma import score, show
from companion.games.dilemma.entry import forfeit, score_cards, totals, trick_by_trick
from companion.games.dilemma.facts import Deal
from companion.games.dilemma.house import Hand, Table
from companion.games.dilemma.trick import TRICKS


def play(table: Table) -> None:
    """Deal after deal; the higher total wins."""
    dealer = table.first_dealer
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        show.opening(hand)
        deal = dealt(hand)
        if deal is None:
            show.redealt(hand)
            hand.post([])
            dealer = hand.dealer
            continue
        hand.result = deal
        show.result(hand, deal)
        hand.post(score.lines(deal))
        over = [side for side in table.sides if hand.totals[side] >= hand.rules.target]
        table.outcome = score.ending(hand.totals, hand.rules)
        if over and hand.rules.end_when == "deal_end":
            show.target_reached(hand, over, hand.rules)
            if table.outcome is None:
                show.level(hand, table.ledger.high)
        dealer = score.next_dealer(hand.dealer, deal, hand.rules)


def dealt(hand: Hand) -> Deal | None:
    """One deal, in the way it is entered; None when it was thrown in (DIL-R6)."""
    mode = hand.entry("guided", "tricks", "scores", "quick")
    if mode == "guided" or mode == "tricks":
        return trick_by_trick(hand)
    deal = score_cards(hand) if mode == "scores" else totals(hand)
    return Deal(deal.piles, forfeit(hand, deal.piles), deal.stopped)


def holds(replay: Replay) -> Iterator[str]:
    """Thirteen tricks a deal, unless it stopped at once."""
    for hand in replay.hands:
        if isinstance(hand.result, Deal) and not hand.result.stopped:
            tricks = sum(pile.tricks for pile in hand.result.piles.values())
            if tricks != TRICKS:
                yield f"deal {hand.number}: {tricks} tricks"
