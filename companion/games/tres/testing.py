"""Cases of Très for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, leader, of_hand, shares
from companion.games.tres.facts import CELLS, is_key


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    if "leader" in hand.facts:
        yield Case("lead", of_hand(hand, "dealer", "number"), leader(replay, hand))


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    deal = hand.result
    if deal.revokes:
        return
    if hand.mode == "guided":
        answers: dict[str, str] = {}
        for trick in deal.tally.tricks:
            keys = " ".join(card.code for card in trick.cards if is_key(card))
            answers |= {f"winner {trick.number}": trick.winner.code}
            answers |= {f"keys {trick.number}": keys or "none"}
        yield "keys", answers
    if hand.mode in ("guided", "keys"):
        answers = {}
        for points, name in CELLS.items():
            mine = [
                sum(number for (value, _), number in won.items() if value == points)
                for won in deal.tally.won.values()
            ]
            answers[name] = " ".join(map(str, mine))
        yield "quick", answers
    if hand.mode != "totals":
        yield "totals", {"points": shares(deal.points)}


TWO = "Ann, Ben"
IMPOSSIBLE = (
    Impossible(TWO, "guided", "trick 1 card 1: KH; trick 1 card 2: KH"),
    Impossible(TWO, "keys", "winner 1: Ann; keys 1: 2S; winner 2: Ann; keys 2: 2S"),
    Impossible(TWO, "quick", "ones: 9 9; twos: 0 0; fours: 0 0; eights: 0 0; sixteens: 0 0"),
    Impossible(TWO, "totals", "points: 200 200"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, asked={"lead"}, told=by_mode, shorter={"quick", "totals"},
    written={("guided", "keys"), ("guided", "quick"), ("keys", "quick")}, impossible=IMPOSSIBLE,
    endless=True,
)  # fmt: skip
