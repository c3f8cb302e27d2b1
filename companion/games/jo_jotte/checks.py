"""What no deal of Jo-Jotte can give: refused in every way of entry, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from companion.cards import Card, Suit
from companion.games.jo_jotte.facts import Contract, Seen, royals
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import FOUR
from companion.games.jo_jotte.pack import PACK, TRICKS, most_in, span
from companion.questions import Option, Refused, option
from companion.seating import Seat
from companion.words import counted, listed


def jotte_option(rules: House, contract: Contract, seen: Seen, seat: Seat) -> Option[object]:
    """A player as an answer, struck out where that player cannot have king and queen of trumps."""
    trump = contract.trump(rules)
    if trump is None:
        return option(seat, refusal="At no-trump there is no Jo-Jotte.", code="jotte_at_no_trump")
    if contract.slam and rules.jojotte_on_slam == "no":
        no = "Here Jo-Jotte does not count in a slam."
        return option(seat, refusal=no, rule="JOJ-R17", code="jotte_on_slam")
    for card in royals(trump):
        if card in seen.shut(seat):
            where = seen.where(card, seat)
            no = f"{where[0].upper()}{where[1:]}: {seat} cannot have declared Jo-Jotte."
            return option(seat, refusal=no, rule="JOJ-STUB", code="jotte_impossible")
    if not seen.room(seat, royals(trump)):
        no = f"{seat} has shown so many other cards that nine do not hold king and queen too."
        return option(seat, refusal=no, rule="JOJ-JOTTE", code="jotte_impossible")
    return option(seat)


def check_sum(
    points: Mapping[Seat, int], trump: Suit | None, rules: House, seen: Seen, key: str
) -> None:
    """Refuses trick points that the eighteen cards played cannot hold."""
    low, high = span(trump, rules, seen.out, seen.played)
    total = sum(points.values())
    kind = "a trump hand" if trump else "a hand at no-trump"
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
        parts.append("the cards shown in play")
    return f", with {' and '.join(parts)}" if parts else ""


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


def check_tricks(
    points: Mapping[Seat, int],
    tricks: Mapping[Seat, int],
    trump: Suit | None,
    rules: House,
    seen: Seen,
) -> None:
    """Refuses more points than a player's tricks can hold."""
    for seat, value in points.items():
        most = most_in(tricks[seat], trump, rules, seen.out)
        if value > most:
            message = f"{value} is too much for {seat}"
            message += (
                f": {counted(tricks[seat], 'trick')} can hold {most} at most."
                if tricks[seat]
                else ", who took no trick."
            )
            raise Refused(message, "JOJ-R2", "too_much_for_tricks", f"points {seat.code}")


def even(seat: Seat, cards: Collection[Card]) -> None:
    """Two cards to a trick."""
    if len(cards) % 2:
        many = counted(len(cards), "card")
        message = f"{many} for {seat} cannot be: every trick has two."
        raise Refused(message, "JOJ-CARDS", "odd_pile")


def check_pile(taker: Seat, pile: Collection[Card], seen: Seen, left: int) -> None:
    """Refuses a pile that no tricks can have made, given that `left` cards lie in the other one.

    Every card shown is played (JOJ-R2), one of each player to a trick.
    """
    even(taker, pile)
    for seat, held in seen.held.items():
        mine = held & set(pile)
        for cards, whose, size in ((mine, taker, len(pile)), (held - mine, taker.left, left)):
            if len(cards) > size // 2:
                tricks = counted(size // 2, "trick")
                message = f"{whose} took {tricks}, and {in_order(cards)} would have to lie there:"
                message += f" {seat} has shown {'it' if len(cards) == 1 else 'them'}, and each"
                message += " trick has one card of each player."
                raise Refused(message, "JOJ-R2", "too_many_of_one_holding", f"pile {taker.code}")


def check_played(piles: Mapping[Seat, Collection[Card]], seen: Seen, key: str) -> None:
    """Refuses piles that do not hold every card shown: all cards held are played (JOJ-R2)."""
    played = {card for pile in piles.values() for card in pile}
    for seat, held in seen.held.items():
        if missing := held - played:
            have = "it has" if len(missing) == 1 else "they have"
            message = f"{seat} has shown {in_order(missing)}: {have} to lie in one of the piles,"
            raise Refused(
                f"{message} as every card held is played.", "JOJ-R2", "shown_not_played", key
            )
    for taker, pile in piles.items():
        check_pile(taker, pile, seen, 2 * TRICKS - len(pile))


def in_order(cards: Iterable[Card]) -> str:
    """Cards in a row, as a picker lays them out: "A♣, K♣ and Q♣"."""
    return listed(sorted(cards, key=PACK.cards.index), "and")
