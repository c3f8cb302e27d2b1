"""The hand in play of Shakespeare's Dilemma: leader, widow, award for no trick."""

from __future__ import annotations

from companion.engine.panels import InPlay, Need
from companion.games.shakespeares_dilemma.facts import Running, say
from companion.games.shakespeares_dilemma.house import Hand
from companion.seating import Seat


def in_play(hand: Hand, running: Running, buyer: Seat | None, price: int) -> InPlay:
    """The leader, and with three players the buyer of the widow and its price."""
    return InPlay(
        needs=[Need(buyer, "", say.pays_for_widow(price=price))] if buyer else [],
        leader=hand.table.seating.seat(hand.facts["leader"]),
        beside=say.for_none(tricks=running.dealt.tricks),
    )
