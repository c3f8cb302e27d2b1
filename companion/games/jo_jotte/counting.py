"""What a hand of Jo-Jotte came to: its one page asked whole, or the rest of it.

Step by step the bidding and the declarations have found a part of it out; at once it is all asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.games.jo_jotte.bidding import NO_TRUMP, contract_known, special_known
from companion.games.jo_jotte.checks import check_melds, check_sum, check_tricks
from companion.games.jo_jotte.facts import Contract, KnownCards, Melds, Result
from companion.games.jo_jotte.house import Hand
from companion.games.jo_jotte.pack import TRICKS, say
from companion.games.jo_jotte.page import (
    STAKES,
    Found,
    contract_of,
    extras,
    page,
    points_in,
    seat_in,
    tricks_in,
    written,
)
from companion.games.jo_jotte.piles import count_piles
from companion.questions import Choice, yes_no
from companion.seating import Seat

COUNT = "Count the trick points"


def hand_at_once(hand: Hand) -> tuple[Contract, Melds, Result] | None:
    """Contract, melds and trick points on one page; None when both pass twice."""
    nothing = KnownCards()
    check = partial(stands, hand, nothing)
    found = hand.ask_whole(partial(page, hand, nothing, None), title="Just the result", check=check)
    contract = contract_of(found)
    if contract is None:
        return None
    contract_known(hand, contract)
    special_known(hand, contract)
    sums = {} if contract.special else {s: found[f"melds {s.code}"] for s in hand.table.seats}
    melds = Melds(sums=sums if any(sums.values()) else {})
    return contract, melds, came_to(hand, contract, found)


def outcome(hand: Hand, contract: Contract, melds: Melds, seen: KnownCards) -> Result:
    """The result of a hand whose contract and melds the course of play has found out."""
    known = found_out(hand, contract, melds)
    hand.known |= known
    rest = partial(hand.ask_rest, partial(page, hand, seen, contract), known)
    if contract.special == "nullo":
        return came_to(hand, contract, rest(title="Count the tricks of the nullo"))
    if contract.special == "slam":
        return slam_result(hand, contract, seen, known)
    words = say.needs_more(declarer=contract.declarer, defender=contract.defender)
    hand.tell(words, keep=True)
    if hand.mode != "cards":
        found = rest(title=COUNT, check=partial(stands, hand, seen, known=contract))
        return came_to(hand, contract, found)
    points, found = count_piles(
        hand, seen, contract.trump(hand.rules), extras(hand, contract, seen)
    )
    tricks = {seat: found[f"pile {seat.code}"] // 2 for seat in hand.table.seats}
    swept = next((seat for seat, taken in tricks.items() if taken == TRICKS), None)
    return Result(points, tricks, swept, seat_in(found, "jotte"), seat_in(found, "revoke"))


def found_out(hand: Hand, contract: Contract, melds: Melds) -> dict[str, str]:
    """What the course of play has found out, as answers of the page."""
    bid = "slam over nullo" if contract.slam and contract.nullo else contract.special or "none"
    known = {
        "declarer": contract.declarer.code,
        "trump": contract.suit.value if contract.suit else NO_TRUMP,
        "stakes": next(text for text, times in STAKES.items() if times == contract.times),
        "special": bid,
    }
    if not contract.special:
        known |= {f"melds {seat.code}": str(melds.of(seat)) for seat in hand.table.seats}
    return known


def slam_result(
    hand: Hand, contract: Contract, seen: KnownCards, known: Mapping[str, str]
) -> Result:
    """Tricks of the declarer; trick points only where they are written."""
    whole, seats = partial(page, hand, seen, contract), hand.table.seats
    keys = f"tricks {contract.declarer.code}", "jotte", "revoke"
    found = hand.ask_rest(whole, known, *keys, title="Count the tricks of the slam")
    if not written(contract, found, hand.rules):
        return came_to(hand, contract, found)
    if hand.mode == "cards":
        tricks, jotte = tricks_in(found, contract), seat_in(found, "jotte")
        trump = contract.trump(hand.rules)
        points, _ = count_piles(hand, seen, trump, [], tricks, jotte)
        found |= {f"points {seat.code}": number for seat, number in points.items()}
        return came_to(hand, contract, found)

    def check(points: Found) -> None:
        stands(hand, seen, {**found, **points}, contract)

    keys_of_points = [f"points {seat.code}" for seat in seats]
    found |= hand.ask_rest(whole, known, *keys_of_points, title=COUNT, check=check)
    return came_to(hand, contract, found)


def stands(hand: Hand, seen: KnownCards, found: Found, known: Contract | None = None) -> None:
    """Refuses melds and points that no deal can give."""
    seats, rules, contract = hand.table.seats, hand.rules, known or contract_of(found)
    takers = [seat for seat in seats if found.get(f"points {seat.code}") is not None]
    if not takers or contract is None:
        return
    points, trump = points_in(found, seats), contract.trump(rules)
    if contract.slam:
        check_tricks(points, tricks_in(found, contract), trump, rules, seen)
    elif not known:
        check_melds({seat: found[f"melds {seat.code}"] for seat in seats})
    check_sum(points, trump, rules, seen, f"points {takers[-1].code}")


def came_to(hand: Hand, contract: Contract, found: Found) -> Result:
    """The result of what the page was told."""
    seats, revoked, jotte = hand.table.seats, seat_in(found, "revoke"), seat_in(found, "jotte")
    points = points_in(found, seats)
    if contract.special:
        counted = any(found.get(f"points {seat.code}") is not None for seat in seats)
        tricks = tricks_in(found, contract)
        return Result(points if counted else {}, tricks, None, jotte, revoked)
    return Result(points, {}, sweep(hand, points), jotte, revoked)


def sweep(hand: Hand, points: Mapping[Seat, int]) -> Seat | None:
    """Who took all nine tricks: somebody without a point may still have taken one."""
    swept = None
    for seat in hand.table.seats:
        if not points[seat] and not hand.ask(took_any(seat)):
            swept = seat.left
    return swept


def took_any(seat: Seat) -> Choice[bool]:
    return yes_no(
        f"took {seat.code}", say.took_any(who=seat),
        told=lambda yes: f"{seat} took {'a' if yes else 'no'} trick",
    )  # fmt: skip
