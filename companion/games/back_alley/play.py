"""Back Alley, in partnerships or each for himself: hand after hand; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.cards import Suit
from companion.engine.game import Replay
from companion.engine.panels import Calls, Meter
from companion.engine.table import Part
from companion.games.back_alley import bidding, facts, score
from companion.games.back_alley.bidding import ALL_PASSED, Turn
from companion.games.back_alley.facts import LEVELS, MARKS, Call, Contract, Contracts, Result, say
from companion.games.back_alley.house import Hand, Table
from companion.games.back_alley.in_play import in_play, trump
from companion.questions import Choice
from companion.said import Text
from companion.seating import Seat
from companion.words import counted

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The columns of the bids, in order."""


def play(table: Table) -> None:
    dealer, played, extra = table.first_dealer, 0, 0
    while table.outcome is None:
        hand = table.deal(dealer)
        sizes = facts.ahead(hand.rules, len(table.seats), played, extra)
        if "cards" in table.start:
            sizes = (table.start["cards"],)
        table.length = played + len(sizes)
        opening(hand, played + 1, sizes, extra)
        result = played_out(hand, sizes[0])
        if result is None:
            dealer = facts.again(hand.dealer, hand.rules)
            many = len(table.seats)
            hand.nothing(say.thrown_in(many=many), say.nobody_scores(many=many, dealer=dealer))
            continue
        hand.result = result
        shown(hand, result)
        hand.post(score.lines(result, hand.rules))
        dealer, played = facts.turn(hand.dealer, hand.rules)[0], played + 1
        if len(sizes) == 1:
            table.outcome, extra = score.ending(hand.totals, hand.rules), extra + 1


def played_out(hand: Hand, cards: int) -> Result | None:
    """The result of a hand, step by step or at once. None if everybody passes."""
    sides = hand.table.sides
    if hand.entry("guided", "quick") == "quick":
        answers = hand.ask_whole(partial(bidding.page, hand, cards), title="Just the result")
        if answers[bidding.contract_key(sides[0])] == ALL_PASSED:
            return None
        contracts = {side: answers[bidding.contract_key(side)] for side in sides}
        promised(hand, contracts, cards)
    else:
        turn_up(hand)
        called = auction(hand, cards)
        if called is None:
            return None
        contracts = dict(called)
        known = {bidding.contract_key(side): str(each) for side, each in contracts.items()}
        answers = hand.ask_rest(lambda given: list(bidding.taken(hand, cards)), known)
    tricks = answers["tricks"]
    if isinstance(tricks, int):
        tricks = {sides[0]: tricks, sides[1]: cards - tricks}
    more = answers.get("rainbow") or (), answers.get("revoke") or ()
    return Result(cards, contracts, tricks, *more)


def turn_up(hand: Hand) -> None:
    """The card turned, which makes trumps, or no trumps if it is a blooper."""
    rules = hand.rules
    if rules.trump_source == "spades":
        hand.cell("turn-up", Suit.SPADES)
        hand.facts["trump"] = Suit.SPADES.value
        hand.tell(say.always_spades(), keep=True)
        return
    card = hand.ask(bidding.turned_up("turn-up", rules))
    hand.cell("turn-up", card)
    hand.facts["turned"] = card if isinstance(card, str) else card.value
    hand.facts["trump"] = card.value if isinstance(card, Suit) else "none"
    if isinstance(card, Suit):
        hand.tell(say.trumps(trump=card, bloopers=rules.bloopers == "two"), keep=True)
        return
    other = facts.BLOOPERS["LB" if card == "BB" else "BB"]
    if rules.joker_upcard == "jokers_stay_trump":
        hand.tell(say.only_trump(other=other), keep=True)
        return
    holder = hand.ask(Choice(
        "holder", say.holder(other=other), options=bidding.holders(hand.table.seats),
        hint=say.holder_exchanges(),
    ))  # fmt: skip
    hand.tell(say.no_trumps(), keep=True)
    hand.facts["holder"] = holder.code if isinstance(holder, Seat) else "nobody"
    if isinstance(holder, Seat):
        hand.tell(say.exchanged(holder=holder, other=other), now=True)


def auction(hand: Hand, cards: int) -> Contracts | None:
    """Every bid in turn, the dealer's last; None when all pass."""
    order, calls, level = facts.turn(hand.dealer, hand.rules), list[Call](), 0
    stands = Turn.of(cards, level, hand.rules)
    for place, seat in enumerate(order):
        stands = replace(stands, level=level)
        hand.facts["bid.before"] = LEVELS[level] or "none"
        hand.on_pending = partial(so_far, hand, order, calls, stands)
        question = bidding.bid(seat, seat is hand.dealer, stands)
        call = hand.ask(question)
        level = max(level, call.level)
        hand.cell(PLACES[place], call.mark)
        hand.facts[question.key] = str(call)
        calls.append((seat, call))
    hand.on_pending = None
    if not any(call.rank > (0, 0) for _, call in calls):
        return None
    contracts = {
        side: Contract.of(*(call for seat, call in calls if seat.side is side))
        for side in hand.table.sides
    }
    promised(hand, contracts, cards)
    hand.facts["leader"] = facts.leader(calls).code
    hand.plays = partial(in_play, hand, calls, contracts, cards)
    reminders(hand, contracts)
    return contracts


