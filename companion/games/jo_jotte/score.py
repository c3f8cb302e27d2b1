"""The score of a hand of Jo-Jotte, and the end of a rubber. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.jo_jotte.facts import Aside, Contract, Melds, Result, slam_made
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import FOUR, readings, run_rule, run_worth
from companion.games.jo_jotte.pack import PLURAL, say
from companion.said import Sentence
from companion.seating import Seat, Side

ABOVE, RUBBER = "above", "rubber"
GAME = 80
"""Points below the line that end a game."""
BONUS = 300
"""The rubber bonus for the higher total."""
COUNTED = ("JOJ-CARDS", "JOJ-LAST10")


def column(game: int) -> str:
    return f"game {game}"


def meld_lines(melds: Melds, rules: House) -> Iterator[Line]:
    """The fours and runs that are good, above the line."""
    split = bool(melds.fours and melds.runs and melds.fours.seat is not melds.runs.seat)
    also = ("JOJ-MELD-SPLIT",) if split else ()
    if fours := melds.fours:
        for rank in fours.ranks:
            why = fours.why if rank == fours.ranks[0] else ""
            words = say.four(rank=PLURAL[rank], why=why)
            yield line(fours.seat, FOUR, words, "JOJ-MELD-FOURS", *also, column=ABOVE)
    if runs := melds.runs:
        for place, run in enumerate(runs.runs):
            words = say.run(run=run, why="" if place else runs.why)
            worth, rule = run_worth(run.length), run_rule(run.length)
            yield Line(runs.seat, worth, rule, words, ABOVE, ("JOJ-MELD-RUNS", *also))
    for seat, points in melds.sums.items():
        yield from sum_lines(seat, points, rules)


def sum_lines(seat: Seat, points: int, rules: House) -> Iterator[Line]:
    """Lines for melds given as a sum: the certain melds, or the possible ones."""
    for number in range(points // FOUR):
        yield line(seat, FOUR, say.some_four(number=number), column=ABOVE)
    rest = points % FOUR
    ways = [lengths for _, lengths in readings(points, rules)]
    kinds = {tuple(sorted(map(run_rule, lengths))) for lengths in ways}
    if rest and len(kinds) == 1:
        for length in sorted(min(ways)):
            worth = run_worth(length)
            yield Line(seat, worth, run_rule(length), say.some_run(worth=worth), ABOVE)
    elif rest:
        also = sorted({rule for kind in kinds for rule in kind})
        worths = sorted({" + ".join(str(run_worth(n)) for n in lengths) for lengths in ways})
        yield line(seat, rest, say.some_runs(worths=" or ".join(worths)), *also, column=ABOVE)


def score(
    contract: Contract, result: Result, aside: Aside, game: int, below: Mapping[Seat, int],
    rules: House,
) -> Iterator[Line]:  # fmt: skip
    """Everything but the melds. `below` is what each has below the line in this game so far."""
    if result.jotte:
        more = ("JOJ-R17",) if contract.slam else ()
        yield line(result.jotte, 20, say.jotte(), "JOJ-JOTTE-ORDER", *more, column=ABOVE)
    if contract.special == "nullo":
        yield nullo_line(contract, result)
        return
    slam = contract.slam
    lines = slam_lines(contract, result, rules) if slam else play_lines(contract, result)
    yield from closing(lines, game, below)
    if result.swept and not slam and result.revoked is not result.swept:
        yield line(result.swept, 100, say.lucky(), column=ABOVE)
    winner = winner_of(contract, result)
    if winner and aside.amount:
        also = (*(("JOJ-R15",) if slam else ()), *(("JOJ-R16",) if contract.times > 1 else ()))
        yield line(winner, aside.amount, say.carried(aside=aside), *also, column=ABOVE)


BELOW = "below"
"""Stands for the column of the game under way until `closing` knows its number."""


def closing(lines: Iterable[Line], game: int, before: Mapping[Seat, int]) -> Iterator[Line]:
    """The same lines with their game's column; the last one below says if it ends the game."""
    entries = list(lines)
    last = [n for n, each in enumerate(entries) if each.column == BELOW][-1:]
    written = sum(each.points for each in entries if each.column == BELOW)
    for place, each in enumerate(entries):
        if each.column != BELOW:
            yield each
            continue
        total = written + sum(n for seat, n in before.items() if seat.side is each.side)
        if place in last and total >= GAME:
            words = say.game_closed(words=each.words, total=total, game=game)
            each = replace(each, words=words, also=(*each.also, "JOJ-GAME80"))
        yield replace(each, column=column(game))


