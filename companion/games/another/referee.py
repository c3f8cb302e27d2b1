"""What a table asks about a game of its own: only whether the numbers are right."""

from __future__ import annotations

from companion.engine.game import Ruling, enquiry, ruled
from companion.games.another.house import Desk
from companion.games.another.score import MOST, say
from companion.questions import Shares


@enquiry("sum", "Does the round add up?", "ANY-SUM", "points out")
def adds_up(desk: Desk) -> Ruling:
    points = desk.ask(
        Shares("points", say.one_each(), "", desk.sides, -MOST, MOST), title="The round"
    )
    total, sum_asked = sum(points.values()), desk.rules.adds
    why = say.fixed_sum(adds=sum_asked) if sum_asked else say.any_sum()
    return ruled(say.add_up(fits=sum_asked in (0, total), total=total), steps=[why])


ENQUIRIES = (adds_up,)
