"""What a round of another game brings, and how the game ends. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.ledger import Ledger, Line, line
from companion.engine.table import Outcome, won
from companion.games.another.house import House
from companion.said import Sentences
from companion.seating import Seat, Side

say = Sentences(__file__)
MOST = 99_999
"""Most points of one side in one round, in either direction."""


@dataclass(frozen=True, slots=True)
class Result:
    """The points of a round by side, and who sat it out."""

    points: Mapping[Side, int]
    out: tuple[Side | Seat, ...] = ()


def ends(rules: House) -> str:
    """What ends the game: "score", "rounds", "open", or "0" where totals come down (ANY-DOWN)."""
    return "0" if rules.best == "down" else rules.ends


def bust_counts(rules: House) -> bool:
    """True if a round that leads over the target brings nothing (ANY-BUST)."""
    return rules.over == "bust" and ends(rules) == "score" and rules.best == "highest"


def lines(result: Result, before: Mapping[Side, int], rules: House) -> Iterator[Line]:
    """One line for each side that played the round."""
    for side, points in result.points.items():
        if rules.best == "down":
            fits = points <= before[side]
            words = (
                say.down_by(points=points) if fits else say.below(points=points, left=before[side])
            )
            yield line(side, -points if fits else 0, words if points else say.written(points=0))
        elif bust_counts(rules) and points > 0 and before[side] + points > rules.target:
            words = say.bust(points=points, total=before[side] + points, target=rules.target)
            yield line(side, 0, words, "ANY-ROUND")
        else:
            yield line(side, points, say.written(points=points))


def best_of(points: Mapping[Side, int], rules: House) -> list[Side]:
    """The sides to whom a round was kindest."""
    high = (min if rules.best == "lowest" else max)(points.values())
    return [side for side in points if points[side] == high]


def over(ledger: Ledger, rules: House, played: int) -> bool:
    """True if the game is over after so many rounds (ANY-END), ties being settled (ANY-TIE)."""
    if ends(rules) == "0":
        return ledger.best <= 0
    if ends(rules) == "open":
        return False
    if ends(rules) == "score":
        reached = max(ledger.totals.values()) >= rules.target
    else:
        reached = played >= rules.rounds
    return reached and (rules.tie == "share" or len(ledger.leaders()) == 1)


def ending(ledger: Ledger, rules: House) -> Outcome:
    best = ledger.leaders()
    if rules.best == "down" and not ledger.best:
        return won(say.down_first(best=best), best)
    return won(
        say.won(
            best=best, total=ledger.best, which="highest" if rules.best == "highest" else "lowest"
        ),
        best,
    )


def likely(sides: int, rules: House) -> list[str]:
    """Points of some rounds, for demos and tests."""
    if not rules.adds:
        return [
            " ".join(str((7 * place + 11 * turn) % 29) for place in range(sides))
            for turn in range(8)
        ]
    whole, found = rules.adds, []
    for turn in range(sides):
        shares = [whole // (sides + 1)] * sides
        shares[turn] += whole - sum(shares)
        found.append(" ".join(map(str, shares)))
    return found
