"""The bidding of a Back Alley hand: the card turned up, every bid in turn, or contracts at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Suit
from companion.games.back_alley import refusals, show
from companion.games.back_alley.deck import BLOOPERS, turn
from companion.games.back_alley.facts import (
    BIDS,
    HIGHEST,
    LEVELS,
    MARKS,
    PASS,
    Bid,
    Call,
    Contract,
    Turn,
    auctions,
    leader,
    most_bid,
    top_level,
)
from companion.games.back_alley.house import Hand, House
from companion.questions import Choice, Count, Option, Question, Refused, Shares, option
from companion.seating import Seat, Side

ALL_PASSED = "all passed"
Contracts = Mapping[Side, Contract]


def turn_up(hand: Hand) -> None:
    """The card turned, which makes trumps, or no trumps if it is a blooper."""
    rules = hand.rules
    if rules.trump_source == "spades":
        show.always_spades(hand)
        return
    card = hand.ask(turn_up_question(rules))
    hand.cell("turn-up", card)
    hand.facts["turned"] = card if isinstance(card, str) else card.value
    if isinstance(card, Suit):
        show.trump_known(hand, card)
        return
    hand.facts["trump"] = "none"
    other = "LB" if card == "BB" else "BB"
    if rules.joker_upcard == "jokers_stay_trump":
        show.only_trump(hand, other)
        return
    nobody = option("nobody", "nobody was dealt it", set_apart=True)
    prompt = f"Who holds the {BLOOPERS[other]}?"
    holder = hand.ask(Choice[object]("holder", prompt, "BAL-TURN", [*hand.table.seats, nobody]))
    show.no_trumps(hand, other, holder if isinstance(holder, Seat) else None)


def turn_up_question(rules: House) -> Choice[Suit | str]:
    """Which card was turned; a joker is turned again at some tables, or is not in the pack."""
    no, rule = "", "BAL-R9"
    if rules.bloopers == "none":
        no, rule = "There are no jokers in this pack: say the suit of the card.", "BAL-R27"
    elif rules.joker_upcard == "turn_again":
        no = "A joker is not left up here: turn the next card and say its suit."
    jokers = [
        Option[Suit | str](code, code, name, refusal=no, rule=rule, code="turn_again")
        for code, name in BLOOPERS.items()
    ]
    suits: list[Option[Suit | str]] = [option(suit) for suit in Suit]
    return Choice("turn-up", "Which card was turned up?", "BAL-TURN", [*suits, *jokers])


# -- in turn -------------------------------------------------------------------------------------


def auction(hand: Hand, cards: int) -> Contracts | None:
    """Every bid in turn, the dealer's last; None when all pass."""
    order, calls, level = turn(hand.dealer, hand.rules), list[Call](), 0
    for place, seat in enumerate(order):
        stands = Turn.of(cards, level, hand.rules)
        hand.facts["before"] = LEVELS[level] or "none"
        hand.before_pending = partial(show.bids, hand, order, calls, stands)
        question = bid_question(
            seat, f"{seat}, dealer" if seat is hand.dealer else str(seat), stands
        )
        bid = hand.ask(question, title=question.prompt)
        level = max(level, bid.level)
        show.bid_made(hand, place, bid)
        hand.facts[question.key] = str(bid)
        calls.append((seat, bid))
    hand.before_pending = None
    if not any(bid.rank > (0, 0) for _, bid in calls):
        return None
    contracts = {
        side: Contract.of(*(bid for seat, bid in calls if seat.side is side))
        for side in hand.table.sides
    }
    show.promised(hand, contracts, cards)
    show.leads(hand, leader(calls))
    show.reminders(hand, contracts)
    return contracts


def bid_question(seat: Seat, who: str, stands: Turn) -> Choice[Bid]:
    """What a player may bid; what cannot be is struck out with the reason."""
    return Choice(
        f"bid {seat.code}",
        f"{who}: bid or pass",
        "BAL-P-BID",
        partial(bids_of, stands),
        accept=stands.accept,
        columns=4,
        hint="B is board, 2B double board. A number need not beat the bids before it.",
    )


def bids_of(stands: Turn) -> list[Option[Bid]]:
    """Every bid: numbers, the board levels, pass; then what is only understood (BAL-R23)."""
    made: list[Option[Bid]] = []
    for number in range(1, 53):
        hidden = number > min(stands.cards, HIGHEST)
        no = refusals.too_high(stands, number) if number > stands.most else ""
        made.append(option(Bid(number), refusal=no, code="bid_too_high", hidden=hidden))
    for level in range(1, len(LEVELS)):
        made += board(stands, level)
    made.append(option(BIDS[PASS], set_apart=True))
    made.append(option(BIDS[PASS], text="0", label="0", hidden=True))
    return made


def board(stands: Turn, level: int) -> list[Option[Bid]]:
    """A board level and the short words for it."""
    bid, absent = Bid(level=level), level > len(stands.worth)
    no = refusals.refusal(stands, bid)
    code = "board_level_already_bid" if level <= stands.level else "board_level_skipped"
    rule = "BAL-R28" if absent else ""
    short = LEVELS[level].split()[0]
    return [
        option(bid, label=MARKS[level], refusal=no, rule=rule, code=code, hidden=absent),
        option(bid, text=short, label=short, refusal=no, rule=rule, code=code, hidden=True),
    ]


