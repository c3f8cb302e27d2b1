"""How a round of Dealer's Dilemma looks and sounds: guidance, panels, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.dealers_dilemma.facts import (
    DIFFERENCE,
    EASY,
    KINDS,
    TOP,
    TRICKS,
    ZERO,
    Bid,
    Round,
    Running,
)
from companion.games.dealers_dilemma.house import Hand
from companion.ledger import Line
from companion.panels import Grid
from companion.questions import Option, option
from companion.seating import Seat, Side
from companion.words import counted, does, signed, with_minus

NAMES = {EASY: "Easy", TOP: "Top", DIFFERENCE: "Difference", ZERO: "Zero"}
HINTS = {
    EASY: "shown +4, hidden +2, miss −1 each",
    TOP: "+8, miss −2 each",
    DIFFERENCE: "+8, miss −2 each",
    ZERO: "+6, miss −2 each",
}


def kinds(*, hints: bool = False) -> list[Option[str]]:
    """The four kinds of bid."""
    return [option(kind, HINTS[kind] if hints else "", label=NAMES[kind]) for kind in KINDS]


# -- the round under way -------------------------------------------------------------------------


def opening(hand: Hand, number: int, rounds: int) -> None:
    """Which round, who deals how many."""
    hand.title = f"Round {number} of {rounds}"
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    rule = "DD-END" if number == rounds else "DD-DEAL"
    words = f"{hand.dealer} deals twelve to each opponent, ten to {hand.dealer}, and turns the "
    hand.tell(f"{words}last two face up.", rule)


def face_up(hand: Hand, found: Running) -> None:
    """Trumps, the forced lead, and how the bidding goes."""
    trump, dealer = found.trump, hand.dealer
    hand.cell("trump", trump or "none")
    hand.facts |= {"trump": trump.value if trump else "none", "forced": found.lead.code}
    words = f"Trumps are {trump}" if trump else "There are no trumps"
    hand.tell(f"{words}; {dealer} leads the {found.lead}.", "DD-FORCEDLEAD", keep=True)
    hand.tell(f"{dealer} bids first, then clockwise.", "DD-BIDORDER")
    change = hand.rules.bid_change == "until_next"
    words = "may be changed until the next player has bid" if change else "cannot be changed"
    hand.tell(f"A bid {words}.", "DD-R6")


def how_to_say(hand: Hand) -> None:
    """Which number can be bid in which way."""
    words = "0 only by Zero, 1 only by Difference, 2 to 8 by Easy, Top or Difference, "
    hand.tell(f"{words}9 and 10 by Easy or Top.", "DD-BIDS")


def to_play(hand: Hand, found: Running) -> None:
    """Ten tricks, and who leads."""
    words = f"Ten tricks. {hand.dealer} leads the {found.lead}; "
    hand.tell(f"{words}the winner of a trick leads the next.", "DD-LEADNEXT")


def bids(hand: Hand, found: Running, tricks: Mapping[Seat, int]) -> None:
    """The public bids, what each has won, and what each still needs."""
    rows, single = [], 0
    for seat, bid in found.bids.items():
        won = tricks.get(seat, 0)
        public = Bid(EASY, bid.first) if bid.kind == EASY else bid
        single += bid.number or 0
        rows.append((str(seat), str(public), str(won), need(public, won) if tricks else ""))
    foot = () if tricks else ("Single bids", str(single), f"of {TRICKS}", "")
    hand.show(Grid("Bids", ("", "Bid", "Won", "Needs"), rows, foot))


def need(public: Bid, won: int) -> str:
    """What a bid still needs: so many, there, or over."""
    number = public.first if public.number is None else public.number
    if won > number:
        return f"{won - number} over"
    return "there" if won == number else f"{number - won} more"


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, found: Round, lines: Sequence[Line]) -> None:
    """The round on the sheet, and its best score."""
    for seat, bid in found.bids.items():
        hand.cell("bid", bid, seat)
        hand.cell("tricks", found.tricks[seat], seat)
    if found.offender:
        words = f"{found.offender} revoked and scores nothing this round."
        hand.tell(words, "DD-R8")
    hand.panels.clear()
    best = max(lines, key=lambda each: each.points)
    hand.summary = f"{best.to} {signed(best.points)}: {best.why}"


def won_tricks(tricks: int) -> str:
    """Tricks won, in words."""
    return f"{counted(tricks, 'trick') if tricks else '0 tricks'} won"


def made(bid: Bid, number: int) -> str:
    """A bid of one number that came true."""
    return f"{NAMES[bid.kind]} bid of {number}, made"


def missed(bid: Bid, number: int, tricks: int) -> str:
    """A bid of one number that did not."""
    away = abs(tricks - number)
    return f"{NAMES[bid.kind]} bid of {number}, {won_tricks(tricks)}: {away} away, 2 each"


def easy_made(bid: Bid, which: str, number: int) -> str:
    """An Easy bid of which one number came true."""
    return f"Easy bid of {bid}, the {which} {number} made"


def easy_pair(bid: Bid, hidden: int) -> str:
    """An Easy bid of a pair of which both count."""
    return f"Easy bid of {bid}, the hidden {hidden} too"


def easy_missed(bid: Bid, tricks: int, number: int, nearest: bool) -> str:
    """An Easy bid of which neither number came true."""
    away, which = abs(tricks - number), "nearer" if nearest else "lower"
    return f"Easy bid of {bid}, {won_tricks(tricks)}: {away} away from the {which}, {number}"


def revoked(bid: Bid) -> str:
    """A player who scores nothing."""
    return f"{NAMES[bid.kind]} bid of {bid}: nothing, for a revoke"


def won(best: Sequence[Side], total: int) -> str:
    """Who has the highest total."""
    if len(best) > 1:
        return f"{does(best, 'share')} the win on {with_minus(total)}"
    return f"{does(best, 'have')} the highest total, {with_minus(total)}"


# -- refusals ------------------------------------------------------------------------------------

NO_DIFFERENCE = "0 is not a difference: say 1 to 8. A bid of no tricks is Zero (6 points)."
EQUAL_CARDS = (
    "Equal cards make a difference of 0. To aim for no tricks, make a Zero bid (6 points)."
)


def too_many(rank: int, number: int) -> str:
    """More cards of a rank than the pack has."""
    return f"That is {number} bids on a {rank}; there are only four in the pack."


def still_held(found: Running) -> str:
    """The last trick shows the card that the dealer took, if nothing did before."""
    words = f"{found.dealer} took the {found.taken} and has neither bid nor played it"
    return f"{words}: it is {found.dealer}’s card in the last trick."


def not_turned(found: Running) -> str:
    """Why the dealer’s hidden card can be no other than the one taken."""
    return f"{found.dealer} took the {found.taken}, which was not played: it is the hidden card."
