"""Cases of Carousel for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Trials, at_once, posted
from companion.games.carousel.facts import Result
from companion.words import signed


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    result, seats = hand.result, replay.table.seats
    winners = [seat for seat in seats if posted(hand, seat)]
    if result and len(winners) == 1:
        knocker = result.knocker.code if result.knocker else "nobody"
        left = " ".join(str(result.left[seat]) for seat in seats)
        empty = " ".join(seat.code for seat in seats if seat in result.empty) or "none"
        answers = {"knocker": knocker, "deadwood": left, "empty": empty}
        sums = [f"{seat} {signed(posted(hand, seat))}" for seat in seats]
        yield Case("worth", answers, ", ".join(sums))


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    won = Counter(
        seat.code
        for each, result in replay.results(Result)
        if each.number < hand.number
        for seat in result.winners
    )
    return {"won": " ".join(str(won[seat.code]) for seat in replay.table.seats)}


THREE = "Ann, Bo, Cy"
IMPOSSIBLE = (
    Impossible(THREE, "guided", "knocker: Bo; left Bo: AS AS AS"),
    Impossible(THREE, "quick", "knocker: Bo; deadwood: 1 40 1"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"worth"}, told=at_once, shorter={"quick"},
    impossible=IMPOSSIBLE, rare={"empty"},
)  # fmt: skip
