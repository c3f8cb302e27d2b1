"""The score of a hand of Jo-Jotte: pure functions of the facts, melds first, then the tricks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.games.jo_jotte.facts import Aside, Contract, Melds, Result, slam_made
from companion.games.jo_jotte.melds import FOUR, readings, run_rule, run_worth
from companion.games.jo_jotte.pack import PLURAL, TRICKS
from companion.ledger import Line
from companion.rules import Options
from companion.seating import Seat

ABOVE, RUBBER = "above", "rubber"
GAME = 80
"""Points below the line that end a game."""
COUNTED = ("JOJ-CARDS", "JOJ-LAST10")


# -- melds -----------------------------------------------------------------------------------------


def meld_lines(melds: Melds, rules: Options) -> Iterator[Line]:
    """The fours and runs that are good, above the line."""
    split = bool(melds.fours and melds.runs and melds.fours.seat is not melds.runs.seat)
    also = ("JOJ-MELD-SPLIT",) if split else ()
    if fours := melds.fours:
        for rank in fours.ranks:
            why = f": {fours.why}" if fours.why and rank == fours.ranks[0] else ""
            words = f"four {PLURAL[rank]}{why}"
            yield Line(fours.seat, FOUR, "JOJ-FOUR", words, ABOVE, ("JOJ-MELD-FOURS", *also))
    if runs := melds.runs:
        for place, run in enumerate(runs.runs):
            words = run.words + (f": {runs.why}" if runs.why and not place else "")
            rule = run_rule(run.length)
            yield Line(
                runs.seat, run_worth(run.length), rule, words, ABOVE, ("JOJ-MELD-RUNS", *also)
            )
    for seat, points in melds.sums.items():
        yield from sum_lines(seat, points, rules)


def sum_lines(seat: Seat, points: int, rules: Options) -> Iterator[Line]:
    """Lines for melds entered as a sum: what they must be, or what they may be."""
    found = readings(points, rules)
    fours = points // FOUR
    for number in range(fours):
        nth = "a four of a kind" if not number else "another four of a kind"
        yield Line(seat, FOUR, "JOJ-FOUR", nth, ABOVE)
    rest = points % FOUR
    ways = [lengths for _, lengths in found]
    kinds = {tuple(sorted(map(run_rule, lengths))) for lengths in ways}
    if rest and len(kinds) == 1:
        for length in sorted(min(ways)):
            worth = run_worth(length)
            yield Line(seat, worth, run_rule(length), KINDS[worth], ABOVE)
    elif rest:
        each = sorted({" + ".join(str(run_worth(n)) for n in lengths) for lengths in ways})
        also = tuple(sorted({rule for kind in kinds for rule in kind}))
        yield Line(seat, rest, "JOJ-MELD-RUNS", f"runs worth {' or '.join(each)}", ABOVE, also)


KINDS = {20: "a run of three", 40: "a run of four", 50: "a run of five or more"}


# -- the play --------------------------------------------------------------------------------------


def score(
    contract: Contract,
    result: Result,
    aside: Aside,
    game: int,
    below: Mapping[Seat, int],
    rules: Options,
) -> Iterator[Line]:
    """Everything but the melds. `below` is what each has below the line in this game so far."""
    if result.jotte:
        words = "Jo with the king of trumps, Jotte with the queen later"
        also = ("JOJ-JOTTE-ORDER",) if not contract.slam else ("JOJ-JOTTE-ORDER", "JOJ-R17")
        yield Line(result.jotte, 20, "JOJ-JOTTE", words, ABOVE, also)
    if contract.special == "nullo":
        yield nullo_line(contract, result)
        return
    slam = contract.slam
    lines = slam_lines(contract, result, rules) if slam else play_lines(contract, result)
    yield from closing(lines, game, below)
    if result.swept and not contract.special and result.revoked is not result.swept:
        words = "all nine tricks, neither nullo nor slam bid"
        yield Line(result.swept, 100, "JOJ-SLAM-LUCKY", words, ABOVE)
    winner = winner_of(contract, result)
    if winner and aside.amount:
        words = f"{aside} set aside, to the winner of this hand"
        also = ("JOJ-R15", "JOJ-R16") if contract.slam else ("JOJ-R16",)
        yield Line(winner, aside.amount, "JOJ-CARRY", words, ABOVE, also)


BELOW = "below"
"""Stands for the column of the game under way until `closing` knows its number."""


def closing(lines: Iterable[Line], game: int, before: Mapping[Seat, int]) -> Iterator[Line]:
    """The same lines with their game's column; the last one below says if it ends the game."""
    found = list(lines)
    last = [n for n, line in enumerate(found) if line.column == BELOW][-1:]
    written = sum(line.points for line in found if line.column == BELOW)
    for place, line in enumerate(found):
        if line.column != BELOW:
            yield line
            continue
        line = replace(line, column=f"game {game}")
        total = written + sum(n for seat, n in before.items() if seat.side is line.side)
        if place in last and total >= GAME:
            words = f"{line.why}; {total} below: game {game} is closed"
            line = replace(line, why=words, also=(*line.also, "JOJ-GAME80"))
        yield line


