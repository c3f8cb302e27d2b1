"""A deal of Tadmur at once: who won, how, and the wrong guesses if anybody counted."""

from __future__ import annotations

from typing import Any

from companion.games.tadmur import show
from companion.games.tadmur.chains import HOLDING
from companion.games.tadmur.facts import CHAIN, DENIED, GUESS, OUT, Ending, Result
from companion.games.tadmur.house import Hand
from companion.questions import Choice, Option, Question, Refused, option
from companion.seating import Seat


def at_once(hand: Hand) -> Result:
    """Winner and way of winning; wrong guesses if the players kept count."""
    one, two = hand.table.seats

    def possible(winner: Seat, ending: Ending, first: str, second: str) -> None:
        guesses, key = first if winner is one else second, f"wrong {winner.code}"
        if ending is CHAIN and guesses not in ("0", "not kept"):
            length = hand.rules.spaces + int(guesses)
            if length > HOLDING:
                raise Refused(show.too_long(length, guesses), "TAD-R4", "chain_too_long", key)
        if ending is DENIED and guesses == "0":
            raise Refused(show.none_denied(winner), "TAD-R10", "no_guess_denied", key)

    page: list[Question[Any]] = [
        Choice("won", "Who won the deal?", "TAD-MATCH", [one, two]),
        Choice[Ending]("how", "How?", "TAD-CHAINWIN", endings(), columns=1),
        wrong_question(one),
        wrong_question(two),
    ]
    winner, ending, first, second = hand.ask_together(
        lambda given: page, title="Just the result", check=possible
    )
    for seat, wrong in ((one, first), (two, second)):
        show.wrong_guesses(hand, seat, wrong)
    return Result(winner, ending, show.at_once(hand.rules.spaces, winner, ending, first, second))


def endings() -> list[Option[Ending]]:
    """The ways of winning a deal."""
    return [
        option(each, each.hint, text=each.word, label=each.label)
        for each in (GUESS, CHAIN, OUT, DENIED)
    ]


def wrong_question(seat: Seat) -> Choice[str]:
    """How often a player guessed wrongly, if anybody counted."""
    few = [option(str(number), rare=number > 4) for number in range(9)]
    more = [option(str(number), hidden=True) for number in range(9, 25)]
    return Choice(
        f"wrong {seat.code}",
        f"{seat}’s wrong guesses",
        "TAD-WRONG",
        [option("not kept", label="?"), *few, *more],
        columns=7,
        hint="? if nobody counted",
        begins="not kept",
    )
