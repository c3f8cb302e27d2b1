"""Cases of Shakespeare’s Dilemma for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, given, shares
from companion.games.shakespeares_dilemma.facts import DOUBLERS


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    holder = given(hand, "one of Venus").get("one of Venus", "nobody")
    if holder != "nobody":
        leads = f"{replay.table.seating.seat(holder)} leads the 1 of Venus."
        yield Case("lead", {"dealer": hand.dealer.code, "holder": holder}, leads)


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    result = hand.result
    doublers = {f"Galaxy {name}": "nobody" for name in DOUBLERS}
    doublers |= {f"Galaxy {name}": seat.code for name, seat in result.doublers.items()}
    again = given(hand, "revoke", "one of Venus", "lowest Venus")
    if hand.mode == "cards":
        won = [seat.code for seat, number in result.tricks.items() for _ in range(number)]
        bids = {key: text for key, text in hand.answers.items() if key.startswith("widow ")}
        tricks = {f"trick {number}": who for number, who in enumerate(won, 1)}
        yield "guided", again | bids | tricks | doublers
    if hand.mode != "quick":
        answers = {"tricks": shares(result.tricks)} | again | doublers
        answers["widow"] = result.widow.code if result.widow else "nobody"
        yield "quick", answers | ({"price": str(result.price)} if result.widow else {})


FOUR = "Ann, Bob, Cat, Dan"
GALAXY = "tricks: 12 0 0 0; Galaxy Venus: Bob; Galaxy Saturn: Ann"
IMPOSSIBLE = (
    Impossible(FOUR, "quick", GALAXY),
    Impossible(FOUR, "cards", "one of Venus: Ann; trick 1: 1-V 2-V 2-V 3-V"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, asked={"lead"}, told=by_mode, shorter={"guided", "quick"}, impossible=IMPOSSIBLE,
    possible={"guided"}, rare={"lowest Venus"}, seldom=True,
)  # fmt: skip
