"""Another game: round after round, a number for each side. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.game import Replay
from companion.engine.table import Part
from companion.games.another import score
from companion.games.another.house import Hand, House, Table
from companion.games.another.score import MOST, ends, say
from companion.questions import Choice, Question, Refused, Several, Shares, option
from companion.seating import Seat, Side


def sides(players: int, rules: House) -> Sequence[Sequence[int]] | None:
    """The seats of each side, partners facing each other; None if each plays alone."""
    if rules.sides == "alone":
        return None
    if players % 2 or players < 4:
        raise Refused(say.need_even(players=players))
    if rules.sides == "two":
        return [list(range(first, players + 1, 2)) for first in (1, 2)]
    return [[first, first + players // 2] for first in range(1, players // 2 + 1)]


def play(table: Table) -> None:
    dealer, played = table.first_dealer, 0
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
        table.length = rules.rounds if ends(rules) == "rounds" else None
        one_round(hand, played)
        if score.over(table.ledger, rules, played):
            table.outcome = score.ending(table.ledger, rules)
        dealer = hand.dealer.left if rules.deal == "passes" else hand.dealer


def one_round(hand: Hand, number: int) -> None:
    """Asks the points of a round and enters them."""
    rules = hand.rules
    hand.entry("quick")
    regular = rules.rounds if ends(rules) == "rounds" and number <= rules.rounds else 0
    hand.numbered(Part("round", number, of=regular))
    if rules.deal == "none":
        hand.dealt = False
        del hand.cells["dealer"]
    else:
        hand.tell(say.deals(dealer=hand.dealer))
    found = hand.ask_whole(partial(page, hand), title=say.points_of_round(number=number))
    out: tuple[Side | Seat, ...] = found.get("out") or ()
    hand.result = score.Result(found["points"], out)
    lines = list(score.lines(hand.result, hand.totals, rules))
    counted = {line.side: abs(line.points) and hand.result.points[line.side] for line in lines}
    best = score.best_of(counted, rules)
    words = say.round_to(who=best, points=counted[best[0]])
    hand.summary = str(words) if best != list(counted) else str(say.round_level())
    if found["stands"]:
        hand.caveat = kept = say.as_it_is(adds=rules.adds)
        hand.summary = f"{hand.summary}; {kept}"
        lines = [replace(each, also=(kept.rule,)) for each in lines]
    hand.post(lines)


def page(hand: Hand, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """The questions of a round: who sits out, where that may be, everybody's points, and if a round
    stands that does not add up."""
    rules, everybody = hand.rules, hand.table.sides
    out = Several(
        "out", say.who_is_out(), options=everybody, most=len(everybody) - 1, default="none",
        inline=True, instead=True, off="" if rules.out == "yes" else "everybody plays every round",
    )  # fmt: skip
    absent = out.read_in(given) or ()
    playing = [side for side in everybody if side not in absent]
    points = Shares(
        "points", say.points_each(), "", playing, -MOST, MOST, typed=True,
        samples=partial(score.likely, len(playing), rules),
    )  # fmt: skip
    written = points.read_in(given)
    wrong = rules.adds and written is not None and sum(written.values()) != rules.adds
    stands = Choice[str](
        "stands", say.let_it_stand(), options=[option("yes", label=str(say.save_as_it_is()))],
        confirms="points", columns=1,
        off="" if wrong else str(say.adds_up_already() if rules.adds else say.no_sum()),
    )  # fmt: skip
    if rules.adds and not stands.read_in(given):
        points = replace(points, total=rules.adds, rule=say.any_sum().rule)
    return [out, points, stands]


def holds(replay: Replay) -> Iterator[str]:
    """Errors found in an evening, for the tests: rounds add up, and nobody is beyond the end."""
    for hand, found in replay.results(score.Result):
        rules, total = hand.rules, sum(found.points.values())
        if rules.adds and total != rules.adds and not hand.caveat:
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
