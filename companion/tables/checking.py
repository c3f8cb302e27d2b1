"""Compares a finished table's replay with the totals and winners stored when it finished.

They are stored as an assertion about every later replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.questions import Refused
from companion.store.exchange import Saved
from companion.words import with_minus

CameTo = tuple[Mapping[str, int], Sequence[str]]
"""(totals by side code, codes of the winners)."""


def differences(game: Game, record: Record, came_to: CameTo | None) -> list[str]:
    """The differences from `came_to` as sentences; [] if there are none. With None, only whether it
    can be replayed."""
    try:
        replay = game.replay(record)
    except Refused as refusal:
        return [f"it cannot be replayed: {refusal.message}"]
    return list(otherwise(replay, came_to)) if came_to else []


def otherwise(replay: Replay, came_to: CameTo) -> Iterator[str]:
    """The differences of a replay from the stored totals and winners, as sentences."""
    names = {side.code: str(side) for side in replay.table.sides}
    (was, winners), (now, won) = came_to, replay.final
    for code in dict.fromkeys([*was, *now]):
        if was.get(code) != now.get(code):
            before, after = (
                "nothing" if points is None else with_minus(points)
                for points in (was.get(code), now.get(code))
            )
            yield f"at the end: {names.get(code, code)}: {before} then, {after} now"
    if sorted(won) != sorted(winners):
        before, after = (
            " and ".join(names.get(code, code) for code in codes) or "nobody"
            for codes in (winners, won)
        )
        yield f"at the end: {before} won, and now it is {after}"


BACK = 60
"""Journal rows that `last_whole` goes back at most."""


def last_whole(game: Game, saved: Saved, seq: int) -> Replay | None:
    """The replay of the latest state before row `seq` that was complete (not half amended, nothing
    refused); None if there is none within `BACK` rows."""
    for earlier in range(seq - 1, max(-1, seq - 1 - BACK), -1):
        try:
            replay = game.replay(saved.record_at(earlier))
        except Refused:
            continue
        if not replay.half_amended and not replay.refused:
            return replay
    return None
