"""What a round of Dealer's Dilemma scores, and who wins. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.dealers_dilemma import show
from companion.games.dealers_dilemma.facts import DIFFERENCE, EASY, TOP, ZERO, Bid, Round
from companion.games.dealers_dilemma.house import House
from companion.ledger import Line
from companion.seating import Seat, Side
from companion.table import Outcome


def lines(found: Round, rules: House) -> Iterator[Line]:
    """Every player's line; a revoke may cost one the round (DD-R8)."""
    for seat, bid in found.bids.items():
        if seat is found.offender:
            yield Line(seat, 0, "DD-R8", show.revoked(bid))
        else:
            yield from score(seat, bid, found.tricks[seat], rules)


def score(seat: Seat, bid: Bid, tricks: int, rules: House) -> Iterator[Line]:
    """The line of one player's round, or two where both numbers of a pair count."""
    if bid.kind == EASY:
        yield from easy(seat, bid, tricks, rules)
        return
    number = bid.number
    assert number is not None
    also = ("DD-R1",) if bid.kind == DIFFERENCE and not number else ()
    if also and rules.equal_difference == "as_zero":
        bid = Bid(ZERO)
    if tricks == number:
        zero = bid.kind == ZERO
        rule = {TOP: "DD-TOP", DIFFERENCE: "DD-DIFF", ZERO: "DD-ZERO"}[bid.kind]
        yield line(seat, 6 if zero else 8, rule, show.made(bid, number), *also)
        return
    away = abs(tricks - number)
    yield line(seat, -2 * away, "DD-RISKMISS", show.missed(bid, number, tricks), *also)


def easy(seat: Seat, bid: Bid, tricks: int, rules: House) -> Iterator[Line]:
    """An Easy bid: the shown number, the hidden one, or neither."""
    shown, hidden = bid.first, bid.second
    assert hidden is not None
    if tricks == shown:
        yield line(seat, 4, "DD-SHOWN", show.easy_made(bid, "shown", shown))
        if shown == hidden and rules.easy_pair == "both_6":
            yield line(seat, 2, "DD-HIDDEN", show.easy_pair(bid, hidden), "DD-R2")
        return
    if tricks == hidden:
        yield line(seat, 2, "DD-HIDDEN", show.easy_made(bid, "hidden", hidden))
        return
    nearest = rules.easy_miss_from == "nearest"
    number = min((shown, hidden), key=lambda n: (abs(tricks - n) if nearest else n, n))
    words = show.easy_missed(bid, tricks, number, nearest)
    also = ("DD-R3",) if nearest else ()
    yield line(seat, -abs(tricks - number), "DD-EASYMISS", words, *also)


def line(seat: Seat, points: int, rule: str, why: str, *also: str) -> Line:
    """One line to a player; round scores are carried to the total."""
    return Line(seat, points, rule, why, also=(*also, "DD-CARRY"))


def ending(totals: Mapping[Side, int]) -> Outcome:
    """The highest total wins; those who tie share the win (DD-WINNER, DD-TIE)."""
    high = max(totals.values())
    best = tuple(side for side in totals if totals[side] == high)
    rule = "DD-TIE" if len(best) > 1 else "DD-WINNER"
    return Outcome(best, rule, show.won(best, high))
