"""The race to the target in one hand, which the counting order decides (SCW-ORDER)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.scotch_whist import show
from companion.games.scotch_whist.facts import ORDER, Step
from companion.games.scotch_whist.house import House
from companion.ledger import Line
from companion.seating import Seat, Side
from companion.table import Outcome


def steps(before: Mapping[Side, int], lines: Iterable[Line]) -> list[Step]:
    """The totals step by step; adjustments, which no rule produces, come last."""
    totals = dict(before)
    found = [Step("", dict(totals))]
    lines = list(lines)
    rest = tuple(dict.fromkeys(line.rule for line in lines if line.rule not in ORDER))
    for rule in (*ORDER, *rest):
        for line in lines:
            if line.rule == rule:
                totals[line.side] += line.points
        found.append(Step(rule, dict(totals)))
    return found


@dataclass(frozen=True, slots=True)
class Race:
    """A hand replayed in counting order, and what it takes to win."""

    steps: Sequence[Step]
    need: int
    rules: House
    eldest: Sequence[Seat]
    """The seats from the dealer's left."""

    @property
    def final(self) -> Mapping[Side, int]:
        """The totals after the hand."""
        return self.steps[-1].totals

    @property
    def over(self) -> list[Side]:
        """Who stands on the target after the hand."""
        return [side for side, total in self.final.items() if total >= self.need]

    def step_of(self, side: Side) -> Step:
        """The step that brings a side to the target to stay."""
        place = len(self.steps) - 1
        while place and self.steps[place - 1].totals[side] >= self.need:
            place -= 1
        return self.steps[place]

    def decided(self) -> tuple[Step, list[Side]]:
        """The step at which somebody is first on the target, and who."""
        arrivals = {side: self.steps.index(self.step_of(side)) for side in self.over}
        first = min(arrivals.values())
        return self.steps[first], [side for side, place in arrivals.items() if place == first]

    def outcome(self) -> Outcome | None:
        """Who has won; None when nobody has, or a dead heat is played on."""
        if not self.over:
            return None
        step, first = self.decided()
        if len(self.over) > 1 and self.rules.both_home == "higher_total":
            return self.higher_total()
        if len(first) > 1:
            return self.dead_heat(step, first)
        (winner,) = first
        later = {side: self.step_of(side) for side in self.over if side is not winner}
        if not later:
            words = show.alone(winner, self.need, step, self.final[winner])
            return Outcome((winner,), "SCW-TARGET", words)
        return Outcome((winner,), "SCW-ORDER", show.in_order(winner, self.need, step, later))

    def higher_total(self) -> Outcome:
        """The higher total of those on the target wins; level is a draw (SCW-R13)."""
        high = max(self.final[side] for side in self.over)
        best = [side for side in self.over if self.final[side] == high]
        if len(best) > 1:
            return Outcome((), "SCW-R13", show.level_draw(high))
        (winner,) = best
        return Outcome((winner,), "SCW-R13", show.highest(winner, high))

    def dead_heat(self, step: Step, level: list[Side]) -> Outcome | None:
        """Several on the target at one step: the higher there, then at the end, then shared."""
        words = show.together(level, self.need, step)
        if self.rules.order_tie == "play_on":
            return None
        if self.rules.order_tie == "eldest":
            won = next(seat.side for seat in self.eldest if seat.side in level)
            return Outcome((won,), "SCW-R2", show.nearest(words, won))
        for totals, where in ((step.totals, "at that step"), (self.final, "after the hand")):
            high = max(totals[side] for side in level)
            best = [side for side in level if totals[side] == high]
            if len(best) == 1:
                (won,) = best
                return Outcome((won,), "SCW-ORDER-TIE", show.higher(words, won, where, high))
            level = best
        return Outcome(tuple(level), "SCW-ORDER-TIE", show.level_to_the_end(words))


def after_dead_heat(totals: Mapping[Side, int], need: int) -> Outcome | None:
    """The hand after a dead heat: the highest total wins; None when the highest are level."""
    high = max(totals.values())
    best = [side for side, total in totals.items() if total == high]
    if len(best) > 1 or high < need:
        return None
    (winner,) = best
    return Outcome((winner,), "SCW-R2", show.after_dead_heat(winner, high))
