"""Questions that several results share, and captured cards ticked instead of points counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import Card
from companion.games.jo_jotte.checks import check_pile, check_played, jotte_option
from companion.games.jo_jotte.choices import judged
from companion.games.jo_jotte.facts import Contract, Seen
from companion.games.jo_jotte.house import Hand, House
from companion.games.jo_jotte.pack import LAST, PACK, TRICKS, pile_value
from companion.questions import Cards, Choice, Option, Question, option
from companion.seating import Seat

NOBODY = "nobody"


def jotte_question(
    rules: House, seats: Sequence[Seat], contract: Contract, seen: Seen, *, off: str = ""
) -> Choice[object]:
    """Who declared Jo-Jotte; a player who cannot have is struck out with the reason."""

    def judge(text: str) -> Option[object]:
        if text == NOBODY:
            return option(NOBODY, set_apart=True)
        return jotte_option(rules, contract, seen, seats[int(text) - 1])

    texts = [NOBODY, *(seat.code for seat in seats)]
    prompt, hint = "Who declared Jo-Jotte?", "King of trumps, later the queen."
    return judged(
        "jotte", prompt, "JOJ-JOTTE", texts, judge, columns=3, hint=hint,
        short="Jo-Jotte", begins=NOBODY, follows=True, off=off,
    )  # fmt: skip


def revoke_question(
    seats: Sequence[Seat], *, off: str = "", beside: bool = False
) -> Choice[object]:
    """Who revoked, found too late to be put right."""
    options = [option(NOBODY, set_apart=True), *(option(seat) for seat in seats)]
    return Choice(
        "revoke", "Any revoke? (found too late)", "JOJ-R23", options, columns=3,
        short="Revoke", begins=NOBODY, off=off, beside=beside,
    )  # fmt: skip


def extras(hand: Hand, contract: Contract, seen: Seen) -> list[Question[Any]]:
    """Jo-Jotte, where somebody can have declared it; and a revoke."""
    seats, page = hand.table.seats, list[Question[Any]]()
    if contract.special != "nullo":
        jotte = jotte_question(hand.rules, seats, contract, seen)
        if not jotte.decided or "jotte" in hand.answers:
            page.append(jotte)  # a record may say "nobody", or need the reason
    if hand.rules.revoke == "opponent_takes_all":
        page.append(revoke_question(seats, beside=bool(page)))
    return page


def asked(hand: Hand, title: str, page: list[Question[Any]], check: Any = None) -> dict[str, Any]:
    answers = hand.ask(*page, title=title, check=check)
    values = answers if len(page) > 1 else (answers,)
    return {question.key: value for question, value in zip(page, values, strict=True)}


def seat_or_none(answers: Mapping[str, Any], key: str) -> Seat | None:
    """A player named in an answer, if one was."""
    found = answers.get(key)
    return found if isinstance(found, Seat) else None


# -- piles -----------------------------------------------------------------------------------------


def count_piles(
    hand: Hand,
    contract: Contract,
    seen: Seen,
    tricks: Mapping[Seat, int] | None = None,
    jotte: Seat | None = None,
) -> tuple[dict[Seat, int], dict[str, Any]]:
    """Points counted from both piles and the last trick; the piles' sizes among the answers.

    With `tricks` (after a slam) the piles have to be of that size, and Jo-Jotte was asked before.
    """
    first, second = hand.table.seats
    trump = contract.trump(hand.rules)
    seen = seen.with_royals(jotte, trump)
    gone = {card: f"The {card} is {where}." for card, where in seen.out.items()}
    sizes = range(0, 2 * TRICKS + 1, 2) if tricks is None else [2 * tricks[first]]
    mine = hand.ask(pile_question(first, gone, sizes, seen), title=f"Cards captured by {first}")
    gone |= {card: f"The {card} is in the pile of {first}." for card in mine}
    left = 2 * TRICKS - len(mine)
    takers = [seat for seat, held in ((first, len(mine)), (second, left)) if held]
    last = Choice("last", "Who took the last trick?", "JOJ-LAST10", takers)
    page: list[Question[Any]] = [pile_question(second, gone, [left], seen), last]
    page += [] if tricks else extras(hand, contract, seen)

    def check(theirs: tuple[Card, ...], last: Seat, *more: Any) -> None:
        answers = dict(zip((q.key for q in page[2:]), more, strict=True))
        known = seen.with_royals(seat_or_none(answers, "jotte"), trump)
        check_played({first: mine, second: theirs}, known, f"pile {second.code}")

    answers = asked(hand, f"Cards captured by {second}, and the last trick", page, check)
    theirs = answers[f"pile {second.code}"]
    points = {
        seat: pile_value(cards, trump, hand.rules) + LAST * (answers["last"] is seat)
        for seat, cards in ((first, mine), (second, theirs))
    }
    counts = {f"pile {first.code}": len(mine), f"pile {second.code}": len(theirs)}
    return points, answers | counts


def pile_question(seat: Seat, gone: Mapping[Card, str], sizes: Sequence[int], seen: Seen) -> Cards:
    """The cards a player captured, two to a trick, in one of these numbers."""
    return Cards(
        f"pile {seat.code}",
        f"Cards captured by {seat}",
        "JOJ-CARDS",
        PACK,
        min(sizes),
        max(sizes),
        gone=dict(gone),
        check=lambda pile: check_pile(seat, pile, seen, 2 * TRICKS - len(pile)),
        samples=lambda: [likely(size, gone, seen) for size in sizes],
    )


def likely(size: int, gone: Mapping[Card, str], seen: Seen) -> str:
    """A pile of this size that may be: of the cards each player has shown, one to a trick."""
    shown = [
        card
        for held in seen.held.values()
        for card in sorted(held - gone.keys(), key=PACK.cards.index)[: size // 2]
    ]
    others = [card for card in PACK if card not in gone and card not in seen.played]
    return " ".join(card.code for card in [*shown, *others][:size]) or "none"
