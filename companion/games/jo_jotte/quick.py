"""A hand of Jo-Jotte on one page, once it has been played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Suit
from companion.games.jo_jotte import show
from companion.games.jo_jotte.bidding import NO_TRUMP, NOBODY
from companion.games.jo_jotte.checks import check_melds, check_sum, check_tricks
from companion.games.jo_jotte.facts import Contract, Melds, Result, Seen, may_bid_slam, slam_made
from companion.games.jo_jotte.house import Hand, House
from companion.games.jo_jotte.melds import MOST_MELDS, impossible_sums
from companion.games.jo_jotte.pack import span
from companion.games.jo_jotte.piles import jotte_question, revoke_question
from companion.games.jo_jotte.result import (
    points_question,
    split_tricks,
    sweep,
    tricks_question,
)
from companion.questions import Choice, Option, Points, Question, option
from companion.seating import Seat

Found = tuple[Contract, Melds, Result]


def hand_at_once(hand: Hand) -> Found | None:
    """Contract, melds and trick points on one page; None when both pass twice."""
    rules, seats = hand.rules, hand.table.seats
    keys = [question.key for question in questions(rules, seats, {})]

    def check(*values: Any) -> None:
        answers = dict(zip(keys, values, strict=True))
        contract = contract_of(answers)
        if contract:
            stands(answers, contract, rules, seats)

    page = partial(questions, rules, seats)
    values = hand.ask_together(page, title="Just the result", check=check)
    answers = dict(zip(keys, values, strict=True))
    contract = contract_of(answers)
    if contract is None:
        return None
    show.contract_known(hand, contract)
    show.special_known(hand, contract)
    return (contract, *came_to(hand, contract, answers))


def stands(
    answers: Mapping[str, Any], contract: Contract, rules: House, seats: Sequence[Seat]
) -> None:
    """Refuses melds and points that no deal can give."""
    takers = [seat for seat in seats if answers[f"points {seat.code}"] is not None]
    if not takers:
        return
    points = points_in(answers, seats)
    if contract.slam:
        check_tricks(points, tricks_in(answers, contract), contract.trump(rules), rules, Seen())
    else:
        check_melds({seat: answers[f"melds {seat.code}"] for seat in seats})
    last = f"points {takers[-1].code}"
    check_sum(points, contract.trump(rules), rules, Seen(), last)


def came_to(hand: Hand, contract: Contract, answers: Mapping[str, Any]) -> tuple[Melds, Result]:
    """Melds and result of what the page was told."""
    seats, revoked = hand.table.seats, seat_in(answers, "revoke")
    jotte, points = seat_in(answers, "jotte"), points_in(answers, seats)
    if contract.special:
        counted = any(answers[f"points {seat.code}"] is not None for seat in seats)
        tricks = tricks_in(answers, contract)
        return Melds(), Result(points if counted else {}, tricks, None, jotte, revoked)
    sums = {seat: answers[f"melds {seat.code}"] for seat in seats}
    melds = Melds(sums=sums if any(sums.values()) else {})
    return melds, Result(points, {}, sweep(hand, points), jotte, revoked)


def points_in(answers: Mapping[str, Any], seats: Sequence[Seat]) -> dict[Seat, int]:
    """Everybody's trick points; none of who is not asked."""
    return {seat: answers[f"points {seat.code}"] or 0 for seat in seats}


def tricks_in(answers: Mapping[str, Any], contract: Contract) -> dict[Seat, int]:
    """The tricks of both in a nullo or slam."""
    seat = contract.declarer if contract.slam else contract.defender
    return split_tricks(seat, answers[f"tricks {seat.code}"])


def seat_in(answers: Mapping[str, Any], key: str) -> Seat | None:
    """A player named in an answer, if one was."""
    found = answers.get(key)
    return found if isinstance(found, Seat) else None


def contract_of(answers: Mapping[str, Any]) -> Contract | None:
    """The contract that the answers give; None where both passed."""
    declarer, trump, special = answers["declarer"], answers["trump"], answers["special"]
    if not isinstance(declarer, Seat):
        return None
    suit = trump if isinstance(trump, Suit) else None
    nullo, slam = str(special).endswith("nullo"), "slam" in str(special)
    return Contract(declarer, suit, answers["stakes"] or 1, nullo, slam)


# -- the page --------------------------------------------------------------------------------------


