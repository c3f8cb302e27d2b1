"""Cases of Dealer’s Dilemma for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, given, posted, shares
from companion.games.dealers_dilemma.facts import DIFFERENCE, EASY, ZERO
from companion.seating import Seat
from companion.words import signed


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    result = hand.result
    for seat, bid in result.bids.items() if result else ():
        first, second = bid.first, bid.second or 2
        if bid.kind == DIFFERENCE and bid.second is None:  # only the difference was entered
            first += second
        numbers = {"first": str(first), "second": str(second)}
        if seat is not result.offender:
            answers = {"kind": bid.kind, "tricks": str(result.tricks[seat])}
            answers |= {} if bid.kind == ZERO else numbers
            yield Case("bid", answers, f"It scores {signed(posted(hand, seat))}.")


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    result, answers = hand.result, dict(hand.answers)
    if hand.mode == "cards":
        won = [seat.code for seat, number in result.tricks.items() for _ in range(number)]
        answers |= {f"trick {number}": who for number, who in enumerate(won, 1)}
        yield "guided", answers
    if hand.mode != "quick":
        answers = {"tricks": shares(result.tricks)} | given(hand, "revoke")
        for seat, bid in result.bids.items():
            answers |= numbers_of(seat, bid.kind, bid.first, bid.second)
        yield "quick", answers


def numbers_of(seat: Seat, kind: str, first: int, second: int | None) -> dict[str, str]:
    answers = {f"kind {seat.code}": kind}
    if kind == EASY:
        return answers | {f"shown {seat.code}": str(first), f"hidden {seat.code}": str(second)}
    if kind == DIFFERENCE:
        number = first if second is None else abs(first - second)
        return answers | {f"difference {seat.code}": str(number)}
    return answers if kind == ZERO else answers | {f"top {seat.code}": str(first)}


THREE = "Ann, Bo, Cy"
TAKEN = "up: 6S 4D; taken: 6S; bid Ann: zero; pair Ann: 4H 6C; bid Bo: easy; shown Bo: 8D; "
TAKEN += "hidden Bo: none; bid Cy: easy; shown Cy: 7S; hidden Cy: none; trick 1: 4D 3H 4S; "
TAKEN += "trick 2: 8H 5D 2S; trick 3: 7H 3S 6D; trick 4: 9S 5C 10S; trick 5: 10D 3C 4C; "
TAKEN += "trick 6: 6H 3D 5H; trick 7: 2D 9C 7D; trick 8: 5S 8C 7C; trick 9: 9H 9D 2C; "
TAKEN += "trick 10: 10C 10H 8S"
UP = "up: 6H 9C; taken: 9C; bid Bo: zero; pair Bo: 2H 2D; "
UP += "bid Cy: zero; pair Cy: 3H 3D; bid Ann: easy"
IMPOSSIBLE = (
    Impossible(THREE, "cards", TAKEN),
    Impossible(THREE, "guided", f"{UP}; shown Ann: 9C; hidden Ann: 9C"),
    Impossible(THREE, "cards", f"{UP}; shown Ann: 6H; hidden Ann: 9C"),
    Impossible(THREE, "quick", "kind 1: zero; kind 2: zero; kind 3: zero; tricks: 6 6 6"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, asked={"bid"}, told=by_mode, shorter={"guided", "quick"}, impossible=IMPOSSIBLE,
    same_rows={"DD-DIFF", "DD-HIDDEN"},
)  # fmt: skip
