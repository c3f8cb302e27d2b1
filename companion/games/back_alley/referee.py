"""The referee questions of Back Alley. Each enquiry calls the functions of the play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.cards import Suit
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.back_alley import bidding, facts
from companion.games.back_alley.bidding import OTHERS, Turn
from companion.games.back_alley.facts import BIDS, HIGHEST, LEVELS, Bid, Call, Contract, Result, say
from companion.games.back_alley.house import Desk
from companion.games.back_alley.referee_cards import broken, follow, is_rainbow, lead_trump, trick
from companion.games.back_alley.score import side_lines
from companion.questions import Choice, Count, Question, Refused
from companion.said import rule_of
from companion.seating import Seat
from companion.words import listed, signed


@enquiry("turned", "What does the turn-up mean?",
         "BAL-TURN BAL-R9 BAL-R17", "turn-up=turned holder bid_*")  # fmt: skip
def turned(desk: Desk) -> Ruling:
    rules = desk.rules
    if rules.trump_source == "spades":
        words, step = say.always_spades(), say.no_card_turned()
        return Ruling(str(words), ("BAL-TURN", words.rule), (str(step),))
    card = desk.ask(bidding.turned_up("turned", rules))
    if isinstance(card, Suit):
        both = [say.bloopers_belong()] if rules.bloopers == "two" else []
        return ruled(say.trumps(trump=card, bloopers=False), steps=both)
    return joker_turned(desk, facts.BLOOPERS["LB" if card == "BB" else "BB"])


def joker_turned(desk: Desk, other: str) -> Ruling:
    """The effect of a blooper turned up at this table. `other` is the other blooper."""
    big = say.big_one(joker=desk.rules.big_blooper)
    if desk.rules.joker_upcard == "turn_again":
        return ruled(say.next_card(), "BAL-R9", steps=[say.not_left_up(), big])
    if desk.rules.joker_upcard == "jokers_stay_trump":
        words = say.only_trump__ruling(other=other)
        return ruled(words, "BAL-R9", steps=[say.not_exchanged(), big])
    holder = desk.ask(
        Choice[Any](
            "holder", say.holder(other="other blooper"), options=bidding.holders(desk.seats)
        )
    )
    if not isinstance(holder, Seat):
        return ruled(say.nobody_dealt_it(other=other), steps=[big])
    words = say.exchanged__ruling(holder=holder, other=other)
    return ruled(words, "BAL-R9", steps=[say.exchange_first(), big])


@enquiry("lead", "Who leads first?", "BAL-P-LEAD BAL-ALLPASS", "tricks")
def lead(desk: Desk) -> Ruling:
    every, levels = [*BIDS.values()], len(facts.factors(desk.rules))
    bids, unseen = every[: HIGHEST + 1 + levels], every[HIGHEST + 1 + levels :]
    dealer, *given = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        *(
            Choice[Bid](f"bid {seat.code}", say.bid_of(seat=seat),
                        options=[*bids, OTHERS[1]], unseen=lambda: unseen)
            for seat in desk.seats
        ),
        check=partial(in_order, desk),
    )  # fmt: skip
    calls = called(desk, dealer, *given)
    order = say.in_order(order=", ".join(f"{seat} {bid}" for seat, bid in calls))
    first = facts.leader(calls)
    best = dict(calls)[first]
    if best.rank == (0, 0):
        return ruled(say.nobody_leads(many=len(calls)), steps=[order])
    equal = [seat for seat, bid in calls if bid == best]
    steps = [order, *[say.board_outranks()] * bool(best.level)]
    if len(equal) > 1:
        steps.append(say.bid_the_same(seats=listed(equal, "and")))
    return ruled(say.leads__ruling(leader=first), steps=steps)


def called(desk: Desk, dealer: Seat, *bids: Bid) -> list[Call]:
    calls = dict(zip(desk.seats, bids, strict=True))
    return [(seat, calls[seat]) for seat in facts.turn(dealer, desk.rules)]


def in_order(desk: Desk, dealer: Seat, *bids: Bid) -> None:
    """Refuses board levels that nobody could call at that turn (BAL-P-BID)."""
    level = 0
    for seat, bid in called(desk, dealer, *bids):
        if no := Turn(HIGHEST, HIGHEST, level, facts.factors(desk.rules)).why_not(bid):
            slip = Refused(no)
            raise Refused(f"{seat}: {no}", slip.rule, slip.code, f"bid {seat.code}")
        level = max(level, bid.level)


@enquiry("bid", "Was that bid legal?", "BAL-P-BID BAL-R2 BAL-R12 BAL-R28", "bid_*=call")
def bid(desk: Desk) -> Ruling:
    worth = facts.factors(desk.rules)
    passed, *others = BIDS.values()
    numbers, boards = [*others[:HIGHEST], Bid(HIGHEST + 1)], others[HIGHEST:]
    known, unknown = boards[: len(worth)], boards[len(worth) :]
    cards, before, call = desk.ask(
        Count("cards", say.how_many(), low=1, high=13),
        Choice("before", say.board_before(), options=["none", *LEVELS[1 : len(worth) + 1]]),
        Choice[Bid]("call", say.bid_in_question(),
                    options=[passed, *numbers, *known, OTHERS[1]],
                    unseen=lambda: unknown),
    )  # fmt: skip
    level = LEVELS.index(before) if before in LEVELS else 0
    if no := Turn.of(cards, level, desk.rules).why_not(call):
        more = rule_of(no) if call.level else "BAL-R2"
        return Ruling(f"No. {no}", tuple(dict.fromkeys(("BAL-P-BID", more))))
    if not call.level and not call.tricks:
        return ruled(say.anyone_passes())
    words = say.legal(bid=call, cards=cards)
    if call.level:
        return ruled(words, steps=[say.level_by_level()])
    return ruled(words, "BAL-R12", steps=[say.no_tie()])


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """A board scores by the cards of the hand, and the dealer decides who can have called which."""
    rules, players = desk.rules, len(desk.seats)
    large = [n for n in range(1, 14) if not facts.can_be_dealt(n, players, rules)]
    no = dict.fromkeys(large, say.too_many_cards(players=players))
    cards = Count("cards", say.how_many(), low=1, high=13, impossible=no)
    return cards, referee.who_dealt(desk)


@enquiry("size", "How many cards, and who deals?", "BAL-DEAL BAL-R13", "turn-up")
def size(desk: Desk) -> Ruling:
    rules, players = desk.rules, len(desk.seats)
    sizes = facts.schedule(rules, players)
    number, first = desk.ask(
        Count("hand", say.which_hand(), low=1, high=len(sizes)),
        Choice("first", say.who_began(), options=desk.seats),
    )
    cards = sizes[number - 1]
    dealer = [first, *facts.turn(first, rules)[:-1]][(number - 1) % players]
    left, turned = facts.undealt(cards, players, rules), rules.trump_source != "spades"
    steps = (
        say.in_all(hands=len(sizes), tricks=sum(sizes)),
        say.stay_over(left=left, turned=turned),
    )
    return ruled(say.deals_so_many(dealer=dealer, cards=cards), "BAL-R13", steps=steps)


@enquiry("contract", "What does this contract score?",
         "BAL-SUM BAL-MADE BAL-SET", "tricks=tricks @scored")  # fmt: skip
def worth(desk: Desk) -> Ruling:
    rules, (side, *_) = desk.rules, desk.sides
    bidders = len(side.seats)
    cards = desk.ask(Count("cards", say.how_many(), low=1, high=13))
    most = facts.most_bid(cards, rules) * bidders
    contract, tricks = desk.ask(
        Choice[Any]("contract", say.which_contract(paired=bidders > 1), columns=5,
                    options=bidding.contracts_of(most, cards, facts.top_level(rules)),
                    unseen=lambda: [Contract(n) for n in range(most + 1, 53)],
                    why_not=partial(bidding.too_many, side, cards, rules)),
        Count("tricks", say.its_tricks(), high=cards, code="tricks_out_of_range"),
        title="What does this contract score?",
    )  # fmt: skip
    lines = list(side_lines(side, Result(cards, {side: contract}, {side: tricks}), rules))
    total = signed(sum(line.points for line in lines))
    cited = dict.fromkeys(rule for line in lines for rule in (line.rule, *line.also))
    words = say.scores(total=total, contract=contract, tricks=tricks, cards=cards)
    steps = tuple(f"{signed(line.points)}: {line.why}." for line in lines)
    return Ruling(str(words), tuple(cited), steps)


ENQUIRIES = (trick, follow, lead_trump, broken, lead, turned, bid, size, worth, is_rainbow)