def questions(
    rules: House, seats: Sequence[Seat], given: Mapping[str, str]
) -> Sequence[Question[Any]]:
    """The page beside what it has been told."""
    first = bid_questions(rules, seats, given)
    contract = contract_of({each.key: each.read_in(given) for each in first})
    passed = "both passed twice" if first[0].read_in(given) == NOBODY else ""
    special = contract.special if contract else ""
    plain = passed or (f"the {special} counts tricks" if special else "")
    trump = contract.trump(rules) if contract else Suit.HEARTS
    high = span(trump, rules).high
    tricks = [tricks_question(seat, off=uncounted(seat, contract)) for seat in seats]
    extra = extra_questions(rules, seats, contract, passed)
    known = {each.key: each.read_in(given) for each in [*tricks, *extra]}
    points = {seat: plain and pointless(seat, plain, contract, rules, known) for seat in seats}
    return [
        *first,
        *(melds_of(seat, rules, off=plain, beside=n > 0) for n, seat in enumerate(seats)),
        *(points_question(seat, trump, high, off=points[seat], beside=True) for seat in seats),
        *tricks,
        *extra,
    ]


def pointless(
    seat: Seat, plain: str, contract: Contract | None, rules: House, known: Mapping[str, Any]
) -> str:
    """Why trick points are not asked for in a special hand; "" where a slam writes them."""
    if contract is None or not contract.slam:
        return plain
    found = known[f"tricks {contract.declarer.code}"]
    if found is None:
        return "the tricks come first"
    split = split_tricks(contract.declarer, found)
    result = Result({}, split, revoked=seat_in(known, "revoke"))
    if slam_made(contract, result) and rules.slam_made_below == "none":
        return plain
    return "" if split[seat] else f"{seat} took no trick"


def bid_questions(
    rules: House, seats: Sequence[Seat], given: Mapping[str, str]
) -> list[Question[Any]]:
    """Who chose which trumps, the stakes, nullo or slam."""
    nobody = option(NOBODY, "both passed twice", label="passed", set_apart=True)
    players: list[object] = [*seats, nobody]
    declarer = Choice[object](
        "declarer", "Who chose trumps?", "JOJ-BID", players, short="Who chose?", columns=3
    )
    off = "both passed twice" if declarer.read_in(given) == NOBODY else ""
    trumps: list[object] = [*Suit, option(NO_TRUMP, label="NT")]
    return [
        declarer,
        Choice[object]("trump", "Trumps?", "JOJ-BID", trumps, columns=5, off=off, beside=True),
        Choice[int]("stakes", "Doubled?", "JOJ-DOUBLE", STAKES, columns=3, off=off, begins="plain"),
        Choice[str](
            "special", "Nullo or slam?", "JOJ-SLAM", special_bids(rules),
            columns=4, off=off, begins="none", beside=True,
        ),
    ]  # fmt: skip


STAKES = [
    option(1, text="plain", label="no"),
    option(2, text="doubled", label="×2"),
    option(4, text="redoubled", label="×4"),
]


def special_bids(rules: House) -> list[Option[str]]:
    """What may be bid beside the contract; house rule `slam_needs_nullo`."""
    no = "" if may_bid_slam(False, rules) else "Here a slam may only be bid over a nullo."
    return [
        option("none", label="no"),
        option("nullo"),
        option("slam", refusal=no, rule="JOJ-R11", code="slam_without_nullo"),
        option("slam over nullo", label="both"),
    ]


def melds_of(seat: Seat, rules: House, *, off: str, beside: bool) -> Points:
    """The meld points of a player; sums that nine cards cannot hold are struck out."""
    return Points(
        f"melds {seat.code}", f"Melds of {seat}", "JOJ-MELD-SPLIT", 0, MOST_MELDS,
        step=10, why_step="fours score 100, runs 20, 40 or 50", impossible=impossible_sums(rules),
        hint="Only what scores; 0 for none.", short=f"{seat} melds",
        off=off, begins="0", beside=beside,
    )  # fmt: skip


def uncounted(seat: Seat, contract: Contract | None) -> str:
    """Why a player's tricks are not asked for: those of who bid nullo or slam are."""
    if contract is None or not contract.special:
        return "tricks count only in a nullo or a slam"
    counted = contract.declarer if contract.slam else contract.defender
    return "" if seat is counted else f"{counted}’s tricks say it"


def extra_questions(
    rules: House, seats: Sequence[Seat], contract: Contract | None, passed: str
) -> list[Question[Any]]:
    """Jo-Jotte and a revoke, which mostly nobody has."""
    none = "there is no Jo-Jotte in a nullo" if contract and contract.special == "nullo" else passed
    known = contract or Contract(seats[0], Suit.HEARTS)
    page: list[Question[Any]] = [jotte_question(rules, seats, known, Seen(), off=none)]
    if rules.revoke == "opponent_takes_all":
        page.append(revoke_question(seats, off=passed, beside=True))
    return page
