"""What a stored table comes to now, held against what it came to when it was played.

A table keeps what its totals were after each hand, and a finished one what it came to: assertions
about any later replay. Here they are compared, hand by hand, and the differences said in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game import Game, Replay
from companion.questions import Refused
from companion.record import Record
from companion.words import with_minus

Totals = Mapping[str, int]
"""Points by the code of a side."""


@dataclass(frozen=True)
class Discrepancy:
    """A total that is not what it was. `hand` 0 is the end of the game."""

    hand: int
    side: str
    """The side's name, or its code where nobody of that code plays any more."""
    was: int | None
    now: int | None

    def __str__(self) -> str:
        place = f"hand {self.hand}" if self.hand else "at the end"
        was, now = ("nothing" if n is None else with_minus(n) for n in (self.was, self.now))
        return f"{place}: {self.side} had {was}, and has {now} now"


def totals_by_hand(replay: Replay) -> dict[int, dict[str, int]]:
    """The totals after every hand that is over, by its number."""
    return {
        hand.number: {side.code: points for side, points in hand.totals.items()}
        for hand in replay.hands
        if hand.over and hand.totals
    }


def final_totals(replay: Replay) -> dict[str, int]:
    return {side.code: points for side, points in replay.ledger.totals.items()}


def ending(replay: Replay) -> tuple[dict[str, int], list[str]] | None:
    """What a game that is over came to: its totals and the codes of the winners; None before."""
    if not replay.over:
        return None
    winners = [side.code for side in replay.outcome.winners] if replay.outcome else []
    return final_totals(replay), winners


def by_hand(game: Game, record: Record, marks: Mapping[int, Totals]) -> list[Discrepancy]:
    """Where the record, replayed, differs from these totals after each hand. May raise Refused."""
    replay = game.replay(record)
    now = totals_by_hand(replay)
    return [
        difference
        for hand in sorted(marks)
        for difference in _between(replay, hand, marks[hand], now.get(hand, {}))
    ]


def at_the_end(game: Game, record: Record, totals: Totals, winners: Sequence[str]) -> list[str]:
    """Where a finished table differs from what it came to, in words. May raise Refused."""
    replay = game.replay(record)
    said = [str(each) for each in _between(replay, 0, totals, final_totals(replay))]
    won = [side.code for side in replay.outcome.winners] if replay.outcome else []
    if sorted(won) != sorted(winners):
        names = _names(replay)
        was, now = (
            " and ".join(names.get(code, code) for code in codes) or "nobody"
            for codes in (winners, won)
        )
        said.append(f"at the end: {was} won, and now it is {now}")
    return said


def _names(replay: Replay) -> dict[str, str]:
    return {side.code: str(side) for side in replay.table.sides}


def _between(replay: Replay, hand: int, was: Totals, now: Totals) -> list[Discrepancy]:
    names = _names(replay)
    return [
        Discrepancy(hand, names.get(code, code), was.get(code), now.get(code))
        for code in dict.fromkeys([*was, *now])
        if was.get(code) != now.get(code)
    ]


@dataclass(frozen=True)
class Finding:
    """What a check found of one table: sentences, none where all is as it was."""

    said: tuple[str, ...]
    newer: bool = False
    """It began under an edition that is not the present one, and is scored by the present one."""


def check(
    game: Game,
    edition: int,
    record: Record,
    marked: tuple[Record, Mapping[int, Totals]] | None,
    came_to: tuple[Totals, Sequence[str]] | None,
) -> Finding:
    """Replays a table by the edition it began with, if the room still has it.

    `marked` is the record as it stood when the totals by hand were noted, with them; `came_to` what
    it came to when it was finished.
    """
    scored = game.at(edition)
    said: list[str] = []
    try:
        if marked:
            said += map(str, by_hand(scored, *marked))
        if came_to:
            said += at_the_end(scored, record, *came_to)
        else:
            scored.replay(record)
    except Refused as refusal:
        said.append(f"it cannot be replayed: {refusal.message}")
    return Finding(tuple(said), scored.edition != edition)
