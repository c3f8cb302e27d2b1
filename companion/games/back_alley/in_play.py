"""The hand in play of Back Alley: contracts, trump, leader."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Suit
from companion.engine.panels import NO_TRUMP, InPlay, Need
from companion.games.back_alley import facts
from companion.games.back_alley.facts import Call, Contract, Contracts, say
from companion.games.back_alley.house import Hand, House
from companion.said import Text
from companion.seating import Side


def in_play(hand: Hand, calls: Sequence[Call], contracts: Contracts, cards: int) -> InPlay:
    """Every side's contract with its gain and loss, trump, leader and bids."""
    highest = {side: each.level for side, each in contracts.items()}
    counts = [seat for seat, bid in calls if bid.rank > (0, 0) and bid.level == highest[seat.side]]
    needs = [need(side, each, cards, hand.rules) for side, each in contracts.items()]
    sizes, step = facts.schedule(hand.rules, len(hand.table.seats)), int(hand.facts["size.hand"])
    return InPlay(
        needs=sorted(needs, key=lambda each: not each.figure),
        trump=trump(hand),
        leader=facts.leader(calls), beside=beside(hand),
        steps=sizes if sizes[step - 1 : step] == (cards,) else (), step=step - 1,
        title=say.all_need(cards=cards) if len(needs) > 2 else "",
        bids=[(seat, facts.MARKS[bid.level] or str(bid)) for seat, bid in calls], bidders=counts,
        keys=[f"bid {seat.code}" for seat, _ in calls],
    )  # fmt: skip


def trump(hand: Hand) -> Suit | str:
    """The trump suit of the hand, or NO_TRUMP."""
    known = hand.facts["trump"]
    return NO_TRUMP if known == "none" else Suit(known)


def need(side: Side, contract: Contract, cards: int, rules: House) -> Need:
    """A side's contract with its gain and loss."""
    paired, bid = len(side.others) == 1, contract.tricks
    if contract.level:
        points = facts.factors(rules)[contract.level - 1] * cards
        what = str(contract) if paired else facts.MARKS[contract.level]
        figure = say.every_trick(cards=cards) if paired else str(cards)
        return Need(side, figure, say.board_pays(what=what, points=points))
    if bid > cards:
        return Need(side, str(bid), say.only_so_many(cards=cards, costs=rules.trick_value * bid),
                    warns=True)  # fmt: skip
    if bid:
        return Need(side, str(bid), pays(bid, cards if paired else 0, rules))
    return Need(side, "", say.each_trick(more=rules.overtrick_value))


def pays(bid: int, cards: int, rules: House) -> Text:
    """The gain and loss of a number bid; `cards` is 0 if the title has them."""
    points, more = rules.trick_value * bid, rules.overtrick_value
    return say.number_pays(points=points, more=more if cards and bid < cards else 0, cards=cards)


def beside(hand: Hand) -> Text:
    """The blooper that is the only trump, if one was turned up."""
    turned, rules = hand.facts.get("turned", ""), hand.rules
    if turned in facts.BLOOPERS and rules.joker_upcard == "jokers_stay_trump":
        return say.is_trump(other=facts.BLOOPERS["LB" if turned == "BB" else "BB"])
    return ""
