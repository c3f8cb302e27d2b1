"""The score of a Back Alley hand, line by line, and the end of the game. Rules: rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.back_alley.facts import Contract, Result, factors, most_bid, say
from companion.games.back_alley.house import House
from companion.seating import Side
from companion.words import listed, with_minus


def lines(result: Result, rules: House) -> Iterator[Line]:
    """Each side's lines, on its own contract (BAL-BOTH), then the rainbows."""
    for side in result.contracts:
        yield from side_lines(side, result, rules)
    for seat in result.rainbows:
        yield line(seat, rules.rainbow, say.rainbow(seat=seat))


def side_lines(side: Side, result: Result, rules: House) -> Iterator[Line]:
    """The points of one side: a board level, a made contract and the tricks above it, or a set."""
    contract, tricks = result.contracts[side], result.tricks[side]
    if contract.level:
        yield _board(side, result, rules)
        return
    bid, each, revoked = contract.tricks, rules.trick_value, side in result.revoked
    also = ("BAL-SUM",) if len(contract.bids) > 1 else ()
    details = {"bids": bids(contract), "tricks": tricks, "each": each, "contract": contract}
    if revoked or tricks < bid:
        more = ("BAL-R19",) if revoked else ()
        yield line(side, -each * bid, say.set_back(**details, revoked=revoked), *also, *more)
        return
    if bid:
        yield line(side, each * bid, say.made(**details), *also)
    if tricks > bid:
        worth = rules.overtrick_value
        words = say.over_nothing(tricks=tricks, each=worth)
        if bid:
            words = say.over(tricks=tricks, contract=contract, each=worth)
        yield line(side, worth * (tricks - bid), words, *[] if bid else ["BAL-OVER"])
    elif not bid:
        yield line(side, 0, say.nothing_taken())


def bids(contract: Contract) -> str:
    """The bid of a side: "contract 4 + 3 = 7" if both partners bid, else "bid 7"."""
    numbers = [str(each) for each in contract.bids if each.tricks]
    if len(numbers) > 1:
        return f"contract {' + '.join(numbers)} = {contract.tricks}"
    return f"bid {contract.tricks}" if contract.tricks else "passed"


def _board(side: Side, result: Result, rules: House) -> Line:
    """All tricks or nothing: so many points for every trick of the hand, not for those missed."""
    contract, won, cards = result.contracts[side], result.made(side), result.cards
    each, revoked = factors(rules)[contract.level - 1], side in result.revoked
    also = [] if won else ["BAL-R3"]
    if sum(1 for other in result.contracts.values() if other.level) > 1:
        also.append("BAL-BOTH")
    if contract.tricks:
        also.append("BAL-R4")
    if contract.boards > 1:
        also.append("BAL-R5")
    if revoked:
        also.append("BAL-R19")
    words = say.board(
        contract=contract, tricks=result.tricks[side], cards=cards, each=each, won=won,
        revoked=revoked,
    )  # fmt: skip
    rule = words.rule if contract.level == 1 else "BAL-LEVEL"
    return Line(side, each * cards * (1 if won else -1), rule, words, also=tuple(also))


def still_to_win(ahead: tuple[int, ...], bidders: int, rules: House) -> int:
    """The most a side of so many bidders can win without a board in hands of these sizes."""
    most = 0
    for cards in ahead:
        bid = min(cards, bidders * most_bid(cards, rules))
        most += bid * rules.trick_value + (cards - bid) * rules.overtrick_value
    return most


def ending(totals: Mapping[Side, int], rules: House) -> Outcome | None:
    """The highest total wins; level totals are shared, or another hand is played (None)."""
    high, winners = highest(totals)
    if len(winners) > 1:
        words = say.shared(winners=listed(winners, "and"), total=high)
        return won(words, winners) if rules.tie_at_end == "shared" else None
    lost = [f"{side} on {with_minus(n)}" for side, n in totals.items() if side not in winners]
    return won(say.wins(winner=winners[0], total=high, others=listed(lost, "and")), winners)
