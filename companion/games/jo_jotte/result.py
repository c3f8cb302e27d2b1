"""How the play came out: trick points, tricks where they matter, Jo-Jotte, a revoke."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.cards import Card, Suit
from companion.games.jo_jotte.choices import judged
from companion.games.jo_jotte.facts import Contract, Melds, Result, Seen, slam_made
from companion.games.jo_jotte.melds import FOUR, MOST_MELDS, impossible_sums
from companion.games.jo_jotte.pack import (
    LAST,
    PACK,
    TRICKS,
    most_in,
    pile_value,
    span,
)
from companion.questions import (
    Cards,
    Choice,
    Count,
    Option,
    Points,
    Question,
    Refused,
    option,
    yes_no,
)
from companion.rules import Options
from companion.seating import Seat
from companion.table import Hand

NOBODY = "nobody"


def outcome(hand: Hand, contract: Contract, seen: Seen) -> tuple[Melds, Result]:
    """The result of a guided hand, or melds and result of a quick one."""
    if contract.special == "nullo":
        return Melds(), nullo_result(hand, contract)
    if contract.special == "slam":
        return Melds(), slam_result(hand, contract, seen)
    hand.tell(needs(contract), "JOJ-MADE", keep=True)
    if hand.mode == "cards":
        return Melds(), piles_result(hand, contract, seen)
    return points_result(hand, contract, seen)


def needs(contract: Contract) -> str:
    """What each player is after in an ordinary hand."""
    return (
        f"{contract.declarer} needs more trick points than {contract.defender}; "
        f"the last trick adds {LAST}."
    )


# -- questions that several results share ----------------------------------------------------------


def jotte_question(hand: Hand, contract: Contract, seen: Seen) -> Choice[object]:
    """Who declared Jo-Jotte; where nobody can have, why not."""
    rules, seats = hand.rules, hand.table.seats

    def judge(text: str) -> Option[object]:
        if text == NOBODY:
            return option(NOBODY, loud=True)
        return jotte_option(rules, contract, seen, seats[int(text) - 1])

    texts = [*(seat.code for seat in seats), NOBODY]
    question = judged("jotte", "Who declared Jo-Jotte?", "JOJ-JOTTE", texts, judge, columns=3)
    return replace(question, hint="king of trumps, later the queen")


def jotte_option(rules: Options, contract: Contract, seen: Seen, seat: Seat) -> Option[object]:
    """A player as an answer, struck out where that player cannot have king and queen of trumps."""
    trump = contract.trump(rules)
    if trump is None:
        return option(seat, no="At no trump there is no Jo-Jotte.", code="jotte_at_no_trump")
    if contract.slam and rules.jojotte_on_slam == "no":
        no = "Here Jo-Jotte does not count in a slam."
        return option(seat, no=no, rule="JOJ-R17", code="jotte_on_slam")
    for card in (Card("K", trump), Card("Q", trump)):
        if card in seen.shut(seat):
            where = seen.where(card, seat)
            no = f"{where[0].upper()}{where[1:]}: {seat} cannot have declared Jo-Jotte."
            return option(seat, no=no, rule="JOJ-STUB", code="jotte_impossible")
    return option(seat)


def extras(hand: Hand, contract: Contract, seen: Seen) -> list[Question[Any]]:
    """Jo-Jotte, where the hand has a trump suit or is entered quickly; and a revoke."""
    page: list[Question[Any]] = []
    trump = contract.trump(hand.rules)
    off = contract.slam and hand.rules.jojotte_on_slam == "no"
    if contract.special != "nullo" and (hand.mode == "quick" or (trump and not off)):
        page.append(jotte_question(hand, contract, seen))
    if hand.rules.revoke == "opponent_takes_all":
        nobody = option(NOBODY, loud=True)
        options = [*(option(seat) for seat in hand.table.seats), nobody]
        prompt = "Who revoked, found too late to put right?"
        page.append(Choice[object]("revoke", prompt, "JOJ-R23", options, columns=3))
    return page


def asked(hand: Hand, title: str, page: list[Question[Any]], check: Any = None) -> dict[str, Any]:
    """One page, its answers by key."""
    answers = hand.ask(*page, title=title, check=check)
    values = answers if len(page) > 1 else (answers,)
    return {question.key: value for question, value in zip(page, values, strict=True)}


def seat_or_none(answers: Mapping[str, Any], key: str) -> Seat | None:
    """A player named in an answer, if one was."""
    found = answers.get(key)
    return found if isinstance(found, Seat) else None


def points_question(seat: Seat, trump: Suit | None, high: int) -> Points:
    """A player's trick points, the last trick included."""
    why = "every card counts 5, 10, 15 or 20" if trump else "every card counts 5 or 10"
    prompt = f"Trick points of {seat}"
    return Points(
        f"points {seat.code}",
        prompt,
        "JOJ-CARDS",
        0,
        high,
        step=5,
        why_step=why,
        code="points_too_high",
        hint="last trick included",
    )


