"""The score of a round of another game, and the end of the game. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine.ledger import Ledger, Line, line
from companion.engine.table import Outcome, won
from companion.games.another.house import House
from companion.games.another.lines import Tallies, Tally, card, filled
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
    tallies: Tallies = field(default_factory=dict)
    """The parts of the points, if a round has lines."""


def ends(rules: House) -> str:
    """The end of the game: "score", "rounds", "open", or "0" if totals go down (ANY-DOWN)."""
    if card(rules):
        return "rounds"
    return "0" if rules.best == "down" else rules.ends


def length(rules: House) -> int:
    """After how many rounds the game ends, if rounds end it: a card has one for each line."""
    return len(filled(rules)) if card(rules) else rules.rounds


def moons(rules: House) -> bool:
    """True if one side may have 0 and each other side the whole sum (ANY-SUM): with one pack of
    Hearts, or with two."""
    return rules.moon == "yes" and (rules.adds == 26 or rules.adds == 52)


def moon(points: Mapping[Side, int], rules: House) -> Side | None:
    """The side that shot the moon; None if none did."""
    numbers, none = [*points.values()], [side for side, number in points.items() if not number]
    whole = numbers.count(rules.adds) == len(numbers) - 1 > 1
    return none[0] if moons(rules) and whole and len(none) == 1 else None


def bust_counts(rules: House) -> bool:
    """True if a round that leads over the target brings nothing (ANY-BUST)."""
    return rules.over == "bust" and ends(rules) == "score" and rules.best == "highest"


def lines(result: Result, before: Mapping[Side, int], rules: House) -> Iterator[Line]:
    """One line for each side that played the round, or one for each line of its block."""
    for side, points in result.points.items():
        tallies = result.tallies.get(side, ())
        if rules.best == "down" and points > before[side]:
            yield line(side, 0, say.below(points=points, left=before[side]))
        elif bust_counts(rules) and points > 0 and before[side] + points > rules.target:
            words = say.bust(points=points, total=before[side] + points, target=rules.target)
            yield line(side, 0, words, "ANY-ROUND")
        elif any(each.points for each in tallies):
            yield from rows_of(side, tallies, rules)
        elif rules.best == "down" and points:
            yield line(side, -points, say.down_by(points=points))
        else:
            yield line(side, points, say.written(points=points))


def rows_of(side: Side, tallies: Sequence[Tally], rules: House) -> Iterator[Line]:
    """A side's lines that bring points."""
    sign = -1 if rules.best == "down" else 1
    also = ("ANY-CARD",) if card(rules) else ()
    for place, each in enumerate(tallies, 1):
        row = each.row
        if row.kind == "each":
            words = say.each_line(name=row.name, number=each.number, points=row.points)
        elif row.bonus:
            words = say.bonus_line(name=row.name, total=each.total, least=row.most)
        else:
            words = say.plain_line(name=row.name)
        if each.points:
            yield line(side, sign * each.points, words, *also, column=f"line {place}")


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
        reached = played >= length(rules)
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
    whole, samples = rules.adds, []
    for turn in range(sides):
        shares = [whole // (sides + 1)] * sides
        shares[turn] += whole - sum(shares)
        samples.append(" ".join(map(str, shares)))
    return samples
