"""The questions of a Back Alley hand: the card turned up, the bids in turn, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from companion.cards import Suit
from companion.games.back_alley import facts
from companion.games.back_alley.facts import LEVELS, MARKS, PASS, Bid, Contract, Contracts, say
from companion.games.back_alley.house import Hand, House
from companion.questions import Choice, Count, Option, Question, Several, Shares, option
from companion.said import Text
from companion.seating import Seat, Side
from companion.words import capital, listed

ALL_PASSED = "all passed"
"""The answer to the first side's contract that means the whole table."""
UNCLEAR = option(ALL_PASSED, text="passed", label="passed", refusal=say.who_passed(), hidden=True)
JOKERS = tuple(option(code, label=name) for code, name in facts.BLOOPERS.items())


def turned_up(key: str, rules: House) -> Choice[Suit | str]:
    """The question for the card turned up. By house rule, a joker is turned again or not in it."""

    def why_not(card: Suit | str) -> Text:
        if isinstance(card, Suit):
            return ""
        if rules.bloopers == "none":
            return say.turn_again__none()
        again = rules.joker_upcard == "turn_again" and key == "turn-up"
        return say.turn_again() if again else ""

    return Choice(key, say.turned(), options=[*Suit, *JOKERS], why_not=why_not)


def holders(seats: Sequence[Seat]) -> list[object]:
    return [*seats, option("nobody", text="nobody", label="nobody was dealt it", set_apart=True)]


@dataclass(frozen=True, slots=True)
class Turn:
    """The limits of a bid: cards in the hand, largest number, highest board level so far, and the
    points that a board level wins or loses per trick of the hand."""

    cards: int
    most: int
    level: int
    worth: tuple[int, ...]

    @classmethod
    def of(cls, cards: int, level: int, rules: House) -> Turn:
        return cls(cards, facts.most_bid(cards, rules), level, facts.factors(rules))

    @property
    def next_level(self) -> str:
        """The board level that may be called; "" when all have been."""
        return LEVELS[self.level + 1] if self.level < len(self.worth) else ""

    @property
    def would(self) -> str:
        numbers = [f"1 to {self.most}"] if self.most > 1 else ["1"] if self.most else []
        return listed([*numbers, *filter(None, [self.next_level]), PASS])

    def why_not(self, bid: Bid) -> Text:
        """The reason why this bid is not legal now, and a legal bid. "" if it is legal."""
        high = bid.level > len(self.worth)
        if bid.tricks <= self.most if not bid.level else bid.level == self.level + 1 and not high:
            return ""
        would, name = self.would, LEVELS[bid.level]
        if not bid.level:
            if bid.tricks > self.cards:
                return say.bid_too_high(cards=self.cards, would=would)
            return say.bid_too_high__board(tricks=bid.tricks, would=would)
        if high:
            return say.board_level_skipped__absent(level=name, would=would)
        if bid.level <= self.level:
            return say.board_level_already_bid(level=name, above=self.next_level)
        if bid.level == 2:
            return say.board_level_skipped__first(would=would)
        missing = LEVELS[self.level + 1 : bid.level]
        words = {"missing": listed(missing, "and"), "several": len(missing) > 1}
        return say.board_level_skipped(**words, level=name.split()[0], would=would)


NUMBERS = tuple(option(Bid(n)) for n in range(1, facts.HIGHEST + 1))
BOARDS = tuple(option(Bid(level=n), label=mark) for n, mark in enumerate(MARKS[1:], 1))
ABSENT = tuple(option(each.value, label=each.label, hidden=True) for each in BOARDS)
OTHERS = (
    option(facts.BIDS[PASS], set_apart=True),
    option(facts.BIDS[PASS], text="0", hidden=True),
    *(option(each.value, text=str(each.value).split()[0], hidden=True) for each in BOARDS),
)
"""Passing, a nought for it (BAL-R23), and the short words for the levels."""


def bid(seat: Seat, dealer: bool, stands: Turn) -> Choice[Bid]:
    """The bids of a player. An impossible one is struck out with the reason. All tricks are either
    a number or board."""
    numbers, levels = stands.most, len(stands.worth)
    return Choice(
        f"bid {seat.code}", say.to_bid(who=seat, dealer=dealer),
        options=[*NUMBERS[:numbers], *BOARDS[:levels], *OTHERS, *ABSENT[levels:]],
        why_not=stands.why_not, unseen=lambda: [Bid(n) for n in range(numbers + 1, 53)], columns=4,
        hint=say.bids_are_free(), about="bid", by=seat,
    )  # fmt: skip


# -- all there is to know of a hand --------------------------------------------------------------


