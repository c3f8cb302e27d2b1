"""What a Kaiser table asks its referee; each enquiry calls the functions the play itself uses."""

from __future__ import annotations

from companion import referee
from companion.cards import Card, Pack, Suit
from companion.game import Enquiry, Ruling
from companion.games.kaiser import show
from companion.games.kaiser.facts import (
    HIGHEST,
    PACK,
    PASS,
    TRICKS,
    Bid,
    Take,
    Turn,
    first_leader,
    honours,
    ladder,
)
from companion.games.kaiser.house import Desk, House
from companion.questions import Cards, Choice, Option, option
from companion.tricks import ranking
from companion.words import with_minus

RANK = ranking(("A", "K", "Q", "J", "10", "9", "8", "7", "5", "3"))
FIVE, THREE = Card("5", Suit.HEARTS), Card("3", Suit.SPADES)
CITED = referee.Cited(trump="KAI-P-TRUMP", lead="KAI-P-LEAD", trick="KAI-P-TRICK")


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, and what it is worth."""
    found = referee.trick(desk, PACK, RANK, CITED)
    take = Take(1, FIVE in found.cards, THREE in found.cards)
    odd = [card for card in (FIVE, THREE) if card in found.cards]
    words = f"{found.winner} wins with the {found.card}"
    words += f"; the trick is worth {with_minus(take.pile)}." if odd else "."
    rules = ["KAI-P-TRICK"]
    steps = [*found.steps, f"{found.winner} leads next."]
    if odd:
        rules += ["KAI-5H"] * take.five + ["KAI-3S"] * take.three
        steps.append(f"The trick counts {show.taken(take)}.")
    return Ruling(words, (*rules, "KAI-P-NEXT"), tuple(steps))


def lead(desk: Desk) -> Ruling:
    """Who leads the first trick."""
    dealer, declarer = desk.ask(
        Choice("dealer", "Who dealt?", "KAI-P-LEAD", desk.seats),
        Choice("declarer", "Who won the bidding?", "KAI-P-DECL", desk.seats),
        title="Who leads first?",
    )
    leader = first_leader(dealer, declarer, desk.rules)
    left = desk.rules.first_lead == "dealer_left"
    step = "The player left of the dealer leads." if left else "Here the bidder leads."
    steps = (step, "Any card may be led: trumps, the 5♥ and the 3♠ too.")
    return Ruling(f"{leader} leads the first trick.", ("KAI-P-LEAD", "KAI-R11"), steps)


def bid(desk: Desk) -> Ruling:
    """True or not: that bid was legal over the bids before it."""
    high, call, who = desk.ask(
        Choice[object](
            "high",
            "The highest bid before it",
            "KAI-P-BID",
            [option("none", label="no bid yet", set_apart=True), *ladder(desk.rules)],
        ),
        Choice[object]("call", "The bid in question", "KAI-P-BID", any_call(desk.rules)),
        Choice("who", "Who made it?", "KAI-P-BID", ["the dealer", "another player"]),
        title="Was that bid legal?",
    )
    stood = high if isinstance(high, Bid) else None
    turn = Turn(stood, who == "the dealer", desk.rules)
    if not isinstance(call, Bid):
        if turn.forced:
            return Ruling("No: the dealer must bid when nobody has.", ("KAI-P-BID", "KAI-R1"))
        return Ruling("Yes: anyone may pass.", ("KAI-P-BID",))
    if call not in ladder(desk.rules):
        rules = ("KAI-P-BID", "KAI-R13") if call.points < HIGHEST else ("KAI-P-BID",)
        return Ruling(f"No. {show.out_of_range(call.points, desk.rules.min_bid)}", rules)
    if not turn.beats(call):
        return Ruling(f"No: {show.too_low(call, turn)}", ("KAI-P-BID",), (show.rungs(desk.rules),))
    if stood is None:
        return Ruling(f"Yes: {call} is a bid of this table.", ("KAI-P-BID",))
    if call == stood:
        step = "The dealer may equal the high bid, an opponent’s or the partner’s."
        words = f"Yes: the dealer takes {call} by equalling it."
        return Ruling(words, ("KAI-P-BID", "KAI-R12"), (step,))
    return Ruling(f"Yes: {call} is higher than {stood}.", ("KAI-P-BID",))


def any_call(rules: House) -> list[Bid | Option[object]]:
    """Every bid somebody could have said, those of no table included, and a pass."""
    known = ladder(rules)
    found: list[Bid | Option[object]] = [*known, option(PASS, set_apart=True)]
    others = [bid for n in range(1, 20) for bid in (Bid(n), Bid(n, True)) if bid not in known]
    return found + [option(bid, hidden=True) for bid in others]


def misdeal(desk: Desk) -> Ruling:
    """May or must these eight cards be thrown in?"""
    if desk.rules.misdeal == "off":
        return Ruling("No: this table plays every holding.", ("KAI-R15",))
    holding, called = desk.ask(
        Cards("holding", "The eight cards", "KAI-P-MISDEAL", PACK, 8, 8),
        Choice("bid", "Has that player bid or passed yet?", "KAI-R15", ["no", "yes"]),
        title="May this holding be thrown in?",
    )
    if high := honours(holding):
        return Ruling(f"No: it holds the {high[0]}, so it is played.", ("KAI-P-MISDEAL",))
    if called == "yes":
        words = "No: the claim comes before the player’s own bid or pass."
        return Ruling(words, ("KAI-P-MISDEAL", "KAI-R15"))
    duty = "must" if desk.rules.misdeal == "compulsory" else "may"
    steps = (
        "No ace, king, queen, jack, 5♥ or 3♠ is among the eight.",
        "The same dealer deals again.",
    )
    words = f"Yes: the player {duty} throw it in."
    return Ruling(words, ("KAI-P-MISDEAL", "KAI-R15"), steps)


def in_pack(desk: Desk) -> Ruling:
    """Does this card belong to the pack?"""
    (card,) = desk.ask(
        Cards("card", "Which card?", "KAI-P-PACK", Pack.of(), 1, 1),
        title="Is this card in the pack?",
    )
    if card in PACK.cards:
        return Ruling(f"Yes: the {card} is one of the 32 cards.", ("KAI-P-PACK",))
    steps = ("A K Q J 10 9 8 7 of each suit, but the 5♥ for the 7♥ and the 3♠ for the 7♠.",)
    return Ruling(f"No: the {card} is not among the 32 cards.", ("KAI-P-PACK",), steps)


ENQUIRIES = (
    Enquiry(
        "trick",
        "Who wins this trick?",
        trick,
        ("KAI-P-TRICK", "KAI-P-NEXT"),
        at={"tricks": "", "kaiser": ""},
    ),
    Enquiry(
        "follow",
        "Which cards may I play?",
        referee.follow(PACK, TRICKS, "KAI-P-FOLLOW"),
        ("KAI-P-FOLLOW",),
        at={"tricks": ""},
    ),
    Enquiry("bid", "Was that bid legal?", bid, ("KAI-P-BID", "KAI-P-DECL"), at={"bid *": "call"}),
    Enquiry("lead", "Who leads first?", lead, ("KAI-P-LEAD",), at={"trump": "", "tricks": ""}),
    Enquiry(
        "misdeal", "May this holding be thrown in?", misdeal, ("KAI-P-MISDEAL",), at={"bid *": ""}
    ),
    Enquiry(
        "pack",
        "Is this card in the pack?",
        in_pack,
        ("KAI-P-PACK",),
        at={"bid *": "", "tricks": ""},
    ),
)