def winner_of(contract: Contract, result: Result) -> Seat | None:
    """The winner of the hand and of the points set aside. None after a tie or a nullo."""
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
    """The points set aside after a hand: a tie adds both players' trick points, a win clears it."""
    if winner_of(contract, result):
        return Aside()
    if contract.special:
        return before
    return Aside((*before.ties, (title, result.both)))


def play_lines(contract: Contract, result: Result) -> Iterator[Line]:
    """Made, beaten or tied; then the doubling."""
    declarer, defender, added = contract.declarer, contract.defender, result.added
    if result.revoked:
        winner = result.revoked.left
        words = say.revoked(revoked=result.revoked, winner=winner, added=added)
        yield from staked(contract, winner, result.both, words, "JOJ-BEATEN")
        return
    mine, theirs = result.points[declarer], result.points[defender]
    if mine > theirs:
        yield from staked(contract, declarer, mine, say.made(mine=mine, theirs=theirs))
    elif mine < theirs:
        words = say.beaten(mine=theirs, theirs=mine, added=added)
        yield from staked(contract, defender, result.both, words)
    else:
        words = say.tied(points=mine, added=added, doubled=contract.times > 1)
        yield line(declarer, 0, words, *COUNTED, column=BELOW)


def staked(
    contract: Contract, to: Seat, points: int, words: Sentence, *also: str
) -> Iterator[Line]:
    """A line below the line, and the addition of a double or redouble."""
    yield line(to, points, words, *also, *COUNTED, column=BELOW)
    if contract.times == 2:
        yield line(to, points, say.doubled(points=points), column=BELOW)
    elif contract.times == 4:
        yield line(to, 3 * points, say.redoubled(points=points), column=BELOW)


def nullo_line(contract: Contract, result: Result) -> Line:
    """200 to the defender without a trick; otherwise 200 and 100 more a trick to the declarer."""
    tricks, revoked = result.tricks[contract.defender], result.revoked
    if revoked:
        tricks = 0 if revoked is contract.declarer else max(tricks, 1)
    also = ("JOJ-R23",) if revoked else ()
    if not tricks:
        words = say.nullo_made(revoked=revoked)
        return line(contract.defender, 200, words, *also, column=ABOVE)
    words = say.nullo_lost(tricks=tricks, revoked=revoked)
    return line(contract.declarer, 100 + 100 * tricks, words, *also, column=ABOVE)


def slam_lines(contract: Contract, result: Result, rules: House) -> Iterator[Line]:
    """500 for a slam made; both trick scores to the defender for one lost."""
    declarer, revoked = contract.declarer, result.revoked
    also, tricks = ("JOJ-R23",) if revoked else (), result.tricks[declarer]
    if not slam_made(contract, result):
        words = say.slam_lost(tricks=tricks, added=result.added, revoked=revoked)
        yield line(contract.defender, result.both, words, *COUNTED, *also, column=ABOVE)
        return
    words = say.slam_made(tricks=tricks, revoked=revoked)
    yield line(declarer, 500, words, *also, column=ABOVE)
    if rules.slam_made_below == "trick_score":
        points = result.points[declarer]
        yield from staked(contract, declarer, points, say.slam_below(points=points), "JOJ-MADE")


def finished(games: Sequence[Mapping[Seat, int]], rules: House) -> bool:
    """True if the rubber ends with the last of these games, each what was below the line in it."""
    if rules.rubber == "two_games":
        return len(games) >= 2
    took = [seat for game in games for seat, points in game.items() if points >= GAME]
    return any(took.count(seat) >= 2 for seat in took)


def rubber(totals: Mapping[Side, int], rules: House) -> tuple[list[Line], Outcome]:
    """The bonus of a finished rubber, and its winner."""
    (high, best), low = highest(totals), min(totals.values())
    if high > low:
        words = say.rubber_counted(high=high, low=low)
        bonus = line(best[0], BONUS, words, column=RUBBER, bonus=True)
        return [bonus], won(say.rubber_won(high=high + BONUS, low=low), best)
    if rules.rubber_tie == "drawn":
        return [], won(say.rubber_drawn(total=high))
    words = say.bonus_shared(total=high)
    half = [line(side, BONUS // 2, words, "JOJ-R19", column=RUBBER, bonus=True) for side in totals]
    return half, won(say.rubber_shared(total=high), totals)
