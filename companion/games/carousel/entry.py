"""The end of a hand of Carousel: who knocked, and what everybody has left, as cards or numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Card
from companion.games.carousel import show
from companion.games.carousel.facts import (
    Result,
    all_deadwood,
    left_over,
    may_knock,
    too_many,
)
from companion.games.carousel.house import Hand, House
from companion.games.carousel.melds import pack
from companion.questions import Cards, Choice, Option, Question, Refused, Several, Shares, option
from companion.seating import Seat

NOBODY = "nobody"
SAMPLES = ("AC", "2D AH", "3S", "KD 5C 9H", "QS 7D", "Joker", "10H 10C AS", "4D")


def ended(hand: Hand) -> Result | None:
    """How the hand ended; None when the stock ran out and that voids it (CAR-VOID)."""
    if hand.entry("guided", "quick") == "quick":
        return numbers(hand)
    who = hand.ask(knocker_question(hand.table.seats))
    knocker = who if isinstance(who, Seat) else None
    if knocker:
        show.knocked(hand, knocker)
    elif hand.rules.stock_out == "void":
        return None
    return cards(hand, knocker)


def knocker_question(seats: Sequence[Seat]) -> Choice[object]:
    """Who knocked, if anybody did."""
    nobody: Option[object] = option(NOBODY, "the stock ran out", set_apart=True)
    return Choice("knocker", "Who knocked?", "CAR-KNOCK", [*seats, nobody], columns=5)


def low_enough(hand: Hand, knocker: Seat | None, left: Mapping[Seat, int], key: str) -> None:
    """The knocker’s deadwood is within the limit."""
    if knocker and not may_knock(left[knocker], hand.rules):
        words = show.too_high(knocker, left[knocker], hand.rules.knock_limit)
        raise Refused(words, "CAR-KNOCK", "knock_too_high", key)


def no_other_empty(hand: Hand, knocker: Seat | None, empty: Sequence[Seat], key: str) -> None:
    """Where an empty hand ends the hand, only the knocker has one (CAR-R4)."""
    others = [seat for seat in empty if seat is not knocker]
    if others and hand.rules.empty_ends == "yes":
        raise Refused(show.has_knocked(others[0]), "CAR-R4", "empty_is_a_knock", key)


# -- by numbers ----------------------------------------------------------------------------------


def numbers(hand: Hand) -> Result | None:
    """Who knocked, and a deadwood number for each; nought may be melds kept in the hand."""
    seats, rules = hand.table.seats, hand.rules
    most = all_deadwood(len(seats), rules)
    deduct = rules.hand_melds == "deduct"

    def check(who: object, left: dict[Seat, int] | None) -> None:
        if left is None:
            return
        knocker = who if isinstance(who, Seat) else None
        low_enough(hand, knocker, left, "deadwood")
        total = sum(left.values())
        if total > most:
            words = show.more_than_all(total, most)
            raise Refused(words, "CAR-PACK", "more_than_the_pack", "deadwood")
        if not deduct:
            none = [seat for seat, number in left.items() if not number]
            no_other_empty(hand, knocker, none, "deadwood")

    page = partial(questions, rules, seats, most)
    who, left = hand.ask_together(page, title="Just the result", check=check)
    if left is None:
        return None
    knocker = who if isinstance(who, Seat) else None
    if knocker:
        show.knocked(hand, knocker)
    none = [seat for seat, number in left.items() if not number]
    empty = without_a_card(hand, knocker, none) if deduct and none else none
    return Result(knocker, dict(left), frozenset(empty))


def questions(
    rules: House, seats: Sequence[Seat], most: int, given: Mapping[str, str]
) -> Sequence[Question[Any]]:
    """The page beside what it has been told."""
    knocker = knocker_question(seats)
    who = knocker.read_in(given)
    void = who == NOBODY and rules.stock_out == "void"
    low = who if isinstance(who, Seat) else None
    return [
        knocker,
        Shares(
            "deadwood", "Deadwood left", "CAR-VALUES", seats, 0, most,
            short="Points left",
            off="the stock ran out: the hand is void" if void else "",
            samples=partial(likely, seats, low),
        ),
    ]  # fmt: skip


def likely(seats: Sequence[Seat], knocker: Seat | None) -> list[str]:
    """Some deadwood that players can have: little for the knocker, more or less for the others."""
    return [
        " ".join(str(low if s is knocker else 1 + (7 * n + s.number) % 40) for s in seats)
        for low in (0, 2, 4)
        for n in range(8)
    ]


def without_a_card(hand: Hand, knocker: Seat | None, none: Sequence[Seat]) -> Sequence[Seat]:
    """Who of those with no deadwood has no card either (CAR-EMPTY)."""
    may = [seat for seat in none if seat is knocker or hand.rules.empty_ends == "no"]
    if not may:
        return []
    found: Sequence[Seat] = hand.ask(
        Several("empty", "Who has no card left at all?", "CAR-EMPTY", [option(s) for s in may])
    )
    return found


# -- by cards ------------------------------------------------------------------------------------


def cards(hand: Hand, knocker: Seat | None) -> Result:
    """The cards left in each hand, the knocker’s first."""
    rules, seats = hand.rules, hand.table.seats
    playing = pack(len(seats), rules.jokers)
    order = [knocker, *(seat for seat in seats if seat is not knocker)] if knocker else seats
    named: list[Card] = []
    left: dict[Seat, int] = {}
    empty: list[Seat] = []
    for seat in order:
        none = "none" if seat is knocker or rules.empty_ends == "no" else "5H"
        held = hand.ask(
            Cards(
                f"left {seat.code}",
                f"{seat}: which cards are left?",
                "CAR-VALUES",
                playing,
                0,
                40,
                none="No card left",
                samples=(none, *SAMPLES),
                worth=lambda held: str(left_over(tuple(held), rules)),
            ),
            check=partial(fitting, hand, knocker, seat, tuple(named)),
        )
        named += held
        left[seat] = left_over(held, rules)
        empty += [] if held else [seat]
        show.has_left(hand, seat, left[seat])
    return Result(knocker, {seat: left[seat] for seat in seats}, frozenset(empty))


def fitting(
    hand: Hand, knocker: Seat | None, seat: Seat, named: tuple[Card, ...], held: tuple[Card, ...]
) -> None:
    """What a player has left is in the pack, and low enough to have knocked."""
    key = f"left {seat.code}"
    if found := too_many([*named, *held], len(hand.table.seats), hand.rules):
        raise Refused(show.not_in_pack(*found), "CAR-PACK", "too_many_copies", key)
    if not held:
        no_other_empty(hand, knocker, [seat], key)
    if seat is knocker:
        low_enough(hand, knocker, {seat: left_over(held, hand.rules)}, key)
