"""Leopard, for two players. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Replay
from companion.games.leopard.entry import entered
from companion.games.leopard.score import Result, score
from companion.games.leopard.square import IMPOSSIBLE
from companion.games.leopard.turns import turn_by_turn
from companion.ledger import signed
from companion.questions import listed
from companion.table import Hand, Table


def play(table: Table) -> None:
    """An evening: four hands, the deal alternating; the higher total wins."""
    dealer, played = table.first_dealer, 0
    while table.outcome is None:
        hand = table.deal(dealer)
        opening(hand, played + 1)
        by_turns = hand.entry("guided", "quick", "cards", "lines", "values") == "guided"
        result = turn_by_turn(hand) if by_turns else entered(hand)
        write_down(hand, result)
        hand.post(score(result, hand.rules))
        played += 1
        finish(table, played)
        dealer = hand.dealer.left


def opening(hand: Hand, number: int) -> None:
    """Who deals and begins, and what a square needs."""
    rules = hand.rules
    hand.title = f"hand {number} of {rules.hands}" if number <= rules.hands else "extra hand"
    first = hand.dealer.left
    hand.facts |= {"dealer": hand.dealer.code}
    hand.cell("dealer", hand.dealer)
    words = f"{hand.dealer} deals 8 each, 88 stay in the stock; {first} begins."
    hand.tell(words, "LEO-DEAL")
    if number > rules.hands:
        hand.tell("The totals are level: an extra hand decides.", "LEO-R8")


def write_down(hand: Hand, result: Result) -> None:
    """The hand in one sentence and on the sheet."""
    if result.out:
        ending = f"{result.out} went out"
    else:
        ending = "nobody went out"
        hand.tell("Nobody went out, so nobody pays for it.", "LEO-NOOUT")
    scores = dict.fromkeys(result.squares, 0)
    for line in score(result, hand.rules):
        (seat,) = line.side.seats
        scores[seat] += line.points
    points = ", ".join(f"{seat} {signed(each)}" for seat, each in scores.items())
    hand.summary = f"{points}; {ending}"
    hand.status.clear()
    before = hand.table.ledger
    sums = ", ".join(
        f"{seat} {before.total(seat)} {signed(each)[0]} {abs(each)} = {before.total(seat) + each}"
        for seat, each in scores.items()
    )
    hand.tell(f"Carried on: {sums}.".replace("-", "−"), "LEO-CARRY")


def finish(table: Table, played: int) -> None:
    """After the last hand the higher total wins."""
    if played < table.rules.hands:
        return
    totals = table.ledger.totals
    leaders = table.ledger.leaders()
    hands = f"after {played} hands"
    sums = "–".join(str(total) for total in sorted(totals.values(), reverse=True))
    sums = sums.replace("-", "−")
    if len(leaders) == 1:
        table.end(leaders, "LEO-END", f"{listed(leaders)} leads {sums} {hands}")
    elif table.rules.tie == "draw":
        table.end([], "LEO-TIE", f"level at {sums} {hands}: a draw")


def holds(replay: Replay) -> Iterator[str]:
    """Every square has a value nine cards can make, and at most one player pays for going out."""
    for hand in replay.hands:
        suit_line = hand.rules.suit_line
        lines = hand.lines
        for line in lines:
            if line.column == "value" and line.points in IMPOSSIBLE[suit_line]:
                yield f"hand {hand.number}: a square worth {line.points}"
        if len([line for line in lines if line.column == "out"]) > 1:
            yield f"hand {hand.number}: both went out"
