"""What hands and sides are called, on a page as in the terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from companion.seating import Seat, Side
from companion.table import Played
from companion.words import told_apart


def name_parts(who: object) -> list[str]:
    """The names of a side, each cut by itself where room is short."""
    if isinstance(who, Side) and not who.title:
        return [seat.name for seat in who.seats]
    return [str(who)]


def short(seat: Seat) -> str:
    """A name where there is no room for it: no two at a table look the same.

    The letters that tell it apart; failing that, the seat's number.
    """
    table = sorted(seat.round, key=lambda each: each.number)
    return told_apart([each.name for each in table])[table.index(seat)] or seat.code


def alike(names: Sequence[str], room: int) -> bool:
    """True if one of these names is too long for so many letters, and cut there would look like
    another: all are then shortened."""
    cut = Counter(name[: room - 1] for name in names)
    return any(len(name) > room and cut[name[: room - 1]] > 1 for name in names)


def short_parts(who: object) -> list[str]:
    """The names of a side, or of a seat, where there is no room for them."""
    if isinstance(who, Seat):
        return [short(who)]
    return [short(seat) for seat in who.seats] if isinstance(who, Side) else [str(who)]


def initials(who: Seat | Side) -> str:
    """The letters of a side's names: N&P."""
    return "&".join(short_parts(who))


def hand_name(hand: Played) -> str:
    """What a hand is called within a sentence: "hand 3", "game 2, hand 1"."""
    return hand.title[:1].lower() + hand.title[1:] if hand.title else f"hand {hand.number}"


def hand_short(hand: Played) -> str:
    """The same on a key: neither how many hands there are nor how many cards."""
    return re.sub(r" of \d+|, \d+ cards?", "", hand_name(hand))


def deal_name(hand: Played) -> str:
    """What the button says that goes on to a hand."""
    name = hand_short(hand)
    return name.capitalize() if name.startswith("deal") else f"Deal {name}"
