"""The bids of Dealer's Dilemma and what they score. The rules are in rules.md, section Scoring."""

from __future__ import annotations

from collections.abc import Iterator

from companion.facts import fact
from companion.ledger import Line
from companion.rules import Options
from companion.seating import Seat

EASY, TOP, DIFFERENCE, ZERO = "easy", "top", "difference", "zero"
KINDS = (EASY, TOP, DIFFERENCE, ZERO)


@fact
class Bid:
    """A bid by its kind and numbers: (shown, hidden), (top, under), (larger, smaller) or nothing.

    A hidden or covered number that nobody has said yet, or that does not matter, is None.
    """

    kind: str
    first: int = 0
    second: int | None = None

    @property
    def number(self) -> int | None:
        """The one number bid; None for an Easy bid, which has two."""
        if self.kind == TOP:
            return self.first
        if self.kind == DIFFERENCE:
            return self.first - (self.second or 0)
        return 0 if self.kind == ZERO else None

    def __str__(self) -> str:
        second = "?" if self.second is None else self.second
        return {
            EASY: f"{self.first}/{second}",
            TOP: f"{self.first}^{second}" if self.second else f"{self.first}^",
            DIFFERENCE: f"{self.first}−{second}" if self.second else f"{self.first}",
            ZERO: "0",
        }[self.kind]


def score(seat: Seat, bid: Bid, tricks: int, rules: Options) -> Iterator[Line]:
    """The line of one player's round, or two where both numbers of a pair count."""
    if bid.kind == EASY:
        yield from easy(seat, bid, tricks, rules)
        return
    number = bid.number
    assert number is not None
    also = ("DD-R1",) if bid.kind == DIFFERENCE and not number else ()
    if also and rules.equal_difference == "as_zero":
        bid = Bid(ZERO)
    name = {TOP: "Top", DIFFERENCE: "Difference", ZERO: "Zero"}[bid.kind]
    if tricks == number:
        zero = bid.kind == ZERO
        rule = {TOP: "DD-TOP", DIFFERENCE: "DD-DIFF", ZERO: "DD-ZERO"}[bid.kind]
        yield line(seat, 6 if zero else 8, rule, f"{name} bid of {number}, made", *also)
        return
    away = abs(tricks - number)
    words = f"{name} bid of {number}, {won(tricks)}: {away} away, 2 each"
    yield line(seat, -2 * away, "DD-RISKMISS", words, *also)


def easy(seat: Seat, bid: Bid, tricks: int, rules: Options) -> Iterator[Line]:
    """An Easy bid: the shown number, the hidden one, or neither."""
    shown, hidden = bid.first, bid.second
    assert hidden is not None
    words = f"Easy bid of {shown}/{hidden}"
    if tricks == shown:
        yield line(seat, 4, "DD-SHOWN", f"{words}, the shown {shown} made")
        if shown == hidden and rules.easy_pair == "both_6":
            yield line(seat, 2, "DD-HIDDEN", f"{words}, the hidden {hidden} too", "DD-R2")
        return
    if tricks == hidden:
        yield line(seat, 2, "DD-HIDDEN", f"{words}, the hidden {hidden} made")
        return
    low = min(shown, hidden)
    if rules.easy_miss_from == "nearest":
        near = min((shown, hidden), key=lambda number: (abs(tricks - number), number))
        away = abs(tricks - near)
        why = f"{words}, {won(tricks)}: {away} away from the nearer, {near}"
        yield line(seat, -away, "DD-EASYMISS", why, "DD-R3")
        return
    away = abs(tricks - low)
    why = f"{words}, {won(tricks)}: {away} away from the lower, {low}"
    yield line(seat, -away, "DD-EASYMISS", why)


def line(seat: Seat, points: int, rule: str, why: str, *also: str) -> Line:
    """One line to a player; round scores are carried to the total."""
    return Line(seat, points, rule, why, also=(*also, "DD-CARRY"))


def won(tricks: int) -> str:
    """Tricks won, in words."""
    return f"{tricks} trick{'s' * (tricks != 1)} won"
