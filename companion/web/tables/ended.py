"""What the page of a finished game says of the games before it: best of three, and a streak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine.game import Replay
from companion.questions import fold
from companion.results.moment import Ending
from companion.results.play_log import minutes
from companion.results.tally import somebody
from companion.seating import Side
from companion.web.people.history import gather, listed
from companion.web.tables.view import View
from companion.words import counted, does

SERIES = "series"
"""Head key of a table that is part of a best of three: the codes of the sides that won before."""
FIRST = "first"
"""Its value in the first game."""


@dataclass(frozen=True)
class BestOfThree:
    """The games of a series so far, the one that just ended last."""

    wins: tuple[Side, ...]
    sides: tuple[Side, ...]

    @property
    def winner(self) -> Side | None:
        return next((side for side in self.sides if self.wins.count(side) == 2), None)

    @property
    def words(self) -> str:
        """ "1 : 0, one more win", "1 : 1, the next decides", "Nell & Pia win it, 2 : 1"."""
        score = " : ".join(str(self.wins.count(side)) for side in self.sides)
        if self.winner:
            return f"{does(self.winner, 'win')} it, {score}"
        return f"{score}, {'the next decides' if len(self.wins) == 2 else 'one more win'}"


def series_of(replay: Replay) -> BestOfThree | None:
    """The series a game belongs to, itself included; None if it is a single one."""
    codes = replay.record.head.get(SERIES, "")
    sides = {side.code: side for side in replay.table.sides}
    if not codes or len(sides) != 2:
        return None
    wins = [sides[code] for code in codes.split() if code in sides]
    return BestOfThree((*wins, *Ending(replay).winners[:1]), tuple(sides.values()))


def next_head(replay: Replay) -> dict[str, str]:
    """The head key of the rematch: the series goes on until somebody has won two games."""
    series = series_of(replay)
    if series is None or series.winner:
        return {}
    return {SERIES: " ".join(side.code for side in series.wins) or FIRST}


def streak(view: View) -> int:
    """Games of these players that the winners have won in a row, this one included; 0 without
    names or a single winner."""
    table, winners = view.replay.table, view.table.ending.winners
    names = [seat.name for seat in table.seats]
    if len(winners) != 1 or not all(map(somebody, names)):
        return 0
    party, mine = set(map(fold, names)), {fold(seat.name) for seat in winners[0].seats}
    heads = [
        head for head in listed()
        if head.game == view.game.key and head.touched <= view.stored.touched
        and party <= set(map(fold, head.names))
    ]  # fmt: skip
    row = 0
    for entry in sorted(gather(heads).entries, key=lambda entry: entry.at, reverse=True):
        summary = entry.summary
        sides = {fold(each.name): each.side for each in summary.finishers}
        if not summary.ended or summary.closed or set(sides) != party:
            continue
        if {name for name, side in sides.items() if side in summary.winners} != mine:
            break
        row += 1
    return row


def end_of(view: View) -> dict[str, Any]:
    """All that the page of a finished game shows besides the table."""
    replay, stored = view.replay, view.stored
    lasted = minutes(stored.begun, stored.touched)
    ending, row = view.table.ending, streak(view)
    these = {2: ", these two"}.get(len(ending.winners[0].seats), "") if ending.winners else ""
    return {
        "totals": {side.code: total for side, total in replay.ledger.totals.items()},
        "chart": view.table.chart,
        "ending": ending,
        "lasted": counted(lasted, "minute") if lasted < 600 else "",
        "series": series_of(replay),
        "streak": f"{row}{these}" if row > 1 else "",
        "play_log": view.table.play_log,
    }
