"""Cases of Kaiser for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Trials, leader, of_hand
from companion.games.kaiser.facts import REST, Result
from companion.questions import Choice


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    high = "none"
    for asked in hand.asked:
        if asked.question.key.startswith("bid "):
            who = "the dealer" if asked.question.key[4:] == hand.dealer.code else "another player"
            assert isinstance(asked.question, Choice)
            for each in asked.question.answers:
                if each.text == REST:  # not a call of one player, but the passes of several
                    continue
                answers = {"high": high, "call": each.text, "who": who}
                yield Case("bid", answers, "Yes", not each.refusal)
            high = high if asked.text in ("pass", REST) else asked.text
    if hand.result:
        end = replay.outcome if hand is replay.hands[-1] else None
        answers = {key[5:]: text for key, text in hand.facts.items() if key.startswith("over.")}
        yield Case("over", answers, "Yes" if end else "No", rule=end.rule if end else "")
    if "leader" in hand.facts:
        yield Case("lead", of_hand(hand, "dealer", "declarer"), leader(replay, hand))


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    before = [result for each, result in replay.results(Result) if each.number < hand.number]
    raised = any(result.contract.bid.no_trump and result.made for result in before)
    return {"raised": "yes" if raised else "no"}


FOUR = "Ann, Bob, Cat, Dan"
KAISER = "bid Bob: 7; bid Cat: pass; bid Dan: pass; bid Ann: pass; trump: C"
IMPOSSIBLE = (
    Impossible(FOUR, "guided", f"{KAISER}; tricks: 8; 5H: B; 3S: A"),
    Impossible(FOUR, "quick", "bidder: Bob; contract: 7; trump: C; tricks: 8; 5H: A; 3S: B"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"bid", "lead", "over"}, impossible=IMPOSSIBLE, rare={"kaiser"},
)  # fmt: skip
