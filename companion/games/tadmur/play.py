"""Tadmur, for two players. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Replay
from companion.games.tadmur.result import CHAIN, DENIED, GUESS, OUT, Ending, Result, score
from companion.games.tadmur.turns import turn_by_turn
from companion.questions import Choice, Option, Refused, listed, option
from companion.seating import Seat
from companion.table import Hand, Table


def play(table: Table) -> None:
    """An evening: deal after deal, a game to the winner of each, to the end of the match."""
    dealer = table.first_dealer
    while table.outcome is None:
        if table.closing and table.hands:
            stop(table)
            return
        hand = table.deal(dealer)
        goal = hand.rules.match_to
        table.target = None if goal == "open" else goal
        guided = hand.entry("guided", "quick") == "guided"
        opening(hand)
        result = turn_by_turn(hand) if guided else quick(hand)
        write_down(hand, result)
        hand.post(score(result))
        finish(table)
        dealer = next_dealer(hand, result)


def opening(hand: Hand) -> None:
    """Who deals and begins, and what lies where."""
    spaces = hand.rules.spaces
    hand.title = f"game {len([each for each in hand.table.hands if not each.void])}"
    hand.cell("dealer", hand.dealer)
    hand.facts |= {"dealer": hand.dealer.code}
    words = f"{hand.dealer} deals two starters, two targets {spaces} card-widths off, and 24 each."
    hand.tell(words, "TAD-DEAL")
    if hand.mode == "guided":
        hand.tell("Look at your own target only.", "TAD-TARGET")
    hand.tell(f"{hand.dealer.left} plays first.", "TAD-TURN")


def next_dealer(hand: Hand, result: Result) -> Seat:
    """The deal alternates, or falls to the loser."""
    if hand.rules.next_dealer == "loser_deals" and result.winner:
        return result.winner.left
    return hand.dealer.left


def write_down(hand: Hand, result: Result) -> None:
    """The deal in one sentence and on the sheet."""
    hand.status.clear()
    hand.cell("winner", result.winner or "nobody")
    hand.cell("how", result.ending.letter)
    who = f"{result.winner} wins" if result.winner else "Nobody wins"
    hand.summary = f"{who}: {result.why}"
    if not result.winner:
        words = "Neither can play, and neither may guess: nobody wins this deal."
        hand.tell(words, result.ending.rule)


def finish(table: Table) -> None:
    """The match ends when somebody has won the games agreed on."""
    goal = table.target
    leaders = table.ledger.leaders()
    if goal is not None and table.ledger.high >= goal and len(leaders) == 1:
        games = "a game" if goal == 1 else f"{goal} games"
        table.end(leaders, "TAD-MATCH", f"{listed(leaders)} has won {games}, {tally(table)}")


def stop(table: Table) -> None:
    """Play stops before the match is decided: the leader has it."""
    leaders = table.ledger.leaders()
    if len(leaders) == 1:
        table.end(leaders, "TAD-MATCH", f"{listed(leaders)} leads {tally(table)} when play stops")
    else:
        table.end([], "TAD-MATCH", f"level at {tally(table)} when play stops")


def tally(table: Table) -> str:
    """Games won, the higher number first: "3–2"."""
    totals = sorted(table.ledger.totals.values(), reverse=True)
    return "–".join(str(total) for total in totals).replace("-", "−")


def holds(replay: Replay) -> Iterator[str]:
    """Every deal that was played gives one game, or none if it was drawn."""
    for hand in replay.hands:
        won = [line for line in hand.lines if line.rule != "TAD-ADJ"]
        if hand.over and not hand.void:
            wanted = 0 if hand.cells["how"] == "–" else 1
            if [line.points for line in won] != [1] * wanted:
                yield f"hand {hand.number}: {len(won)} lines for {hand.cells['how']}"


# -- a deal at once -------------------------------------------------------------------------------


def quick(hand: Hand) -> Result:
    """Winner and way of winning; wrong guesses if the players kept count."""
    one, two = hand.table.seats

    def denied_before(winner: Seat, ending: Ending, first: str, second: str) -> None:
        guesses = first if winner is one else second
        if ending is DENIED and guesses == "0":
            message = (
                f"{winner} has 0 wrong guesses here, so {winner.left} denied none: "
                "count the guess that was denied."
            )
            raise Refused(message, "TAD-R10", "no_guess_denied", f"wrong {winner.code}")

    winner, ending, first, second = hand.ask(
        Choice("won", "Who won the deal?", "TAD-MATCH", [one, two]),
        Choice[Ending]("how", "How?", "TAD-CHAINWIN", endings()),
        wrong_question(one),
        wrong_question(two),
        title="The deal",
        check=denied_before,
    )
    for seat, wrong in ((one, first), (two, second)):
        hand.cell("wrong", "–" if wrong == "not kept" else wrong, seat.side)
    return Result(winner, ending, quick_words(hand, winner, ending, first, second))


def endings() -> list[Option[Ending]]:
    """The ways of winning a deal."""
    return [
        option(each, each.hint, text=each.word, label=each.label)
        for each in (GUESS, CHAIN, OUT, DENIED)
    ]


def wrong_question(seat: Seat) -> Choice[str]:
    """How often a player guessed wrongly, if anybody counted."""
    few = [option(str(number)) for number in range(9)]
    more = [option(str(number), hidden=True) for number in range(9, 25)]
    return Choice(
        f"wrong {seat.code}",
        f"{seat}’s wrong guesses",
        "TAD-WRONG",
        [option("not kept", label="?"), *few, *more],
        columns=5,
        hint="? if nobody counted",
    )


def quick_words(hand: Hand, winner: Seat, ending: Ending, first: str, second: str) -> str:
    """Why a deal entered at once was won."""
    loser, spaces = winner.left, hand.rules.spaces
    wrong = first if winner.number == 1 else second
    if ending is GUESS:
        return f"{winner} named the rank of {loser}’s target"
    if ending is OUT:
        return f"{loser} could not go on"
    if ending is DENIED:
        return f"{loser} had denied a right guess"
    if wrong in ("0", "not kept"):
        return f"{winner}’s chain reached the target" + (
            f" in {spaces} cards" if wrong == "0" else ""
        )
    return (
        f"{winner}’s chain reached the target in {spaces} + {wrong} = {spaces + int(wrong)} cards"
    )
