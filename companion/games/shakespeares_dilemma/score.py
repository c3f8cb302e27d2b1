"""The score of a hand of Shakespeare's Dilemma, and the end of the game. Rules: rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.shakespeares_dilemma.facts import Deal, Result, say
from companion.games.shakespeares_dilemma.house import House
from companion.seating import Seat, Side


def lines(result: Result, dealt: Deal) -> Iterator[Line]:
    """Every player's lines; a revoke may cost one the hand (SHK-R13), the widow its price."""
    for seat, tricks in result.tricks.items():
        if seat is result.offender:
            yield line(seat, 0, say.nothing(tricks=tricks))
        else:
            yield from score(seat, tricks, result.galaxies(seat), dealt)
        if seat is result.widow:
            yield line(seat, -result.price, say.bought(price=result.price))


def score(seat: Seat, tricks: int, doublers: Sequence[str], dealt: Deal) -> Iterator[Line]:
    """One player's lines: tricks and their doubling, or the award for none."""
    if not tricks:
        yield line(seat, dealt.tricks, say.no_trick(tricks=dealt.tricks), "SHK-CARRY")
        return
    yield line(seat, tricks, say.tricks(tricks=tricks), "SHK-CARRY")
    if len(doublers) == 1:
        (galaxy,) = doublers
        yield line(seat, tricks, say.doubled(galaxy=galaxy, tricks=tricks))
    elif doublers:
        yield line(seat, 3 * tricks, say.quadrupled(tricks=tricks))


def ending(totals: Mapping[Side, int], rules: House) -> Outcome | None:
    high, best = highest(totals)
    if high < rules.target or (len(best) > 1 and rules.tie_at_target == "play_on"):
        return None
    return won(say.shared(total=high) if len(best) > 1 else say.won(best=best, total=high), best)
