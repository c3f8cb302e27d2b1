"""The hand in play of Nine-Card Don: trump, leader, captured counters."""

from __future__ import annotations

from companion.engine.panels import InPlay, Need
from companion.games.nine_card_don.facts import Tricks, say
from companion.games.nine_card_don.house import Hand
from companion.seating import Seat


def in_play(hand: Hand, tricks: Tricks) -> InPlay:
    """Trump, who pitched it, who leads now, and the counters that each side has captured."""
    pitch, pitcher = tricks.pitch, hand.dealer.left
    last = tricks.takes[-1].by if tricks.takes else pitcher
    leader = last if isinstance(last, Seat) else None
    return InPlay(
        needs=[
            Need(side, "", say.has_captured(cards=cards, points=pitch.worth(cards)))
            for side, cards in tricks.held.items()
        ],
        trump=pitch.trump, leader=leader, leads=say.has_pitched(pitcher=pitcher),
        beside=say.leads_now(leader=leader) if tricks.takes and leader else "",
    )  # fmt: skip