# -- at once -------------------------------------------------------------------------------------


def at_once(hand: Hand, cards: int) -> tuple[Contracts, Mapping[Side, int]] | None:
    """All contracts and the tricks on one page; None when all passed."""
    sides, rules = hand.table.sides, hand.rules
    page: list[Question[Any]] = [
        *(contract_question(side, sides[0], cards, rules) for side in sides),
        tricks_question(sides, cards, quick=True),
    ]
    *contracts, tricks = hand.ask_together(
        lambda given: page, title="Just the result", check=partial(contracts_stand, hand)
    )
    if not isinstance(contracts[0], Contract):
        return None
    found = dict(zip(sides, contracts, strict=True))
    show.promised(hand, found, cards)
    return found, shared_out(sides, cards, tricks)


def contract_question(side: Side, first: Side, cards: int, rules: House) -> Choice[object]:
    """A side's contract as a whole."""
    each = most_bid(cards, rules)
    most, levels = each * len(side.seats), LEVELS[: top_level(rules) + 1]

    def accept(text: str) -> object | None:
        if text in levels[1:]:
            return Contract(0, levels.index(text))
        if text.isascii() and text.isdecimal() and str(int(text)) == text and int(text) <= most:
            return Contract(int(text))
        return ALL_PASSED if side is first and text == ALL_PASSED else None

    paired = len(side.seats) > 1
    return Choice[object](
        f"{side.code} contract",
        f"What did {side} bid together?" if paired else f"What did {side} bid?",
        "BAL-SUM",
        partial(contracts_of, side, side is first, cards, rules),
        accept=accept,
        columns=7,
        short=f"{side} bid",
        unless=None if side is first else (f"{first.code} contract", ALL_PASSED),
    )


def contracts_of(side: Side, first: bool, cards: int, rules: House) -> list[Option[object]]:
    """Every contract of a side; those that its bids cannot make are refused when typed."""
    each = most_bid(cards, rules)
    most = each * len(side.seats)
    no = f"Nobody can bid more than {each} on {cards}."
    if len(side.seats) > 1:
        no = f"Two bids of {each} make {most}: nobody can bid more on {cards}."
    found: list[Option[object]] = []
    if first:
        found.append(
            Option(ALL_PASSED, ALL_PASSED, "passed", "everybody: thrown in", set_apart=True)
        )
    found += (Option(Contract(n), str(n), str(n), rare=n > cards) for n in range(most + 1))
    found += (
        Option(Contract(0, level), LEVELS[level], MARKS[level])
        for level in range(1, top_level(rules) + 1)
    )
    found += (
        Option(Contract(n), str(n), str(n), refusal=no, code="bid_too_high", hidden=True)
        for n in range(most + 1, 53)
    )
    return found


def contracts_stand(hand: Hand, *answers: object) -> None:
    """Contracts of nothing are as many passes; board levels must be possible in turn."""
    sides = hand.table.sides
    contracts = [answer for answer in answers if isinstance(answer, Contract)]
    if len(contracts) < len(sides):
        return
    last = f"{sides[-1].code} contract"
    if not any(contract.promised for contract in contracts):
        message = f"Nothing bid at all means that everybody passed: say “{ALL_PASSED}”."
        raise Refused(message, "BAL-ALLPASS", "no_contract", f"{sides[0].code} contract")
    levels = dict(zip(sides, (contract.level for contract in contracts), strict=True))
    called = [level for level in levels.values() if level]
    for level in called:
        if called.count(level) > 1:
            message = f"Only one side can have {LEVELS[level]}: the second to call says one more."
            raise Refused(message, "BAL-P-BID", "board_level_already_bid", last)
    order = tuple(sides.index(seat.side) for seat in turn(hand.dealer, hand.rules))
    if tuple(levels.values()) not in auctions(order, top_level(hand.rules)):
        message = refusals.cannot_follow(levels, hand.dealer)
        raise Refused(message, "BAL-P-BID", "board_level_skipped", last)


# -- the tricks ----------------------------------------------------------------------------------


def tricks_question(sides: Sequence[Side], cards: int, quick: bool = False) -> Count | Shares:
    """The tricks of the first of two sides, the rest being the other's; or those of each."""
    unless = (f"{sides[0].code} contract", ALL_PASSED) if quick else None
    unit = "tricks" if cards > 1 else "trick"
    players = sum(len(side.seats) for side in sides)
    hint = f"{show.NUMBERS[players].capitalize()} cards to a trick: count the piles."
    if len(sides) > 2:
        return Shares(
            "tricks", "Tricks of each", "BAL-R21", sides, 0, cards,
            total=cards, unit=unit, code="tricks_must_total_hand_size",
            range_code="tricks_out_of_range", unless=unless, hint=hint,
        )  # fmt: skip
    return Count(
        "tricks", f"Tricks of {sides[0]}", "BAL-R21", 0, cards,
        complement_of=str(sides[1]), unit=unit, code="tricks_out_of_range",
        split_code="tricks_must_total_hand_size", unless=unless, hint=hint,
    )  # fmt: skip


def shared_out(sides: Sequence[Side], cards: int, answer: object) -> Mapping[Side, int]:
    """The tricks of every side, from the answer to `tricks_question`."""
    if isinstance(answer, int):
        return {sides[0]: answer, sides[1]: cards - answer}
    assert isinstance(answer, dict)
    return answer
