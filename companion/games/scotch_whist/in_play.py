"""The hand in play of Scotch Whist: trump, leader, captured cards."""

from __future__ import annotations

from companion.cards import Card
from companion.engine.panels import InPlay, Need
from companion.games.scotch_whist.facts import say
from companion.games.scotch_whist.house import Hand
from companion.games.scotch_whist.piles import Live
from companion.seating import Side


def in_play(hand: Hand, turned: Card, live: Live | None) -> InPlay:
    """Trump, leader, the card turned up, and trick by trick the cards each side has captured."""
    assert turned.suit is not None
    held: dict[Side, list[Card]] = {side: [] for side in hand.table.sides} if live else {}
    for rank, side in live.honours.items() if live else ():
        held[side].append(Card(rank, turned.suit))
    return InPlay(
        needs=[
            Need(side, "", say.has_captured(honours=honours, cards=live.cards[side] if live else 0))
            for side, honours in held.items()
        ],
        trump=turned.suit, leader=hand.table.seating.seat(hand.facts["leader"]),
        beside=say.dealers_card(card=turned, dealer=hand.dealer),
    )  # fmt: skip
