"""The four ways of entering a deal of Très: cards, key cards, tricks by kind, or totals."""

from __future__ import annotations

from functools import partial

from companion.cards import Card
from companion.games.tres import show
from companion.games.tres.facts import CELLS, Deal, Tally, possible_splits, possible_totals
from companion.games.tres.house import Hand
from companion.games.tres.tricks import (
    KEYS,
    PACK,
    TRICKS,
    Trick,
    reply_wins,
    revokes,
    worth,
)
from companion.questions import Cards, Choice, Refused, Shares, option
from companion.seating import Seat
from companion.words import counted, listed

TITLE = "Just the result"

# -- trick by trick ------------------------------------------------------------------------------


def trick_by_trick(hand: Hand) -> Deal:
    """Seventeen tricks, card by card or by their key cards."""
    tally = Tally({seat: {} for seat in hand.table.seats})
    for number in range(1, TRICKS + 1):
        leader = hand.dealer.left if number % 2 else hand.dealer
        hand.facts |= {"leader": leader.code, "number": str(number)}
        hand.before_pending = partial(show.so_far, hand, tally)
        if hand.mode == "guided":
            three_cards(hand, tally, leader, number)
        else:
            keys_of(hand, tally, leader, number)
    hand.before_pending = None
    points = {seat: tally.points(seat) for seat in hand.table.seats}
    return Deal(points, tally, tuple(revokes(tally.tricks)))


def three_cards(hand: Hand, tally: Tally, leader: Seat, number: int) -> None:
    """The three cards of a trick; who wins it, and what it is worth, follows from them."""
    other = leader.left
    show.on_the_table(hand, number, [])
    lead = card(hand, tally, number, 1, f"{leader} leads", "any card")
    led = lead.suit
    assert led is not None
    show.on_the_table(hand, number, [lead])
    reply = card(hand, tally, number, 2, f"{other} replies", f"{led} if {other} has any")
    if reply.suit is not led:
        no_more(hand, number, 2, other, lead, "TRES-REPLY")
    show.on_the_table(hand, number, [lead, reply])
    show.replied(hand, leader, lead, reply)
    third = card(hand, tally, number, 3, f"{leader} again", show.third_card(lead, reply))
    if reply_wins(lead, reply) and third.suit is not led:
        no_more(hand, number, 3, leader, lead, "TRES-MUSTFOLLOW")
    trick = Trick(leader, (lead, reply, third), number)
    tally.tricks.append(trick)
    made = worth(trick.cards)
    tally.add(trick.winner, made.points, made.rule)
    show.trick_taken(hand, trick)


def card(hand: Hand, tally: Tally, number: int, place: int, who: str, hint: str) -> Card:
    (played,) = hand.ask(
        Cards(
            f"trick {number} card {place}",
            f"Trick {number}, card {place}: {who}",
            "TRES-TWICE",
            PACK,
            gone=tally.gone,
            hint=hint,
        )
    )
    tally.gone[played] = f"The {played} went in trick {number}."
    return played


def no_more(hand: Hand, number: int, place: int, who: Seat, lead: Card, rule: str) -> None:
    """Off suit where suit had to be followed: is the suit really gone?"""
    suit = lead.suit
    assert suit is not None
    back = f"Then {who} must follow suit: undo, and play {suit.word} to the {lead}."
    still = option(False, label="Still one", refusal=back, code="must_follow")
    hand.ask(
        Choice[bool](
            f"trick {number} void {place}",
            f"{who}: no more {suit.word}?",
            rule,
            [option(True, label=f"No more {suit.word}"), still],
        )
    )


def keys_of(hand: Hand, tally: Tally, leader: Seat, number: int) -> None:
    """The winner of a trick and the key cards in it."""
    who, keys = hand.ask(
        Choice(f"winner {number}", f"Who won trick {number}?", "TRES-WINTRICK", hand.table.seats),
        Cards(
            f"keys {number}",
            "Key cards in it",
            "TRES-VALUE",
            KEYS,
            0,
            3,
            gone=tally.gone,
            none="No key card",
            outside=no_key,
        ),
        title=f"Trick {number}: {leader} leads",
        check=lambda _, keys: keys_fit(tally, number, keys),
    )
    for each in keys:
        tally.gone[each] = f"The {each} already counted in trick {number}."
    made = worth(keys)
    tally.add(who, made.points, made.rule)
    show.keys_taken(hand, who, number, keys)


