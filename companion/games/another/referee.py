"""The referee questions of another game. They check only the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.another.house import Desk
from companion.games.another.score import MOST, bust_counts, moon, say
from companion.questions import Question, Shares


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """A round may lead below zero or above the target, if that scores nothing."""
    rules = desk.rules
    if rules.best != "down" and not bust_counts(rules):
        return ()
    usual = rules.start if rules.best == "down" else 0
    return (referee.totals(desk, "ANY-ROUND", usual, 100 * MOST),)


@enquiry("sum", "Does the round add up?", "ANY-SUM", "points out stands")
def adds_up(desk: Desk) -> Ruling:
    points = desk.ask(
        Shares("points", say.one_each(), "", desk.sides, -MOST, MOST), title="The round"
    )
    total, sum_asked = sum(points.values()), desk.rules.adds
    why = say.fixed_sum(adds=sum_asked) if sum_asked else say.any_sum()
    fits = sum_asked in (0, total) or moon(points, desk.rules) is not None
    return ruled(say.add_up(fits=fits, total=total), steps=[why])


ENQUIRIES = (adds_up,)