def opening(hand: Hand, number: int, sizes: tuple[int, ...], extra: int) -> None:
    """Show the hand, the dealer, the cards and the first bidder. `sizes`: from this hand on."""
    rules, cards = hand.rules, sizes[0]
    last = number + len(sizes) - 1
    part = Part("hand", extra, extra=True) if extra else Part("hand", number, last)
    hand.numbered(part, size=counted(cards, "card"))
    hand.facts |= {"size.hand": str(number), "bid.cards": str(cards)}
    hand.facts["contract.cards"] = str(cards)
    hand.cell("cards", cards)
    first, turned = facts.turn(hand.dealer, rules)[0], rules.trump_source != "spades"
    hand.tell(say.deals(dealer=hand.dealer, cards=cards, turned=turned, first=first))
    if number == 1:
        if rules.bloopers == "two":
            hand.tell(say.big_one(joker=rules.big_blooper))
        if rules.direction == "counterclockwise":
            hand.tell(say.anticlockwise())
    if number == last:
        hand.tell(say.last_hand())
    if extra:
        hand.tell(say.extra_hand())
    most = score.still_to_win(sizes, len(hand.table.sides[0].seats), rules)
    coming = ("hands", str(len(sizes))), ("at most, without boards", f"+{most}")
    hand.show(Meter("Still to come", coming))


def so_far(hand: Hand, order: Sequence[Seat], calls: Sequence[Call], stands: Turn) -> None:
    """Show the bids, the contract of each side, and the points a board would win or lose now."""
    marks = {seat: MARKS[call.level] or str(call) for seat, call in calls}
    keys = [f"bid {seat.code}" for seat in order]
    bids = [(seat, marks.get(seat)) for seat in order]
    hand.show(Calls(bids, keys=keys, trump=trump(hand)))
    amounts: list[tuple[str, str]] = []
    for side in hand.table.sides:
        promises = [call for seat, call in calls if seat in side.seats]
        amounts.append((str(side), str(Contract.of(*promises)) if promises else "–"))
    amounts.append(("tricks", str(stands.cards)))
    if stands.next_level:
        now = stands.worth[stands.level] * stands.cards
        amounts.append((f"{stands.next_level} now", f"±{now}"))
    hand.show(Meter("Promised so far", amounts))


def promised(hand: Hand, contracts: Contracts, cards: int) -> None:
    """Show the sum of the bids relative to the tricks of the hand."""
    total = sum(contract.needs(cards) for contract in contracts.values())
    hand.tell(say.promised(total=total, cards=cards))
    for side, contract in contracts.items():
        hand.cell("contract", contract.mark, side)


def reminders(hand: Hand, contracts: Contracts) -> None:
    """Show rules that players often forget: leading trumps, and the bloopers led."""
    rules, no_trump = hand.rules, hand.facts["trump"] == "none"
    if no_trump and rules.joker_upcard != "jokers_stay_trump":
        return
    hand.tell(say.no_trump_led(), keep=True)
    if rules.board_may_lead_trump == "yes" and any(c.level for c in contracts.values()):
        hand.tell(say.board_leads_trump(), keep=True)
    if no_trump or rules.bloopers == "none":
        return
    hand.tell(say.big_led(), keep=True)
    paired = len(hand.table.sides) < len(hand.table.seats)
    if paired and rules.big_blooper_partner != "must_play_highest":
        any_trump = rules.big_blooper_partner == "may_play_any"
        hand.tell(say.partner_may(any=any_trump), keep=True)
    if rules.little_blooper == "forces":
        hand.tell(say.little_led(), keep=True)


def shown(hand: Hand, result: Result) -> None:
    hand.facts["contract.tricks"] = str(next(iter(result.tricks.values())))
    parts: list[Text] = []
    for side, contract in result.contracts.items():
        success, mark = result.made(side), contract.mark
        hand.cell("tricks", result.tricks[side], side)
        hand.cell("contract", mark if success else f"({mark})", side)
        paired = len(side.seats) > 1
        parts.append(say.outcome(side=side, paired=paired, contract=contract, made=success))
    hand.summary = say.outcomes(parts=parts)


def holds(replay: Replay) -> Iterator[str]:
    """The tricks of every scored hand add up to its cards, and at most one board succeeds."""
    for hand, deal in replay.results(Result):
        if sum(deal.tricks.values()) != deal.cards:
            yield f"hand {hand.number}: {sum(deal.tricks.values())} tricks of {deal.cards}"
        if sum(1 for side, each in deal.contracts.items() if each.level and deal.made(side)) > 1:
            yield f"hand {hand.number}: two boards succeed"
