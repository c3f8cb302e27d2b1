"""The score of a round of Dealer's Dilemma, and the winner. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, highest
from companion.engine.ledger import line as line_of
from companion.engine.table import Outcome, won
from companion.games.dealers_dilemma.facts import DIFFERENCE, EASY, TOP, ZERO, Bid, Round, say
from companion.games.dealers_dilemma.house import House
from companion.said import Sentence
from companion.seating import Seat, Side


def lines(result: Round, rules: House) -> Iterator[Line]:
    """Every player's line; a revoke may cost one the round (DD-R8)."""
    for seat, bid in result.bids.items():
        if seat is result.offender:
            yield line_of(seat, 0, say.nothing(bid=bid))
        else:
            yield from score(seat, bid, result.tricks[seat], rules)


def score(seat: Seat, bid: Bid, tricks: int, rules: House) -> Iterator[Line]:
    """The line of one player's round, or two if both numbers of a pair count."""
    if bid.kind == EASY:
        yield from easy(seat, bid, tricks, rules)
        return
    number = bid.number
    assert number is not None
    also = ("DD-R1",) if bid.kind == DIFFERENCE and not number else ()
    if also and rules.equal_difference == "as_zero":
        bid = Bid(ZERO)
    away = abs(tricks - number)
    if away:
        words = say.missed(bid=bid, number=number, tricks=tricks, away=away)
        yield line(seat, -2 * away, words, *also)
    elif bid.kind == ZERO:
        yield line(seat, 6, say.zero_made(), *also)
    else:
        top = bid.kind == TOP
        words = say.top_made(number=number) if top else say.difference_made(number=number)
        yield line(seat, 8, words, *also)


def easy(seat: Seat, bid: Bid, tricks: int, rules: House) -> Iterator[Line]:
    """An Easy bid: the shown number, the hidden one, or neither."""
    visible, hidden = bid.first, bid.second
    assert hidden is not None
    if tricks == visible:
        yield line(seat, 4, say.shown_made(bid=bid))
        if visible == hidden and rules.easy_pair == "both_6":
            yield line(seat, 2, say.hidden_made(bid=bid, too=True), "DD-R2")
        return
    if tricks == hidden:
        yield line(seat, 2, say.hidden_made(bid=bid, too=False))
        return
    nearest = rules.easy_miss_from == "nearest"
    number = min((visible, hidden), key=lambda n: (abs(tricks - n) if nearest else n, n))
    away = abs(tricks - number)
    words = say.easy_missed(bid=bid, tricks=tricks, away=away, number=number, nearest=nearest)
    yield line(seat, -away, words, *["DD-R3"] * nearest)


def line(seat: Seat, points: int, words: Sentence, *also: str) -> Line:
    """One line to a player; round scores are carried to the total."""
    return line_of(seat, points, words, *also, "DD-CARRY")


def ending(totals: Mapping[Side, int]) -> Outcome:
    high, best = highest(totals)
    words = say.shared(best=best, total=high) if len(best) > 1 else say.won(best=best, total=high)
    return won(words, best)