# -- an ordinary hand ------------------------------------------------------------------------------


def points_result(hand: Hand, contract: Contract, seen: Seen) -> tuple[Melds, Result]:
    """Trick points of both; quick hands give their melds on the same page."""
    seats, trump = hand.table.seats, contract.trump(hand.rules)
    high = span(trump, hand.rules).high
    page: list[Question[Any]] = [points_question(seat, trump, high) for seat in seats]
    if hand.mode == "quick":
        page = [meld_question(seat, hand.rules) for seat in seats] + page
    page += extras(hand, contract, seen)
    keys = [question.key for question in page]

    def check(*values: Any) -> None:
        answers = dict(zip(keys, values, strict=True))
        if hand.mode == "quick":
            check_melds({seat: answers[f"melds {seat.code}"] for seat in seats})
        points = {seat: answers[f"points {seat.code}"] for seat in seats}
        check_sum(points, trump, hand.rules, seen, f"points {seats[-1].code}")

    answers = asked(hand, "The play is over", page, check)
    points = {seat: answers[f"points {seat.code}"] for seat in seats}
    swept = None
    for seat in seats:
        if not points[seat] and not hand.ask(
            yes_no(f"took {seat.code}", f"Did {seat} take any trick?", "JOJ-SLAM-LUCKY")
        ):
            swept = seat.left
    sums = {seat: answers.get(f"melds {seat.code}", 0) for seat in seats}
    jotte, revoked = seat_or_none(answers, "jotte"), seat_or_none(answers, "revoke")
    melds = Melds(sums=sums if any(sums.values()) else {})
    return melds, Result(points, {}, swept, jotte, revoked)


def check_sum(
    points: Mapping[Seat, int], trump: Suit | None, rules: Options, seen: Seen, key: str
) -> None:
    """Refuses trick points that the eighteen cards played cannot hold."""
    low, high = span(trump, rules, seen.out, seen.played)
    total = sum(points.values())
    kind = "a trump hand" if trump else "a hand at no trump"
    also = known_words(seen)
    if total > high:
        message = f"Together that is {total}; the most {kind} can hold is {high}{also}."
        raise Refused(message, "JOJ-R2", "together_too_high", key)
    if total < low:
        message = f"Together that is only {total}; {kind} holds {low} at least{also}."
        raise Refused(message, "JOJ-R2", "together_too_low", key)


def known_words(seen: Seen) -> str:
    """What lowers or raises the bounds of this hand."""
    parts = []
    if seen.out:
        parts.append(f"{' and '.join(map(str, seen.out))} out of play")
    if seen.played:
        parts.append("the melds shown in play")
    return f", with {' and '.join(parts)}" if parts else ""


def meld_question(seat: Seat, rules: Options) -> Points:
    """The meld points of a player; sums that nine cards cannot hold are struck out."""
    why = "fours count 100, runs 20, 40 or 50"
    return Points(
        f"melds {seat.code}",
        f"Melds of {seat}",
        "JOJ-MELD-SPLIT",
        0,
        MOST_MELDS,
        step=10,
        why_step=why,
        no=impossible_sums(rules),
        hint="only what scores; 0 for none",
    )


