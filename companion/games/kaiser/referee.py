"""The referee questions of Kaiser. Each enquiry calls the functions of the play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.cards import Card, Pack, Suit
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.kaiser import facts
from companion.games.kaiser.facts import PACK, TRICKS, Bid, Take, Turn, first_leader, say
from companion.games.kaiser.house import Desk
from companion.games.kaiser.referee_end import over
from companion.questions import Cards, Choice, Question, option, yes_no
from companion.tricks import ranking
from companion.words import with_minus

RANK = ranking(("A", "K", "Q", "J", "10", "9", "8", "7", "5", "3"))
FIVE, THREE = Card("5", Suit.HEARTS), Card("3", Suit.SPADES)
CITED = referee.Cited(trump="KAI-P-TRUMP", lead="KAI-P-LEAD", trick="KAI-P-TRICK")


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """Defenders freeze by their total, and the limit may have been raised."""
    rules, questions = desk.rules, list[Question[Any]]()
    if rules.ends == "hands":
        return questions
    if rules.defender_limit != "none" or rules.defender_cap == "at_limit":
        questions.append(referee.totals(desk, "KAI-LIMIT"))
        if rules.nt_raises_target == "on":
            questions.append(yes_no("raised", say.raised_before(), default="no"))
    return questions


@enquiry("trick", "Who wins this trick?", "KAI-P-TRICK KAI-P-NEXT", "tricks kaiser")
def trick(desk: Desk) -> Ruling:
    trick = referee.trick(desk, PACK, RANK, CITED)
    take = Take(1, FIVE in trick.cards, THREE in trick.cards)
    odd = take.five or take.three
    worth = f"; the trick is worth {with_minus(take.pile)}"
    counts = (f"The trick counts {take}.",) if odd else ()
    return Ruling(
        f"{trick.winner} wins with the {trick.card}{worth}.",
        ("KAI-P-TRICK", *take.rules[2:], "KAI-P-NEXT"),
        (*trick.steps, f"{trick.winner} leads next.", *counts),
        value=(trick.winner, trick.card),
    )


@enquiry("lead", "Who leads first?", "KAI-P-LEAD", "trump tricks")
def lead(desk: Desk) -> Ruling:
    dealer, declarer = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Choice("declarer", "Who won the bidding?", "KAI-P-DECL", desk.seats),
    )
    left = desk.rules.first_lead == "dealer_left"
    steps = (say.left_leads() if left else say.bidder_leads(), say.any_lead())
    leader = first_leader(dealer, declarer, desk.rules)
    return ruled(say.leads_first(leader=leader), "KAI-R11", steps=steps)


def typed(text: str) -> Bid | None:
    """A bid without the space, as people type it: "7no"."""
    match = re.fullmatch(r"(\d+)n[ot]", text.casefold())
    return facts.bid_named(f"{match[1]} no") if match else None


@enquiry("bid", "Was that bid legal?", "KAI-P-BID KAI-P-DECL", "bid_*=call")
def bid(desk: Desk) -> Ruling:
    rules, rungs = desk.rules, facts.ladder(desk.rules)
    keys = sorted(rungs, key=lambda bid: bid.no_trump)
    none = option("none", label="no bid yet", set_apart=True)
    high, call, who = desk.ask(
        Choice[object]("high", say.bid_before(), options=[none, *keys], columns=7,
            hint=facts.LEGEND),
        Choice[object](
            "call", say.bid_in_question(), options=[*keys, option(facts.PASS, set_apart=True)],
            unseen=lambda: facts.no_bids(rules), reads=typed, hint=facts.LEGEND, columns=7,
        ),
        Choice("who", say.who_made_it(), options=["the dealer", "another player"]),
    )  # fmt: skip
    turn = Turn(high if isinstance(high, Bid) else None, who == "the dealer", rules)
    no = turn.why_not(call)
    if not isinstance(call, Bid):
        passed = Ruling("Yes: anyone may pass.", ("KAI-P-BID",))
        forced = Ruling("No: the dealer must bid when nobody has.", ("KAI-P-BID", "KAI-R1"))
        return forced if no else passed
    if no and call not in rungs:
        low = ("KAI-R13",) if call.points < 12 else ()
        return Ruling(f"No. {no}", ("KAI-P-BID", *low))
    if no:
        words = [rung.words for rung in rungs]
        first, last = " < ".join(words[:4]), " < ".join(words[-2:])
        return Ruling(f"No: {no}", ("KAI-P-BID",), (f"{first} < … < {last}.",))
    if turn.high is None:
        return Ruling(f"Yes: {call.words} is a bid of this table.", ("KAI-P-BID",))
    if turn.equals(call):
        answer = f"Yes: the dealer takes {call.words} by equalling it."
        return ruled(answer, "KAI-P-BID", "KAI-R12", steps=[say.dealers_right()])
    return Ruling(f"Yes: {call.words} is higher than {turn.high.words}.", ("KAI-P-BID",))


@enquiry("misdeal", "Is it a misdeal?", "KAI-P-MISDEAL", "bid_*")
def misdeal(desk: Desk) -> Ruling:
    both = ("KAI-P-MISDEAL", "KAI-R15")
    number = option("number", label="somebody has the wrong number of cards")
    poor = option("poor", label="a holding without honours")
    what = desk.ask(Choice[str]("what", say.went_wrong(), options=[number, poor], columns=1))
    if what == "number":
        return ruled(say.deals_again(), "KAI-DEAL")
    if desk.rules.misdeal == "off":
        return Ruling("No: this table plays every holding.", ("KAI-R15",))
    kinds = "an ace, king, queen or jack, the 5♥ or the 3♠"
    if desk.ask(yes_no("held", f"Does it hold {kinds}?", "KAI-P-MISDEAL")):
        return Ruling("No: it holds one of these cards, so it is played.", ("KAI-P-MISDEAL",))
    called = Choice("bid", "Has that player bid or passed yet?", "KAI-R15", ["no", "yes"])
    if desk.ask(called) == "yes":
        return Ruling("No: the claim comes before the player’s own bid or pass.", both)
    duty = "must" if desk.rules.misdeal == "compulsory" else "may"
    words = f"Yes: the player {duty} throw it in."
    return ruled(words, *both, steps=[say.no_honour(), say.same_dealer()])


@enquiry("pack", "Is this card in the pack?", "KAI-P-PACK", "bid_* tricks")
def in_pack(desk: Desk) -> Ruling:
    (card,) = desk.ask(Cards("card", "Which card?", "KAI-P-PACK", Pack.of(), 1, 1))
    if card in PACK.cards:
        return Ruling(f"Yes: the {card} is one of the 32 cards.", ("KAI-P-PACK",))
    return ruled(f"No: the {card} is not among the 32 cards.", "KAI-P-PACK", steps=[say.pack()])


FOLLOW = referee.follow(PACK, TRICKS, "KAI-P-FOLLOW", "tricks")
ENQUIRIES = (trick, FOLLOW, bid, lead, misdeal, in_pack, over)
