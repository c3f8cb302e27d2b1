"""What no deal of Jo-Jotte can give: refused in every way of entry, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from companion.cards import Card, Suit
from companion.games.jo_jotte.facts import Contract, KnownCards, royals
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import FOUR
from companion.games.jo_jotte.pack import TRICKS, in_order, most_in, say, span
from companion.questions import Refused
from companion.said import Text
from companion.seating import Seat
from companion.words import listed


def no_jotte(rules: House, contract: Contract, seen: KnownCards, seat: Seat) -> Text | None:
    """Why a player cannot have declared Jo-Jotte; None where it may be."""
    trump = contract.trump(rules)
    if trump is None:
        return say.jotte_at_no_trump()
    if contract.slam and rules.jojotte_on_slam == "no":
        return say.jotte_on_slam()
    for card in royals(trump):
        if card in seen.excluded_from(seat):
            return say.jotte_impossible(where=seen.where(card, seat), who=seat)
    return None if seen.room(seat, royals(trump)) else say.jotte_impossible__full(who=seat)


def check_sum(
    points: Mapping[Seat, int], trump: Suit | None, rules: House, seen: KnownCards, key: str
) -> None:
    """Refuses trick points that the eighteen cards played cannot hold."""
    low, high = span(trump, rules, seen.out, seen.played)
    total, known = sum(points.values()), seen.bounds
    if total > high:
        no = say.together_too_high(total=total, trump=trump, high=high, known=known)
        raise Refused(no, key=key)
    if total < low:
        no = say.together_too_low(total=total, trump=trump, low=low, known=known)
        raise Refused(no, key=key)


def check_melds(sums: Mapping[Seat, int]) -> None:
    """Only one player scores fours, and only one scores runs."""
    for what, values in (
        ("fours of a kind", [points // FOUR for points in sums.values()]),
        ("runs", [points % FOUR for points in sums.values()]),
    ):
        if all(values):
            *_, last = sums
            raise Refused(say.both_score_melds(what=what), key=f"melds {last.code}")


def check_tricks(
    points: Mapping[Seat, int], tricks: Mapping[Seat, int], trump: Suit | None, rules: House,
    seen: KnownCards,
) -> None:  # fmt: skip
    """Refuses more points than a player's tricks can hold."""
    for seat, value in points.items():
        taken = tricks[seat]
        most = most_in(taken, trump, rules, seen.out)
        if value > most:
            no = say.too_much_for_tricks(points=value, who=seat, tricks=taken, most=most)
            raise Refused(no, key=f"points {seat.code}")


def check_pile(taker: Seat, pile: Collection[Card], seen: KnownCards, left: int) -> None:
    """Refuses a pile that no tricks can have made, given that `left` cards lie in the other one.

    Every card shown is played (JOJ-R2), one of each player to a trick.
    """
    if len(pile) % 2:
        raise Refused(say.odd_pile(many=len(pile), who=taker))
    for seat, held in seen.held.items():
        mine = held & set(pile)
        for cards, whose, size in ((mine, taker, len(pile)), (held - mine, taker.left, left)):
            if len(cards) > size // 2:
                no = say.too_many_of_one_holding(
                    who=whose, tricks=size // 2, cards=row(cards), holder=seat,
                    several=len(cards) > 1,
                )  # fmt: skip
                raise Refused(no, key=f"pile {taker.code}")


def check_played(piles: Mapping[Seat, Collection[Card]], seen: KnownCards, key: str) -> None:
    """Refuses piles that do not hold every card shown: all cards held are played (JOJ-R2)."""
    played = {card for pile in piles.values() for card in pile}
    for seat, held in seen.held.items():
        if missing := held - played:
            several = len(missing) > 1
            no = say.shown_not_played(who=seat, cards=row(missing), several=several)
            raise Refused(no, key=key)
    for taker, pile in piles.items():
        check_pile(taker, pile, seen, 2 * TRICKS - len(pile))


def row(cards: Iterable[Card]) -> str:
    return listed(in_order(cards), "and")
