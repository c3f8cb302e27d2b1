"""A round of Dealer's Dilemma at once: three bids by their numbers, and the tricks."""

from __future__ import annotations

from typing import Any

from companion.games.dealers_dilemma import show
from companion.games.dealers_dilemma.facts import DIFFERENCE, EASY, TOP, TRICKS, ZERO, Bid
from companion.games.dealers_dilemma.house import Hand, House
from companion.questions import Choice, Count, Question, Refused, Shares
from companion.seating import Seat


def at_once(hand: Hand) -> tuple[dict[Seat, Bid], dict[Seat, int]]:
    """The kinds of bid, then numbers and tricks."""
    seats = hand.table.seats
    kinds = hand.ask(
        *(
            Choice[str](f"kind {seat.code}", f"{seat}’s bid", "DD-BIDS", show.kinds(), columns=4)
            for seat in seats
        ),
        title="Which kind of bid did each make?",
    )
    said = dict(zip(seats, kinds, strict=True))
    asked = [(seat, kind, numbers(seat, kind, hand.rules)) for seat, kind in said.items()]
    page = [question for _, _, questions in asked for question in questions]
    shares = Shares(
        "tricks", "Tricks won", "DD-TENTRICKS", seats, 0, TRICKS, total=TRICKS, unit="tricks"
    )

    def bids(answers: list[Any]) -> dict[Seat, Bid]:
        rest = list(answers)
        return {seat: Bid(kind, *(rest.pop(0) for _ in each)) for seat, kind, each in asked}

    def check(*answers: Any) -> None:
        four_of_a_rank(bids(list(answers[:-1])), page[-1].key if page else "")

    found = hand.ask(*page, shares, title="Bids and tricks", check=check)
    # Where everybody bids zero there are no numbers, and the page has one question.
    answers: list[Any] = list(found) if page else [found]
    tricks: dict[Seat, int] = answers.pop()
    return bids(answers), tricks


def numbers(seat: Seat, kind: str, rules: House) -> list[Question[Any]]:
    """The numbers a bid of this kind has."""

    def one(key: str, prompt: str) -> Count:
        return Count(f"{key} {seat.code}", f"{seat}: {prompt}", "DD-BIDS", 2, 10)

    if kind == EASY:
        return [one("shown", "the number shown"), one("hidden", "the number hidden")]
    if kind == TOP:
        return [one("top", "the number on top")]
    if kind == DIFFERENCE:
        refused = {0: show.NO_DIFFERENCE} if rules.equal_difference == "refuse" else {}
        key, prompt = f"difference {seat.code}", f"{seat}: the difference"
        return [Count(key, prompt, "DD-R1", 0, 8, impossible=refused)]
    assert kind == ZERO
    return []


def four_of_a_rank(bids: dict[Seat, Bid], key: str) -> None:
    """The pack has four cards of a rank, and no card is bid twice (DD-PACK)."""
    ranks = [rank for bid in bids.values() for rank in bid.ranks]
    for rank in dict.fromkeys(ranks):
        if ranks.count(rank) > 4:
            words = show.too_many(rank, ranks.count(rank))
            raise Refused(words, "DD-PACK", "too_many_copies", key)
