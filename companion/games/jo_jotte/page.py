"""All facts of a hand of Jo-Jotte as one page of questions, and the facts in its answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import Suit
from companion.games.jo_jotte import facts
from companion.games.jo_jotte.bidding import NO_ONE, NO_TRUMP, NOBODY
from companion.games.jo_jotte.facts import Contract, KnownCards, Result, no_jotte
from companion.games.jo_jotte.house import Hand, House
from companion.games.jo_jotte.melds import MOST_MELDS, impossible_sums
from companion.games.jo_jotte.pack import TRICKS, say, span
from companion.questions import Choice, Count, Option, Points, Question, option
from companion.seating import Seat

Found = Mapping[str, Any]
"""Answers by key."""
STAKES = {"plain": 1, "doubled": 2, "redoubled": 4}
STAKED = [option(n, text=text, label=f"×{n}" if n > 1 else "no") for text, n in STAKES.items()]
PASSED = option(NOBODY, "both passed twice", label="passed", set_apart=True)
TRUMPS = [*Suit, option(NO_TRUMP, label="NT")]
SPECIALS: list[str | Option[str]] = [
    option("none", label="no"), "nullo", "slam", option("slam over nullo", label="both"),
]  # fmt: skip


def points_in(answers: Found, seats: Sequence[Seat]) -> dict[Seat, int]:
    return {seat: answers.get(f"points {seat.code}") or 0 for seat in seats}


def tricks_in(answers: Found, contract: Contract) -> dict[Seat, int]:
    """The tricks of both in a nullo or slam, from those of who bid it."""
    seat = contract.speaker
    tricks = answers[f"tricks {seat.code}"]
    return {seat: tricks, seat.left: TRICKS - tricks}


def seat_in(answers: Found, key: str) -> Seat | None:
    """A player named in an answer, if one was."""
    who = answers.get(key)
    return who if isinstance(who, Seat) else None


def contract_of(answers: Found) -> Contract | None:
    """The contract that the answers give. None if both passed."""
    declarer, trump, special = answers["declarer"], answers["trump"], str(answers["special"])
    if not isinstance(declarer, Seat):
        return None
    suit = trump if isinstance(trump, Suit) else None
    nullo, slam = special.endswith("nullo"), "slam" in special
    return Contract(declarer, suit, answers["stakes"] or 1, nullo, slam)


def written(contract: Contract, answers: Found, rules: House) -> bool:
    """True if the trick points of a slam are written: it is lost, or scores below as well."""
    result = Result({}, tricks_in(answers, contract), revoked=seat_in(answers, "revoke"))
    return rules.slam_made_below != "none" or not facts.slam_made(contract, result)


def page(
    hand: Hand, seen: KnownCards, known_contract: Contract | None, given: Mapping[str, str]
) -> Sequence[Question[Any]]:
    """All questions of a hand that the answers so far leave open.

    If the contract is known from the play, the melds are known too. Questions that the contract
    makes irrelevant are not on the page.
    """
    rules, seats = hand.rules, hand.table.seats
    bid = [] if known_contract else contract_questions(rules, seats, given)
    answers = {each.key: each.read_in(given) for each in bid}
    contract = known_contract or contract_of(answers)
    passed = "both passed twice" if answers.get("declarer") == NOBODY else ""
    plain = passed or (
        f"the {contract.special} counts tricks" if contract and contract.special else ""
    )
    tricks = [] if known_contract and not known_contract.special else [
        tricks_question(seat, off=uncounted(seat, contract)) for seat in seats
    ]  # fmt: skip
    extra = extras(hand, contract, seen, passed)
    slam = contract is not None and contract.slam  # its points hang on the tricks
    known = {each.key: each.read_in(given) for each in [*tricks, *extra]} if slam else {}
    points = {seat: plain and pointless(seat, plain, contract, rules, known) for seat in seats}
    quick = hand.mode == "quick"
    after = {seat: n > 0 and not points[seats[0]] for n, seat in enumerate(seats)}
    melds = [] if known_contract else [
        melds_of(seat, rules, off=plain, beside=n > 0) for n, seat in enumerate(seats)
    ]  # fmt: skip
    counts: list[Points] = []
    if not known_contract or not all(points.values()):
        trump = contract.trump(rules) if contract else Suit.HEARTS
        high = span(trump, rules).high
        counts = [
            points_question(seat, trump, high, off=points[seat], beside=quick or after[seat])
            for seat in seats
        ]
    whole = [*bid, *melds, *counts, *tricks, *extra]
    return [each for each in whole if not each.off] if known_contract else whole


def pointless(seat: Seat, plain: str, contract: Contract | None, rules: House, known: Found) -> str:
    """The reason why a special hand has no question for trick points. "" if a slam scores them."""
    if contract is None or not contract.slam:
        return plain
    if known[f"tricks {contract.declarer.code}"] is None:
        return "the tricks come first"
    if not written(contract, known, rules):
        return plain
    return "" if tricks_in(known, contract)[seat] else f"{seat} took no trick"


def contract_questions(
    rules: House, seats: Sequence[Seat], given: Mapping[str, str]
) -> list[Question[Any]]:
    """The questions for the declarer, the trumps, the stakes, nullo or slam."""
    declarer = Choice[object](
        "declarer", say.who_chose(), options=[*seats, PASSED], short="Who chose?", columns=3
    )
    off = "both passed twice" if declarer.read_in(given) == NOBODY else ""
    alone = facts.may_bid_slam(False, rules)
    return [
        declarer,
        Choice[object](
            "trump", say.which_trumps(), options=TRUMPS, columns=5, off=off, crosses="declarer",
            short="Trumps?",
        ),
        Choice[int](
            "stakes", say.was_it_doubled(), options=STAKED, columns=3, off=off, default="plain"
        ),
        Choice[str](
            "special", say.nullo_or_slam(), options=SPECIALS, columns=4, off=off, default="none",
            beside=True, short="Nullo, slam?",
            why_not=lambda bid: say.slam_without_nullo() if bid == "slam" and not alone else None,
        ),
    ]  # fmt: skip


def melds_of(seat: Seat, rules: House, *, off: str, beside: bool) -> Points:
    """The meld points of a player; sums that nine cards cannot hold are struck out."""
    return Points(
        f"melds {seat.code}", say.melds_of(who=seat), "", 0, MOST_MELDS, step=10,
        why_step="fours score 100, runs 20, 40 or 50", impossible=impossible_sums(rules),
        hint=say.only_what_scores(), short=f"{seat} melds", off=off, default="0", beside=beside,
    )  # fmt: skip


def points_question(
    seat: Seat, trump: Suit | None, high: int, *, off: str = "", beside: bool = False
) -> Points:
    """A player's trick points, the last trick included."""
    return Points(
        f"points {seat.code}", say.points_of(who=seat), "", 0, high, step=5,
        why_step="sums of cards end in 0 or 5", code="points_too_high",
        hint=say.with_last_trick(), short=f"{seat} points", off=off, beside=beside,
        whose=seat,
    )  # fmt: skip


