"""Tricks written in a row, “A 5C / B 9C / A 5D JC”, read for the referee."""

from __future__ import annotations

from companion.cards import Card, Suit
from companion.games.nine_card_don.counters import Take, counters, scores_nothing
from companion.games.nine_card_don.house import House
from companion.questions import Refused, fold
from companion.seating import Seating, Side


def read_tricks(text: str, seating: Seating, most: int) -> tuple[Take, ...]:
    """The tricks meant by the text; Refused when one cannot have been."""
    takes: list[Take] = []
    seen: dict[Card, str] = {}
    for part in filter(None, map(str.strip, text.split("/"))):
        side, rest = who_of(part, seating)
        cards = tuple(card_of(word) for word in rest.replace(",", " ").split())
        if len(cards) > 4:
            words = f"“{part}” has {len(cards)} cards: four cards make a trick."
            raise Refused(words, "DON-P-TRICK", "too_many_cards_in_a_trick")
        for card in cards:
            if card in seen:
                words = f"The {card} has been captured already, in “{seen[card]}”."
                raise Refused(words, "DON-P-VALUE", "card_captured_twice")
            seen[card] = part
        takes.append(Take(side, cards))
    if len(takes) > most:
        words = f"That is {len(takes)} tricks; a hand has {most}."
        raise Refused(words, "DON-DEAL", "too_many_tricks")
    return tuple(takes)


def who_of(part: str, seating: Seating) -> tuple[Side, str]:
    """Who took the trick, by code or name, and the rest of the text."""
    known: dict[str, Side] = {str(seat): seat.side for seat in seating.seats}
    for side in seating.sides:
        known |= {str(side): side, side.code: side}
    for name in sorted(known, key=len, reverse=True):
        if fold(part + " ").startswith(fold(name) + " ") or fold(part) == fold(name):
            return known[name], part[len(name) :]
    words = f"“{part}” does not begin with a side: write A or B, then the cards of the trick."
    raise Refused(words, "DON-P-FIRST", "unknown_side")


def card_of(word: str) -> Card:
    try:
        return Card.parse(word)
    except ValueError:
        words = f"“{word}” is not a card: write 5C for the five of clubs, 10S for a ten."
        raise Refused(words, "DON-P-VALUE", "unknown_card") from None


def tricks_check(trump: Suit, rules: House, takes: tuple[Take, ...]) -> None:
    """Refuses a card that does not score when this suit is trump."""
    values = counters(trump, rules)
    for card in (card for take in takes for card in take.cards):
        if card not in values:
            words = scores_nothing(card, trump)
            raise Refused(words, "DON-P-VALUE", "card_does_not_score", "tricks")
