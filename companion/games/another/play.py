"""Another game: round after round, a number for each side. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.game import Replay
from companion.engine.table import Part
from companion.games.another import lines as kept
from companion.games.another import score
from companion.games.another.house import Hand, House, Table
from companion.games.another.lines import Tally
from companion.games.another.score import MOST, ends, say
from companion.questions import Choice, Points, Question, Refused, Several, Shares, option
from companion.rules.rows import RoundLine
from companion.seating import Side

NOBODY = "nobody"
MANY = 99
"""Most of one thing in a line, in either direction."""


def sides(players: int, rules: House) -> Sequence[Sequence[int]] | None:
    """The seats of each side, partners facing each other; None if each plays alone."""
    if rules.sides == "alone":
        return None
    if players % 2 or players < 4:
        raise Refused(say.need_even(players=players, sides=rules.sides))
    if rules.sides == "two":
        return [list(range(first, players + 1, 2)) for first in (1, 2)]
    return [[first, first + players // 2] for first in range(1, players // 2 + 1)]


def play(table: Table) -> None:
    dealer, played, cards = table.first_dealer, 0, dict[Side, list[Tally]]()
    if table.rules.best == "down":
        table.ledger.open(table.rules.start)
    while table.outcome is None:
        if table.closing and played and ends(table.rules) == "open":
            table.outcome = score.ending(table.ledger, table.rules)
            return
        hand = table.deal(dealer)
        rules, played = hand.rules, played + 1
        table.ledger.lowest = rules.best != "highest"
        table.target = rules.target if ends(rules) == "score" else None
        table.length = score.length(rules) if ends(rules) == "rounds" else None
        table.open = ends(rules) == "open"
        one_round(hand, played, cards)
        if score.over(table.ledger, rules, played):
            table.outcome = score.ending(table.ledger, rules)
        dealer = hand.dealer.left if rules.deal == "passes" else hand.dealer


def one_round(hand: Hand, number: int, cards: dict[Side, list[Tally]]) -> None:
    """Asks the points of a round and enters them; `cards` are the lines that each side has filled
    so far, where a line is filled once."""
    rules = hand.rules
    hand.entry("quick")
    last = score.length(rules)
    hand.numbered(
        Part("round", number, of=last if ends(rules) == "rounds" and number <= last else 0)
    )
    if rules.deal == "none":
        hand.dealt = False
        del hand.cells["dealer"]
    else:
        hand.tell(say.deals(dealer=hand.dealer))
    title, stands = say.points_of_round(number=number), None
    if kept.card(rules):
        hand.result = filled_once(hand, cards)
    elif kept.rows(rules):
        hand.result = filled_all(hand)
    else:
        entry = hand.ask_whole(partial(page, hand), title=title)
        hand.result, stands = score.Result(entry["points"], entry.get("out") or ()), entry["stands"]
    lines = list(score.lines(hand.result, hand.totals, rules))
    sums = {side: sum(each.points for each in lines if each.side == side)
            for side in hand.result.points}  # fmt: skip
    taken = {side: total and hand.result.points[side] for side, total in sums.items()}
    best = score.best_of(taken, rules)
    words = say.round_to(who=best, points=taken[best[0]])
    hand.summary = str(words) if best != list(taken) else str(say.round_level())
    if shot := score.moon(hand.result.points, rules):
        hand.summary = str(say.moon(who=shot))
    if stands:
        hand.caveat = mark = say.as_it_is(adds=rules.adds)
        hand.summary = f"{hand.summary}; {mark}"
        lines = [replace(each, also=(mark.rule,)) for each in lines]
    hand.post(lines)


def who_is_out(hand: Hand) -> Several:
    """The question who sits the round out."""
    return Several(
        "out", say.who_is_out(), options=hand.table.sides, most=len(hand.table.sides) - 1,
        default="none", inline=True, instead=True,
        off="" if hand.rules.out == "yes" else "everybody plays every round",
    )  # fmt: skip


def filled_all(hand: Hand) -> score.Result:
    """Asks who sits out, then line by line a number for each side, or which side has it."""
    out: Sequence[Side] = hand.ask(who_is_out(hand)) if hand.rules.out == "yes" else ()
    tallies: dict[Side, list[Tally]] = {side: [] for side in hand.table.sides if side not in out}
    for place, row in enumerate(kept.filled(hand.rules), 1):
        key, prompt = f"line {place}", say.line_of_round(name=row.name, **value_of(row))
        if row.kind == "once":
            has_it = hand.ask(Choice[Any](key, prompt, "", [*tallies, option(NOBODY)]))
            numbers = {side: int(side == has_it) for side in tallies}
        else:
            low, high = bounds(row)
            samples = partial(likely, len(tallies), high)
            column = "" if row.kind == "counted" else "how many"
            numbers = hand.ask(Shares(
                key, prompt, "", [*tallies], low, high, column=column, samples=samples
            ))  # fmt: skip
        for side, some in tallies.items():
            some.append(Tally(row, numbers[side]))
    for some in tallies.values():
        some.extend(kept.bonuses(some, hand.rules))
    return score.Result(sums(tallies), tuple(out), tallies)


def value_of(row: RoundLine) -> dict[str, int]:
    """The points of one, for the prompt; 0 for a line that is counted."""
    return {"points": 0 if row.kind == "counted" else row.points}


def bounds(row: RoundLine) -> tuple[int, int]:
    """The least and the highest number in a line."""
    if row.kind == "counted":
        return -MOST, MOST
    return (0, row.most) if row.most else (-MANY, MANY)


def likely(sides: int, high: int) -> list[str]:
    """Numbers of some rounds, for demos and tests."""
    return [" ".join(str((place + turn) % min(high + 1, 7)) for place in range(sides))
            for turn in range(4)]  # fmt: skip


def sums(tallies: Mapping[Side, Sequence[Tally]]) -> dict[Side, int]:
    return {side: sum(each.points for each in some) for side, some in tallies.items()}


def filled_once(hand: Hand, cards: dict[Side, list[Tally]]) -> score.Result:
    """Ask each side for one line that it has not filled, and for its points there. After the last
    line, add the bonuses."""
    rules, tallies = hand.rules, dict[Side, list[Tally]]()
    for side in hand.table.sides:
        mine = cards.setdefault(side, [])
        there = {each.row.name for each in mine}
        left = {row.name: row for row in kept.filled(rules) if row.name not in there}
        tallies[side] = []
        if not left:
            continue
        question = Choice[str](f"line {side.code}", say.which_line(who=side), "", [*left], by=side)
        row = left[hand.ask(question)]
        tallies[side].append(Tally(row, hand.ask(number_in(row, side))))
        mine += tallies[side]
        if len(left) == 1:
            tallies[side] += kept.bonuses(mine, rules)
        hand.cell("line", row.name, side)
    return score.Result(sums(tallies), (), tallies)


def number_in(row: RoundLine, side: Side) -> Question[int]:
    """The question what a side has in a line; the keys are points."""
    key, prompt = f"many {side.code}", say.points_in_line(who=side, name=row.name)
    if row.kind == "once" or row.most:
        every = range((row.most or 1) + 1)
        return Choice[int](
            key, prompt, "", [option(n, label=str(n * row.points)) for n in every], by=side,
            columns=3,
        )  # fmt: skip
    low, high = bounds(row)
    return Points(key, prompt, "", low, high, by=side)


def page(hand: Hand, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """The questions of a round: who sits out, where that may be, everybody's points, and if a round
    stands that does not add up."""
    rules, everybody, out = hand.rules, hand.table.sides, who_is_out(hand)
    absent = out.read_in(given) or ()
    playing = [side for side in everybody if side not in absent]
    points = Shares(
        "points", say.points_each(), "", playing, -MOST, MOST, typed=True,
        moon=score.moons(rules), samples=partial(score.likely, len(playing), rules),
    )  # fmt: skip
    summed = replace(points, total=rules.adds or None, rule=say.any_sum().rule)
    wrong = points.read_in(given) is not None and summed.read_in(given) is None
    stands = Choice[str](
        "stands", say.let_it_stand(), options=[option("yes", label=str(say.save_as_it_is()))],
        confirms="points", columns=1,
        off="" if wrong else str(say.adds_up_already() if rules.adds else say.no_sum()),
    )  # fmt: skip
    return [out, points if stands.read_in(given) or not rules.adds else summed, stands]


def holds(replay: Replay) -> Iterator[str]:
    """Errors found in an evening, for the tests: rounds add up, and nobody is beyond the end."""
    for hand, result in replay.results(score.Result):
        rules, total = hand.rules, sum(result.points.values())
        if result.tallies and result.points != sums(result.tallies):
            yield f"round {hand.number}: the lines make another sum"
        wrong = rules.adds and total != rules.adds and not score.moon(result.points, rules)
        if wrong and not hand.caveat and not kept.rows(rules):
            yield f"round {hand.number}: {total} points"
        if score.bust_counts(rules) and not any(line.agreed for line in hand.lines):
            for side, points in hand.totals.items():
                if points > rules.target and hand.brought(side) > 0:
                    yield f"round {hand.number}: {side} has {points}"
        for side, points in hand.totals.items() if ends(rules) == "0" else ():
            if (
                points < 0
                and hand.brought(side) < 0
                and not any(line.agreed for line in hand.lines)
            ):
                yield f"round {hand.number}: {side} has {points}"