def tricks_question(seat: Seat, *, off: str = "") -> Count:
    return Count(
        f"tricks {seat.code}", say.tricks_of(who=seat), "", 0, TRICKS, complement_of=str(seat.left),
        unit="tricks", split_code="tricks_must_total_9", off=off, instead=True,
    )  # fmt: skip


def uncounted(seat: Seat, contract: Contract | None) -> str:
    """Why a player's tricks are not asked for: those of who bid nullo or slam are."""
    if contract is None or not contract.special:
        return "tricks count only in a nullo or a slam"
    return "" if seat is contract.speaker else f"{contract.speaker}’s tricks say it"


def extras(
    hand: Hand, contract: Contract | None, seen: KnownCards, passed: str = "",
) -> list[Question[Any]]:  # fmt: skip
    """Jo-Jotte and a revoke, which mostly nobody has."""
    rules, seats, quick = hand.rules, hand.table.seats, hand.mode == "quick"
    bid = contract or Contract(seats[0], Suit.HEARTS)
    off = "there is no Jo-Jotte in a nullo" if bid.special == "nullo" else passed
    # Step by step nobody is asked what only one answer can be given to.
    possible = any(no_jotte(rules, bid, seen, seat) is None for seat in seats)
    if not (quick or possible or "jotte" in hand.answers):
        off = off or "nobody can have declared it"
    jotte = Choice[object](
        "jotte", say.who_declared(), options=[NO_ONE, *seats], columns=3,
        why_not=lambda who: no_jotte(rules, bid, seen, who) if isinstance(who, Seat) else None,
        hint=say.king_then_queen(), short="Jo-Jotte", default=NOBODY, follows=True, off=off,
    )  # fmt: skip
    page: list[Question[Any]] = [jotte]
    if rules.revoke == "opponent_takes_all":
        page.append(Choice[object](
            "revoke", say.any_revoke(), options=[NO_ONE, *seats],
            columns=3, short="Revoke", default=NOBODY, off=passed, beside=quick or not off,
        ))  # fmt: skip
    return page
