"""Cases of Jo-Jotte for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, given, leader, of_hand
from companion.games.jo_jotte.facts import Scored
from companion.games.jo_jotte.score import GAME, column
from companion.seating import Seat


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    if "leader" in hand.facts:
        yield Case("lead", of_hand(hand, "dealer", "declarer"), leader(replay, hand))


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    if hand.mode == "quick":
        return
    result = hand.result.result
    answers = hand.known | {
        "jotte": result.jotte.code if result.jotte else "nobody",
        "revoke": result.revoked.code if result.revoked else "nobody",
    }
    answers |= given(hand, *(f"took {seat.code}" for seat in replay.table.seats))
    if result.swept:
        answers |= {f"took {result.swept.left.code}": "no", f"took {result.swept.code}": "yes"}
    for seat in replay.table.seats:
        if seat in result.points:
            answers[f"points {seat.code}"] = str(result.points[seat])
        if seat in (result.tricks or {}):
            answers[f"tricks {seat.code}"] = str(result.tricks[seat])
            if not result.points.get(seat):
                answers[f"took {seat.code}"] = "yes" if result.tricks[seat] else "no"
    yield "quick", answers


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    before = [entry.line for entry in replay.ledger.entries if entry.hand < hand.number]
    game = hand.parts[0].number
    aside = [each.aside.amount for at, each in replay.results(Scored) if at.number < hand.number]

    def written(seat: Seat, *columns: str) -> int:
        of_columns = (line for line in before if not columns or line.column in columns)
        return sum(line.points for line in of_columns if line.side is seat.side)

    def each(number: Callable[[Seat], int]) -> str:
        return " ".join(str(number(seat)) for seat in replay.table.seats)

    closed = [column(number) for number in range(1, game)]
    return {
        "aside": str(aside[-1] if aside else 0),
        "below": each(lambda seat: written(seat, column(game))),
        "won": each(lambda seat: sum(written(seat, one) >= GAME for one in closed)),
        "written": each(written),
    }


TWO = "Ann, Ben"
JOJ = "upcard: QD; first Ben: accept; double: no; stub: QD"
POINTS = "declarer: Ann; trump: H; stakes: plain; special: none; melds Ann: 0; melds Ben: 0; "
POINTS += "points Ann: 100; points Ben: 100; jotte: nobody; revoke: nobody"
IMPOSSIBLE = (
    Impossible(TWO, "guided", JOJ),
    Impossible(TWO, "cards", JOJ),
    Impossible(TWO, "quick", POINTS),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"lead"}, told=by_mode, shorter={"quick"},
    impossible=IMPOSSIBLE, rare={"took *"}, same_rows={"JOJ-CARDS"},
)  # fmt: skip
