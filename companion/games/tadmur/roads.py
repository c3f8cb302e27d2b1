"""The private road check of Tadmur: can a target still be reached, and which card keeps it so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.cards import a_rank
from companion.engine.game import Ruling, enquiry
from companion.games.tadmur import circle
from companion.games.tadmur.circle import AROUND, CIRCLE, PACK
from companion.games.tadmur.facts import barred
from companion.games.tadmur.house import Desk
from companion.questions import Cards, Choice, Count
from companion.words import counted, listed

MOST = 20
"""Spaces or wrong guesses that an enquiry can be asked about."""


@enquiry("road", "Can I still get there?",
         "TAD-REACH TAD-KEEP TAD-PARITY TAD-FRESH", "move_* card_*")  # fmt: skip
def road_check(desk: Desk) -> Ruling:
    last, target, left, held = desk.ask(
        Choice("last", "The last card of your chain, or your starter", "TAD-REACH", CIRCLE,
               columns=5),
        Choice("target", "Your target", "TAD-REACH", CIRCLE, columns=5, secret="You"),
        Count("spaces", "Spaces left in your chain", "TAD-SPACES", 1, MOST),
        Cards("holding", "The cards you hold, if they are to count", "TAD-REACH", PACK, 0, 24,
              secret="You", hint="Leave them out to look at the road alone."),
        title="For your eyes alone: can I still get there?",
    )  # fmt: skip
    steps = reach_steps(last, target, left)
    open_ = circle.safe_next(last, target, left)
    rules = ["TAD-REACH", "TAD-KEEP"] if open_ else ["TAD-REACH"]
    if barred(left, desk.rules.spaces, ("you", "the opponent"), desk.rules):
        steps.append("With one space left you may not guess, so the road cannot change any more.")
        rules += ["TAD-FREEZE", "TAD-R5"]
    else:
        steps += parity_steps(last, target, left)
        rules.append("TAD-PARITY")
    if not open_:
        if left == desk.rules.spaces:
            rules.append("TAD-FRESH")
        words = f"No: {counted(left, 'card')} cannot lead there."
        return Ruling(words, tuple(rules), tuple(steps))
    if not held:
        over = circle.spare(last, target, left) or 0
        words = f"Yes, with {counted(over, 'step')} to spare: {keeping(open_)}."
        example = " ".join(circle.road(last, target, left) or ())
        return Ruling(words, tuple(rules), (*steps, f"For example {example}."))
    return with_holding(last, target, left, Counter(card.rank for card in held), rules, steps)


def with_holding(
    last: str, target: str, left: int, held: Mapping[str, int], rules: list[str], steps: list[str]
) -> Ruling:
    """The road check with the ranks that are really held."""
    alive: dict[str, tuple[str, ...]] = {}
    for rank in circle.safe_next(last, target, left):
        if held.get(rank, 0):
            rest = circle.road_with(rank, target, left - 1, {**held, rank: held[rank] - 1})
            if rest is not None:
                alive[rank] = (rank, *rest)
    if not alive:
        words = "No: the road is open, but the cards held cannot fill it."
        return Ruling(words, tuple(rules), tuple(steps))
    example = " ".join(next(iter(alive.values())))
    words = f"Yes, with the cards held: {keeping(list(alive))}."
    return Ruling(words, tuple(rules), (*steps, f"For example {example}."))


def keeping(open_: list[str]) -> str:
    """Which of the next ranks leave the road open."""
    if len(open_) == 1:
        (rank,) = open_
        return f"only {a_rank(rank)} keeps the road open"
    return f"{listed((a_rank(rank) for rank in open_), 'and')} both keep it open"


def reach_steps(last: str, target: str, left: int) -> list[str]:
    """How far it is either way, and what fits."""
    up, down = circle.ways(last, target)
    steps = left + 1
    kind = "odd" if steps % 2 else "even"
    way = f"a way fits if it is at most {steps} and {kind}, as {steps} is"
    return [
        f"{counted(left, 'card')} and the join make {counted(steps, 'step')}.",
        f"The target is {counted(up % AROUND, 'step')} up or {down % AROUND} down; {way}.",
    ]


def parity_steps(last: str, target: str, left: int) -> list[str]:
    """What wrong guesses would do to the road."""
    opens = [n for n in range(1, 7) if circle.can_reach(last, target, left + n)]
    if circle.can_reach(last, target, left):
        word_ = "would stay open" if opens[:1] == [1] else "would be shut"
        return [f"After one wrong guess it {word_}."]
    times = [counted(n, "wrong guess", "wrong guesses") for n in opens[:3]]
    return [f"It opens after {listed(times)}."]
