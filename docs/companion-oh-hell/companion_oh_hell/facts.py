"""What is known of a hand of Oh Hell, and the sentences of rules.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Pack
from companion.said import Sentence, Sentences
from companion.seating import Seat
from companion_oh_hell.house import House

PACK = Pack.of()
MOST = 8
"""Most cards that six players can be dealt."""
say = Sentences(__file__)


@dataclass(frozen=True, slots=True)
class Result:
    """What each player bid and took in a hand of so many cards."""

    cards: int
    bids: Mapping[Seat, int]
    tricks: Mapping[Seat, int]


def schedule(rules: House) -> list[int]:
    """How many cards each hand of the game has."""
    down = list(range(rules.most, 0, -1))
    return down if rules.course == "down" else [*down, *range(2, rules.most + 1)]


def even_bid(cards: int, others: int, rules: House) -> dict[int, Sentence]:
    """The bid that the dealer may not make after the others', with the reason."""
    left = cards - others
    if rules.last_bid == "free" or left < 0:
        return {}
    return {left: say.even(bid=left, cards=cards)}
