"""The score of a hand of Scotch Whist in counting order, and the race that order decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.cards import Suit
from companion.facts import fact
from companion.games.scotch_whist.deck import HONOURS, POINTS, RULES, WORDS, named, side_quota
from companion.ledger import Line
from companion.questions import listed
from companion.seating import Seat, Side
from companion.table import Outcome


@fact
class Haul:
    """What everybody captured: cards by side, and the side that has each honour."""

    cards: Mapping[Side, int]
    honours: Mapping[str, Side]
    """By rank; an honour not yet played is missing."""
    trump: Suit | None
    players: int


def score(haul: Haul, before: Mapping[Side, int]) -> Iterator[Line]:
    """The lines in counting order: the ten, the cards, then ace, king, queen, jack.

    Every line says what total it makes, so that the lines alone tell the race.
    """
    totals = dict(before)
    for line in counted(haul):
        totals[line.side] += line.points
        yield replace(line, why=f"{line.why}, makes {totals[line.side]}")


def counted(haul: Haul) -> Iterator[Line]:
    """The lines of a hand by themselves."""
    yield from honour_line(haul, "10")
    for side, cards in haul.cards.items():
        dealt = side_quota(side, haul.players)
        if cards > dealt:
            why = f"{cards} cards captured − {dealt} dealt = {cards - dealt}"
            yield Line(side, cards - dealt, "SCW-CARDS", why)
    for rank in HONOURS[1:]:
        yield from honour_line(haul, rank)


def honour_line(haul: Haul, rank: str) -> Iterator[Line]:
    """The line of one honour, if it was captured."""
    if side := haul.honours.get(rank):
        why = f"{named(rank, haul.trump)}: {POINTS[rank]}"
        yield Line(side, POINTS[rank], RULES[rank], why)


# -- the race ------------------------------------------------------------------------------------

ORDER = ("SCW-TEN", "SCW-CARDS", "SCW-ACE", "SCW-KING", "SCW-QUEEN", "SCW-JACK")
STEP_WORDS = {RULES[rank]: f"the {word} of trumps" for rank, word in WORDS.items()} | {
    "SCW-CARDS": "the cards over quota",
    "": "what they had before the hand",
}
SHORT = {RULES[rank]: rank for rank in HONOURS} | {"SCW-CARDS": "cards", "": "before"}


@fact
class Step:
    """One step of the counting order: its rule ("" before the first) and all totals after it."""

    rule: str
    totals: Mapping[Side, int]

    @property
    def short(self) -> str:
        """The step as a scoresheet notes it: "Q", "cards"."""
        return SHORT.get(self.rule, "")

    @property
    def words(self) -> str:
        """What is counted at this step."""
        return STEP_WORDS.get(self.rule, "the adjustment")


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


@fact
class Race:
    """A hand replayed in counting order, and what it takes to win."""

    steps: Sequence[Step]
    need: int
    tie: str
    """The house rule order_tie."""
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
        if len(first) > 1:
            return self.dead_heat(step, first)
        (winner,) = first
        later = [side for side in self.over if side is not winner]
        if not later:
            words = f"{winner} reaches {self.need} with {step.words}"
            return Outcome((winner,), "SCW-TARGET", f"{words}, and ends on {self.final[winner]}")
        words = f"{winner} reaches {self.need} first, with {step.words}"
        slower = listed((f"{side} only with {self.step_of(side).words}" for side in later), "and")
        return Outcome((winner,), "SCW-ORDER", f"{words}; {slower}")

    def dead_heat(self, step: Step, level: list[Side]) -> Outcome | None:
        """Several on the target at one step: the higher there, then at the end, then shared."""
        names = listed(level, "and")
        words = f"{names} reach {self.need} together, with {step.words}"
        if self.tie == "play_on":
            return None
        if self.tie == "eldest":
            won = next(seat.side for seat in self.eldest if seat.side in level)
            return Outcome((won,), "SCW-R2", f"{words}; {won} sits nearest the dealer’s left")
        for totals, where in ((step.totals, "at that step"), (self.final, "after the hand")):
            high = max(totals[side] for side in level)
            best = [side for side in level if totals[side] == high]
            if len(best) == 1:
                words = f"{words}; {listed(best)} stands higher {where}, on {high}"
                return Outcome(tuple(best), "SCW-ORDER-TIE", words)
            level = best
        return Outcome(
            tuple(level), "SCW-ORDER-TIE", f"{words}, level to the end: the win is shared"
        )


def after_dead_heat(totals: Mapping[Side, int], need: int) -> Outcome | None:
    """The hand after a dead heat: the highest total wins; None when the highest are level."""
    high = max(totals.values())
    best = [side for side, total in totals.items() if total == high]
    if len(best) > 1 or high < need:
        return None
    words = f"after a dead heat {listed(best)} stands highest, on {high}"
    return Outcome(tuple(best), "SCW-R2", words)
