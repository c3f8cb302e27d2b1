"""The hand in play of Dealer's Dilemma: contracts, trump, leader."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.panels import NO_TRUMP, InPlay, Need
from companion.games.dealers_dilemma.facts import EASY, Bid, Running, say
from companion.games.dealers_dilemma.house import Hand
from companion.seating import Seat


def in_play(hand: Hand, running: Running, tricks: Mapping[Seat, int]) -> InPlay:
    """Everybody’s bid as far as it is public, the tricks won so far, trump and leader."""
    leader = hand.table.seating.seat(hand.facts["leader"])
    first = not any(tricks.values())
    return InPlay(
        needs=[
            Need(seat, public(bid), say.has_won(kind=bid.name, tricks=tricks[seat]))
            for seat, bid in running.bids.items()
        ],
        trump=running.trump or NO_TRUMP, leader=leader,
        leads=say.leads_card(leader=leader, card=running.lead) if first else "",
        title=say.tricks_bid(),
    )  # fmt: skip


def public(bid: Bid) -> str:
    """The number of a bid that everybody sees; a hidden one is a question mark."""
    return str(Bid(EASY, bid.first) if bid.kind == EASY else bid.number)
