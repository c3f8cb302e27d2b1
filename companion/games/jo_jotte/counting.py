"""Counting a hand of Jo-Jotte: piles, points and tricks, step by step or at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Card, Suit
from companion.games.jo_jotte import facts, page
from companion.games.jo_jotte.bidding import NO_TRUMP, contract_known, special_known
from companion.games.jo_jotte.facts import Contract, KnownCards, Melds, Result
from companion.games.jo_jotte.house import Hand
from companion.games.jo_jotte.pack import LAST, PACK, TRICKS, in_order, pile_value, say
from companion.games.jo_jotte.page import STAKES, Found, seat_in
from companion.questions import Cards, Choice, Question, yes_no
from companion.said import Text
from companion.seating import Seat


def count_piles(
    hand: Hand, seen: KnownCards, trump: Suit | None, extras: Sequence[Question[Any]],
    tricks: Mapping[Seat, int] | None = None, jotte: Seat | None = None,
) -> tuple[dict[Seat, int], dict[str, Any]]:  # fmt: skip
    """Points counted from both piles and the last trick; the piles' sizes among the answers.

    With `tricks` (after a slam) the piles have to be of that size, and Jo-Jotte was asked before.
    """
    first, second = hand.table.seats
    seen = seen.with_royals(jotte, trump)
    gone: dict[Card, Text] = {
        card: say.card_gone__out(card=card, where=where) for card, where in seen.out.items()
    }
    sizes = range(0, 2 * TRICKS + 1, 2) if tricks is None else [2 * tricks[first]]
    mine = hand.ask(pile_question(first, gone, sizes, seen), title=say.captured(who=first))
    gone |= {card: say.card_gone__pile(card=card, who=first) for card in mine}
    left = 2 * TRICKS - len(mine)
    takers = [seat for seat, held in ((first, len(mine)), (second, left)) if held]
    last = Choice("last", say.who_took_last(), options=takers)
    questions: list[Question[Any]] = [
        pile_question(second, gone, [left], seen), last, *(q for q in extras if not q.off),
    ]  # fmt: skip
    keys = [question.key for question in questions]

    def check(theirs: tuple[Card, ...], *more: Any) -> None:
        who = dict(zip(keys[1:], more, strict=True)).get("jotte")
        known = seen.with_royals(who if isinstance(who, Seat) else None, trump)
        facts.check_played({first: mine, second: theirs}, known, f"pile {second.code}")

    title = say.captured_and_last(who=second)
    answers = hand.ask(*questions, title=title, check=check)
    entries: dict[str, Any] = dict(zip(keys, answers, strict=True))
    theirs = entries[f"pile {second.code}"]
    points = {
        seat: pile_value(cards, trump, hand.rules) + LAST * (entries["last"] is seat)
        for seat, cards in ((first, mine), (second, theirs))
    }
    counts = {f"pile {first.code}": len(mine), f"pile {second.code}": len(theirs)}
    return points, entries | counts


def pile_question(
    seat: Seat, gone: Mapping[Card, Text], sizes: Sequence[int], seen: KnownCards
) -> Cards:
    """The cards a player captured, two to a trick, in one of these numbers."""
    return Cards(
        f"pile {seat.code}", say.captured(who=seat), "", PACK, min(sizes), max(sizes),
        gone=dict(gone),
        check=lambda pile: facts.check_pile(seat, pile, seen, 2 * TRICKS - len(pile)),
        samples=lambda: [likely(size, gone, seen) for size in sizes],
    )  # fmt: skip


def likely(size: int, gone: Mapping[Card, Text], seen: KnownCards) -> str:
    holdings = [
        card for held in seen.held.values() for card in in_order(held - gone.keys())[: size // 2]
    ]
    others = [card for card in PACK if card not in gone and card not in seen.played]
    return " ".join(card.code for card in [*holdings, *others][:size]) or "none"


COUNT = "Count the trick points"


def hand_at_once(hand: Hand) -> tuple[Contract, Melds, Result] | None:
    """Contract, melds and trick points on one page; None when both pass twice."""
    nothing = KnownCards()
    check = partial(stands, hand, nothing)
    whole = partial(page.page, hand, nothing, None)
    answers = hand.ask_whole(whole, title="Just the result", check=check)
    contract = page.contract_of(answers)
    if contract is None:
        return None
    contract_known(hand, contract)
    special_known(hand, contract)
    sums = {} if contract.special else {s: answers[f"melds {s.code}"] for s in hand.table.seats}
    melds = Melds(sums=sums if any(sums.values()) else {})
    return contract, melds, came_to(hand, contract, answers)


def outcome(hand: Hand, contract: Contract, melds: Melds, seen: KnownCards) -> Result:
    """The result of a hand whose contract and melds the course of play has found out."""
    known = found_out(hand, contract, melds)
    hand.known |= known
    rest = partial(hand.ask_rest, partial(page.page, hand, seen, contract), known)
    if contract.special == "nullo":
        return came_to(hand, contract, rest(title="Count the tricks of the nullo"))
    if contract.special == "slam":
        return slam_result(hand, contract, seen, known)
    words = say.needs_more(declarer=contract.declarer, defender=contract.defender)
    hand.tell(words, keep=True)
    if hand.mode != "cards":
        answers = rest(title=COUNT, check=partial(stands, hand, seen, known=contract))
        return came_to(hand, contract, answers)
    points, answers = count_piles(
        hand, seen, contract.trump(hand.rules), page.extras(hand, contract, seen)
    )
    tricks = {seat: answers[f"pile {seat.code}"] // 2 for seat in hand.table.seats}
    swept = next((seat for seat, taken in tricks.items() if taken == TRICKS), None)
    return Result(points, tricks, swept, seat_in(answers, "jotte"), seat_in(answers, "revoke"))


def found_out(hand: Hand, contract: Contract, melds: Melds) -> dict[str, str]:
    """The facts known from the play so far, as answers of the page."""
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
    """The result from the tricks of the declarer. It has trick points only if they score."""
    whole, seats = partial(page.page, hand, seen, contract), hand.table.seats
    keys = f"tricks {contract.declarer.code}", "jotte", "revoke"
    answers = hand.ask_rest(whole, known, *keys, title="Count the tricks of the slam")
    if not page.written(contract, answers, hand.rules):
        return came_to(hand, contract, answers)
    if hand.mode == "cards":
        tricks, jotte = page.tricks_in(answers, contract), seat_in(answers, "jotte")
        trump = contract.trump(hand.rules)
        points, _ = count_piles(hand, seen, trump, [], tricks, jotte)
        answers |= {f"points {seat.code}": number for seat, number in points.items()}
        return came_to(hand, contract, answers)

    def check(points: Found) -> None:
        stands(hand, seen, {**answers, **points}, contract)

    keys_of_points = [f"points {seat.code}" for seat in seats]
    answers |= hand.ask_rest(whole, known, *keys_of_points, title=COUNT, check=check)
    return came_to(hand, contract, answers)


def stands(hand: Hand, seen: KnownCards, answers: Found, known: Contract | None = None) -> None:
    """Refuses melds and points that no deal can give."""
    seats, rules, contract = hand.table.seats, hand.rules, known or page.contract_of(answers)
    takers = [seat for seat in seats if answers.get(f"points {seat.code}") is not None]
    if not takers or contract is None:
        return
    points, trump = page.points_in(answers, seats), contract.trump(rules)
    if contract.slam:
        facts.check_tricks(points, page.tricks_in(answers, contract), trump, rules, seen)
    elif not known:
        facts.check_melds({seat: answers[f"melds {seat.code}"] for seat in seats})
    facts.check_sum(points, trump, rules, seen, f"points {takers[-1].code}")


def came_to(hand: Hand, contract: Contract, answers: Found) -> Result:
    """The result of the answers on the page."""
    seats, revoked, jotte = hand.table.seats, seat_in(answers, "revoke"), seat_in(answers, "jotte")
    points = page.points_in(answers, seats)
    if contract.special:
        counted = any(answers.get(f"points {seat.code}") is not None for seat in seats)
        tricks = page.tricks_in(answers, contract)
        return Result(points if counted else {}, tricks, None, jotte, revoked)
    return Result(points, {}, sweep(hand, points), jotte, revoked)


def sweep(hand: Hand, points: Mapping[Seat, int]) -> Seat | None:
    """The player who took all nine tricks. A player without a point may still have taken one."""
    swept = None
    for seat in hand.table.seats:
        if not points[seat] and not hand.ask(yes_no(f"took {seat.code}", say.took_any(who=seat))):
            swept = seat.left
    return swept
