"""The game count of Nine-Card Don: typed, or added up from the cards of each pile."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card, Pack
from companion.games.nine_card_don.counters import PACK, Bounds, Tricks, count_of, game_value
from companion.games.nine_card_don.house import Hand, House
from companion.questions import Cards, Choice, Option, Points, option
from companion.seating import Side

COUNTING = Pack(tuple(card for card in PACK if game_value(card)))
"""The twenty cards that count for game."""


TOTALS, CARDS, LEVEL = "totals", "cards", "level"
MISSING: Option[object] = option(
    "none",
    refusal="Nobody has won yet, so both piles are counted for game: say who has more.",
    code="game_count_missing",
    hidden=True,
)


def most_question(sides: Sequence[Side], rules: House, *, off: str = "") -> Choice[object]:
    """Who has most for game: said at once, or counted here."""
    options: list[Option[object]] = []
    options += [option(side) for side in sides]
    options += [
        option(LEVEL),
        option(TOTALS, label="type both counts"),
        option(CARDS, label="tap the cards"),
    ]
    options.append(MISSING)
    points = rules.game_points
    return Choice(
        "counting", f"Who has most for game? {points} points", "DON-COUNT", options,
        short=f"Most for game, {points} points", columns=5, off=off,
    )  # fmt: skip


def counting(hand: Hand, tricks: Tricks) -> object:
    """How the count for game came out, or how it is to be counted here."""
    bounds = Bounds.of(tricks)
    so_far = ", ".join(f"{side} {bounds.least(side)}" for side in hand.table.sides)
    hand.tell(
        f"For game A 4, K 3, Q 2, J 1, 10 = 10 in every suit. From trump honours already: {so_far}."
        f" Both counts together make {span(bounds)}.",
        "DON-COUNT",
    )
    return hand.ask(most_question(hand.table.sides, hand.rules))


def game_count(hand: Hand, tricks: Tricks, how: object) -> dict[Side, int]:
    """What both piles count for game."""
    bounds = Bounds.of(tricks)
    return tapped(hand, bounds) if how == CARDS else typed(hand, bounds)


def span(bounds: Bounds) -> str:
    """What both counts can make, in words."""
    if bounds.low == bounds.high:
        return f"exactly {bounds.high}"
    return f"at least {bounds.low}, at most {bounds.high}"


def typed(hand: Hand, bounds: Bounds) -> dict[Side, int]:
    """Both counts from the keypad; with nothing asleep the second is the rest of eighty."""
    one, two = hand.table.sides
    if not bounds.pitch.asleep:
        key = f"count {one.code}"
        first = hand.ask(
            points(one, other=str(two)),
            title=f"{one}: the game count of their pile",
            check=lambda mine: bounds.check({one: mine, two: 80 - mine}, {one: key, two: key}),
        )
        return {one: first, two: 80 - first}
    keys = {side: f"count {side.code}" for side in (one, two)}
    first, second = hand.ask(
        points(one),
        points(two),
        title="The game count of both piles",
        check=lambda mine, theirs: bounds.check({one: mine, two: theirs}, keys),
    )
    return {one: first, two: second}


def points(side: Side, other: str = "") -> Points:
    """The count of one pile."""
    return Points(
        f"count {side.code}",
        f"Game count of {side}",
        "DON-COUNT",
        0,
        80,
        complement_of=other,
        unit="for game",
        code="game_count_out_of_range",
        split_code="game_count_must_be_80" if other else "wrong_total",
        hint="Sums will do: 10+4+3.",
    )


def tapped(hand: Hand, bounds: Bounds) -> dict[Side, int]:
    """Both counts added up from the cards; the trump honours are known already."""
    one, two = hand.table.sides
    gone = known(bounds)
    free = [card for card in COUNTING if card not in gone]
    first = hand.ask(pile(one, gone), title=f"Tap the honours and tens of {one}")
    if bounds.pitch.asleep:
        gone |= {card: f"The {card} is with {one}." for card in first}
        second = hand.ask(
            pile(two, gone),
            title=f"Tap the honours and tens of {two}",
            check=lambda cards: bounds.check(
                {
                    one: bounds.least(one) + count_of(first),
                    two: bounds.least(two) + count_of(cards),
                },
                {one: f"pile {two.code}", two: f"pile {two.code}"},
            ),
        )
    else:
        second = tuple(card for card in free if card not in first)
    return {
        one: bounds.least(one) + count_of(first),
        two: bounds.least(two) + count_of(second),
    }


def known(bounds: Bounds) -> dict[Card, str]:
    """The trump honours: where they are is known from the play."""
    owner = {card: side for side, cards in bounds.held.items() for card in cards}
    return {
        card: f"The {card} is counted already, with {owner[card]}."
        if card in owner
        else f"The {card} was captured by nobody."
        for card in bounds.pitch.counters
        if game_value(card)
    }


def pile(side: Side, gone: dict[Card, str]) -> Cards:
    """The cards of one pile that count for game."""
    return Cards(
        f"pile {side.code}",
        f"Aces, kings, queens, jacks and tens with {side}",
        "DON-COUNT",
        COUNTING,
        0,
        len(COUNTING),
        none="none",
        gone=dict(gone),
        code="card_captured_twice",
        hint="Trump honours are counted already.",
    )
