"""What hands and sides are called, on a page as in the terminal."""

from __future__ import annotations

from companion.seating import Seat, Side
from companion.table import Played


def name_parts(who: object) -> list[str]:
    """The names of a side, each cut by itself where room is short."""
    if isinstance(who, Side) and not who.title:
        return [seat.name for seat in who.seats]
    return [str(who)]


def initials(who: Seat | Side) -> str:
    """First letters of a side's names: N&P."""
    return "&".join(name[:1] for name in name_parts(who))


def hand_name(hand: Played) -> str:
    """What a hand is called within a sentence: "hand 3", "game 2, hand 1"."""
    return hand.title[:1].lower() + hand.title[1:] if hand.title else f"hand {hand.number}"


def deal_name(hand: Played) -> str:
    """What the button says that goes on to a hand."""
    name = hand_name(hand)
    return name.capitalize() if name.startswith("deal") else f"Deal {name}"
