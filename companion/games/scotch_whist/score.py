"""The score of a hand of Scotch Whist in counting order, and the race to the target that this
order decides (SCW-ORDER). The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.scotch_whist import facts
from companion.games.scotch_whist.facts import HONOURS, ORDER, POINTS, RULES, Haul, Step, say
from companion.games.scotch_whist.house import House
from companion.seating import Seat, Side
from companion.words import listed


def score(haul: Haul, before: Mapping[Side, int], rules: House) -> Iterator[Line]:
    """The lines in counting order: the ten, the cards, then ace, king, queen, jack.

    Every line says what total it makes, so that the lines alone tell the race.
    """
    totals, quota = dict(before), facts.dealt(haul.players, rules)
    for rank in HONOURS:
        if side := haul.honours.get(rank):
            totals[side] += (points := POINTS[rank])
            name = facts.named(rank, haul.trump)
            words = say.honour(name=name, points=points, total=totals[side])
            yield Line(side, points, RULES[rank], words)
        for each, cards in haul.cards.items() if rank == "10" else ():
            if over := for_cards(cards, quota, rules):
                totals[each] += over
                yield line(each, over, say.over_quota(cards=cards, dealt=quota, total=totals[each]))


def for_cards(cards: int, quota: int, rules: House) -> int:
    """The points of captured cards: 1 for each above those dealt, if the house rule counts them."""
    return max(0, cards - quota) if rules.card_points == "over_quota" else 0


def steps(before: Mapping[Side, int], lines: Iterable[Line]) -> list[Step]:
    """The totals step by step; adjustments, which no rule produces, come last."""
    totals = dict(before)
    steps = [Step("", dict(totals))]
    lines = list(lines)
    rest = tuple(dict.fromkeys(each.rule for each in lines if each.rule not in ORDER))
    for rule in (*ORDER, *rest):
        for each in lines:
            if each.rule == rule:
                totals[each.side] += each.points
        steps.append(Step(rule, dict(totals)))
    return steps


@dataclass(frozen=True, slots=True)
class Race:
    """A hand replayed in counting order, and the condition to win."""

    steps: Sequence[Step]
    need: int
    rules: House
    eldest: Sequence[Seat]
    """The seats from the dealer's left."""

    @property
    def final(self) -> Mapping[Side, int]:
        return self.steps[-1].totals

    @property
    def over(self) -> list[Side]:
        return [side for side, total in self.final.items() if total >= self.need]

    def step_of(self, side: Side) -> Step:
        """The step that brings a side to the target to stay."""
        place = len(self.steps) - 1
        while place and self.steps[place - 1].totals[side] >= self.need:
            place -= 1
        return self.steps[place]

    def decided(self) -> tuple[Step, list[Side]]:
        arrivals = {side: self.steps.index(self.step_of(side)) for side in self.over}
        first = min(arrivals.values())
        return self.steps[first], [side for side, place in arrivals.items() if place == first]

    def outcome(self) -> Outcome | None:
        """The winner. None if nobody has won, or if a dead heat is played on."""
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
            total = self.final[winner]
            return won(say.alone(winner=winner, need=self.need, step=step, total=total), first)
        slower = listed((f"{side} only with {each.words}" for side, each in later.items()), "and")
        words = say.in_order(winner=winner, need=self.need, step=step, slower=slower)
        return won(words, first)

    def higher_total(self) -> Outcome:
        """The higher total of those on the target wins; level is a draw (SCW-R13)."""
        high, best = highest({side: self.final[side] for side in self.over})
        if len(best) > 1:
            return won(say.level_draw(total=high))
        return won(say.highest(side=best[0], total=high), best)

    def dead_heat(self, step: Step, level: list[Side]) -> Outcome | None:
        """Several on the target at one step: the higher there, then at the end, then shared."""
        details = {"level": listed(level, "and"), "need": self.need, "step": step}
        if self.rules.order_tie == "play_on":
            return None
        if self.rules.order_tie == "eldest":
            nearest = next(seat.side for seat in self.eldest if seat.side in level)
            return won(say.nearest(**details, side=nearest), [nearest])
        for totals, where in ((step.totals, "at that step"), (self.final, "after the hand")):
            high, level = highest({side: totals[side] for side in level})
            if len(level) == 1:
                return won(say.higher(**details, side=level[0], where=where, total=high), level)
        return won(say.shared(**details), level)


def after_dead_heat(totals: Mapping[Side, int], need: int) -> Outcome | None:
    """The hand after a dead heat: the highest total wins; None when the highest are level."""
    high, best = highest(totals)
    if len(best) > 1 or high < need:
        return None
    return won(say.now_highest(side=best[0], total=high), best)
