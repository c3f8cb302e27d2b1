"""Cases of Tribello for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Trials, leader, of_hand, posted
from companion.words import signed


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    yield Case("lead", of_hand(hand, "dealer", "phase"), leader(replay, hand))
    for seat, tricks in hand.result.tricks.items() if hand.result else ():
        answers = of_hand(hand, "dealer", "phase") | {"who": seat.code, "tricks": str(tricks)}
        words = f"{signed(posted(hand, seat))} for {seat} in phase {hand.facts['phase']}."
        yield Case("tricks", answers, words)


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    return of_hand(hand, "phase")


THREE = "Ann, Bo, Cy"
IMPOSSIBLE = (
    Impossible(THREE, "guided", "trump: S; draw Ann: 3; draw Bo: 11"),
    Impossible(THREE, "guided", "trump: S; draw Ann: 3; draw Bo: 0; draw Cy: 0; tricks: 6 6 6"),
    Impossible(THREE, "quick", "trump: S; tricks: 6 6 6"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"lead", "tricks"}, impossible=IMPOSSIBLE,
)  # fmt: skip
