"""Answers of a table that are not used any more, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.game import Replay
from companion.engine.panels import Unused
from companion.questions import Refused
from companion.store.saved import Saved
from companion.tables.names import CORRECTIONS

SEARCHED = 8
"""Earlier states searched at most for the question of an unused answer."""


@dataclass(frozen=True)
class UnusedText:
    """An unused answer in words."""

    hand: int
    key: str
    words: str
    why: str


def unused(replay: Replay, saved: Saved) -> list[UnusedText]:
    """The unused answers, described by the questions they once answered."""
    wanted = {(each.hand, each.key): each for each in replay.unused}
    words: dict[tuple[int, str], str] = {}
    for searched in _states(saved) if wanted else ():
        try:
            earlier = replay.game.replay(saved.record_at(searched))
        except Refused:
            continue
        for place, unused in wanted.items():
            hand = earlier.dealt(unused.hand)
            for asked in hand.asked if hand and place not in words else ():
                if asked.question.key == unused.key and asked.text == unused.text:
                    answer = earlier.shown(unused.hand, unused.key, unused.text)
                    words[place] = f"{asked.question.prefix} {answer}"
        if len(words) == len(wanted):
            break
    return [
        UnusedText(each.hand, each.key, words.get(place) or _unasked(replay, each), each.why)
        for place, each in wanted.items()
    ]


def _unasked(replay: Replay, unused: Unused) -> str:
    """An unused answer that no question ever asked for."""
    option = replay.game.rules.options.get(unused.key.removeprefix("@rule "))
    if option is None or unused.key[:1] != "@":
        return f"an answer, {unused.text}"
    return f"{option.title}: {option.value(unused.text).words}"


def _states(saved: Saved) -> Sequence[int]:
    """The positions before rows that may have made an answer unused, newest first."""
    kinds = (*CORRECTIONS, "undo", "redo")
    positions = [row.seq - 1 for row in saved.rows if row.kind in kinds]
    heads = [row.seq - 1 for row in saved.rows if row.hand == 0 and row.kind == "answer"]
    return sorted({*positions, *heads}, reverse=True)[:SEARCHED]