def winner_of(contract: Contract, result: Result) -> Seat | None:
    """Who wins the hand, and with it what was set aside; None after a tie or a nullo."""
    if contract.special == "nullo":
        return None
    if contract.slam:
        return contract.declarer if slam_made(contract, result) else contract.defender
    if result.revoked:
        return result.revoked.left
    mine, theirs = result.points[contract.declarer], result.points[contract.defender]
    if mine == theirs:
        return None
    return contract.declarer if mine > theirs else contract.defender


def set_aside(contract: Contract, result: Result) -> int:
    """What a tie sets aside: both players' trick points, undoubled."""
    ordinary = not contract.special
    return result.both if ordinary and winner_of(contract, result) is None else 0


def play_lines(contract: Contract, result: Result) -> Iterator[Line]:
    """Made, beaten or tied; then the doubling."""
    declarer, defender = contract.declarer, contract.defender
    if result.revoked:
        winner = result.revoked.left
        words = f"{result.revoked} revoked: {winner} writes both, {result.sum}"
        also = ("JOJ-BEATEN", *COUNTED)
        yield from staked(contract, Line(winner, result.both, "JOJ-R23", words, BELOW, also))
        return
    mine, theirs = result.points[declarer], result.points[defender]
    if mine > theirs:
        words = f"{mine} trick points against {theirs}: made"
        yield from staked(contract, Line(declarer, mine, "JOJ-MADE", words, BELOW, COUNTED))
    elif theirs > mine:
        words = f"{theirs} trick points against {mine}: beaten, {result.sum}"
        line = Line(defender, result.both, "JOJ-BEATEN", words, BELOW, COUNTED)
        yield from staked(contract, line)
    else:
        plain = ", undoubled" if contract.times > 1 else ""
        words = f"{mine} trick points each: {result.sum} set aside{plain}"
        yield Line(declarer, 0, "JOJ-TIE", words, BELOW, COUNTED)


STAKES = {2: ("JOJ-DOUBLE", "doubled"), 4: ("JOJ-REDOUBLE", "redoubled")}


def staked(contract: Contract, line: Line) -> Iterator[Line]:
    """The line, and what a double or redouble adds to it."""
    yield line
    if contract.times > 1:
        times = contract.times
        rule, word = STAKES[times]
        words = f"{word}: {line.points} × {times} = {line.points * times}"
        yield Line(line.to, line.points * (times - 1), rule, words, BELOW)


def nullo_line(contract: Contract, result: Result) -> Line:
    """200 to the defender without a trick; otherwise 200 and 100 more a trick to the declarer."""
    tricks, note = result.tricks[contract.defender], ""
    also: tuple[str, ...] = ()
    if result.revoked:
        tricks = 0 if result.revoked is contract.declarer else max(tricks, 1)
        note, also = f"; {result.revoked} revoked", ("JOJ-R23",)
    if not tricks:
        words = f"nullo bid, no trick taken{note}"
        return Line(contract.defender, 200, "JOJ-NULLO-MADE", words, ABOVE, also)
    more = f" + {tricks - 1} × 100 = {100 + 100 * tricks}" if tricks > 1 else ""
    words = f"nullo bid, {tricks} trick{'s' * (tricks != 1)} taken: 200{more}{note}"
    return Line(contract.declarer, 100 + 100 * tricks, "JOJ-NULLO-LOST", words, ABOVE, also)


def slam_lines(contract: Contract, result: Result, rules: Options) -> Iterator[Line]:
    """500 for a slam made; both trick scores to the defender for one lost."""
    declarer, defender, taken = contract.declarer, contract.defender, result.tricks
    note, also = (f"; {result.revoked} revoked", ("JOJ-R23",)) if result.revoked else ("", ())
    if not slam_made(contract, result):
        words = f"slam bid, {taken[declarer]} of {TRICKS} tricks: {result.sum}{note}"
        yield Line(defender, result.both, "JOJ-SLAM-LOST", words, ABOVE, (*COUNTED, *also))
        return
    words = f"slam bid, {taken[declarer]} of {TRICKS} tricks{note}"
    yield Line(declarer, 500, "JOJ-SLAM-MADE", words, ABOVE, also)
    if rules.slam_made_below == "trick_score":
        points = result.points[declarer]
        words = f"a made slam also writes its {points} trick points"
        line = Line(declarer, points, "JOJ-R13", words, BELOW, ("JOJ-MADE", *COUNTED))
        yield from staked(contract, line)
