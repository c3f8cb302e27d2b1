"""Kaiser, for four players in partnerships, from the first deal to the last; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.game import Replay
from companion.games.kaiser import score, show
from companion.games.kaiser.bidding import bidding
from companion.games.kaiser.facts import TRICKS, Contract, Marks, Result, Take
from companion.games.kaiser.house import Hand, Table
from companion.games.kaiser.quick import hand_at_once
from companion.questions import Choice, Count, Refused, yes_no
from companion.seating import Side


def play(table: Table) -> None:
    """An evening: hand after hand until a side reaches the target."""
    dealer, raised = table.first_dealer, False
    why: show.Words | None = None
    while table.outcome is None:
        hand = table.deal(dealer)
        marks = Marks.of(hand.rules, raised)
        table.target, table.mark = marks.target, marks.limit
        table.mark_says = show.ABOVE_IT
        show.opening(hand, marks, why)
        found = result(hand, marks)
        if found is None:
            show.thrown_in(hand)
            hand.post([])
            again = hand.rules.all_pass != "redeal_next_dealer"
            dealer, why = hand.dealer if again else hand.dealer.left, None
            continue
        before = table.ledger.totals
        hand.result = found
        show.result(hand, found)
        if score.raises(found, hand.rules):
            raised = True
            marks = marks.raised(hand.rules)
            table.target = marks.target
        hand.post(score.lines(found, before, hand.rules, marks))
        table.outcome, why = score.ending(found, before, hand.totals, hand.rules, marks)
        dealer = hand.dealer.left


def result(hand: Hand, marks: Marks) -> Result | None:
    """What a hand came to, step by step or at once; None when all pass."""
    if hand.entry("guided", "quick") == "quick":
        return hand_at_once(hand, marks)
    contract = bidding(hand, marks)
    return played(hand, contract) if contract else None


def played(hand: Hand, contract: Contract) -> Result:
    """What each side took; for the bid “kaiser” only whether it was made."""
    if contract.bid.kaiser:
        prompt = f"Did {contract.declarer} alone take seven tricks with the 5♥, and not the 3♠?"
        title = f"{contract.declarer}’s kaiser: the result"
        return Result(contract, {}, hand.ask(yes_no("kaiser", prompt, "KAI-R21"), title=title))
    declarers = contract.declarer.side
    defenders = declarers.opponents
    tricks, five, three = hand.ask(
        Count(
            "tricks", f"Tricks of {declarers}", "KAI-TRICK", 0, TRICKS,
            of=declarers, complement_of=str(defenders), unit="tricks",
            code="tricks_out_of_range", split_code="tricks_must_total_8",
        ),
        Choice("5H", "Who took the 5♥?", "KAI-5H", hand.table.sides, hint="+5"),
        Choice("3S", "Who took the 3♠?", "KAI-3S", hand.table.sides, hint="−3"),
        title=f"{contract.declarer}’s {contract.bid}: the result",
        check=partial(with_a_trick, declarers),
    )  # fmt: skip
    won = {declarers: tricks, defenders: TRICKS - tricks}
    takes = {side: Take(won[side], side is five, side is three) for side in hand.table.sides}
    return Result(contract, takes)


def with_a_trick(declarers: Side, tricks: int, five: Side, three: Side) -> None:
    """A side without a trick has neither of the two cards (KAI-PILE)."""
    won = {declarers: tricks, declarers.opponents: TRICKS - tricks}
    for key, card, side in (("5H", "5♥", five), ("3S", "3♠", three)):
        if not won[side]:
            message = f"{side} took no trick, so they cannot have the {card}."
            raise Refused(message, "KAI-PILE", "captured_without_a_trick", key)


def holds(replay: Replay) -> Iterator[str]:
    """The two piles of every hand that was played out add up to ten."""
    for hand in replay.hands:
        if isinstance(hand.result, Result) and hand.result.takes:
            piles = [take.pile for take in hand.result.takes.values()]
            if sum(piles) != 10:
                yield f"hand {hand.number}: the piles sum to {sum(piles)}"
