"""A hand of Panguingue entered afterwards: conditions collected, who went out, what was held."""

from __future__ import annotations

from companion.games.panguingue import refusals, show
from companion.games.panguingue.board import Board
from companion.games.panguingue.facts import (
    ALL,
    CONDITIONS,
    Collected,
    Condition,
    least_cards,
)
from companion.games.panguingue.score import for_collected
from companion.questions import Choice, Count, Option, Refused, Several, option
from companion.seating import Side

NOBODY = "nobody"


def quick(board: Board) -> None:
    """Who collected what, in any order; then who went out, and with which conditions."""
    found: list[Collected] = []
    while (one := collected(board, found)) is not None:
        found.append(one)
        board.event, board.current = one.number, one.side
        board.hand.leave_out(f"claim {one.number}", "what was collected was asked for")
        payments = list(for_collected(one, board.rates))
        board.collect(one.side, payments, "collected", show.collected(one))
    board.event = len(found) + 1
    winner = who_went_out(board, found)
    if isinstance(winner, Side):
        board.out_collected(winner, held(board, winner, found))
    else:
        board.abandon()


def people(board: Board, nobody: str, hint: str = "") -> list[Option[Side | str]]:
    """Everybody still in, and nobody."""
    return [
        *(Option[Side | str](side, side.code, side.name) for side in board.active),
        Option(NOBODY, NOBODY, nobody, hint, set_apart=True),
    ]


def collected(board: Board, found: list[Collected]) -> Collected | None:
    """Somebody who collected for a condition after those before, or nobody else."""
    number = len(found) + 1
    who = board.hand.ask(
        Choice[Side | str](
            f"collected {number}",
            "Who collected for a condition?",
            "PAN-VALLE",
            people(board, "Nobody else"),
        )
    )
    if not isinstance(who, Side):
        return None
    kinds = [
        option(each, f"{each.rate} from each", text=each.code, label=str(each))
        for each in CONDITIONS.values()
    ]
    cards = board.deck

    def as_long_as_that(condition: Condition, further: int) -> None:
        most = condition.most(cards)
        if 3 + further > most:
            words = refusals.too_long(condition, further, most)
            raise Refused(words, "PAN-PACK", "too_many_cards", f"further {number}")
        if 3 + further == ALL:
            only_one_out(found, who, f"further {number}")

    once = board.hand.rules.big_meld == "once"
    condition, further = board.hand.ask(
        Choice[Condition](
            f"condition {number}", f"{who} collected for which condition?", "PAN-VALLE", kinds
        ),
        Count(
            f"further {number}",
            "How many cards were added to it?"
            if once
            else "How many cards more than three, laid at once or added?",
            "PAN-LAYOFF",
            0,
            ALL - 3,
        ),
        title=f"{who} collected",
        check=as_long_as_that,
    )
    return Collected(number, who, condition, further)


def only_one_out(found: list[Collected], winner: Side | str, key: str) -> None:
    """With eleven cards in one meld a player went out, and nobody else did."""
    for each in found:
        if each.cards == ALL and each.side is not winner:
            raise Refused(refusals.had_eleven(each.side), "PAN-OUT", "eleven_melded", key)


def who_went_out(board: Board, found: list[Collected]) -> Side | str:
    """The winner, or nobody; with eleven cards in one meld it can be no other."""

    def no_other(winner: Side | str) -> None:
        only_one_out(found, winner, "out")

    options = people(board, "Nobody", "abandoned")
    return board.hand.ask(
        Choice[Side | str]("out", "Who went out with eleven cards?", "PAN-OUT", options),
        check=no_other,
    )


def held(board: Board, winner: Side, found: list[Collected]) -> list[Collected]:
    """Those of the winner’s conditions that still lie there at the end: eleven cards at most."""
    own = [each for each in found if each.side is winner]
    if not own:
        return []

    extend = board.hand.rules.borrow_to_extend == "yes"

    def in_eleven_cards(chosen: tuple[Collected, ...]) -> None:
        if (cards := least_cards(chosen, extend)) > ALL:
            words = refusals.too_many_held(len(chosen), cards)
            raise Refused(words, "PAN-OUT", "twelve", "held")

    options = [option(each, text=str(each.number), label=show.collected(each)) for each in own]
    question = Several(
        "held",
        f"Which conditions does {winner} hold at the end?",
        "PAN-OUT-AGAIN",
        options,
        hint="All that were not borrowed away.",
    )
    return list(board.hand.ask(question, check=in_eleven_cards))
