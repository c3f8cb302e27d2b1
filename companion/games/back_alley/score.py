"""The scoring of Back Alley: what each side's contract and tricks are worth, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.facts import fact
from companion.games.back_alley.bids import LEVELS, Contract, factors
from companion.ledger import Line
from companion.rules import Options
from companion.seating import Seat, Side


@fact
class Result:
    """What a hand came to: the tricks of each side, and what some tables ask for besides."""

    tricks: Mapping[Side, int]
    rainbows: tuple[Seat, ...] = ()
    """Players dealt one card of each suit on a four-card hand."""
    revoked: tuple[Side, ...] = ()
    """Sides scored as set for a revoke found too late."""


def score(
    contracts: Mapping[Side, Contract], result: Result, cards: int, rules: Options
) -> Iterator[Line]:
    """Each side's lines, on its own contract (BAL-BOTH), then the rainbows."""
    for side, contract in contracts.items():
        tricks = result.tricks[side]
        yield from side_lines(side, contract, tricks, cards, rules, side in result.revoked)
    for seat in result.rainbows:
        words = f"{seat} was dealt one card of each suit"
        yield Line(seat, rules.rainbow, "BAL-R15", words)


def made(contract: Contract, tricks: int, cards: int, revoked: bool = False) -> bool:
    """Whether a side has made its contract."""
    return tricks >= contract.needs(cards) and not revoked


def side_lines(
    side: Side, contract: Contract, tricks: int, cards: int, rules: Options, revoked: bool = False
) -> Iterator[Line]:
    """What one side scores: a board level, a made contract and the tricks above it, or a set."""
    if contract.level:
        yield board_line(side, contract, tricks, cards, rules, revoked)
        return
    bid = contract.tricks
    each = rules.trick_value
    also: tuple[str, ...] = ("BAL-SUM", "BAL-BOTH")
    if revoked:
        words = f"contract {contract.sum}, took {tricks}, but revoked: scored as set, "
        words += f"{each} × {bid} lost"
        yield Line(side, -each * bid, "BAL-SET", words, also=(*also, "BAL-R19"))
    elif tricks < bid:
        words = f"contract {contract.sum}, took {tricks}: set, {each} × {bid} lost"
        yield Line(side, -each * bid, "BAL-SET", words, also=also)
    elif bid:
        words = f"contract {contract.sum}, took {tricks}: made, {each} × {bid}"
        yield Line(side, each * bid, "BAL-MADE", words, also=also)
    if tricks > bid and not revoked:
        yield over_line(side, contract, tricks, rules)
    elif not bid and not revoked:
        yield Line(side, 0, "BAL-ZERO", "nothing promised, no trick taken", also=also)


def over_line(side: Side, contract: Contract, tricks: int, rules: Options) -> Line:
    """The tricks above the contract; all of them where nothing was promised (BAL-ZERO)."""
    over = tricks - contract.tricks
    each = rules.overtrick_value
    number = f"{over} trick{'s' * (over != 1)}"
    worth = f"at {each} a trick" if each else "worth nothing here"
    if contract.tricks:
        words = f"{number} above {contract.tricks}, {worth}"
        return Line(side, each * over, "BAL-OVER", words, also=("BAL-R1",))
    words = f"nothing promised, so it cannot fail: {number} {worth}"
    return Line(side, each * over, "BAL-ZERO", words, also=("BAL-OVER", "BAL-SUM"))


def board_line(
    side: Side, contract: Contract, tricks: int, cards: int, rules: Options, revoked: bool
) -> Line:
    """All tricks or nothing: so many points for every trick of the hand, not for those missed."""
    level = contract.level
    each = factors(rules)[level - 1]
    won = made(contract, tricks, cards, revoked)
    held = f"took all {cards}" if tricks == cards else f"took {tricks} of {cards}"
    if tricks == cards and revoked:
        held += ", but revoked"
    words = f"{LEVELS[level]}, {held}: {each} × {cards} {'won' if won else 'lost'}"
    rule = "BAL-BOARD" if level == 1 else "BAL-LEVEL"
    also = ["BAL-BOTH"] if won else ["BAL-BOTH", "BAL-R3"]
    if contract.tricks:
        words += f"; the {contract.tricks} bid beside it does not count"
        also.append("BAL-R4")
    elif sum(1 for bid in contract.bids if bid.level) > 1:
        words += "; only the side’s highest level counts"
        also.append("BAL-R5")
    if revoked:
        also.append("BAL-R19")
    points = each * cards if won else -each * cards
    return Line(side, points, rule, words, also=tuple(also))
