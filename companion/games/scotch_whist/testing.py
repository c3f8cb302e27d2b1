"""Cases of Scotch Whist for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, given, of_hand, shares
from companion.words import does


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    result = hand.result
    if not result or not result.played_out:
        return
    haul, number = result.haul, len(replay.table.seats)
    for side, cards in haul.cards.items():
        mine = [rank for rank, owner in haul.honours.items() if owner is side]
        answers = {"number": str(number), "captured": str(cards)}
        answers["honours"] = " ".join(mine) or "none"
        points = sum(
            line.points for line in hand.lines if line.side is side and "ADJ" not in line.rule
        )
        yield Case("pile", answers, f"{points} points.")
    agreed = any(line.rule == "SCW-ADJ" for line in hand.lines)
    if hand is replay.hand and replay.outcome and not result.claimant and not agreed:
        keys = ("start", "cards", "10", "A", "K", "Q", "J")
        answers = of_hand(hand, "dealer") | {key: hand.facts[f"race.{key}"] for key in keys}
        winners = replay.outcome.winners
        words = does(winners, "win" if len(winners) == 1 else "share the win")
        if replay.outcome.rule != "SCW-R2":
            yield Case("race", answers, words if winners else "Nobody wins")


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    result = hand.result
    if not result.played_out:
        return
    answers = {"cards": shares(result.haul.cards), "ended": "played out"}
    answers |= {rank: side.code for rank, side in result.haul.honours.items()}
    if hand.mode == "tricks":
        yield "guided", answers | given(hand, "turn-up")
    if hand.mode != "quick":
        yield "quick", answers | {"trump": hand.facts["trump"]}


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    dead_heat = any(tell.rule == "SCW-R2" for tell in hand.tells)
    return {"dead heat": "yes" if dead_heat else "no"}


SEVEN = "Ann, Bo, Cy, Di, Ed, Flo, Gus"
JACK_LEFT = "turn-up: JC; trick 1: Flo; honours 1: 10 K A; trick 2: Di; honours 2: Q; "
JACK_LEFT += "trick 3: Di; honours 3: none; trick 4: Di; honours 4: none; trick 5: Bo"
FOUR = "Ann, Bob, Cat, Dan"
JACK = "turn-up: JH; cards: 16 12 4 4; 10: Ann; A: Ann; K: Ann; Q: Ann; J: Bob"
IMPOSSIBLE = (
    Impossible(SEVEN, "tricks", f"{JACK_LEFT}; honours 5: none"),
    Impossible(FOUR, "guided", JACK),
    Impossible(FOUR, "tricks", "turn-up: JH; trick 1: Bob; honours 1: J"),
    Impossible(FOUR, "quick", "cards: 36 4 0 0"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"pile", "race"}, told=by_mode, shorter={"guided", "quick"},
    written={("guided", "quick"), ("tricks", "guided")}, impossible=IMPOSSIBLE,
)  # fmt: skip
