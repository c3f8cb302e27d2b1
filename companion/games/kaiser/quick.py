"""A Kaiser hand on one page, once it has been played; the order of the bids is not checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.cards import Suit
from companion.games.kaiser import show
from companion.games.kaiser.facts import TRICKS, Bid, Contract, Marks, Result, Take, ladder
from companion.games.kaiser.house import Hand, House
from companion.questions import Choice, Count, Option, Question, option, yes_no
from companion.seating import Seat, Side

ALL_PASSED = "all four passed"
BY_ITSELF = "a kaiser is made or lost as a whole"


def hand_at_once(hand: Hand, marks: Marks) -> Result | None:
    """Bidder, bid, trump, tricks and the two odd cards; None when all passed."""
    page = partial(questions, hand.rules, hand.dealer)
    seat, bid, trump, tricks, five, three, *kaiser = hand.ask_together(page, title=TITLE)
    if not isinstance(seat, Seat):
        return None
    contract, declarers = Contract(bid, seat), seat.side
    show.contract_known(hand, contract, marks)
    if isinstance(trump, Suit):
        show.trump_known(hand, trump)
    if bid.kaiser:
        return Result(contract, {}, kaiser[0])
    won = {declarers: tricks, declarers.opponents: TRICKS - tricks}
    takes = {side: Take(won[side], side is five, side is three) for side in hand.table.sides}
    return Result(contract, takes)


TITLE = "Just the result"


@dataclass(frozen=True)
class SoFar:
    """What is known of a hand while it is entered."""

    nobody: bool
    bid: Bid | None
    declarers: Side | None
    won: Mapping[Side, int]
    """The tricks of each side; empty while they are open."""

    @property
    def all_passed(self) -> str:
        return ALL_PASSED if self.nobody else ""

    @property
    def unplayed(self) -> str:
        """Why tricks and cards are not asked for."""
        return BY_ITSELF if self.bid and self.bid.kaiser else self.all_passed


def questions(rules: House, dealer: Seat, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """The page beside what it has been told."""
    bidder, contract = who_bid(rules, dealer), which_bid(rules)
    seat = bidder.read_in(given)
    bid = contract.read_in(given)
    declarers = seat.side if isinstance(seat, Seat) else None
    known = SoFar(seat == "nobody", bid, declarers, {})
    tricks = tricks_of(known)
    won = tricks.read_in(given)
    if declarers and won is not None:
        split = {declarers: won, declarers.opponents: TRICKS - won}
        known = SoFar(False, bid, declarers, split)
    sides = [dealer.side, dealer.side.opponents]
    sides.sort(key=lambda side: side.number)
    page: list[Question[Any]] = [
        bidder,
        which_bid(rules, known.all_passed),
        trump_of(known),
        tricks,
        taker("5H", "5♥", sides, known),
        taker("3S", "3♠", sides, known, beside=True),
    ]
    if rules.kaiser_bid == "on":
        page.append(kaiser(known))
    return page


def who_bid(rules: House, dealer: Seat) -> Choice[object]:
    """Who won the bidding, in the order of the bids."""
    no = "Four passes cannot be: the dealer must bid when nobody else has."
    forced = rules.all_pass == "dealer_must_bid"
    nobody = option(
        "nobody", "all four passed: thrown in", label="All pass", set_apart=True,
        refusal=no if forced else "", rule="KAI-R1" if forced else "", code="dealer_must_bid",
    )  # fmt: skip
    return Choice(
        "bidder", "Who won the bidding?", "KAI-P-DECL", [*dealer.left.round, nobody],
        short="Who won the bid?", columns=5,
    )  # fmt: skip


def which_bid(rules: House, off: str = "") -> Choice[Bid]:
    """The bid that stood: a row in a suit, a row at no-trump."""
    rungs = ladder(rules)
    plain = [bid for bid in rungs if not bid.no_trump]
    rows = [*plain, *(bid for bid in rungs if bid.no_trump)]
    return Choice(
        "contract", "With which bid?", "KAI-P-BID", rows,
        short="The bid", columns=len(plain), off=off,
    )  # fmt: skip


def trump_of(known: SoFar) -> Choice[object]:
    """The trump; "none" is understood for a suit bid too, where it was not said."""
    no = ""
    if known.bid and known.bid.no_trump:
        no = f"{known.bid} is a no-trump bid: it has no trump suit."
    suits: list[Option[object]] = [
        option(suit, refusal=no, code="trump_named_in_no_trump") for suit in Suit
    ]
    none = option("none", label="none or not said", hidden=True)
    return Choice(
        "trump", "Trump?", "KAI-P-TRUMP", [*suits, none],
        short="Trump", columns=4, off=known.all_passed, follows=True,
    )  # fmt: skip


def tricks_of(known: SoFar) -> Count:
    theirs = known.declarers
    return Count(
        "tricks", f"Tricks of {theirs}" if theirs else "Tricks of the bidder’s side", "KAI-TRICK",
        0, TRICKS, of=theirs, complement_of=str(theirs.opponents) if theirs else "the others",
        unit="tricks", code="tricks_out_of_range", split_code="tricks_must_total_8",
        off=known.unplayed,
    )  # fmt: skip


def taker(
    key: str, card: str, sides: Sequence[Side], known: SoFar, *, beside: bool = False
) -> Choice[Side]:
    """Who took one of the two odd cards: a side without a trick has neither (KAI-PILE)."""
    options = [
        option(
            side,
            refusal=f"{side} took no trick, so they cannot have the {card}."
            if known.won.get(side) == 0 else "",
            rule="KAI-PILE", code="captured_without_a_trick",
        )
        for side in sides
    ]  # fmt: skip
    return Choice(
        key, f"Who took the {card}?", f"KAI-{key}", options,
        short=f"{card} went to", off=known.unplayed, follows=True, beside=beside,
    )  # fmt: skip


def kaiser(known: SoFar) -> Choice[bool]:
    """Whether the bid “kaiser” was made, all tricks but one or none."""
    off = "" if known.bid and known.bid.kaiser else "the bid was no kaiser"
    prompt = "Did the declarer alone take seven tricks with the 5♥, and not the 3♠?"
    return yes_no("kaiser", prompt, "KAI-R21", short="The kaiser: made?", off=off)
