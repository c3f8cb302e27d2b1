"""Seats of a new table: drawn by lot, moved, swapped, filled."""

from __future__ import annotations

import secrets
from collections.abc import MutableSequence

ROUND = {
    2: "n s", 3: "n el wl", 4: "n e s w", 5: "n em sr sl wm", 6: "nl nr e sr sl w",
    7: "n eu ed sr sl wd wu", 8: "n ne e se s sw w nw",
}  # fmt: skip
"""Where the seats of a drawn table stand, clockwise from the first at the top: north, east, south,
west, and what lies between them (coordinates: styles/tables/new.css). Larger tables are lists."""

LOTS = secrets.SystemRandom()


def around(count: int, turn: str) -> list[str]:
    """The place of each seat at the drawn table, in the order of play; [] for a list."""
    first, *rest = ROUND.get(count, "").split() or [""]
    if turn == "anticlockwise":
        rest.reverse()
    return [first, *rest] if first else []


def shift(names: MutableSequence[str], do: str) -> str:
    """Does what a button's value says: "draw", "up 3", "move 3 1", "swap 1 4", "put Nell", "clear".

    Returns a sentence on what happened; "" for an invalid value.
    """
    act, _, rest = do.partition(" ")
    if act == "draw":
        LOTS.shuffle(names)
        return "Seats drawn by lot"
    if act == "clear":
        names[:] = [""] * len(names)
        return "All chairs empty"
    if act == "put":
        return put(names, rest)
    numbers = [int(part) for part in rest.split() if part.isdecimal() and len(part) < 3]
    if not numbers or not all(0 < number <= len(names) for number in numbers):
        return ""
    if act == "move" and len(numbers) == 2:
        return move(names, *numbers)
    if act == "swap" and len(numbers) == 2:
        return swap(names, *numbers)
    if act in ("up", "down"):
        there = numbers[0] + (1 if act == "down" else -1)
        return swap(names, numbers[0], (there - 1) % len(names) + 1)
    return ""


def swap(names: MutableSequence[str], one: int, other: int) -> str:
    """Exchanges two players."""
    names[one - 1], names[other - 1] = names[other - 1], names[one - 1]
    return f"Seats {min(one, other)} and {max(one, other)} swapped"


def move(names: MutableSequence[str], start: int, end: int) -> str:
    """Moves a player to another seat; those between shift by one."""
    names.insert(end - 1, names.pop(start - 1))
    return f"Seat {start} moved to seat {end}"


def put(names: MutableSequence[str], name: str) -> str:
    """Puts a name on the first empty seat, or removes it from its seat."""
    taken = [place for place, other in enumerate(names) if other.casefold() == name.casefold()]
    if taken:
        names[taken[0]] = ""
        return f"{name} gets up"
    free = next((place for place, other in enumerate(names) if not other), None)
    if free is None or not name:
        return ""
    names[free] = name
    return f"{name} on seat {free + 1}"
