"""Cases of another game for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Trials


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    yield from ()


IMPOSSIBLE = (Impossible("Ann, Bob, Cat, Dan", "quick", "points: 100000 0 0 0"),)

TRIALS = Trials(cases=cases, asked=set(), impossible=IMPOSSIBLE, rare={"stands"})
