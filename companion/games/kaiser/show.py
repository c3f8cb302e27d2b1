"""How a Kaiser hand looks and sounds: guidance, the cells of the sheet, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Suit
from companion.games.kaiser.facts import (
    HIGHEST,
    RAISE,
    TRICKS,
    Bid,
    Contract,
    Marks,
    Result,
    Take,
    Turn,
    decides_all,
    first_leader,
    ladder,
)
from companion.games.kaiser.house import Hand, House
from companion.seating import Seat, Side
from companion.words import counted, does, listed, verb, with_minus

Words = tuple[str, str]
"""A sentence and the rule it rests on."""

# -- before and during the bidding ---------------------------------------------------------------


def opening(hand: Hand, marks: Marks, why: Words | None) -> None:
    """Who deals, bids and leads; who is frozen; why the game goes on though a side is there."""
    rules, first = hand.rules, hand.dealer.left
    if why:
        hand.tell(*why)
    hand.facts |= {"dealer": hand.dealer.code}
    hand.cell("dealer", hand.dealer)
    hand.tell(f"{hand.dealer} deals, eight cards each. {first} bids first.", "KAI-DEAL")
    if rules.first_lead == "dealer_left":
        hand.tell(f"{first} also leads the first trick.", "KAI-P-LEAD")
    if rules.misdeal == "compulsory":
        hand.tell("Eight cards without A, K, Q, J, 5♥ or 3♠ must be thrown in.", "KAI-P-MISDEAL")
    for side in hand.table.sides:
        if marks.frozen(hand.table.ledger.total(side)):
            means = FROZEN[rules.frozen_pile]
            hand.badge(side, "frozen", f"above {marks.limit}", "KAI-LIMIT", means)


FROZEN = {
    "nothing": "As defenders they add and lose nothing now: to win they must bid.",
    "negative_counts": "As defenders they add nothing now: to win they must bid.",
    "larger_adds": "As defenders they add points only if they take more than the declarers.",
}
"""What a side above the limit may hope for."""


ABOVE_IT = "above it a side is frozen while it defends"
"""What the line at the limit means."""


def thrown_in(hand: Hand) -> None:
    """Four passes."""
    hand.cell("contract", "passed")
    hand.summary = "All four pass: thrown in"
    hand.tell("Four passes: nobody scores.", "KAI-ALLPASS")


def to_bid(hand: Hand, seat: Seat, high: Contract | None) -> None:
    """What an enquiry takes over while this seat is to bid."""
    who = "the dealer" if seat is hand.dealer else "another player"
    hand.facts |= {"bid.high": str(high.bid) if high else "none", "bid.who": who}
    hand.facts["misdeal.bid"] = "no"


def bidder(hand: Hand, seat: Seat) -> str:
    """The seat's name, with its office."""
    return f"{seat}, dealer" if seat is hand.dealer else str(seat)


def needs(bid: Bid) -> str:
    """What a bid asks for: tricks alone, or tricks with the 5♥ (KAI-PILE)."""
    if bid.kaiser:
        return "seven tricks alone with the 5♥"
    with_five = f"{max(bid.points - 5, 1)} + 5♥"
    return f"{bid.points} or {with_five}" if bid.points <= TRICKS else with_five


def stands(high: Contract) -> str:
    """What passing means to a dealer who could still take the bid."""
    return f"{high.declarer} plays {high.bid}"


def rungs(rules: House) -> str:
    """The ladder in short."""
    bids = ladder(rules)
    return f"{' < '.join(map(str, bids[:4]))} < … < {' < '.join(map(str, bids[-2:]))}."


def too_low(bid: Bid, turn: Turn) -> str:
    """Why a bid cannot be made over the one that stands, and what can."""
    assert turn.high is not None
    high = turn.high
    above = [str(each) for each in ladder(turn.rules) if each.rung > high.rung]
    legal = ([str(high)] if turn.may_equal else []) + above[:1]
    would = f"say {listed(legal)}{' or more' if above else ''}, or pass" if legal else "pass"
    if bid != high:
        return f"“{bid}” does not beat {high}: {would}."
    if turn.rules.dealer_equal == "yes":
        return f"“{bid}” must be higher than {high}; only the dealer may equal it: {would}."
    here = "here the dealer must go higher, too" if turn.dealer else "nobody may equal it here"
    return f"“{bid}” must be higher than {high}; {here}: {would}."


def out_of_range(number: int, lowest: int) -> str:
    """Why a number is no bid at all."""
    if number < lowest:
        return f"{lowest} is the lowest bid."
    return "Nobody can take more than 12 points." if number > HIGHEST else "Nobody bids 11 here."


def contract_known(hand: Hand, contract: Contract, marks: Marks) -> None:
    """What follows from the contract."""
    rules, side = hand.rules, contract.declarer.side
    hand.cell("bidder", contract.declarer)
    hand.cell("contract", contract.bid)
    leader = first_leader(hand.dealer, contract.declarer, rules)
    hand.facts |= {"leader": leader.code, "declarer": contract.declarer.code, "trump": "none"}
    hand.tell(f"{leader} leads.", "KAI-P-LEAD", keep=True)
    if not decides_all(contract.bid, rules):
        hand.status[side] = f"needs {contract.bid.points} of 10"
    if rules.nt_raises_target == "no_trump_hand" and contract.bid.no_trump:
        hand.tell(asks_for_more(side, marks.target + RAISE), "KAI-R22")
    if rules.pass_card == "on":
        hand.tell("Partners pass each other one card before the first lead.", "KAI-R23")
    others, total = side.opponents, hand.table.ledger.total(side.opponents)
    if any(badge.side is others for badge in hand.badges):
        words = f"{does(others, 'have')} {total}: above the limit, they add nothing as defenders."
        hand.tell(words, "KAI-LIMIT")
    else:
        words = f"{does(others, 'have')} {with_minus(total)}: they add whatever they take."
        hand.tell(words, "KAI-DEFEND")