def page(hand: Hand, cards: int, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """Contracts, tricks, and what some tables add."""
    sides = hand.table.sides
    bids: SideBids = {}
    contracts: list[Question[Any]] = []
    off = ""
    for side in sides:
        question = contract(hand, side, cards, bids, off)
        known = question.read_in(given)
        if known == ALL_PASSED:
            off = "everybody passed"
        elif contract_key(side) in given:
            bids[side] = known if isinstance(known, Contract) else None
        contracts.append(question)
    return [*contracts, *taken(hand, cards, off)]


def taken(hand: Hand, cards: int, off: str = "") -> Iterator[Question[Any]]:
    """The questions that remain when the contracts are known."""
    rules, sides, seats = hand.rules, hand.table.sides, hand.table.seats
    yield tricks(sides, cards, off)
    if rules.rainbow and cards == 4:
        pays = say.rainbow_pays(points=rules.rainbow)
        yield Several(
            "rainbow", say.who_had_rainbow(), options=seats, off=off, hint=pays,
        )  # fmt: skip
    if rules.revoke == "set":
        costs = say.revoke_sets()
        yield Several(
            "revoke", say.revoke_found(), options=sides, off=off, hint=costs,
        )  # fmt: skip


def contract_key(side: Side) -> str:
    return f"{side.code} contract"


SideBids = dict[Side, Contract | None]
"""The contracts entered so far, in the order of the sides. None for an impossible one."""


def contract(hand: Hand, side: Side, cards: int, bids: SideBids, off: str) -> Choice[object]:
    """The whole bid of a side, given the contracts of the other sides."""
    rules, sides = hand.rules, hand.table.sides
    before, turn = dict(bids), facts.turn(hand.dealer, rules)

    def why_not(value: object) -> Text:
        if not isinstance(value, Contract):
            return ""
        if no := too_many(side, cards, rules, value):
            return no
        if side is sides[0] and not value.promised:
            others = [bids.get(each) for each in sides[1:]]
            nothing = all(each and not each.promised for each in others)
            return say.no_contract() if nothing else ""
        contracts = {key: each for key, each in before.items() if each}
        if len(contracts) < len(before):
            return ""
        return levels_clash(contracts | {side: value}, sides, turn, rules)

    most = facts.most_bid(cards, rules) * len(side.seats)
    paired, first = len(side.seats) > 1, side is sides[0]
    all_pass, unclear = everybody(len(hand.table.seats))
    sums = contracts_of(most, cards, facts.top_level(rules))
    return Choice(
        contract_key(side), say.contract(side=side, paired=paired),
        options=[*[all_pass] * first, *sums, unclear],
        hints=lambda value: say.no_bid(paired=paired) if value == Contract(0) else "",
        why_not=why_not, unseen=lambda: [Contract(n) for n in range(most + 1, 53)],
        columns=7, short=f"{side} bid", off=off,
    )  # fmt: skip


def too_many(side: Side, cards: int, rules: House, contract: Contract) -> Text:
    """The reason why a side cannot have bid this sum together. "" if it can."""
    each, players = facts.most_bid(cards, rules), len(side.seats)
    most = each * players
    if contract.tricks <= most:
        return ""
    return say.bid_too_high__sum(paired=players > 1, each=each, most=most, cards=cards)


@cache
def everybody(players: int) -> tuple[Option[str], ...]:
    """All pass, and the word that might mean a side or the table."""
    all_pass = str(say.all_pass(many=players))
    return option(ALL_PASSED, say.then_thrown_in(), label=all_pass, for_all=True), UNCLEAR


@cache
def contracts_of(most: int, cards: int, levels: int) -> tuple[Option[Contract], ...]:
    """Every sum and every board level a side can have."""
    return (
        *(option(Contract(n), rare=n > cards) for n in range(most + 1)),
        *(option(Contract(0, level), label=MARKS[level]) for level in range(1, levels + 1)),
    )


def tricks(sides: Sequence[Side], cards: int, off: str) -> Count | Shares:
    """The tricks of the first of two sides, the rest being the other's; or those of each."""
    players = sum(len(side.seats) for side in sides)
    unit, hint = "tricks" if cards > 1 else "trick", say.count_piles(players=players)
    if len(sides) > 2:
        return Shares(
            "tricks", say.tricks_of_each(), among=sides, high=cards, total=cards, unit=unit,
            code="tricks_must_total_hand_size", range_code="tricks_out_of_range",
            off=off, hint=hint,
        )  # fmt: skip
    return Count(
        "tricks", say.tricks(whom=sides[0]), high=cards, complement_of=str(sides[1]), unit=unit,
        code="tricks_out_of_range", split_code="tricks_must_total_hand_size", off=off, hint=hint,
    )  # fmt: skip


def auctions(order: tuple[int, ...], levels: int) -> frozenset[tuple[int, ...]]:
    """The highest levels of all sides that bids in turn can lead to.

    `order` tells for each player, in the order of the bids, the place of the side.
    """
    outcomes: set[tuple[int, ...]] = set()
    for boards in product((False, True), repeat=len(order)):
        if sum(boards) > levels:
            continue
        sides, level = [0] * (max(order) + 1), 0
        for place, board in zip(order, boards, strict=True):
            if board:
                level += 1
                sides[place] = level
        outcomes.add(tuple(sides))
    return frozenset(outcomes)


def levels_clash(
    contracts: Contracts, sides: Sequence[Side], order: Sequence[Seat], rules: House
) -> Text:
    """Why no bids in this order lead to the board levels of these sides, the first of the table;
    "" where some do."""
    levels = tuple(contract.level for contract in contracts.values())
    if not any(levels):
        return ""
    for level in filter(None, levels):
        if levels.count(level) > 1:
            return say.board_level_already_bid__two(level=LEVELS[level])
    places = tuple(sides.index(seat.side) for seat in order)
    if any(each[: len(levels)] == levels for each in auctions(places, facts.top_level(rules))):
        return ""
    words = [f"{LEVELS[each.level] or 'no board'} for {side}" for side, each in contracts.items()]
    called = capital(listed(words, "and"))
    return say.board_level_skipped__turns(called=called, dealer=order[-1])
