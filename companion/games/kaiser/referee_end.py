"""The referee question whether a game of Kaiser is over, and its answers after a hand."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Ruling, enquiry, ruled
from companion.engine.ledger import highest
from companion.games.kaiser import facts, score
from companion.games.kaiser.facts import Bid, Contract, Marks, Result, say
from companion.games.kaiser.house import Desk, Hand
from companion.questions import Choice, Count, Points, Question, Shares, yes_no
from companion.said import rule_of
from companion.words import capital, does

MOST, HANDS = 9_999, 99
"""Limits of a total and of scored hands in the form."""


def asked_after(
    hand: Hand, result: Result, before: score.Totals, scored: int, raised: bool
) -> dict[str, str]:
    """The answers of the question after a scored hand, as facts of this hand and the next."""
    bid, seat = result.contract.bid, result.contract.declarer
    answers = {
        "totals": " ".join(map(str, hand.totals.values())), "scored": str(scored),
        "raised": "yes" if raised else "no", "bidder": seat.code, "bid": bid.code,
        "made": "yes" if result.made else "no", "before": str(before[seat.side]),
    }  # fmt: skip
    return {f"over.{key}": text for key, text in answers.items()}


@enquiry("over", "Is the game over?", "KAI-TARGET KAI-HANDS", "@scored")
def over(desk: Desk) -> Ruling:
    rules = desk.rules
    page: list[Question[Any]] = [
        Shares("totals", say.totals_now(), among=desk.sides, low=-MOST, high=MOST, typed=True)
    ]
    if rules.ends != "score":
        page.append(Count("scored", say.scored_hands(), low=1, high=HANDS))
    if rules.ends != "hands" and rules.nt_raises_target == "on":
        page.append(yes_no("raised", say.raised_by_now(), default="no"))
    answers = asked(desk, page)
    totals, scored = answers["totals"], answers.get("scored", 0)
    marks = Marks.of(rules, answers.get("raised", False))
    last = asked(desk, last_hand(desk, totals, scored, marks))
    contract = Contract(last.get("bid", Bid(rules.min_bid)), last.get("bidder", desk.seats[0]))
    side, result = contract.declarer.side, Result(contract, {}, last.get("made", True))
    before = totals | {side: last.get("before", 0)}
    outcome, why = score.ending(result, before, totals, rules, marks, scored)
    if outcome:
        winners = does(outcome.winners, "have") + " won" if outcome.winners else "it is a draw"
        why_so = (f"{capital(outcome.why)}.",)
        return Ruling(f"Yes: {winners}.", (outcome.rule,), why_so, value=True)
    if why:
        return Ruling(f"No. {why}", (rule_of(why),), value=False)
    needed = score.target_of(side, result, rules, marks)
    if marks.target is not None and marks.target <= totals[side] < needed:
        return ruled(say.needed_more(side=side, total=totals[side], target=needed), value=False)
    if rules.ends == "score":
        return ruled(say.nobody_there(target=marks.target), value=False)
    return ruled(say.hands_left(left=rules.hands - scored, target=marks.target), value=False)


def asked(desk: Desk, page: list[Question[Any]]) -> dict[str, Any]:
    """The answers to a page by key."""
    answers = desk.ask(*page) if page else ()
    values = [answers] if len(page) == 1 else answers
    return dict(zip([each.key for each in page], values, strict=True))


def last_hand(desk: Desk, totals: score.Totals, scored: int, marks: Marks) -> list[Question[Any]]:
    """The questions about the last hand on which the end depends."""
    rules, (high, best) = desk.rules, highest(totals)
    there = marks.target is not None and high >= marks.target
    last = rules.ends != "score" and scored >= rules.hands
    kaiser = facts.kaiser_decides(rules) and rules.kaiser_bid != "off"
    bidder = Choice("bidder", "Who won the bidding of the last hand?", "KAI-P-DECL", desk.seats)
    raised = rules.nt_raises_target == "no_trump_hand"
    if kaiser or (there and (raised or rules.win_rule != "higher_score")):
        bids = sorted(facts.ladder(rules), key=lambda bid: bid.no_trump)
        page: list[Question[Any]] = [
            bidder,
            Choice[Bid]("bid", say.last_bid(), options=bids, columns=7, hint=facts.LEGEND),
            yes_no("made", say.was_made()),
        ]
        if there and rules.win_rule == "bid_covers_target":
            page.append(Points("before", say.total_before(), low=-MOST, high=MOST))
        return page
    level = len(best) > 1 and (there or last)
    return [bidder] if level and rules.tie_at_end == "declarers" else []
