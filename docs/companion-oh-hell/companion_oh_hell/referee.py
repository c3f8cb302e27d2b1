"""What a table of Oh Hell asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.questions import Choice, Count, Question
from companion.tricks import ranking
from companion_oh_hell.facts import MOST, PACK, even_bid, say
from companion_oh_hell.house import Desk

RANK = ranking()
CITED = referee.Cited(trump="OH-P-TRUMP", lead="OH-P-LEAD", trick="OH-P-TRICK")


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """The tricks, and with them what can have been bid, go by the cards of the hand."""
    return (Count("dealt", say.how_many_dealt(), low=1, high=MOST),)


@enquiry("trick", "Who wins this trick?", "OH-P-TRICK OH-P-LEAD OH-P-TRUMP", "tricks")
def trick(desk: Desk) -> Ruling:
    found = referee.trick(desk, PACK, RANK, CITED, no_trump=False)
    words = say.wins_with(winner=found.winner, card=found.card)
    return ruled(words, "OH-P-LEAD", steps=[*found.steps, say.leads_next(winner=found.winner)])


@enquiry("bid", "Was that bid legal?", "OH-BID OH-EVEN", "bid_*=call")
def bid(desk: Desk) -> Ruling:
    """Rules whether a bid was legal after those before it."""
    dealt, others, who, call = desk.ask(
        Count("dealt", say.how_many_dealt(), low=1, high=MOST),
        Count("others", say.bids_before(), low=0, high=MOST * 5),
        Choice("who", say.who_made_it(), options=["the dealer", "another player"]),
        Count("call", say.which_bid(), low=0, high=MOST),
    )
    if call > dealt:
        return ruled(say.no_more_than_dealt(cards=dealt))
    no = even_bid(dealt, others, desk.rules) if who == "the dealer" else {}
    if call in no:
        return ruled(say.no_even(bid=call, cards=dealt))
    return ruled(say.yes_legal(bid=call))


ENQUIRIES = (trick, referee.follow(PACK, MOST, "OH-P-FOLLOW", "tricks"), bid)
