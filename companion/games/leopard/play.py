"""Leopard, for two players, from the first deal to the last; the rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.ledger import gains
from companion.engine.table import Part
from companion.games.leopard import score
from companion.games.leopard.entry import entered
from companion.games.leopard.facts import IMPOSSIBLE, STOCK, Result, say
from companion.games.leopard.house import Hand, Table
from companion.games.leopard.turns import turn_by_turn
from companion.seating import Side
from companion.words import signed, with_minus


def play(table: Table) -> None:
    number = 0
    while table.outcome is None:
        hand, number = table.deal(), number + 1
        table.length = hand.rules.hands
        opening(hand, number)
        by_turns = hand.entry("guided", "quick", "cards", "lines", "values") == "guided"
        hand.result = result = turn_by_turn(hand) if by_turns else entered(hand)
        lines, before = [*score.lines(result, hand.rules)], table.ledger.totals
        points = gains(lines, table.sides)
        shown(hand, result, points)
        hand.post(lines)
        carried(hand, before, points)
        table.outcome = score.ending(hand.totals, number, hand.rules)


def opening(hand: Hand, number: int) -> None:
    hands, first = hand.rules.hands, hand.dealer.left
    over = number > hands
    hand.numbered(Part("hand", extra=True) if over else Part("hand", number, hands))
    hand.tell(say.deals(dealer=hand.dealer, stock=STOCK, first=first))
    if over:
        hand.tell(say.extra_hand())


def shown(hand: Hand, result: Result, points: Mapping[Side, int]) -> None:
    ending = f"{result.out} went out" if result.out else "nobody went out"
    if not result.out:
        hand.tell(say.nobody_out())
    each = ", ".join(f"{side} {signed(number)}" for side, number in points.items())
    hand.summary = f"{each}; {ending}"
    hand.status.clear()


def carried(hand: Hand, before: Mapping[Side, int], points: Mapping[Side, int]) -> None:
    """Show the totals after the hand, with the agreed adjustments."""
    sums: list[str] = []
    for side, scored in points.items():
        agreed = hand.totals[side] - before[side] - scored
        more = f" {term(agreed)} agreed" if agreed else ""
        was, now = with_minus(before[side]), with_minus(hand.totals[side])
        sums.append(f"{side} {was} {term(scored)}{more} = {now}")
    hand.tell(say.totals(sums=", ".join(sums)))


def term(points: int) -> str:
    """A term of a sum: "+ 5", "− 2", "+ 0"."""
    return f"{'−' if points < 0 else '+'} {abs(points)}"


def holds(replay: Replay) -> Iterator[str]:
    """Every square has a value nine cards can make, and only with enough a player went out."""
    for hand, result in replay.results(Result):
        suit_line = hand.rules.suit_line
        for square in result.squares.values():
            if square.value in IMPOSSIBLE[suit_line]:
                yield f"hand {hand.number}: a square worth {square.value}"
        if result.out and result.squares[result.out].value < hand.rules.out_at:
            yield f"hand {hand.number}: {result.out} went out with too little"
