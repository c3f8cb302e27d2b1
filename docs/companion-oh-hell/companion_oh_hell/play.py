"""Oh Hell, for three to six: a card fewer every hand. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import Replay
from companion.engine.panels import Calls
from companion.engine.table import Part
from companion.questions import Count, Question, Shares
from companion.seating import Seat
from companion_oh_hell import score
from companion_oh_hell.facts import Result, even_bid, say, schedule
from companion_oh_hell.house import Hand, Table


def play(table: Table) -> None:
    """An evening: every hand of the schedule."""
    dealer, number = table.first_dealer, 0
    while table.outcome is None:
        hand = table.deal(dealer)
        number += 1
        hands = schedule(hand.rules)
        table.length = len(hands)
        cards = table.start.get("dealt") or hands[min(number, len(hands)) - 1]
        hand.numbered(Part("hand", number, of=len(hands)), size=str(say.so_many(cards=cards)))
        hand.cell("cards", cards)
        hand.tell(say.deals(dealer=hand.dealer, cards=cards, first=hand.dealer.left))
        hand.result = found = result(hand, cards)
        shown(hand, found)
        hand.post(score.lines(found, hand.rules))
        if number >= len(hands):
            table.outcome = score.ending(hand.totals)
        dealer = hand.dealer.left


def result(hand: Hand, cards: int) -> Result:
    """Bids and tricks, bid by bid or on one page."""
    whole, order = partial(page, hand, cards), hand.dealer.left.round
    if hand.entry("guided", "quick") == "quick":
        found = hand.ask_whole(whole, title="Just the result")
    else:
        bids: dict[Seat, int] = {}
        hand.on_pending = lambda: hand.show(Calls([(seat, said(bids, seat)) for seat in order]))
        found = {}
        for seat in order:
            hand.facts |= facts_of(hand, seat, cards, bids)
            found |= hand.ask_rest(whole, {}, key(seat))
            bids[seat] = found[key(seat)]
        hand.on_pending = None
        found |= hand.ask_rest(whole, {}, "tricks")
    return Result(cards, {seat: found[key(seat)] for seat in hand.table.seats}, found["tricks"])


def page(hand: Hand, cards: int, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """The questions of a whole hand; `given` are the answers so far."""
    found: list[Question[Any]] = []
    others = 0
    for seat in hand.dealer.left.round:
        last = seat is hand.dealer
        bid = Count(
            key(seat), say.bid_of(who=seat), low=0, high=cards, short=str(seat), by=seat,
            impossible=even_bid(cards, others, hand.rules) if last else {},
        )  # fmt: skip
        others += bid.read_in(given) or 0
        found.append(bid)
    tricks = Shares(
        "tricks", say.tricks_taken(), among=hand.table.seats, low=0, high=cards, total=cards,
        unit="tricks",
    )  # fmt: skip
    return [*found, tricks]


def key(seat: Seat) -> str:
    return f"bid {seat.code}"


def said(bids: Mapping[Seat, int], seat: Seat) -> str | None:
    return str(bids[seat]) if seat in bids else None


def facts_of(hand: Hand, seat: Seat, cards: int, bids: Mapping[Seat, int]) -> dict[str, str]:
    """What a dispute about this bid need not ask any more."""
    who = "the dealer" if seat is hand.dealer else "another player"
    return {"bid.who": who, "bid.dealt": str(cards), "bid.others": str(sum(bids.values()))}


def shown(hand: Hand, result: Result) -> None:
    """The scoresheet's cells, and the hand in one sentence."""
    for seat, bid in result.bids.items():
        hand.cell("bid", bid, seat)
        hand.cell("tricks", result.tricks[seat], seat)
    made = [seat for seat, bid in result.bids.items() if result.tricks[seat] == bid]
    hand.summary = say.make_it(who=made) if made else say.nobody_makes_it()


def holds(replay: Replay) -> Iterator[str]:
    """Errors found in an evening, for the tests."""
    for hand in replay.hands:
        if isinstance(hand.result, Result):
            if sum(hand.result.tricks.values()) != hand.result.cards:
                yield f"hand {hand.number}: {hand.result.tricks}"
            even = sum(hand.result.bids.values()) == hand.result.cards
            if even and hand.rules.last_bid == "uneven":
                yield f"hand {hand.number}: the bids come out even"
