"""What a hand of Shakespeare's Dilemma scores, and how the game ends. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.shakespeares_dilemma import show
from companion.games.shakespeares_dilemma.deck import Deal
from companion.games.shakespeares_dilemma.facts import Result
from companion.games.shakespeares_dilemma.house import House
from companion.ledger import Line
from companion.seating import Seat, Side
from companion.table import Outcome


def lines(found: Result, dealt: Deal) -> Iterator[Line]:
    """Every player's lines; a revoke may cost one the hand (SHK-R13), the widow its price."""
    for seat, tricks in found.tricks.items():
        if seat is found.offender:
            yield Line(seat, 0, "SHK-R13", show.nothing_for_a_revoke(tricks))
        else:
            yield from score(seat, tricks, found.galaxies(seat), dealt)
        if seat is found.widow:
            yield Line(seat, -found.price, "SHK-WIDOW", show.widow(found.price))


def score(seat: Seat, tricks: int, doublers: Sequence[str], dealt: Deal) -> Iterator[Line]:
    """One player's lines: tricks and their doubling, or the award for none."""
    also = ("SHK-CARRY",)
    if not tricks:
        yield Line(seat, dealt.tricks, "SHK-NONE", show.no_trick(dealt), also=also)
        return
    yield Line(seat, tricks, "SHK-TRICK", show.tricks(tricks), also=also)
    if len(doublers) == 1:
        (doubler,) = doublers
        yield Line(seat, tricks, "SHK-GALAXY", show.doubled(doubler, tricks))
    elif doublers:
        yield Line(seat, 3 * tricks, "SHK-BOTH", show.quadrupled(tricks))


def ending(totals: Mapping[Side, int], rules: House) -> Outcome | None:
    """How the game ended; None below the target, and where leaders on a level play on."""
    high = max(totals.values())
    if high < rules.target:
        return None
    best = tuple(side for side in totals if totals[side] == high)
    if len(best) == 1:
        (winner,) = best
        return Outcome(best, "SHK-WINNER", show.won(winner, high))
    if rules.tie_at_target == "shared":
        return Outcome(best, "SHK-TIE", show.shared(high))
    return None
