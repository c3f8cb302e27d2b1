"""Cases of Back Alley for the tests of every game package. Only tests use them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Trials, at_once, leader, of_hand, posted
from companion.games.back_alley.facts import BIDS, LEVELS
from companion.questions import Choice
from companion.words import signed


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    bids = [asked for asked in hand.asked if re.fullmatch(r"bid \w+", asked.question.key)]
    level = 0
    for asked in bids if hand.mode == "guided" else ():
        assert isinstance(asked.question, Choice)
        for each in asked.question.answers:
            if each.text in BIDS:
                answers = {"cards": hand.facts["bid.cards"], "before": LEVELS[level] or "none"}
                yield Case("bid", answers | {"call": each.text}, "Yes", not each.refusal)
        level = max(level, asked.value.level)
    keys = [f"bid {seat.code}" for seat in replay.table.seats]
    if "leader" in hand.facts and hand.facts.keys() >= set(keys):
        yield Case("lead", of_hand(hand, "dealer", *keys), leader(replay, hand))
    result = hand.result
    for side in result.contracts if result else ():
        boards = [each for each in result.contracts.values() if each.level]
        if len(boards) < 2 and not result.rainbows and not result.revoked:
            contract, tricks = result.contracts[side], result.tricks[side]
            answers = {"cards": result.cards, "contract": contract, "tricks": tricks}
            words = f"{signed(posted(hand, side))} for {contract} "
            yield Case("contract", {key: str(value) for key, value in answers.items()}, words)


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    return {"cards": hand.facts["bid.cards"]}


FOUR = "Ann, Bob, Cat, Dan"
BOARD = "turn-up: H; bid Bob: 1; bid Cat: 1; bid Dan: 1; bid Ann: 1"
IMPOSSIBLE = (
    Impossible(FOUR, "guided", f"{BOARD}; tricks: 14"),
    Impossible(FOUR, "quick", "A contract: 4; B contract: 4; tricks: 14"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"bid", "lead", "contract"}, told=at_once, shorter={"quick"},
    impossible=IMPOSSIBLE, rare={"revoke"}, other_meaning={("broken", "cards"), ("trick", "cards")},
    same_rows={"BAL-BOARD", "BAL-LEVEL"},
)  # fmt: skip
