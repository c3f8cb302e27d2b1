"""What a Back Alley hand scores, line by line, and how the game ends. The rules: rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.back_alley import show
from companion.games.back_alley.facts import Contract, Result, factors, most_bid
from companion.games.back_alley.house import House
from companion.ledger import Line
from companion.seating import Side
from companion.table import Outcome


def lines(result: Result, rules: House) -> Iterator[Line]:
    """Each side's lines, on its own contract (BAL-BOTH), then the rainbows."""
    for side in result.contracts:
        yield from side_lines(side, result, rules)
    for seat in result.rainbows:
        yield Line(seat, rules.rainbow, "BAL-R15", show.rainbow(seat))


def side_lines(side: Side, result: Result, rules: House) -> Iterator[Line]:
    """What one side scores: a board level, a made contract and the tricks above it, or a set."""
    contract, tricks = result.contracts[side], result.tricks[side]
    if contract.level:
        yield _board(side, result, rules)
        return
    bid, each = contract.tricks, rules.trick_value
    also = ("BAL-SUM",) if len(contract.bids) > 1 else ()
    if side in result.revoked:
        words = show.revoked(contract, tricks, each)
        yield Line(side, -each * bid, "BAL-SET", words, also=(*also, "BAL-R19"))
        return
    if tricks < bid:
        yield Line(side, -each * bid, "BAL-SET", show.set_(contract, tricks, each), also=also)
        return
    if bid:
        yield Line(side, each * bid, "BAL-MADE", show.made(contract, tricks, each), also=also)
    if tricks > bid:
        yield _over(side, contract, tricks, rules)
    elif not bid:
        yield Line(side, 0, "BAL-ZERO", show.NOTHING_TAKEN)


def _over(side: Side, contract: Contract, tricks: int, rules: House) -> Line:
    """The tricks above the contract; all of them where nothing was promised (BAL-ZERO)."""
    points = rules.overtrick_value * (tricks - contract.tricks)
    words = show.over(contract, tricks, rules.overtrick_value)
    if contract.tricks:
        return Line(side, points, "BAL-OVER", words)
    return Line(side, points, "BAL-ZERO", words, also=("BAL-OVER",))


def _board(side: Side, result: Result, rules: House) -> Line:
    """All tricks or nothing: so many points for every trick of the hand, not for those missed."""
    contract, won = result.contracts[side], result.made(side)
    each = factors(rules)[contract.level - 1]
    also = [] if won else ["BAL-R3"]
    if sum(1 for other in result.contracts.values() if other.level) > 1:
        also.append("BAL-BOTH")
    if contract.tricks:
        also.append("BAL-R4")
    if sum(1 for bid in contract.bids if bid.level) > 1:
        also.append("BAL-R5")
    if side in result.revoked:
        also.append("BAL-R19")
    rule = "BAL-BOARD" if contract.level == 1 else "BAL-LEVEL"
    points = each * result.cards * (1 if won else -1)
    return Line(side, points, rule, show.board(side, result, each), also=tuple(also))


def still_to_win(ahead: tuple[int, ...], bidders: int, rules: House) -> int:
    """The most a side of so many bidders can win without a board in hands of these sizes."""
    most = 0
    for cards in ahead:
        bid = min(cards, bidders * most_bid(cards, rules))
        most += bid * rules.trick_value + (cards - bid) * rules.overtrick_value
    return most


def ending(totals: Mapping[Side, int], rules: House) -> Outcome | None:
    """The highest total wins; level totals are shared, or another hand is played (None)."""
    high = max(totals.values())
    winners = tuple(side for side, total in totals.items() if total == high)
    if len(winners) == 1:
        (winner,) = winners
        return Outcome(winners, "BAL-WIN", show.wins(winner, totals))
    if rules.tie_at_end == "shared":
        return Outcome(winners, "BAL-TIE", show.shared(winners, totals))
    return None
