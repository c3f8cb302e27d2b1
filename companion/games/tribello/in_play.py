"""The hand in play of Tribello: quotas, trump, leader."""

from __future__ import annotations

from companion.cards import Suit
from companion.engine.panels import NO_TRUMP, InPlay, Need
from companion.games.tribello import facts
from companion.games.tribello.facts import Phase, say
from companion.games.tribello.house import Hand


def in_play(hand: Hand, phase: Phase) -> InPlay:
    """Everybody’s quota, trump, leader, and what each player drew."""
    dealer, trump = hand.dealer, hand.facts["trump"]
    quotas, drawn = facts.quotas(phase, dealer), {}
    for seat in dealer.round:
        if (number := hand.cells.get(f"drawn {seat.code}", "")).isdecimal():
            drawn[seat] = str(say.drew(number=number))
    return InPlay(
        needs=[
            Need(seat, str(quotas[seat]), office) for seat, office in facts.offices(dealer).items()
        ],
        trump=NO_TRUMP if trump == "none" else Suit(trump),
        leader=dealer, beside=say.in_phase(phase=phase),
        title=say.tricks_at_most() if phase.nullo else say.tricks_needed(),
        note=say.each_fewer() if phase.nullo else say.each_more(),
        bids=list(drawn.items()),
    )  # fmt: skip
