"""Cases of Tadmur for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, of_hand
from companion.games.tadmur.facts import CHAIN, CIRCLE, DENIED, DRAWN, GUESS, joins
from companion.questions import Choice

SITUATIONS = {
    GUESS: "a rank was named and it is the target",
    CHAIN: "every space is filled and the last card joins the target",
    DENIED: "a right guess was denied",
    DRAWN: "both are stuck and neither may guess",
}
"""The situation that a Tadmur table enters, by the end of the deal."""


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    if hand.result:
        yield ending(hand)
    pending = replay.pending
    question = pending.page[0] if pending and pending.hand == hand.number else None
    if question and question.key.startswith("move "):
        words = f"{hand.facts['spaces']} left: "
        yield Case("spaces", of_hand(hand, "wrong", "laid"), words)
        assert isinstance(question, Choice)
        guess = next(each for each in question.answers if each.text == "guess")
        answers = of_hand(hand, "own", "other", "moment") | {"before": "no"}
        yield Case("guess", answers, "Yes", not guess.refusal)
        number = int(question.key.split()[1])
        mover = hand.dealer.left if number % 2 else hand.dealer
        target = hand.answers[f"target {mover.code}"]
        if target in CIRCLE:
            ends = {hand.facts["last"]}
            for _ in range(int(hand.facts["spaces"])):
                ends = {rank for rank in CIRCLE if any(joins(rank, each) for each in ends)}
            answers = of_hand(hand, "last", "spaces") | {"target": target, "holding": "none"}
            yield Case("road", answers, "Yes", any(joins(rank, target) for rank in ends))


def ending(hand: Hand) -> Case:
    end, says, rule = hand.result.ending, "", hand.result.ending.rule
    happened = SITUATIONS.get(end, "a player has no card that may follow")
    if end is GUESS:
        says = "The guesser wins"
    elif end is DENIED:
        says = "The player who denied it loses"
    elif end is DRAWN:
        says = "Nobody wins"
    elif "is full, but" in str(hand.result.why):
        happened, rule = "every space is filled but the last card does not join", "TAD-R3"
    elif "TAD-R4" in hand.result.also:
        happened, says = "a player has no cards left", "The opponent wins"
    return Case("end", {"happened": happened}, says, rule=rule)


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    result = hand.result
    if hand.mode == "guided" and result.winner:
        wrong = {f"wrong {seat.code}": "not kept" for seat in replay.table.seats}
        yield "quick", wrong | {"won": result.winner.code, "how": result.ending.word}


TWO = "Ann, Ben"
IMPOSSIBLE = (
    Impossible(TWO, "guided", "starter 1: 4; starter 2: 10; target 1: 7; target 2: A; move 1: 4"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, asked={"end", "guess", "road", "spaces"}, told=by_mode, shorter={"quick"},
    impossible=IMPOSSIBLE, possible={"quick"},
)  # fmt: skip
