"""How the play came out: trick points, tricks where they matter, Jo-Jotte, a revoke."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cards import Suit
from companion.games.jo_jotte import show
from companion.games.jo_jotte.checks import check_sum, check_tricks
from companion.games.jo_jotte.facts import Contract, Result, Seen, slam_made
from companion.games.jo_jotte.house import Hand
from companion.games.jo_jotte.pack import TRICKS, span
from companion.games.jo_jotte.piles import asked, count_piles, extras, seat_or_none
from companion.questions import Count, Points, Question, yes_no
from companion.seating import Seat


def outcome(hand: Hand, contract: Contract, seen: Seen) -> Result:
    """The result of a hand, by points or by the cards of the piles."""
    if contract.special == "nullo":
        return nullo_result(hand, contract)
    if contract.special == "slam":
        return slam_result(hand, contract, seen)
    show.play_begins(hand, contract)
    if hand.mode == "cards":
        return piles_result(hand, contract, seen)
    return points_result(hand, contract, seen)


def points_question(
    seat: Seat, trump: Suit | None, high: int, *, off: str = "", beside: bool = False
) -> Points:
    """A player's trick points, the last trick included."""
    why = "every card counts 5, 10, 15 or 20" if trump else "every card counts 5 or 10"
    return Points(
        f"points {seat.code}", f"Trick points of {seat}", "JOJ-CARDS", 0, high,
        step=5, why_step=why, code="points_too_high", hint="With the 10 of the last trick.",
        short=f"{seat} tricks", off=off, beside=beside,
    )  # fmt: skip


# -- an ordinary hand ------------------------------------------------------------------------------


def points_result(hand: Hand, contract: Contract, seen: Seen) -> Result:
    """Trick points of both."""
    seats, rules, trump = hand.table.seats, hand.rules, contract.trump(hand.rules)
    high = span(trump, rules).high
    page: list[Question[Any]] = [
        points_question(seat, trump, high, beside=n > 0) for n, seat in enumerate(seats)
    ]
    page += extras(hand, contract, seen)

    def check(mine: int, theirs: int, *more: Any) -> None:
        points = dict(zip(seats, (mine, theirs), strict=True))
        *_, last = seats
        check_sum(points, trump, rules, seen, f"points {last.code}")

    answers = asked(hand, "Count the trick points", page, check)
    points = {seat: answers[f"points {seat.code}"] for seat in seats}
    swept = sweep(hand, points)
    return Result(
        points, {}, swept, seat_or_none(answers, "jotte"), seat_or_none(answers, "revoke")
    )


def sweep(hand: Hand, points: Mapping[Seat, int]) -> Seat | None:
    """Who took all nine tricks: somebody without a point may still have taken one."""
    swept = None
    for seat in hand.table.seats:
        if not points[seat] and not hand.ask(
            yes_no(f"took {seat.code}", f"Did {seat} take any trick?", "JOJ-SLAM-LUCKY")
        ):
            swept = seat.left
    return swept


def piles_result(hand: Hand, contract: Contract, seen: Seen) -> Result:
    """Captured cards ticked instead of points."""
    points, answers = count_piles(hand, contract, seen)
    tricks = {seat: answers[f"pile {seat.code}"] // 2 for seat in hand.table.seats}
    swept = next((seat for seat, taken in tricks.items() if taken == TRICKS), None)
    jotte, revoked = seat_or_none(answers, "jotte"), seat_or_none(answers, "revoke")
    return Result(points, tricks, swept, jotte, revoked)


# -- nullo and slam --------------------------------------------------------------------------------


def tricks_question(seat: Seat, *, off: str = "") -> Count:
    """How many of the nine tricks a player took."""
    return Count(
        f"tricks {seat.code}", f"Tricks of {seat}", "JOJ-WINTRICK", 0, TRICKS,
        complement_of=str(seat.left), unit="tricks", split_code="tricks_must_total_9",
        off=off, instead=True,
    )  # fmt: skip


def split_tricks(seat: Seat, tricks: int) -> dict[Seat, int]:
    """The tricks of both, from those of one."""
    return {seat: tricks, seat.left: TRICKS - tricks}


def nullo_result(hand: Hand, contract: Contract) -> Result:
    """Tricks, counted for the defender; nothing else matters."""
    count = tricks_question(contract.defender)
    page: list[Question[Any]] = [count, *extras(hand, contract, Seen())]
    answers = asked(hand, "Count the tricks of the nullo", page)
    tricks = split_tricks(contract.defender, answers[count.key])
    return Result({}, tricks, None, None, seat_or_none(answers, "revoke"))


def slam_result(hand: Hand, contract: Contract, seen: Seen) -> Result:
    """Tricks of the declarer; trick points only where they are written."""
    declarer = contract.declarer
    count = tricks_question(declarer)
    page: list[Question[Any]] = [count, *extras(hand, contract, seen)]
    answers = asked(hand, "Count the tricks of the slam", page)
    tricks = split_tricks(declarer, answers[count.key])
    revoked = seat_or_none(answers, "revoke")
    rules, jotte = hand.rules, seat_or_none(answers, "jotte")
    result = Result({}, tricks, None, jotte, revoked)
    if slam_made(contract, result) and rules.slam_made_below == "none":
        return result
    if hand.mode == "cards":
        points, _ = count_piles(hand, contract, seen, tricks, jotte)
    else:
        points = slam_points(hand, contract, seen, tricks)
    return Result(points, tricks, None, jotte, revoked)


def slam_points(
    hand: Hand, contract: Contract, seen: Seen, tricks: Mapping[Seat, int]
) -> dict[Seat, int]:
    """Trick points of both, held against the tricks they took."""
    trump, rules, seats = contract.trump(hand.rules), hand.rules, hand.table.seats
    high = span(trump, rules).high
    takers = [seat for seat in seats if tricks[seat]]
    page: list[Question[Any]] = [
        points_question(seat, trump, high, beside=n > 0) for n, seat in enumerate(takers)
    ]

    def check(*values: int) -> None:
        points = dict.fromkeys(seats, 0) | dict(zip(takers, values, strict=True))
        check_tricks(points, tricks, trump, rules, seen)
        *_, last = takers
        check_sum(points, trump, rules, seen, f"points {last.code}")

    answers = asked(hand, "Count the trick points", page, check)
    return {seat: answers.get(f"points {seat.code}", 0) for seat in seats}
