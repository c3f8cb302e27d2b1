"""What a hand of Jo-Jotte scores, and how a rubber ends. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.games.jo_jotte import words as say
from companion.games.jo_jotte.facts import Aside, Contract, Melds, Result, slam_made
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import FOUR, readings, run_rule, run_worth
from companion.ledger import Line
from companion.seating import Seat, Side
from companion.table import Outcome

ABOVE, RUBBER = "above", "rubber"
GAME = 80
"""Points below the line that end a game."""
BONUS = 300
"""What the rubber adds to the higher total."""
COUNTED = ("JOJ-CARDS", "JOJ-LAST10")


def column(game: int) -> str:
    """The ledger's column for what is below the line in a game."""
    return f"game {game}"


# -- melds -----------------------------------------------------------------------------------------


def meld_lines(melds: Melds, rules: House) -> Iterator[Line]:
    """The fours and runs that are good, above the line."""
    split = bool(melds.fours and melds.runs and melds.fours.seat is not melds.runs.seat)
    also = ("JOJ-MELD-SPLIT",) if split else ()
    if fours := melds.fours:
        for rank in fours.ranks:
            words = say.four_scored(rank, fours.why if rank == fours.ranks[0] else "")
            yield Line(fours.seat, FOUR, "JOJ-FOUR", words, ABOVE, ("JOJ-MELD-FOURS", *also))
    if runs := melds.runs:
        for place, run in enumerate(runs.runs):
            words = say.run_scored(run, "" if place else runs.why)
            worth, rule = run_worth(run.length), run_rule(run.length)
            yield Line(runs.seat, worth, rule, words, ABOVE, ("JOJ-MELD-RUNS", *also))
    for seat, points in melds.sums.items():
        yield from sum_lines(seat, points, rules)