def check_melds(sums: Mapping[Seat, int]) -> None:
    """Only one player scores fours, and only one scores runs."""
    for name, values in (
        ("fours of a kind", [points // FOUR for points in sums.values()]),
        ("runs", [points % FOUR for points in sums.values()]),
    ):
        if all(values):
            message = f"Only one player scores {name}: whose are better?"
            *_, last = sums
            raise Refused(message, "JOJ-MELD-SPLIT", "both_score_melds", f"melds {last.code}")


# -- nullo and slam --------------------------------------------------------------------------------


def tricks_question(seat: Seat) -> Count:
    """How many of the nine tricks a player took."""
    return Count(
        f"tricks {seat.code}",
        f"Tricks of {seat}",
        "JOJ-WINTRICK",
        0,
        TRICKS,
        other=str(seat.left),
        unit="tricks",
        split_code="tricks_must_total_9",
    )


def split_tricks(seat: Seat, tricks: int) -> dict[Seat, int]:
    """The tricks of both, from those of one."""
    return {seat: tricks, seat.left: TRICKS - tricks}


def nullo_result(hand: Hand, contract: Contract) -> Result:
    """Tricks, counted for the defender; nothing else matters."""
    page: list[Question[Any]] = [tricks_question(contract.defender)]
    page += extras(hand, contract, Seen())
    answers = asked(hand, "The nullo is played", page)
    tricks = split_tricks(contract.defender, answers[page[0].key])
    return Result({}, tricks, None, None, seat_or_none(answers, "revoke"))


def slam_result(hand: Hand, contract: Contract, seen: Seen) -> Result:
    """Tricks of the declarer; trick points only where they are written."""
    declarer, rules = contract.declarer, hand.rules
    page: list[Question[Any]] = [tricks_question(declarer), *extras(hand, contract, seen)]
    answers = asked(hand, "The slam is played", page)
    tricks = split_tricks(declarer, answers[page[0].key])
    revoked = seat_or_none(answers, "revoke")
    result = Result({}, tricks, None, seat_or_none(answers, "jotte"), revoked)
    if slam_made(contract, result) and rules.slam_made_below == "none":
        return result
    if hand.mode == "cards":
        points, _ = count_piles(hand, contract, seen, tricks, [])
    else:
        points = slam_points(hand, contract, seen, tricks)
    return Result(points, tricks, None, result.jotte, revoked)


def slam_points(
    hand: Hand, contract: Contract, seen: Seen, tricks: Mapping[Seat, int]
) -> dict[Seat, int]:
    """Trick points of both, held against the tricks they took."""
    trump, rules, seats = contract.trump(hand.rules), hand.rules, hand.table.seats
    high = span(trump, rules).high
    takers = [seat for seat in seats if tricks[seat]]
    page: list[Question[Any]] = [points_question(seat, trump, high) for seat in takers]

    def check(*values: int) -> None:
        points = dict.fromkeys(seats, 0) | dict(zip(takers, values, strict=True))
        check_tricks(points, tricks, trump, rules, seen)
        check_sum(points, trump, rules, seen, f"points {takers[-1].code}")

    answers = asked(hand, "The tricks are counted", page, check)
    return {seat: answers.get(f"points {seat.code}", 0) for seat in seats}


def check_tricks(
    points: Mapping[Seat, int],
    tricks: Mapping[Seat, int],
    trump: Suit | None,
    rules: Options,
    seen: Seen,
) -> None:
    """Refuses more points than a player's tricks can hold."""
    for seat, value in points.items():
        most = most_in(tricks[seat], trump, rules, seen.out)
        if value > most:
            number = f"{tricks[seat]} trick{'s' * (tricks[seat] != 1)}"
            message = f"{value} is too much for {seat}: {number} can hold {most} at most."
            raise Refused(message, "JOJ-R2", "too_much_for_tricks", f"points {seat.code}")


# -- piles, card by card ---------------------------------------------------------------------------


def piles_result(hand: Hand, contract: Contract, seen: Seen) -> Result:
    """Captured cards ticked instead of points."""
    more = extras(hand, contract, seen)
    points, answers = count_piles(hand, contract, seen, None, more)
    tricks = {seat: answers[f"pile {seat.code}"] // 2 for seat in hand.table.seats}
    swept = next((seat for seat, taken in tricks.items() if taken == TRICKS), None)
    jotte, revoked = seat_or_none(answers, "jotte"), seat_or_none(answers, "revoke")
    return Result(points, tricks, swept, jotte, revoked)


def count_piles(
    hand: Hand,
    contract: Contract,
    seen: Seen,
    tricks: Mapping[Seat, int] | None,
    more: list[Question[Any]],
) -> tuple[dict[Seat, int], dict[str, Any]]:
    """Points counted from both piles and the last trick; the piles' sizes among the answers."""
    first, second = hand.table.seats
    trump = contract.trump(hand.rules)
    gone = {card: f"The {card} is {where}." for card, where in seen.out.items()}
    size = 2 * tricks[first] if tricks else None
    mine = hand.ask(pile_question(first, gone, size), title="The piles are counted")
    gone |= {card: f"The {card} is in the pile of {first}." for card in mine}
    left = 2 * TRICKS - len(mine)
    takers = [seat for seat, held in ((first, len(mine)), (second, left)) if held]
    last = Choice("last", "Who took the last trick?", "JOJ-LAST10", takers)
    page: list[Question[Any]] = [pile_question(second, gone, left), last, *more]
    answers = asked(hand, "The piles are counted", page)
    theirs = answers[f"pile {second.code}"]
    points = {
        seat: pile_value(cards, trump, hand.rules) + LAST * (answers["last"] is seat)
        for seat, cards in ((first, mine), (second, theirs))
    }
    sizes = {f"pile {first.code}": len(mine), f"pile {second.code}": len(theirs)}
    return points, answers | sizes


def pile_question(seat: Seat, gone: Mapping[Card, str], size: int | None) -> Cards:
    """The cards a player captured: two to a trick."""
    low, high = (0, 2 * TRICKS) if size is None else (size, size)
    return Cards(
        f"pile {seat.code}",
        f"Cards captured by {seat}",
        "JOJ-CARDS",
        PACK,
        low,
        high,
        gone=dict(gone),
        check=partial(even, seat),
    )


def even(seat: Seat, cards: tuple[Card, ...]) -> None:
    """Two cards to a trick."""
    if len(cards) % 2:
        message = f"{len(cards)} cards for {seat} cannot be: every trick has two."
        raise Refused(message, "JOJ-CARDS", "odd_pile")