def trump_known(hand: Hand, trump: Suit) -> None:
    """The trump, and the odd card that is its lowest."""
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value
    low = {Suit.HEARTS: "5♥", Suit.SPADES: "3♠"}.get(trump)
    hand.tell(f"Trumps are {trump}" + (f"; the {low} is the lowest." if low else "."), keep=True)


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, found: Result) -> None:
    """The hand on the sheet, and in one sentence."""
    hand.status.clear()
    hand.cell("made", "✓" if found.made else "✗")
    hand.summary = outcome(found, hand.cells.get("trump", ""))
    for side, take in found.takes.items():
        if take.five:
            hand.cell("five", side.code)
        if take.three:
            hand.cell("three", side.code)
        hand.cell("tricks", take.tricks, side)
        hand.cell("pile", take.pile, side)


def outcome(found: Result, trump: str) -> str:
    """The hand in one sentence: "Pia makes 7 in ♠", "Omar goes down on 8 no-trump"."""
    declarer, bid = found.contract.declarer, found.contract.bid
    if found.all_or_nothing is not None:
        return f"{declarer} {'makes' if found.made else 'loses'} the kaiser"
    played = "the kaiser" if bid.kaiser else f"{bid.points} no-trump" if bid.no_trump else str(bid)
    played += f" in {trump}" if trump and not bid.no_trump else ""
    return f"{declarer} {'makes' if found.made else 'goes down on'} {played}"


def taken(take: Take) -> str:
    """What a side took, added up: "4 tricks + 5 (5♥) = 9"."""
    cards = " + 5 (5♥)" * take.five + " − 3 (3♠)" * take.three
    tricks = counted(take.tricks, "trick") if take.tricks else "0 tricks"
    return f"{tricks}{cards} = {with_minus(take.pile)}"


def bid_made(take: Take, bid: Bid) -> str:
    """The declarers' line when they make it."""
    return f"{taken(take)}; bid {bid}, made"


def bid_set(take: Take, bid: Bid, why: str) -> str:
    """The declarers' line when they go down."""
    return f"{taken(take)}; bid {bid}, set: {why}"


DOUBLED = "no-trump: the declarers’ score is doubled"
DOUBLED_TOO = "no-trump: doubled for the defenders too here"
PILE_LOST = "the points taken are lost"
BELOW_ZERO = {
    "lose_magnitude": "points below zero are lost too",
    "literal": "points below zero are subtracted",
    "zero": "points below zero cost nothing",
}


def bid_lost(bid: Bid) -> str:
    """What going down costs at a table that loses the bid."""
    return f"the bid of {bid.points} is lost"


def not_added(take: Take, start: int, marks: Marks) -> str:
    """Frozen defenders whose points do not count."""
    what = "not added" if take.pile >= 0 else "not lost here"
    return f"{taken(take)}, {what}: they began on {start}, above {marks.limit}"


def added_all_the_same(take: Take, marks: Marks) -> str:
    """Frozen defenders whose points count."""
    if take.pile < 0:
        return f"{taken(take)}: above {marks.limit} points below zero are still lost"
    return f"{taken(take)}: above {marks.limit}, but more than the declarers took, so added here"


def capped(cap: int) -> str:
    """Defenders at their ceiling."""
    return f"defenders’ gains stop at {cap}"


def kaiser_paid(made: bool) -> str:
    """A kaiser that is paid in points."""
    return f"the kaiser is {'made' if made else 'lost'}: 52 points here"


# -- the end -------------------------------------------------------------------------------------

BIDDERS_FIRST = "both reach the target; the declarers come first"
HIGHER_WINS = "both reach the target; the higher score wins"
DECLARERS_HAVE_IT = "level at the target; the declarers have it here"
DRAW = "level at the target: a draw here"


def kaiser_decides(found: Result) -> str:
    """A kaiser that decides the game."""
    return f"{found.contract.declarer}’s kaiser is {'made' if found.made else 'lost'}"


def reached(side: Side, total: int, target: int) -> str:
    """A side that has won by its total."""
    return f"{does(side, 'have')} {total}; {target} wins"


def fallen(sides: Sequence[Side], totals: Mapping[Side, int], rules: House) -> str:
    """Who has fallen to the floor, and what that decides."""
    each = listed([f"{does(side, 'have')} {totals[side]}" for side in sides], "and")
    more = "; of two that fall, the higher wins" if len(sides) > 1 else ""
    return with_minus(f"{each}; a side at {rules.lose_at} or below loses{more}")


def level(over: Sequence[Side], totals: Mapping[Side, int]) -> str:
    """Why the game goes on at the target: nobody is ahead."""
    return f"Level on {totals[over[0]]}: one more hand is played."


def goes_on(there: Sequence[Side], totals: Mapping[Side, int], rules: House) -> str:
    """Why no side at the target has won yet."""
    if rules.win_rule == "must_bid":
        why = "a side wins only by making its own bid"
    else:
        why = "a side wins only if its score and its own bid reach the target together"
    have = listed([f"{does(side, 'have')} {totals[side]}" for side in there], "and")
    return f"{have}, and the game goes on: here {why}."


def asks_for_more(side: Side, target: int) -> str:
    """What a no-trump bid has to reach where it needs ten more."""
    return f"At no-trump {side} {verb('need', side)} {target} to win here."
