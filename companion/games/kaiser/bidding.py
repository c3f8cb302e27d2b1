"""The bidding of a Kaiser hand: every bid in turn."""

from __future__ import annotations

from functools import partial

from companion.cards import Suit
from companion.games.kaiser import show
from companion.games.kaiser.facts import HIGHEST, PASS, REST, Bid, Contract, Marks, Turn, ladder
from companion.games.kaiser.house import Hand
from companion.panels import Calls
from companion.questions import Choice, Option, option
from companion.seating import Seat


def bidding(hand: Hand, marks: Marks) -> Contract | None:
    """Every bid in turn; None when all pass."""
    high: Contract | None = None
    calls: dict[Seat, str] = {}
    order = hand.dealer.left.round
    hand.before_pending = lambda: hand.show(Calls([(seat, calls.get(seat)) for seat in order]))
    for place, seat in enumerate(order):
        show.to_bid(hand, seat, high)
        call = hand.ask(bid(hand, seat, high))
        if call == REST:
            calls |= dict.fromkeys(order[place:], PASS)
            for later in order[place + 1 :]:
                hand.leave_out(f"bid {later.code}", f"from {seat} on all passed")
            break
        calls[seat] = str(call)
        if isinstance(call, Bid):
            high = Contract(call, seat)
    hand.before_pending = None
    if high:
        show.contract_known(hand, high, marks)
        if not high.bid.no_trump:
            show.trump_known(hand, hand.ask(trump(high)))
    return high


def bid(hand: Hand, seat: Seat, high: Contract | None) -> Choice[object]:
    """What a seat may say; what it may not is struck out with the reason."""
    turn = Turn(high.bid if high else None, seat is hand.dealer, hand.rules)
    after_pass = show.stands(high) if high and turn.dealer else ""
    return Choice(
        f"bid {seat.code}",
        f"{show.bidder(hand, seat)}: bid or pass",
        "KAI-P-BID",
        partial(calls_of, turn, after_pass),
        accept=turn.accept,
        heads=("suit bid: tricks needed", "no trump: scores double"),
        hint="If you also take the 3♠, you need three more tricks.",
    )


def calls_of(turn: Turn, after_pass: str) -> list[Option[object]]:
    """Every rung of the ladder, and pass."""
    rungs, found = ladder(turn.rules), list[Option[object]]()
    known = {each.points for each in rungs}
    for number in [n for n in range(1, 20) if n not in known]:
        no = show.out_of_range(number, turn.rules.min_bid)
        code = "bid_above_maximum" if number > HIGHEST else "bid_below_minimum"
        for no_trump in (False, True):
            found.append(option(Bid(number, no_trump), refusal=no, code=code, hidden=True))
    for each in rungs:
        no = "" if turn.beats(each) else show.too_low(each, turn)
        equal = bool(turn.high and each == turn.high and not no)
        hint = "equal: the dealer’s right" if equal else show.needs(each)
        found.append(option(each, hint, refusal=no, code="bid_not_higher", best=equal))
    no = "Nobody has bid, so the dealer must." if turn.forced else ""
    rule = "KAI-R1" if no else ""
    last = turn.rest
    found.append(
        option(PASS, after_pass, refusal=no, rule=rule, code="dealer_must_bid", set_apart=True)
    )
    if not turn.dealer:
        found.append(
            option(
                REST, label="all the rest pass", refusal=last, rule="KAI-R1" if last else "",
                code="dealer_must_bid", set_apart=True,
            )
        )  # fmt: skip
    return found


def trump(contract: Contract) -> Choice[Suit]:
    prompt = f"{contract.declarer}, {contract.bid}: which suit is trump?"
    return Choice("trump", prompt, "KAI-P-TRUMP", list(Suit), columns=2)
