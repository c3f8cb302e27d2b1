"""Tadmur, for two players: deal after deal, to the end of the match; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import Replay
from companion.engine.table import Part
from companion.games.tadmur import score
from companion.games.tadmur.facts import CHAIN, DENIED, GUESS, HOLDING, OUT, Ending, Result, say
from companion.games.tadmur.house import Hand, Table
from companion.games.tadmur.turns import turn_by_turn
from companion.questions import Choice, Question, Refused, option
from companion.said import Sentence
from companion.seating import Seat

ENDINGS = (GUESS, CHAIN, OUT, DENIED)
UNCOUNTED = "not kept"


def play(table: Table) -> None:
    dealer, number = table.first_dealer, 0
    while table.outcome is None:
        if table.closing and number and table.rules.match_to == "open":
            table.outcome = score.stopped(table.ledger.totals)
            return
        hand = table.deal(dealer)
        number += 1
        goal = hand.rules.match_to
        table.target, table.open = (None, True) if goal == "open" else (goal, False)
        guided = hand.entry("guided", "quick") == "guided"
        opening(hand, number)
        hand.result = result = turn_by_turn(hand) if guided else at_once(hand)
        shown(hand, result)
        hand.post(score.lines(result))
        table.outcome = score.ending(hand.totals, hand.rules)
        dealer = score.next_dealer(hand.dealer, result, hand.rules)


def page(hand: Hand, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All there is to know of a deal: who won it, how, and wrong guesses if anybody counted."""
    stuck = hand.rules.stuck
    return [
        Choice(
            "won", say.who_won(), options=hand.table.seats, short="Winner"
        ),
        Choice[Ending](
            "how", say.how(), columns=1,
            options=[option(e, text=e.word, label=e.label) for e in ENDINGS],
            hints=lambda e: say.out_hint(stuck=stuck) if e is OUT else e.hint,
        ),
        *(wrong_question(seat, first=seat is hand.table.seats[0]) for seat in hand.table.seats),
    ]  # fmt: skip


WRONG = [
    option(UNCOUNTED, label="?"),
    *(option(str(number), rare=number > 4) for number in range(9)),
    *(option(str(number), hidden=True) for number in range(9, 25)),
]


def wrong_question(seat: Seat, *, first: bool) -> Choice[str]:
    """The question for the number of a player's wrong guesses, if it was counted. The first one
    says what "?" means."""
    return Choice(
        f"wrong {seat.code}", say.wrong_guesses(who=seat),
        options=WRONG,
        columns=7, hint=say.uncounted() if first else "", default=UNCOUNTED,
    )  # fmt: skip


def at_once(hand: Hand) -> Result:
    """Winner and way of winning; wrong guesses if the players kept count."""
    one, two = hand.table.seats

    def possible(winner: Seat, ending: Ending, first: str, second: str) -> None:
        guesses, key = first if winner is one else second, f"wrong {winner.code}"
        if ending is CHAIN and guesses not in ("0", UNCOUNTED):
            length = hand.rules.spaces + int(guesses)
            if length > HOLDING:
                raise Refused(say.chain_too_long(wrong=int(guesses), length=length), key=key)
        if ending is DENIED and guesses == "0":
            raise Refused(say.no_guess_denied(winner=winner, denier=winner.left), key=key)

    winner, ending, first, second = hand.ask_together(
        partial(page, hand), title="Just the result", check=possible
    )
    for seat, wrong in ((one, first), (two, second)):
        times = "–" if wrong == UNCOUNTED else str(say.times(number=int(wrong)))
        hand.cell("wrong", times, seat.side)
    return Result(winner, ending, reason(hand, winner, ending, first if winner is one else second))


def reason(hand: Hand, winner: Seat, ending: Ending, wrong: str) -> Sentence:
    """Why a deal entered at once was won."""
    loser, spaces = winner.left, hand.rules.spaces
    if ending is GUESS:
        return say.guessed_it(winner=winner, loser=loser)
    if ending is OUT:
        return say.out(loser=loser, stuck=hand.rules.stuck)
    if ending is DENIED:
        return say.denied_it(loser=loser)
    counted = None if wrong == UNCOUNTED else int(wrong)
    return say.reached(winner=winner, spaces=spaces, wrong=counted)


def opening(hand: Hand, number: int) -> None:
    hand.numbered(Part("game", number))
    hand.tell(say.deals(dealer=hand.dealer, spaces=hand.rules.spaces))
    if hand.mode == "guided":
        hand.tell(say.own_target())
    hand.tell(say.plays_first(who=hand.dealer.left))


def shown(hand: Hand, result: Result) -> None:
    hand.status.clear()
    hand.cell("winner", result.winner or "nobody")
    hand.cell("how", result.ending.letter)
    hand.summary = say.outcome(winner=result.winner, why=result.why)
    if not result.winner:
        hand.tell(say.nobody_wins())


def holds(replay: Replay) -> Iterator[str]:
    """Every deal that was played gives one game, or none if it was drawn."""
    for hand, result in replay.results(Result):
        won = [line.points for line in hand.lines if not line.agreed]
        if won != [1] * (result.winner is not None):
            yield f"hand {hand.number}: {len(won)} lines for {result.ending.word}"
