"""Captured cards ticked instead of points counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import Card, Suit
from companion.games.jo_jotte.checks import check_pile, check_played
from companion.games.jo_jotte.facts import KnownCards
from companion.games.jo_jotte.house import Hand
from companion.games.jo_jotte.pack import LAST, PACK, TRICKS, in_order, pile_value, say
from companion.questions import Cards, Choice, Question
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
    told = "{} took the last trick".format
    last = Choice("last", say.who_took_last(), options=takers, told=told)
    page: list[Question[Any]] = [
        pile_question(second, gone, [left], seen), last, *(q for q in extras if not q.off),
    ]  # fmt: skip
    keys = [question.key for question in page]

    def check(theirs: tuple[Card, ...], *more: Any) -> None:
        who = dict(zip(keys[1:], more, strict=True)).get("jotte")
        known = seen.with_royals(who if isinstance(who, Seat) else None, trump)
        check_played({first: mine, second: theirs}, known, f"pile {second.code}")

    title = say.captured_and_last(who=second)
    found: dict[str, Any] = dict(zip(keys, hand.ask(*page, title=title, check=check), strict=True))
    theirs = found[f"pile {second.code}"]
    points = {
        seat: pile_value(cards, trump, hand.rules) + LAST * (found["last"] is seat)
        for seat, cards in ((first, mine), (second, theirs))
    }
    counts = {f"pile {first.code}": len(mine), f"pile {second.code}": len(theirs)}
    return points, found | counts


def pile_question(
    seat: Seat, gone: Mapping[Card, Text], sizes: Sequence[int], seen: KnownCards
) -> Cards:
    """The cards a player captured, two to a trick, in one of these numbers."""
    return Cards(
        f"pile {seat.code}", say.captured(who=seat), "", PACK, min(sizes), max(sizes),
        gone=dict(gone), check=lambda pile: check_pile(seat, pile, seen, 2 * TRICKS - len(pile)),
        samples=lambda: [likely(size, gone, seen) for size in sizes],
        told=lambda pile: f"{seat} captured {' '.join(map(str, pile)) or 'nothing'}",
    )  # fmt: skip


def likely(size: int, gone: Mapping[Card, Text], seen: KnownCards) -> str:
    shown = [
        card for held in seen.held.values() for card in in_order(held - gone.keys())[: size // 2]
    ]
    others = [card for card in PACK if card not in gone and card not in seen.played]
    return " ".join(card.code for card in [*shown, *others][:size]) or "none"
