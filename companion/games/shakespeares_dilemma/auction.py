"""The auction for the widow, with three players (SHK-WIDOW, SHK-R5)."""

from __future__ import annotations

from companion.games.shakespeares_dilemma import show
from companion.games.shakespeares_dilemma.facts import MOST, least_price
from companion.games.shakespeares_dilemma.house import Hand
from companion.questions import Choice, Option, option
from companion.seating import Seat, from_left


def auction(hand: Hand) -> tuple[Seat | None, int]:
    """Who takes the widow and at what price; nobody when all three pass."""
    show.before_the_auction(hand)
    high, holder = 0, None
    bidding = list(from_left(hand.dealer))
    turn = 0
    while True:
        turn += 1
        for seat in list(bidding):
            if holder is seat:
                break
            call = hand.ask(bid(hand, seat, turn, high, holder))
            if call == "pass":
                bidding.remove(seat)
            else:
                high, holder = int(str(call)), seat
        over = not bidding or bidding == [holder]
        if over or hand.rules.widow_auction == "one_round":
            break
    show.widow_taken(hand, holder, high)
    return holder, high


def bid(hand: Hand, seat: Seat, turn: int, high: int, holder: Seat | None) -> Choice[object]:
    """A number over the present one, or pass."""
    least = least_price(high, hand.rules.widow_min)
    low = f"{show.widow_stands(high, holder, hand.rules)}; say {least} or more, or pass."

    def options() -> list[Option[object]]:
        found: list[Option[object]] = [
            option(str(n), refusal=low, code="bid_not_higher", hidden=n < least - 1)
            for n in range(least)
        ]
        found += [option(str(n)) for n in range(least, least + 15)]
        return [*found, option("pass", f"{holder} pays {high}" if holder else "", set_apart=True)]

    def accept(text: str) -> object:
        if text == "pass":
            return text
        plain = text.isascii() and text.isdecimal() and text == str(int(text))
        return text if plain and least <= int(text) <= MOST else None

    return Choice(
        f"widow {turn} bid {seat.code}",
        f"{seat}: bid for the widow, or pass",
        "SHK-R5",
        options,
        columns=4,
        accept=accept,
    )
