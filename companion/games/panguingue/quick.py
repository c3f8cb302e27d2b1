"""A hand of Panguingue entered afterwards: conditions collected, who went out, what was held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.facts import fact
from companion.games.panguingue.board import Board
from companion.games.panguingue.melds import CONDITIONS, Condition, counted
from companion.games.panguingue.pay import Payment, each_pays, lines, rate_again, times
from companion.ledger import Line
from companion.questions import Choice, Count, Option, Several, option
from companion.seating import Side

MOST_FURTHER = 8
"""Eleven cards less the three that make a condition."""
NOBODY = "nobody"


@fact
class Collected:
    """A condition somebody was paid for, and the cards that came to it."""

    number: int
    side: Side
    condition: Condition
    further: int

    def __str__(self) -> str:
        more = f" + {counted(self.further, 'card')}" if self.further else ""
        return f"{self.condition}{more}"


def quick(board: Board, names: Mapping[str, Side]) -> None:
    """Who collected what, in any order; then who went out, and with which conditions."""
    found: list[Collected] = []
    while (next_one := ask_collected(board, len(found) + 1)) is not None:
        found.append(next_one)
        board.event = next_one.number
        board.current = next_one.side
        board.pay(next_one.side, list(payments(board, next_one)), "collected", str(next_one))
    board.event = len(found) + 1
    options: list[Option[Side | str]] = [
        *(Option[Side | str](side, side.code, side.name) for side in board.active),
        Option(NOBODY, NOBODY, "Nobody", "abandoned", loud=True),
    ]
    winner = board.hand.ask(
        Choice[Side | str]("out", "Who went out with eleven cards?", "PAN-OUT", options)
    )
    if isinstance(winner, Side):
        go_out(board, winner, held(board, winner, found))
    else:
        board.abandon()


def ask_collected(board: Board, number: int) -> Collected | None:
    """Somebody who collected for a condition, or nobody else."""
    options: list[Option[Side | str]] = [
        *(Option[Side | str](side, side.code, side.name) for side in board.active),
        Option(NOBODY, NOBODY, "Nobody else", loud=True),
    ]
    who = board.hand.ask(
        Choice[Side | str](
            f"collected {number}", "Who collected for a condition?", "PAN-VALLE", options
        )
    )
    if not isinstance(who, Side):
        return None
    kinds = [
        option(each, f"{each.rate} from each", text=each.code, label=str(each))
        for each in CONDITIONS.values()
    ]
    condition, further = board.hand.ask(
        Choice[Condition](
            f"condition {number}", f"{who} collected for which condition?", "PAN-VALLE", kinds
        ),
        Count(
            f"further {number}",
            "How many cards more than three, laid at once or added?",
            "PAN-LAYOFF",
            0,
            MOST_FURTHER,
        ),
        title=f"{who} collected",
    )
    return Collected(number, who, condition, further)


def payments(board: Board, one: Collected) -> Iterator[Payment]:
    """The condition once, and its rate again for every further card."""
    condition, further = one.condition, one.further
    yield Payment(condition.rule, condition.rate, str(condition))
    if further:
        rate, also = rate_again(condition, board.rates)
        words = f"{condition}, {counted(further, 'further card')}"
        words += times(further, rate) if rate else ", not paid here"
        yield Payment("PAN-LAYOFF", further * rate, words, (condition.rule, *also))


def held(board: Board, winner: Side, found: list[Collected]) -> list[Collected]:
    """Which of the winner’s conditions still lie there at the end."""
    own = [each for each in found if each.side is winner]
    if not own:
        return []
    options = [option(each, text=str(each.number), label=str(each)) for each in own]
    chosen = board.hand.ask(
        Several(
            "held",
            f"Which conditions does {winner} hold at the end?",
            "PAN-OUT-AGAIN",
            options,
            hint="All that were not borrowed away.",
        )
    )
    return list(chosen)


def go_out(board: Board, winner: Side, held: list[Collected]) -> None:
    """The pot, one from each, and the conditions held once more."""
    again: list[Payment] = [Payment("PAN-OUT-ONE", 1, "goes out with eleven cards")]
    for each in held:
        rule, further = each.condition.rule, each.further
        words = f"{each.condition}, once more"
        again.append(Payment("PAN-OUT-AGAIN", each.condition.rate, words, (rule,)))
        if board.rates.again and further:
            rate, more = rate_again(each.condition, board.rates)
            words = f"{each.condition}, {counted(further, 'further card')}"
            words += times(further, rate)
            again.append(Payment("PAN-OUT-AGAIN", further * rate, words, ("PAN-R10", *more)))
    payers = board.opponents(winner)
    board.fund(dict.fromkeys(payers, each_pays(again)))
    pot = Line(winner, board.pot, "PAN-OUT-POT", f"takes the pot of {board.pot}")
    board.end(winner, "out", [pot, *lines(winner, again, payers)], f"{winner} goes out")
