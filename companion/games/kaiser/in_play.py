"""The hand in play of Kaiser: its number, contracts, trump, leader."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import Suit
from companion.engine.panels import NO_TRUMP, InPlay, Need
from companion.engine.table import Part
from companion.games.kaiser import facts
from companion.games.kaiser.facts import Bid, Contract, Marks, say
from companion.games.kaiser.house import Hand, House
from companion.said import Text
from companion.seating import Seat, Side

PILES = 10
"""The points of both sides together; one side alone can have 12."""


def numbered(hand: Hand, number: int, extra: int) -> None:
    """Show the number of a hand among those that end the game; hands thrown in do not count.

    The number of hands can be lowered on the way: the hand after that is the last.
    """
    rules, table = hand.rules, hand.table
    table.length = None if rules.ends == "score" else max(number, rules.hands)
    if table.length is None:
        return
    if extra and number > rules.hands:
        hand.numbered(Part("hand", extra, extra=True))
        return
    hand.numbered(Part("hand", number, table.length))
    if number == table.length:
        hand.tell(say.last_hand(target=table.target))


def in_play(hand: Hand, contract: Contract, marks: Marks, calls: Mapping[Seat, str]) -> InPlay:
    """The contract with its gain and loss, the defenders’ gain, trump, leader and bids."""
    rules, bid, side = hand.rules, contract.bid, contract.declarer.side
    others = side.opponents
    frozen = marks.frozen(hand.totals[others]) and not facts.decides_all(bid, rules)
    gains = others_gain(others, hand, bid, marks)
    figure = bid if bid.kaiser else str(bid.points)
    return InPlay(
        needs=(Need(side, str(figure), pays(bid, rules)), Need(others, "", gains, warns=frozen)),
        trump=NO_TRUMP if bid.no_trump else Suit(hand.facts["trump"]),
        leader=facts.first_leader(hand.dealer, contract.declarer, rules),
        bids=list(calls.items()), bidders=[contract.declarer],
        keys=[facts.key_of_bid(seat) for seat in calls],
    )  # fmt: skip


def pays(bid: Bid, rules: House) -> Text:
    """The declarers’ gain and loss."""
    if facts.decides_all(bid, rules):
        game = facts.kaiser_decides(rules)
        return say.kaiser_alone(game=game) if bid.kaiser else say.kaiser_as_twelve(game=game)
    costs_bid, high = rules.failed_contract == "bid_amount", bid.points > PILES
    if bid.no_trump and costs_bid:
        return say.doubled_bid(costs=bid.worth, high=high)
    if bid.no_trump:
        return say.doubled_either_way(high=high)
    return say.set_costs(costs=bid.points if costs_bid else 0, high=high)


def others_gain(others: Side, hand: Hand, bid: Bid, marks: Marks) -> Text:
    """The points the defenders can add."""
    rules = hand.rules
    if facts.decides_all(bid, rules):
        return say.nothing_to_add()
    if marks.frozen(hand.totals[others]):
        return say.cannot_gain(limit=marks.limit, pile=rules.frozen_pile)
    doubled = bid.no_trump and rules.nt_doubles_defenders == "yes"
    return say.add_theirs(doubled=doubled, cap=marks.cap(rules))