def sum_lines(seat: Seat, points: int, rules: House) -> Iterator[Line]:
    """Lines for melds given as a sum: what they must be, or what they may be."""
    for number in range(points // FOUR):
        yield Line(seat, FOUR, "JOJ-FOUR", say.some_four(number), ABOVE)
    rest = points % FOUR
    ways = [lengths for _, lengths in readings(points, rules)]
    kinds = {tuple(sorted(map(run_rule, lengths))) for lengths in ways}
    if rest and len(kinds) == 1:
        for length in sorted(min(ways)):
            worth = run_worth(length)
            yield Line(seat, worth, run_rule(length), say.SOME_RUN[worth], ABOVE)
    elif rest:
        also = tuple(sorted({rule for kind in kinds for rule in kind}))
        worths = {" + ".join(str(run_worth(n)) for n in lengths) for lengths in ways}
        yield Line(seat, rest, "JOJ-MELD-RUNS", say.some_runs(worths), ABOVE, also)


# -- the play --------------------------------------------------------------------------------------


def score(
    contract: Contract,
    result: Result,
    aside: Aside,
    game: int,
    below: Mapping[Seat, int],
    rules: House,
) -> Iterator[Line]:
    """Everything but the melds. `below` is what each has below the line in this game so far."""
    if result.jotte:
        more = ("JOJ-R17",) if contract.slam else ()
        also = ("JOJ-JOTTE-ORDER", *more)
        yield Line(result.jotte, 20, "JOJ-JOTTE", say.JOTTE, ABOVE, also)
    if contract.special == "nullo":
        yield nullo_line(contract, result)
        return
    slam = contract.slam
    lines = slam_lines(contract, result, rules) if slam else play_lines(contract, result)
    yield from closing(lines, game, below)
    if result.swept and not slam and result.revoked is not result.swept:
        yield Line(result.swept, 100, "JOJ-SLAM-LUCKY", say.LUCKY, ABOVE)
    winner = winner_of(contract, result)
    if winner and aside.amount:
        also = (*(("JOJ-R15",) if slam else ()), *(("JOJ-R16",) if contract.times > 1 else ()))
        yield Line(winner, aside.amount, "JOJ-CARRY", say.carried(aside), ABOVE, also)


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
        total = written + sum(n for seat, n in before.items() if seat.side is line.side)
        if place in last and total >= GAME:
            words = say.game_closed(line.why, total, game)
            line = replace(line, why=words, also=(*line.also, "JOJ-GAME80"))
        yield replace(line, column=column(game))


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


def set_aside(contract: Contract, result: Result, before: Aside, title: str) -> Aside:
    """What is aside after a hand: a tie adds both players' trick points, a winner takes all."""
    if winner_of(contract, result):
        return Aside()
    if contract.special:
        return before
    return Aside((*before.ties, (title, result.both)))


def play_lines(contract: Contract, result: Result) -> Iterator[Line]:
    """Made, beaten or tied; then the doubling."""
    declarer, defender = contract.declarer, contract.defender
    if result.revoked:
        winner = result.revoked.left
        words = say.revoked(result, winner)
        also = ("JOJ-BEATEN", *COUNTED)
        yield from staked(contract, Line(winner, result.both, "JOJ-R23", words, BELOW, also))
        return
    mine, theirs = result.points[declarer], result.points[defender]
    if mine > theirs:
        line = Line(declarer, mine, "JOJ-MADE", say.made(mine, theirs), BELOW, COUNTED)
        yield from staked(contract, line)
    elif theirs > mine:
        words = say.beaten(theirs, mine, result)
        line = Line(defender, result.both, "JOJ-BEATEN", words, BELOW, COUNTED)
        yield from staked(contract, line)
    else:
        yield Line(declarer, 0, "JOJ-TIE", say.tied(contract, result), BELOW, COUNTED)


STAKES = {2: "JOJ-DOUBLE", 4: "JOJ-REDOUBLE"}


def staked(contract: Contract, line: Line) -> Iterator[Line]:
    """The line, and what a double or redouble adds to it."""
    yield line
    if (times := contract.times) > 1:
        words = say.multiplied(line.points, times)
        yield Line(line.to, line.points * (times - 1), STAKES[times], words, BELOW)


def nullo_line(contract: Contract, result: Result) -> Line:
    """200 to the defender without a trick; otherwise 200 and 100 more a trick to the declarer."""
    tricks = result.tricks[contract.defender]
    if result.revoked:
        tricks = 0 if result.revoked is contract.declarer else max(tricks, 1)
    words, also = say.nullo(tricks, result), ("JOJ-R23",) if result.revoked else ()
    if not tricks:
        return Line(contract.defender, 200, "JOJ-NULLO-MADE", words, ABOVE, also)
    return Line(contract.declarer, 100 + 100 * tricks, "JOJ-NULLO-LOST", words, ABOVE, also)


def slam_lines(contract: Contract, result: Result, rules: House) -> Iterator[Line]:
    """500 for a slam made; both trick scores to the defender for one lost."""
    declarer, defender = contract.declarer, contract.defender
    also = ("JOJ-R23",) if result.revoked else ()
    made = slam_made(contract, result)
    words = say.slam(result.tricks[declarer], result, made)
    if not made:
        yield Line(defender, result.both, "JOJ-SLAM-LOST", words, ABOVE, (*COUNTED, *also))
        return
    yield Line(declarer, 500, "JOJ-SLAM-MADE", words, ABOVE, also)
    if rules.slam_made_below == "trick_score":
        points = result.points[declarer]
        line = Line(
            declarer, points, "JOJ-R13", say.slam_below(points), BELOW, ("JOJ-MADE", *COUNTED)
        )
        yield from staked(contract, line)


# -- the rubber ------------------------------------------------------------------------------------


def finished(games: Sequence[Mapping[Seat, int]], rules: House) -> bool:
    """True if the rubber ends with the last of these games, each what was below the line in it."""
    if rules.rubber == "two_games":
        return len(games) >= 2
    won = [seat for game in games for seat, points in game.items() if points >= GAME]
    return any(won.count(seat) >= 2 for seat in won)


def rubber(totals: Mapping[Side, int], rules: House) -> tuple[list[Line], Outcome]:
    """The bonus of a finished rubber, and who has won it."""
    high, low = max(totals.values()), min(totals.values())
    if high > low:
        (winner,) = (side for side, total in totals.items() if total == high)
        line = Line(winner, BONUS, "JOJ-RUBBER300", say.rubber_counted(high, low), RUBBER)
        words = say.rubber_won(high + BONUS, low)
        return [line], Outcome((winner,), "JOJ-RUBBER300", words)
    if rules.rubber_tie == "drawn":
        return [], Outcome((), "JOJ-RUBBER-TIE", say.rubber_drawn(high))
    words, also = say.bonus_shared(high), ("JOJ-R19",)
    half = [Line(side, BONUS // 2, "JOJ-RUBBER-TIE", words, RUBBER, also) for side in totals]
    return half, Outcome(tuple(totals), "JOJ-RUBBER-TIE", say.rubber_shared(high))