def no_key(card: Card) -> Refused:
    """The refusal of a card that is none of the twelve, or not in the pack at all."""
    if card in PACK.places:
        words = f"The {card} is not a key card: those are the twos, threes and fours."
        return Refused(words, "TRES-VALUE", "not_a_key_card")
    return Refused(f"The {card} is not in the pack.", "TRES-PACK", "unknown_card")


def keys_fit(tally: Tally, number: int, keys: tuple[Card, ...]) -> None:
    """Every key card has to fall by the last trick."""
    left = len(KEYS) - len(tally.gone) - len(keys)
    to_come = TRICKS - number
    if left > 3 * to_come:
        message = f"{left} key cards would still be out with {counted(to_come, 'trick')} to come."
        raise Refused(message, "TRES-VALUE", "keys_must_total_12", f"keys {number}")


# -- the deal at once ----------------------------------------------------------------------------


def at_once(hand: Hand) -> Deal:
    """How many tricks of each kind each player won."""
    seats = hand.table.seats
    words = {1: "plain", 2: "2-point", 4: "4-point", 8: "8-point", 16: "16-point"}
    kinds = [
        Shares(
            key, f"{words[value].capitalize()} tricks", "TRES-VALUE", seats, 0, TRICKS,
            short="Plain" if value == 1 else f"Of {value}", inline=True,
        )
        for value, key in CELLS.items()
    ]  # fmt: skip
    title = "Tricks of each kind"
    answers = hand.ask_together(
        lambda given: kinds, title=title, check=tallies_fit, samples=likely_tallies
    )
    rules = {1: "TRES-KEY0", 2: "TRES-KEY1", 4: "TRES-KEY2", 8: "TRES-KEY3", 16: "TRES-VALUE"}
    tally = Tally({seat: {} for seat in seats})
    for value, shares in zip(CELLS, answers, strict=True):
        for seat, number in shares.items():
            tally.add(seat, value, rules[value], number)
    return Deal({seat: tally.points(seat) for seat in seats}, tally)


def likely_tallies() -> list[dict[str, str]]:
    """Some tallies that seventeen tricks and twelve key cards allow."""
    kinds = ((5, 12, 0, 0, 0), (8, 6, 3, 0, 0), (10, 4, 1, 1, 1), (13, 0, 0, 1, 3), (9, 5, 2, 1, 0))
    return [
        {
            key: f"{number // part} {number - number // part}"
            for key, number in zip(CELLS.values(), numbers, strict=True)
        }
        for numbers in kinds
        for part in (1, 2, 3)
    ]


def tallies_fit(*answers: dict[Seat, int]) -> None:
    """Seventeen tricks, twelve key cards."""
    numbers = [sum(shares.values()) for shares in answers]
    if sum(numbers) != TRICKS:
        message = f"That is {counted(sum(numbers), 'trick')}; there are {TRICKS}."
        raise Refused(message, "TRES-VALUE", "tricks_must_total_17", CELLS[1])
    keys = numbers[1] + 2 * numbers[2] + 3 * (numbers[3] + numbers[4])
    if keys != len(KEYS):
        message = f"Those tricks hold {counted(keys, 'key card')}; there are {len(KEYS)}."
        raise Refused(message, "TRES-VALUE", "keys_must_total_12", CELLS[2])


def totals(hand: Hand) -> Deal:
    """The two point totals alone."""
    question = Shares(
        "points", "Points of the deal", "TRES-DEAL", hand.table.seats, 0, 77,
        samples=lambda: [f"{a} {b}" for a, b in sorted(possible_splits())],
    )  # fmt: skip
    (points,) = hand.ask_together(lambda given: [question], title=TITLE, check=totals_fit)
    return Deal(points)


def totals_fit(points: dict[Seat, int]) -> None:
    """The two totals must be such as seventeen tricks can make, together and apart (TRES-R6)."""
    total, possible = sum(points.values()), possible_totals()
    if total not in possible:
        near = sorted(possible, key=lambda n: (abs(n - total), n))[:2]
        message = f"Together that is {total}, which 17 tricks cannot make; "
        message += f"{listed(sorted(near))} could be."
        raise Refused(message, "TRES-R6", "total_impossible", "points")
    first, second = points.values()
    if (first, second) not in possible_splits():
        splits = sorted(pair for pair in possible_splits() if sum(pair) == total)
        one, other = min(splits, key=lambda pair: abs(pair[0] - first))
        message = f"{total} is possible, but not as {first} and {second}; "
        message += f"{one} and {other} could be."
        raise Refused(message, "TRES-R6", "total_impossible", "points")
