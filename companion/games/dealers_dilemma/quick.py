"""A round of Dealer's Dilemma at once: three bids by their numbers, and the tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.dealers_dilemma import show
from companion.games.dealers_dilemma.facts import DIFFERENCE, EASY, TOP, TRICKS, Bid
from companion.games.dealers_dilemma.house import Hand, House
from companion.questions import Choice, Points, Question, Refused, Shares
from companion.seating import Seat


def at_once(hand: Hand) -> tuple[dict[Seat, Bid], dict[Seat, int]]:
    """Kinds of bid, numbers and tricks on one page."""
    seats = hand.dealer.round
    page = partial(questions, hand.rules, seats)
    keys = [question.key for question in page({})]

    def check(*answers: Any) -> None:
        told = dict(zip(keys, answers, strict=True))
        numbers = [key for key in keys if key.split()[0] in NUMBERS and told[key] is not None]
        four_of_a_rank(bids_of(told, seats), numbers[-1] if numbers else "")

    answers = hand.ask_together(page, title="Just the result", check=check)
    told = dict(zip(keys, answers, strict=True))
    bids, tricks = bids_of(told, seats), told["tricks"]
    return {seat: bids[seat] for seat in hand.table.seats}, tricks


def bids_of(told: Mapping[str, Any], seats: Sequence[Seat]) -> dict[Seat, Bid]:
    found: dict[Seat, Bid] = {}
    for seat in seats:
        numbers = (told[f"{key} {seat.code}"] for key in NUMBERS)
        found[seat] = Bid(told[f"kind {seat.code}"], *(n for n in numbers if n is not None))
    return found


NUMBERS = {"shown": EASY, "hidden": EASY, "top": TOP, "difference": DIFFERENCE}
"""The numbers of bids, in the order they are told, and whose kind they are."""
SHORT = {"shown": "shown", "hidden": "hidden", "top": "on top", "difference": "by"}


def questions(
    rules: House, seats: Sequence[Seat], given: Mapping[str, str]
) -> Sequence[Question[Any]]:
    """The page beside what it has been told."""
    page: list[Question[Any]] = []
    for seat in seats:
        kind = Choice[str](
            f"kind {seat.code}",
            f"{seat}’s bid",
            "DD-BIDS",
            show.kinds(),
            columns=4,
            short=str(seat),
        )
        page.append(kind)
        said = kind.read_in(given)
        page += [number(seat, key, rules, off=key_off(key, said)) for key in NUMBERS]
    table = sorted(seats, key=lambda seat: seat.number)
    page.append(
        Shares(
            "tricks",
            "Tricks won",
            "DD-TENTRICKS",
            table,
            0,
            TRICKS,
            total=TRICKS,
            unit="tricks",
            typed=True,
        )
    )
    return page


def key_off(key: str, said: str | None) -> str:
    """Why a number is not asked for beside this kind of bid."""
    if said is None:
        return "the kind of bid is open"
    return "" if NUMBERS[key] == said else f"the bid was {said}"


def number(seat: Seat, key: str, rules: House, *, off: str) -> Points:
    refused = {0: show.NO_DIFFERENCE} if rules.equal_difference == "refuse" else {}
    words = {
        "shown": "the number shown", "hidden": "the number hidden", "top": "the number on top",
        "difference": "the difference",
    }[key]  # fmt: skip
    low, high = (0, 8) if key == "difference" else (2, 10)
    return Points(
        f"{key} {seat.code}", f"{seat}: {words}", "DD-R1" if key == "difference" else "DD-BIDS",
        low, high, impossible=refused if key == "difference" else {}, short=SHORT[key],
        off=off, instead=True, beside=True,
    )  # fmt: skip


def four_of_a_rank(bids: dict[Seat, Bid], key: str) -> None:
    """The pack has four cards of a rank, and no card is bid twice (DD-PACK)."""
    ranks = [rank for bid in bids.values() for rank in bid.ranks]
    for rank in dict.fromkeys(ranks):
        if ranks.count(rank) > 4:
            words = show.too_many(rank, ranks.count(rank))
            raise Refused(words, "DD-PACK", "too_many_copies", key)
