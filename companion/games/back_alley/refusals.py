"""Why a bid of Back Alley cannot stand, and what would do."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.back_alley.facts import LEVELS, Bid, Turn
from companion.games.back_alley.show import NUMBERS
from companion.seating import Seat, Side
from companion.words import counted, listed


def refusal(turn: Turn, bid: Bid) -> str:
    """Why a bid cannot be made here, and what would do; empty when it can."""
    if turn.accept(str(bid)):
        return ""
    if not bid.level:
        return too_high(turn, bid.tricks)
    name = str(bid)
    if bid.level > len(turn.worth):
        return f"Nobody calls {name} here: say {would(turn)}."
    if bid.level <= turn.level:
        return f"{name.capitalize()} has been called; you may say {turn.next_level or PASSING}."
    if bid.level == 2:
        return f"There is no board to double: say {would(turn)}."
    missing = LEVELS[turn.level + 1 : bid.level]
    have = "have" if len(missing) > 1 else "has"
    words = listed(missing, "and").capitalize()
    return f"{words} {have} to come before {name.split()[0]}: say {would(turn)}."


PASSING = "a number, or pass"


def too_high(turn: Turn, tricks: int) -> str:
    """Why a number cannot be bid."""
    if tricks > turn.cards:
        return f"Only {counted(turn.cards, 'trick')} this hand: say {would(turn)}."
    all_of_them = f"All {NUMBERS[tricks]} tricks is" if tricks > 1 else "The one trick is"
    return f"{all_of_them} called board: say {would(turn)}."


def would(turn: Turn) -> str:
    """What may be bid, in words."""
    numbers = [f"1 to {turn.most}"] if turn.most > 1 else ["1"] if turn.most else []
    return listed([*numbers, *filter(None, [turn.next_level]), "pass"])


def cannot_follow(levels: Mapping[Side, int], dealer: Seat) -> str:
    """Board levels that no bids in turn lead to."""
    called = listed([f"{LEVELS[n] or 'no board'} for {side}" for side, n in levels.items()], "and")
    return (
        f"{called[0].upper()}{called[1:]} cannot be: every level is called once, in order, "
        f"and {dealer} bids last."
    )
