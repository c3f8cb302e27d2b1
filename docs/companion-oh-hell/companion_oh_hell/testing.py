"""Data for the tests of Oh Hell; only tests read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Trials
from companion.questions import Count


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    """The dealer's bid, and the one that was struck out."""
    others = 0
    for asked in hand.asked:
        if isinstance(bid := asked.question, Count):
            cards = bid.high
            who = "the dealer" if bid.by is hand.dealer else "another player"
            for call in range(cards + 1):
                legal = call not in bid.impossible
                facts = {"dealt": str(cards), "others": str(others), "who": who, "call": str(call)}
                yield Case("bid", facts, "Yes", legal)
            others += int(asked.text)


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    return {"dealt": hand.cells["cards"]}


THREE = "Ann, Bob, Cat"
IMPOSSIBLE = (
    Impossible(THREE, "guided", "bid Bob: 2; bid Cat: 3; bid Ann: 2"),
    Impossible(THREE, "quick", "bid Bob: 2; bid Cat: 3; bid Ann: 1; tricks: 3 3 3"),
)

TRIALS = Trials(
    cases=cases,
    began=began,
    asked={"bid"},
    impossible=IMPOSSIBLE,
    other_meaning={("worth", "tricks"), *(("worth", f"bid {code}") for code in range(1, 7))},
)
